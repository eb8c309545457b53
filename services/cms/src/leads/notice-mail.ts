import type { LeadRow } from './lead-content.ts';

const texts = {
  ru: {
    one: 'Новая заявка',
    several: 'Новые заявки',
    count: 'Новых заявок',
    last: 'Последняя',
    form: 'Форма',
    page: 'Страница',
    id: 'Заявка',
  },
  en: {
    one: 'New lead',
    several: 'New leads',
    count: 'New leads',
    last: 'The latest',
    form: 'Form',
    page: 'Page',
    id: 'Lead',
  },
};

/**
 * The mail to the notification addresses of a site about new leads. It has no personal data.
 * @param about.last the latest lead; null if it was removed meanwhile
 */
export function leadNotice(about: {
  site: string;
  locale: string;
  leads: number;
  last: Pick<LeadRow, 'id' | 'form' | 'form_code' | 'page_path'> | null;
}): { subject: string; text: string } {
  const { site, leads, last } = about;
  const t = about.locale.startsWith('ru') ? texts.ru : texts.en;
  const isOne = leads === 1;
  const lines = [
    ...(isOne && last ? [] : [`${t.count}: ${leads}`]),
    ...(isOne || !last ? [] : ['', `${t.last}:`]),
    ...(last ? [`${t.form}: ${last.form_code ?? last.form}`] : []),
    ...(last?.page_path ? [`${t.page}: ${last.page_path}`] : []),
    ...(last ? [`${t.id}: ${last.id}`] : []),
  ];
  return {
    subject: isOne ? `${t.one}: ${site}` : `${t.several} (${leads}): ${site}`,
    text: `${lines.join('\n')}\n`,
  };
}
