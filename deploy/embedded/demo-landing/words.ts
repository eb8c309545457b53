/** Words of the pages of the landing, in its two languages. */
const words = {
  ru: {
    blog: 'Блог',
    help: 'Помощь',
    changelog: 'Что нового',
    download: 'Скачать',
    more: 'Читать ещё',
    missing: 'Такой страницы нет',
    skip: 'К содержанию',
    sections: 'Разделы сайта',
    crumbs: 'Путь к странице',
    language: 'Русский',
    task: 'Пункт списка',
    legal: {
      privacy_policy: 'Политика обработки персональных данных',
      personal_data_consent: 'Согласие на обработку персональных данных',
      marketing_consent: 'Согласие на рассылку',
    } as Record<string, string>,
  },
  en: {
    blog: 'Blog',
    help: 'Help',
    changelog: 'What is new',
    download: 'Download',
    more: 'Read next',
    missing: 'There is no such page',
    skip: 'Skip to the content',
    sections: 'Sections of the site',
    crumbs: 'Path to the page',
    language: 'English',
    task: 'Item of the list',
    // The documents are in Russian alone.
    legal: {
      privacy_policy: 'Privacy policy (in Russian)',
      personal_data_consent: 'Consent to the processing of personal data (in Russian)',
      marketing_consent: 'Consent to news by mail (in Russian)',
    } as Record<string, string>,
  },
};
export const wordsOf = (locale: string) => (locale.startsWith('en') ? words.en : words.ru);

/** The name of a legal document on a page in a language. */
export const legalNameOf = (doc_kind: string, locale: string): string =>
  wordsOf(locale).legal[doc_kind] ?? doc_kind.replaceAll('_', ' ');
