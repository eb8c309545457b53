import type { ReadablePost } from '../posts/readable-post.ts';

/** Why a text resembles an advertisement. */
export type AdSignal = 'price' | 'promo_code' | 'call_to_buy' | 'scarcity' | 'foreign_brand';

/** The brand that posts. What it says of itself is no foreign brand. */
export interface OwnBrand {
  name: string;
  link_hosts: readonly string[];
}

// `\b` recognises only Latin letters.
const start = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';
const words = (...patterns: string[]): RegExp => new RegExp(`${start}(?:${patterns.join('|')})${end}`, 'u');

const amount = '\\d[\\d .,]{0,14}';
const price = new RegExp(
  [
    `${amount}(?:тыс\\.? ?|млн ?)?(?:₽|руб(?:\\.|л(?:ь|я|ей|ю|ем|и))?${end}|р\\.|\\$|€|£|(?:usd|eur|rub|dollars|euros)${end})`,
    `[$€£₽] ?${amount}`,
    `${amount}% (?:off|discount|less)`,
    `${start}скидк[аиуе](?:ми|х|м|ой)?${end}`,
    `${start}скидок${end}`,
    `${start}(?:кэшбэк|кешбэк|распродаж|рассрочк)\\p{L}{0,3}${end}`,
    `${start}(?:discounts?|cashback|on sale|half price)${end}`,
    `${start}дешевле на ${amount}%`,
  ].join('|'),
  'u',
);
const promoCode = words(
  'промо-?код\\p{L}{0,3}',
  'по коду [a-z0-9]{3,20}',
  'promo-? ?codes?',
  'coupons?(?: codes?)?',
  'use (?:the )?code [a-z0-9]{3,20}',
);
const callToBuy = words(
  'купи(?:те)?',
  'покупай(?:те)?',
  'приобрет(?:и|ите|айте)',
  'закажи(?:те)?',
  'заказывай(?:те)?',
  'оформ(?:и|ите|ляй|ляйте) (?:заказ|подписку|доставку|карту|покупку)',
  'забронируй(?:те)?',
  'бронируй(?:те)?',
  'успей(?:те)? (?:купить|заказать|забрать|оформить)',
  'запишись на',
  'запишитесь на',
  'записывайтесь на',
  'buy (?:now|here|yours|it|one|today|tickets?|online)',
  'order (?:now|here|yours|today|online)',
  'shop now',
  'get yours',
  'grab (?:yours|it|one)',
  'book (?:now|yours|a seat)',
  'subscribe now',
  'purchase (?:now|yours)',
);
/** A label of a button is a call where a sentence would be a story. */
const buyingLabel = words('купить', 'заказать', 'в магазин', 'забронировать', 'buy', 'order', 'shop', 'purchase');
const scarcity = words(
  'только сегодня',
  'только (?:до|по) \\d',
  'до конца (?:дня|недели|месяца)',
  'успей(?:те)?',
  'спешите',
  'торопи(?:сь|тесь)',
  'остал(?:ось|ись|ся|ось всего|ись всего)(?: всего| лишь| только)? (?:\\d+|мало|несколько|последн\\p{L}+|пара)',
  'последн(?:ий|ие) (?:день|шанс|места|дни)',
  'количество ограничено',
  'число мест ограничено',
  'ограниченн\\p{L}{2,3} (?:предложени\\p{L}{1,2}|тираж\\p{L}{0,2}|сери\\p{L}{1,2}|количеств\\p{L}{1,2})',
  'last chance',
  'today only',
  'only today',
  'only (?:\\d+|a few) left',
  'limited (?:time|offer|edition|stock|number)',
  'hurry',
  'while (?:stocks|supplies) last',
  '(?:offer|sale) ends',
  'ends (?:today|tonight|tomorrow|soon)',
);
/** A company by its legal form: the group has its name. */
const company = new RegExp(
  `${start}(?:ооо|оао|зао|пао|ао|ип) [«"“]?([\\p{L}\\p{N}][\\p{L}\\p{N} .-]{1,60}?)(?:[»"”,.;:!?\\n]|$)|${start}([\\p{L}][\\p{L}\\p{N}-]{1,40}),? (?:inc|llc|ltd|gmbh)${end}`,
  'gu',
);

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s\u00a0]+/g, ' ');

const isForeign = (address: string, hosts: readonly string[]): boolean => {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !hosts.includes(url.hostname);
};

function namesForeignBrand(text: string, { urls }: ReadablePost, { name, link_hosts }: OwnBrand): boolean {
  if (urls.some((url) => isForeign(url, link_hosts))) return true;
  const brandName = fold(name);
  return [...text.matchAll(company)].some(([, russian, other]) => {
    const companyName = (russian ?? other ?? '').trim();
    return !companyName.includes(brandName) && !brandName.includes(companyName);
  });
}

/** The signals of an advertisement that a post has. */
export function adSignals(post: ReadablePost, brand: OwnBrand): AdSignal[] {
  const text = fold([post.text, ...post.buttons].join('\n'));
  const isBuying = post.buttons.some((label) => buyingLabel.test(fold(label)));
  const signals: [AdSignal, boolean][] = [
    ['price', price.test(text)],
    ['promo_code', promoCode.test(text)],
    ['call_to_buy', isBuying || callToBuy.test(text)],
    ['scarcity', scarcity.test(text)],
    ['foreign_brand', namesForeignBrand(text, post, brand)],
  ];
  return signals.filter(([, isThere]) => isThere).map(([signal]) => signal);
}

const weights: Record<AdSignal, number> = { promo_code: 2, call_to_buy: 2, price: 1, scarcity: 1, foreign_brand: 1 };
const threshold = 2;

/**
 * Whether signals are those of an advertisement: a promo code or a call to buy alone, or two of the others. A
 * price alone is a fact, and a link alone is a source.
 */
export const resemblesAd = (signals: readonly AdSignal[]): boolean =>
  signals.reduce((sum, signal) => sum + weights[signal], 0) >= threshold;
