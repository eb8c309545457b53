import type { Attributes } from 'sanitize-html';
import { cleanHtml, type Policy } from './clean-html.ts';
import { namesHost, safeImage, safeTargetOfText } from './urls.ts';
import { type EmbedProvider, frameAttributes } from './videos.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const language = /^language-[\w+#.-]{1,32}$/;

const policy: Omit<Policy, 'transforms'> = {
  elements: [
    ...headings,
    'a',
    'blockquote',
    'br',
    'code',
    'em',
    'figure',
    'hr',
    'iframe',
    'img',
    'input',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'section',
    'span',
    'strong',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ],
  attributes: {
    a: ['href', 'title', 'rel', 'id'],
    iframe: ['src', 'title', 'width', 'height', 'loading', 'sandbox', 'allow', 'referrerpolicy'],
    img: ['src', 'alt', 'title', 'loading'],
    input: ['type', 'disabled', 'checked'],
    li: ['id'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
    ...Object.fromEntries(headings.map((name) => [name, ['id']])),
  },
  classes: {
    a: ['footnote-backref'],
    code: ['hljs', language],
    figure: ['video', /^video-[a-z_]{1,20}$/],
    hr: ['footnotes-sep'],
    li: ['footnote-item', 'task-list-item'],
    ol: ['footnotes-list', 'contains-task-list'],
    section: ['footnotes'],
    span: [/^hljs-[\w-]{1,40}$/, /^[a-z]{1,20}_$/, language],
    sup: ['footnote-ref'],
    ul: ['contains-task-list'],
  },
};

/**
 * Authors are staff of the site: their links count for search engines, as in Ghost and Directus.
 * `nofollow ugc` is for texts of visitors.
 */
function transformLink({ href, rel: _, ...others }: Attributes): Attributes | null {
  const target = safeTargetOfText(href ?? '');
  if (target === null) return null;
  return { ...others, href: target, ...(namesHost(target) && { rel: 'noopener' }) };
}

function transformImage({ src, alt, title }: Attributes): Attributes | null {
  const address = safeImage(src ?? '');
  return address === null ? null : { src: address, alt: alt ?? '', ...(title && { title }), loading: 'lazy' };
}

const transformInput = ({ type, checked }: Attributes): Attributes | null =>
  type === 'checkbox' ? { type, disabled: '', ...(checked !== undefined && { checked: '' }) } : null;

/**
 * Last step of rendering a text: the output has only what the allow-list names, also where a step before
 * wrote more. Only players of the given providers may be frames.
 */
export function cleanText(html: string, embeds: readonly EmbedProvider[]): string {
  return cleanHtml(html, {
    ...policy,
    transforms: {
      a: transformLink,
      img: transformImage,
      input: transformInput,
      iframe: ({ src }) => frameAttributes(src ?? '', embeds),
    },
  });
}
