import type { PublicPaywall, PublicPostEntry } from '@platform/contracts';
import type { z } from 'zod';
import { type Html, html } from './html.ts';
import { downloadButton, type Frame, type LatestBuild, pathOf, timeOf } from './pages.ts';
import { heroPicture } from './pictures.ts';
import { wordsOf } from './words.ts';

type Offer = z.output<typeof PublicPaywall>['paywall_items'][number];

/** The sections of the home page. */

const words = {
  ru: {
    open: 'Открыть в браузере',
    why: 'Почему с нами удобно',
    features: [
      ['Одна заметка везде', 'Написанное на телефоне через секунды есть на компьютере.'],
      ['Работает без сети', 'Заметки открываются в самолёте и метро. Правки уходят, когда сеть вернётся.'],
      ['Ваши данные — ваши', 'Выгрузка в PDF в один щелчок. Аккаунт удаляется вместе с заметками.'],
    ],
    prices: 'Цены',
    plans: { free: 'Бесплатно', monthly: 'Pro на месяц', lifetime: 'Pro навсегда' } as Record<string, string>,
    rights: {
      notes_basic: 'до 50 заметок',
      notes_unlimited: 'заметки без ограничений',
      export_pdf: 'выгрузка в PDF',
    } as Record<string, string>,
    days: (days: number) => `за ${days} дней`,
    once: 'один раз',
    popular: 'Выбирают чаще всего',
    former: 'раньше',
    choose: 'Выбрать',
    news: 'Из блога',
  },
  en: {
    open: 'Open in the browser',
    why: 'Why it is a pleasure to use',
    features: [
      ['One note everywhere', 'A note from the telephone is on the computer within seconds.'],
      ['Works without a network', 'Notes open in planes and tunnels. Changes leave when the network is back.'],
      ['Your data is yours', 'Export to PDF with one click. An account is deleted together with its notes.'],
    ],
    prices: 'Prices',
    plans: { free: 'Free', monthly: 'Pro for a month', lifetime: 'Pro for ever' } as Record<string, string>,
    rights: {
      notes_basic: 'up to 50 notes',
      notes_unlimited: 'unlimited notes',
      export_pdf: 'export to PDF',
    } as Record<string, string>,
    days: (days: number) => `for ${days} days`,
    once: 'once',
    popular: 'Most people choose it',
    former: 'formerly',
    choose: 'Choose',
    news: 'From the blog',
  },
};
const homeWordsOf = (locale: string) => (locale.startsWith('en') ? words.en : words.ru);

/** The first section: name, description, the download and the application. */
export const hero = (frame: Frame, description: string, build: LatestBuild, appUrl: string | null): Html =>
  html`<section class="hero"><div><h1>${frame.site.name}</h1>
<p class="lead">${description}</p>
<p class="acts">${downloadButton(build, frame.locale)}${
    appUrl !== null && html` <a class="button quiet" href="${appUrl}">${homeWordsOf(frame.locale).open}</a>`
  }</p></div>
${heroPicture}</section>
`;

export const featureCards = ({ locale }: Frame): Html => {
  const { why, features } = homeWordsOf(locale);
  const cards = features.map(([title, text]) => html`<li class="card"><h3>${title}</h3><p>${text}</p></li>\n`);
  return html`<h2>${why}</h2>\n<ul class="cards">\n${cards}</ul>\n`;
};

const money = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

/** The offers of the paywall of the application, with the prices that a purchase will have. */
export function priceCards({ locale }: Frame, offers: readonly Offer[], appUrl: string): Html {
  const text = homeWordsOf(locale);
  const cards = offers.map(({ plan, plan_prices: price, plan_entitlements, is_recommended }) => {
    const term = plan.is_lifetime ? text.once : plan.duration_days !== null && text.days(plan.duration_days);
    const former =
      price.compare_at_amount !== null &&
      html` <s><small>${text.former}</small> ${money(price.compare_at_amount, price.currency, locale)}</s>`;
    return html`<li class="card${is_recommended && ' chosen'}"><h3>${text.plans[plan.code] ?? plan.name}${is_recommended && html` <span class="badge">${text.popular}</span>`}</h3>
<p class="price">${money(price.amount, price.currency, locale)}${former} <small>${term}</small></p>
<p>${plan_entitlements.map(({ code, name }) => text.rights[code] ?? name).join(', ')}</p>
<a class="button${!is_recommended && ' quiet'}" href="${appUrl}">${text.choose}</a></li>\n`;
  });
  return html`<h2 id="prices">${text.prices}</h2>\n<ul class="cards">\n${cards}</ul>\n`;
}

/** The newest posts as cards. */
export const postCards = (frame: Frame, posts: readonly z.output<typeof PublicPostEntry>[]): Html =>
  html`<h2>${homeWordsOf(frame.locale).news}</h2>
<ul class="cards posts">
${posts.map(
  ({ url, title, excerpt, published_at }) => html`<li class="card"><h3><a href="${url}">${title}</a></h3>
<p>${excerpt}</p>${timeOf(published_at, frame.locale)}</li>\n`,
)}</ul>
<p><a href="${pathOf(frame, '/blog')}">${wordsOf(frame.locale).blog} →</a></p>
`;
