import { createHash } from 'node:crypto';
import { Answer } from '@platform/contracts/kit';
import { escapeHtml } from '@platform/runtime';

const style = `
:root{color-scheme:light dark;--text:#1c1e21;--soft:#5f6670;--page:#fff;--button:#0b57d0}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#9aa3ad;--page:#15181c;--button:#3f7de0}}
body{margin:0;background:var(--page);color:var(--text);font:1.1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:0 auto;padding:4rem 1.25rem;text-align:center}
h1{font-size:1.5rem;line-height:1.3}p{color:var(--soft)}a{color:inherit}
button{font:inherit;color:#fff;background:var(--button);border:0;border-radius:.5rem;padding:.7rem 1.6rem;cursor:pointer}
`.trim();

const styleHash = createHash('sha256').update(style).digest('base64');

/** No script, no foreign resource, a form to the page itself; not cached, not indexed, no referrer. */
const headers: Record<string, string> = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export type PageKind = keyof (typeof texts)['ru'];

const texts = {
  ru: {
    confirm: ['Подтвердите подписку', 'Рассылка сайта', 'Подтвердить'],
    confirmed: ['Подписка подтверждена', 'Рассылка сайта', null],
    unsubscribe: ['Отписаться от рассылки?', 'Рассылка сайта', 'Отписаться'],
    unsubscribed: ['Вы отписались', 'Рассылка сайта', null],
    unknown: ['Ссылка не действует', 'Она устарела или введена с ошибкой.', null],
  },
  en: {
    confirm: ['Confirm your subscription', 'Newsletter of', 'Confirm'],
    confirmed: ['Your subscription is confirmed', 'Newsletter of', null],
    unsubscribe: ['Unsubscribe from the newsletter?', 'Newsletter of', 'Unsubscribe'],
    unsubscribed: ['You are unsubscribed', 'Newsletter of', null],
    unknown: ['This link is not valid', 'It has expired, or was entered with a mistake.', null],
  },
} as const;

/** The site of a subscription, in the language of its reader. */
interface SubscribedSite {
  site: string;
  website_url: string | null;
  locale: string;
}

/** The name of the site, as a link where it has an address. */
const linkTo = ({ site, website_url }: SubscribedSite): string =>
  website_url === null ? escapeHtml(site) : `<a href="${escapeHtml(website_url)}">${escapeHtml(site)}</a>`;

/**
 * A page of a subscription. Its button posts to the address of the page.
 * @param about the site; null for the page of an unknown token, which is the same for each of them
 */
export function subscriptionPage(kind: PageKind, about: SubscribedSite | null): Answer<string> {
  const language = about === null || about.locale.startsWith('ru') ? 'ru' : 'en';
  const [title, line, button] = texts[language][kind];
  const second =
    about === null ? [escapeHtml(line), ...texts.en.unknown.slice(0, 1)].join(' · ') : `${line} «${linkTo(about)}»`;
  const form = button === null ? '' : `<form method="post"><button>${button}</button></form>`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${second}</p>${form}</main></body></html>`;
  return new Answer(html, { status: kind === 'unknown' ? 404 : 200, headers });
}
