import type { RknCode, RknResult, RuleLocale } from '@platform/contracts';
import type { z } from 'zod';
import { clausesFor, newestClauses } from '../../document-check/clauses.ts';
import { type KnownService, knownServices, type ProcessedData } from '../facts/services.ts';

/** Words for keys that rules report: statements of documents, services, measured parts, reasons. */

const documents: Partial<Record<RknCode, string>> = {
  policy_incomplete: 'privacy_policy',
  consent_doc_incomplete: 'personal_data_consent',
};

/** Text of a finding for readers: rules report the codes of missing statements, readers see their titles. */
export function wordsOfSnippet(code: RknCode, snippet: string, locale: RuleLocale): string {
  const kind = documents[code];
  if (kind === undefined) return snippet;
  const titles = new Map(clausesFor(newestClauses, kind).map((clause) => [clause.code, clause[locale].title]));
  return snippet
    .split(', ')
    .map((part) => titles.get(part) ?? part)
    .join('; ');
}

const measures: Record<RuleLocale, Readonly<Record<string, string>>> = {
  ru: {
    name: 'название и форма владельца',
    'INN or OGRN': 'ИНН или ОГРН',
    address: 'адрес',
    checksum: 'контрольная сумма не сходится',
    differ: 'номера в двух текстах разные',
    'names differ': 'названия в двух текстах разные',
  },
  en: {
    name: 'name and legal form of the owner',
    'INN or OGRN': 'INN or OGRN',
    address: 'address',
    checksum: 'the checksum does not hold',
    differ: 'the numbers of two texts differ',
    'names differ': 'the names of two texts differ',
  },
};

/** What a rule about requisites measured, in words; null where it is no word. */
export function wordsOfMeasure(code: RknCode, measured: string | number | null, locale: RuleLocale): string | null {
  if (code !== 'operator_requisites_missing' && code !== 'requisites_invalid') return null;
  const parts = String(measured ?? '').split(', ');
  return parts.every((part) => part in measures[locale])
    ? parts.map((part) => measures[locale][part]).join(', ')
    : null;
}

type Reason = z.output<typeof RknResult>['unverified'][number]['reason'];
/** Why a rule could not be judged. */
export const reasonWords: Record<RuleLocale, Record<Reason, string>> = {
  ru: {
    not_rendered: 'страницы собирает скрипт, а браузера для проверки нет',
    not_fetched: 'страница не открылась',
    source_down: 'часть платформы не ответила',
    unanswered: 'нужен ответ владельца сайта',
    needs_click: 'нужно нажать кнопку, а проверка ничего не нажимает',
    late_forms: 'скрипт или сервис показывает формы позже, их проверка не видит',
    unknown_place: 'страна сервера неизвестна: адрес сети доставки или адрес вне базы',
    unreadable: 'текст не прочитан: это файл, или он слишком велик',
  },
  en: {
    not_rendered: 'scripts make the pages, and there is no browser to check them with',
    not_fetched: 'the page did not open',
    source_down: 'a part of the platform did not answer',
    unanswered: 'the owner of the site has to answer',
    needs_click: 'a button has to be pressed, and the check presses none',
    late_forms: 'a script or a service shows forms later, and the check does not see them',
    unknown_place:
      'the country of the server is unknown: an address of a delivery network, or one that no database has',
    unreadable: 'the text was not read: it is a file, or too large',
  },
};

const kinds: Record<RuleLocale, Record<KnownService['kind'], string>> = {
  ru: {
    analytics: 'аналитика',
    widget: 'виджет',
    auth: 'вход через другой сервис',
    form: 'формы',
    recommender: 'рекомендации',
  },
  en: {
    analytics: 'analytics',
    widget: 'widget',
    auth: 'sign-in by another service',
    form: 'forms',
    recommender: 'recommendations',
  },
};
const data: Record<RuleLocale, Record<ProcessedData, string>> = {
  ru: {
    contacts: 'имена, телефоны и почта',
    messages: 'переписка',
    calls: 'звонки',
    visits: 'действия на сайте',
    purchases: 'покупки',
    account: 'учётная запись',
    technical: 'адрес IP и данные браузера',
  },
  en: {
    contacts: 'names, phones and e-mail',
    messages: 'messages',
    calls: 'calls',
    visits: 'actions on the site',
    purchases: 'purchases',
    account: 'account',
    technical: 'IP address and data of the browser',
  },
};
const places = { ru: { abroad: 'за рубежом', home: 'Россия' }, en: { abroad: 'abroad', home: 'Russia' } };

const servicesByName = new Map(knownServices.map((service) => [service.name, service]));

/** What each known service of a list of names is, where it is, and what it gets to know. */
export const describeServices = (names: string, locale: RuleLocale): string[] =>
  names.split(', ').flatMap((name) => {
    const service = servicesByName.get(name);
    if (!service) return [];
    const { abroad, home } = places[locale];
    const processed = service.processes.map((one) => data[locale][one]).join(', ');
    return `${name}: ${kinds[locale][service.kind]}, ${service.is_foreign ? abroad : home}; ${processed}`;
  });
