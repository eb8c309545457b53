import type { RuleLocale } from '@platform/contracts';
import type { Contradiction } from './contradictions.ts';

const texts: Record<RuleLocale, Record<Contradiction['code'], string>> = {
  ru: {
    data_denied: 'Текст говорит, что данные не собираются, а формы сайта их спрашивают.',
    fields_not_named: 'Формы сайта спрашивают данные, которых нет в тексте.',
    services_not_named: 'На сайте работают сервисы, которых нет в тексте.',
    crossborder_denied: 'Текст отрицает трансграничную передачу, а на сайте работают зарубежные сервисы.',
    operator_differs: 'Оператор в тексте не тот, что в профиле.',
    domain_differs: 'Текст называет другой сайт.',
    future_date: 'Дата в тексте ещё не наступила.',
    outdated_law: 'Текст ссылается на устаревшую редакцию закона.',
    dead_links: 'Текст ссылается на страницы сайта, которых нет.',
  },
  en: {
    data_denied: 'The text says that no data are collected, and forms of the site ask for them.',
    fields_not_named: 'Forms of the site ask for data that the text does not name.',
    services_not_named: 'The site has services that the text does not name.',
    crossborder_denied: 'The text denies a cross-border transfer, and the site has foreign services.',
    operator_differs: 'The operator of the text is not that of the profile.',
    domain_differs: 'The text names another site.',
    future_date: 'A date of the text lies ahead.',
    outdated_law: 'The text cites an outdated edition of the law.',
    dead_links: 'The text links to pages of the site that are not there.',
  },
};

/** What a contradiction is, in a sentence. */
export const contradictionText = (code: Contradiction['code'], locale: RuleLocale): string => texts[locale][code];
