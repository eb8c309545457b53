/** Sample texts of the demo site, each in Russian and English. They show the mechanism. */

export interface Texts<T> {
  ru: T;
  en: T;
}

export const demoPosts: Texts<{ slug: string; title: string; excerpt: string; tags: string[]; body: string }>[] = [
  {
    ru: {
      slug: 'zametki-na-vseh-ustroystvah',
      title: 'Заметки на всех устройствах',
      excerpt: 'Пишите на телефоне, читайте на компьютере: Demo Notes синхронизирует заметки за секунды.',
      tags: ['синхронизация', 'новости'],
      body: `Заметка, записанная в дороге, ждёт вас на рабочем столе.

## Как это работает

1. Войдите с тем же адресом.
2. Пишите — заметки появятся везде.

| Тариф | Заметки |
| --- | --- |
| Free | до 50 |
| Pro | без ограничений |

Подробнее — в [справке](/help/pervye-shagi).
`,
    },
    en: {
      slug: 'notes-on-every-device',
      title: 'Notes on every device',
      excerpt: 'Write on the phone, read on the desk: Demo Notes synchronises within seconds.',
      tags: ['sync', 'news'],
      body: `A note that you wrote on the way waits on your desk.

## How it works

1. Log in with the same address.
2. Write: notes appear everywhere.

More in the [help](/en/help/first-steps).
`,
    },
  },
];

export const demoArticles: Texts<{ slug: string; title: string; excerpt: string; body: string }>[] = [
  {
    ru: {
      slug: 'pervye-shagi',
      title: 'Первые шаги',
      excerpt: 'Установка, вход и первая заметка.',
      body: '## Установка\n\nСкачайте приложение на [главной странице](/).\n\n## Первая заметка\n\nНажмите «Новая заметка».\n',
    },
    en: {
      slug: 'first-steps',
      title: 'First steps',
      excerpt: 'Installation, login and the first note.',
      body: '## Installation\n\nDownload the application from the [home page](/en/).\n\n## The first note\n\nPress “New note”.\n',
    },
  },
];

export const demoDocuments: Texts<{ slug: string; title: string; description: string; body: string }> = {
  ru: {
    slug: 'ceny',
    title: 'Цены',
    description: 'Тарифы Demo Notes',
    body: '# Цены\n\n* Free — 0 ₽\n* Pro, месяц — 299 ₽\n',
  },
  en: {
    slug: 'prices',
    title: 'Prices',
    description: 'Plans of Demo Notes',
    body: '# Prices\n\n* Free — 0 ₽\n* Pro, month — 299 ₽\n',
  },
};

export const demoChangelog: Texts<{ slug: string; title: string; body: string }> = {
  ru: {
    slug: 'versiya-1-1',
    title: 'Быстрый поиск',
    body: '* Поиск находит слова в любых формах.\n* Исправлены мелкие ошибки.\n',
  },
  en: {
    slug: 'version-1-1',
    title: 'Faster search',
    body: '* The search finds words in all forms.\n* Small bugs are fixed.\n',
  },
};

export const demoBanners: Texts<{ slug: string; name: string; html: string }> = {
  ru: {
    slug: 'osen',
    name: 'Осень',
    html: '<p style="text-align:center">Осенью Pro дешевле на 25 %</p>',
  },
  en: {
    slug: 'autumn',
    name: 'Autumn',
    html: '<p style="text-align:center">Pro costs 25 % less this autumn</p>',
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
