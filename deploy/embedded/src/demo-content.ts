import { firstStepsEn, firstStepsRu, searchEntryEn, searchEntryRu, syncPostEn, syncPostRu } from './demo-bodies.ts';

/** Sample texts of the demo site, each in Russian and English. They show the mechanism. */

export interface Texts<T> {
  ru: T;
  en: T;
}

/**
 * Defects of the content that an audit of the demo site is to find, one of each. The landing itself has none.
 * A test of the demo landing compares the issues with this list.
 */
export const plantedDefects = [
  /** The translation was published without a description. */
  { issue_type: 'missing_description', path: '/en/blog/notes-on-every-device', owner: 'cms_editor' },
  /** The cover has no text for readers that do not see it. */
  { issue_type: 'images_without_alt', path: '/blog/zametki-na-vseh-ustroystvah', owner: 'cms_editor' },
  /** The translation has a fifth of the text. */
  { issue_type: 'thin_content', path: '/en/help/first-steps', owner: 'content' },
] as const;

export const demoPosts: Texts<{
  slug: string;
  title: string;
  excerpt: string | null;
  meta_description: string | null;
  cover_alt: string | null;
  tags: string[];
  body: string;
}>[] = [
  {
    ru: {
      slug: 'zametki-na-vseh-ustroystvah',
      title: 'Заметки на всех устройствах',
      excerpt: 'Пишите на телефоне, читайте на компьютере: Demo Notes синхронизирует заметки за секунды.',
      meta_description:
        'Пишите на телефоне, читайте на компьютере: как Demo Notes синхронизирует заметки и что бывает при правке в двух местах.',
      // Planted.
      cover_alt: null,
      tags: ['синхронизация', 'новости'],
      body: syncPostRu,
    },
    en: {
      slug: 'notes-on-every-device',
      title: 'Notes on every device',
      // Planted: neither of the two describes the post.
      excerpt: null,
      meta_description: null,
      cover_alt: 'A sheet with lines of text',
      tags: ['sync', 'news'],
      body: syncPostEn,
    },
  },
];

export const demoArticles: Texts<{
  slug: string;
  title: string;
  excerpt: string;
  meta_title: string;
  meta_description: string;
  body: string;
}>[] = [
  {
    ru: {
      slug: 'pervye-shagi',
      title: 'Первые шаги',
      excerpt: 'Установка, вход и первая заметка.',
      meta_title: 'Первые шаги: установка, вход и первая заметка',
      meta_description:
        'Как установить Demo Notes, войти и написать первую заметку, которую видно на всех устройствах: десять минут по шагам.',
      body: firstStepsRu,
    },
    en: {
      slug: 'first-steps',
      title: 'First steps',
      excerpt: 'Installation, login and the first note.',
      meta_title: 'First steps: installation and the first note',
      meta_description:
        'How to install Demo Notes, log in and write the first note that appears on all of your devices.',
      // Planted: far from the 400 words of the original.
      body: firstStepsEn,
    },
  },
];

export const demoDocuments: Texts<{ slug: string; title: string; description: string; body: string }> = {
  ru: {
    slug: 'ceny',
    title: 'Цены',
    description: 'Тарифы Demo Notes',
    body: '# Цены\n\n* Free — 0 ₽\n* Pro, месяц — 299 ₽\n* Pro навсегда — 4990 ₽\n',
  },
  en: {
    slug: 'prices',
    title: 'Prices',
    description: 'Plans of Demo Notes',
    body: '# Prices\n\n* Free — 0 ₽\n* Pro, month — 299 ₽\n* Pro for ever — 4990 ₽\n',
  },
};

export const demoChangelog: Texts<{ slug: string; title: string; body: string }> = {
  ru: { slug: 'versiya-1-1', title: 'Быстрый поиск по всем заметкам', body: searchEntryRu },
  en: { slug: 'version-1-1', title: 'Faster search in all notes', body: searchEntryEn },
};

export const demoBanners: Texts<{ slug: string; name: string; html: string }> = {
  ru: {
    slug: 'osen',
    name: 'Осень',
    html: '<p style="text-align:center">Осенью месяц Pro дешевле на 35 %</p>',
  },
  en: {
    slug: 'autumn',
    name: 'Autumn',
    html: '<p style="text-align:center">A month of Pro costs 35 % less this autumn</p>',
  },
};

/** Sample legal texts of the site: what a form on it will ask for. */
export const siteLegalTexts = [
  {
    kind: 'privacy_policy',
    title: 'Политика обработки персональных данных сайта Demo Notes',
    body: 'Мы храним то, что вы отправили через форму, чтобы ответить вам. Данные не передаются третьим лицам.\n',
  },
  {
    kind: 'personal_data_consent',
    title: 'Согласие на обработку персональных данных',
    body: 'Я даю согласие на обработку имени и адреса электронной почты, чтобы получить ответ, в соответствии с Федеральным законом № 152-ФЗ.\n',
  },
  {
    kind: 'marketing_consent',
    title: 'Согласие на получение рассылки',
    body: 'Я согласен получать новости Demo Notes по электронной почте. Отписаться можно в каждом письме.\n',
  },
];
