import type { Answer } from '../http/answer.ts';
import { escapeHtml, type PageLanguage, pageAnswer } from '../http/page.ts';
import type { CaughtMail } from './caught-mail.ts';

const TEXTS = {
  en: {
    title: 'Mail',
    explain: 'No mail leaves this machine: the newest 500 are here.',
    none: 'There is no mail yet.',
    to: 'To',
    html: 'Show its HTML',
    back: 'All mail',
    missing: 'This mail is not here',
  },
  ru: {
    title: 'Почта',
    explain: 'Письма не покидают эту машину: здесь 500 последних.',
    none: 'Писем пока нет.',
    to: 'Кому',
    html: 'Показать HTML',
    back: 'Все письма',
    missing: 'Этого письма нет',
  },
} as const;

/** The list of mails, in the order given. */
export function listPage(language: PageLanguage, mails: readonly CaughtMail[]): Answer {
  const texts = TEXTS[language];
  const rows = mails.map(
    ({ id, subject, to }) =>
      `<a class="button" href="mails/${id}"><span>${escapeHtml(subject)}</span><span class="digits">${escapeHtml(to.join(', '))}</span></a>`,
  );
  const content = `<header><span>${texts.title}</span><span class="badge">SMTP</span></header>
<h1 class="words">${texts.title}</h1>
<p class="muted">${texts.explain}</p>
${rows.length === 0 ? `<p>${texts.none}</p>` : rows.join('\n')}`;
  return pageAnswer({ status: 200, language, title: texts.title, content });
}

/** One mail as text; its HTML has an address of its own. */
export function mailPage(language: PageLanguage, { id, subject, to, text, html, headers }: CaughtMail): Answer {
  const texts = TEXTS[language];
  const paragraphs = text.split('\n').map((line) => `<p>${escapeHtml(line) || '&nbsp;'}</p>`);
  const content = `<header><a href="../">${texts.back}</a><span class="badge">SMTP</span></header>
<h1 class="words">${escapeHtml(subject)}</h1>
<p class="muted">${texts.to}: ${escapeHtml(to.join(', '))}</p>
${paragraphs.join('\n')}
${html === null ? '' : `<a class="button" href="${id}/html">${texts.html}</a>`}
<footer>${headers.map(({ name, value }) => `<p>${escapeHtml(name)}: ${escapeHtml(value)}</p>`).join('\n')}</footer>`;
  return pageAnswer({ status: 200, language, title: subject, content });
}

/** The page of a mail that is not stored any more, or never was. */
export function missingPage(language: PageLanguage): Answer {
  const { missing } = TEXTS[language];
  return pageAnswer({ status: 404, language, title: missing, content: `<h1 class="words">${missing}</h1>` });
}

/** The HTML part of a mail in a sandbox: no script, no form, nothing from elsewhere. */
export const htmlAnswer = (html: string): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  },
  body: html,
});
