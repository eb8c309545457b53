import type { Answer } from '../http/answer.ts';
import { escapeHtml, type PageLanguage, pageAnswer } from '../http/page.ts';

/** A post as a reader of the channel sees it. */
export interface PublishedPost {
  id: string;
  /** Chat, community or profile. */
  place: string;
  /** RFC 3339, by the clock of the channel. */
  at: string;
  text: string;
  /** Address of the image inside the mount, or the one that the post links; null without one. */
  image: string | null;
  buttons: { text: string; url: string }[];
}

const TEXTS = {
  en: { explain: 'Posts stay on this machine. The newest 50 are here.', none: 'There is no post yet.' },
  ru: { explain: 'Посты остаются на этой машине. Здесь 50 последних.', none: 'Постов пока нет.' },
} as const;
const shownPosts = 50;

/** The page of a channel: its newest posts, the newest first. */
export function postsPage(language: PageLanguage, title: string, posts: readonly PublishedPost[]): Answer {
  const texts = TEXTS[language];
  const articles = posts.slice(-shownPosts).toReversed().map(article);
  const content = `<header><span>${escapeHtml(title)}</span><span class="badge">sandbox</span></header>
<h1 class="words">${escapeHtml(title)}</h1>
<p class="muted">${texts.explain}</p>
${articles.length === 0 ? `<p>${texts.none}</p>` : articles.join('\n')}`;
  const page = pageAnswer({ status: 200, language, title, content });
  const policy = `${page.headers['content-security-policy']}; img-src 'self'`;
  return { ...page, headers: { ...page.headers, 'content-security-policy': policy } };
}

function article({ id, place, at, text, image, buttons }: PublishedPost): string {
  const lines = text.split('\n').map((line) => `<p>${escapeHtml(line) || '&nbsp;'}</p>`);
  // An image at an address of its own is a link: its page loads nothing from elsewhere.
  const shown = /^https?:/.test(image ?? '')
    ? escapeHtml(image ?? '')
    : `<img alt="" width="320" src="${escapeHtml(image ?? '')}">`;
  const picture = image === null ? '' : `<p><a href="${escapeHtml(image)}">${shown}</a></p>`;
  const links = buttons.map(
    (button) => `<a class="button" rel="noreferrer" href="${escapeHtml(button.url)}">${escapeHtml(button.text)}</a>`,
  );
  return `<article id="post-${escapeHtml(id)}"><h2>${escapeHtml(place)} · ${escapeHtml(at)}</h2>
${lines.join('\n')}
${picture}
${links.join('\n')}</article>`;
}
