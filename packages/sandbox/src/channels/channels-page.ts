import type { RequestListener } from 'node:http';
import { send } from '../http/answer.ts';
import { escapeHtml, pageAnswer, preferredLanguage } from '../http/page.ts';
import type { PublishedPost } from './posts-page.ts';

const TEXTS = {
  en: { title: 'Channels', explain: 'Emulated channels on this machine. Nothing leaves it.', count: 'posts' },
  ru: { title: 'Каналы', explain: 'Эмуляторы каналов на этой машине. Наружу ничего не уходит.', count: 'постов' },
} as const;

/**
 * The page that leads to the posts of each channel.
 * @param channels by their path on this server; the mount prefix is stripped from `req.url`
 */
export function createChannelsPage(
  channels: Record<string, { title: string; posts(): PublishedPost[] }>,
): RequestListener {
  return (req, res) => {
    const language = preferredLanguage(req.headers['accept-language']);
    const { title, explain, count } = TEXTS[language];
    const links = Object.entries(channels).map(
      ([path, channel]) =>
        `<a class="button" href="${escapeHtml(path)}/"><span>${escapeHtml(channel.title)}</span>` +
        `<span class="digits">${channel.posts().length} ${count}</span></a>`,
    );
    const content = `<header><span>${title}</span><span class="badge">sandbox</span></header>
<h1 class="words">${title}</h1>
<p class="muted">${explain}</p>
${links.join('\n')}`;
    send(res, pageAnswer({ status: 200, language, title, content }));
  };
}
