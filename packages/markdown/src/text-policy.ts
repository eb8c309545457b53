import type { Attributes } from 'sanitize-html';
import { cleanHtml, type Policy } from './clean-html.ts';
import { mediaAttributes } from './media.ts';
import { rawElements } from './raw-html.ts';
import type { ImageFacts } from './types.ts';
import { namesHost, safeImage, safeTargetOfText } from './urls.ts';
import { type EmbedProvider, frameAttributes } from './videos.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const language = /^language-[\w+#.-]{1,32}$/;

const policy: Omit<Policy, 'transforms'> = {
  elements: [...new Set([...rawElements, 'audio', 'iframe', 'input', 'section', 'video'])],
  attributes: {
    '*': ['id', 'lang', 'dir'],
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    audio: ['controls', 'preload', 'src', 'aria-label'],
    details: ['open'],
    dfn: ['title'],
    div: ['align'],
    iframe: ['src', 'title', 'width', 'height', 'loading', 'sandbox', 'allow', 'referrerpolicy'],
    img: ['src', 'alt', 'title', 'width', 'height', 'srcset', 'sizes', 'loading'],
    input: ['type', 'disabled', 'checked'],
    li: ['value'],
    ol: ['start'],
    p: ['align'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan'],
    ...Object.fromEntries(headings.map((name) => [name, ['align']])),
    video: ['controls', 'playsinline', 'preload', 'src', 'width', 'height', 'poster', 'aria-label'],
  },
  classes: {
    a: ['footnote-backref'],
    blockquote: ['alert', /^alert-[a-z]{3,9}$/],
    code: ['hljs', language],
    div: ['math'],
    figure: ['video', /^video-[a-z_]{1,20}$/, 'media', 'media-audio', 'media-video'],
    hr: ['footnotes-sep'],
    li: ['footnote-item', 'task-list-item'],
    ol: ['footnotes-list', 'contains-task-list'],
    p: ['alert-title'],
    section: ['footnotes'],
    span: [/^hljs-[\w-]{1,40}$/, /^[a-z]{1,20}_$/, language, 'math', 'math-display'],
    sup: ['footnote-ref'],
    ul: ['contains-task-list'],
  },
};

const plainId = /^[\p{L}\p{M}\p{N}_:.-]{1,1100}$/u;
const plainNumber = /^\d{1,4}$/;
const plainSize = /^\d{1,4}%?$/;
const patterns: Record<string, RegExp> = {
  id: plainId,
  lang: /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/i,
  dir: /^(?:ltr|rtl|auto)$/i,
  align: /^(?:left|center|right|justify)$/i,
  start: /^-?\d{1,9}$/,
  value: /^-?\d{1,9}$/,
  colspan: plainNumber,
  rowspan: plainNumber,
  width: plainSize,
  height: plainSize,
};

/** Attributes without those whose value is not one that they may have. */
const transformElement = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => patterns[name]?.test(value) ?? true));

/**
 * Authors are staff of the site: their links count for search engines, as in Ghost and Directus.
 * `nofollow ugc` is for texts of visitors.
 */
function transformLink({ href, rel: _, ...others }: Attributes): Attributes | null {
  const attributes = transformElement(others);
  const target = href === undefined ? null : safeTargetOfText(href);
  // An anchor that links lead to.
  if (target === null) return attributes.id === undefined ? null : attributes;
  return { ...attributes, href: target, ...(namesHost(target) && { rel: 'noopener' }) };
}

/** Width of the text on most pages, in pixels; images are no wider there. */
const textWidth = 736;
/** Wider originals are for downloads: each byte of them costs a reader. */
const maxShownWidth = 1_920;

/** Sizes of an uploaded image; the ones that the author wrote come first, in the shape of the image. */
function sizesOf(address: string, given: Attributes, facts: ImageFacts | undefined): Attributes {
  const { width, height } = transformElement({ width: given.width ?? '', height: given.height ?? '' });
  if (!facts) return { ...(width && { width }), ...(height && { height }) };
  const ratio = facts.height / facts.width;
  const sizes =
    width && !height && plainNumber.test(width)
      ? { width, height: String(Math.max(1, Math.round(Number(width) * ratio))) }
      : height && !width && plainNumber.test(height)
        ? { width: String(Math.max(1, Math.round(Number(height) / ratio))), height }
        : width || height
          ? { ...(width && { width }), ...(height && { height }) }
          : { width: String(facts.width), height: String(facts.height) };
  const candidates = [
    ...facts.variants,
    ...(facts.width <= maxShownWidth && !facts.variants.some((variant) => variant.width === facts.width)
      ? [{ path: address, width: facts.width }]
      : []),
  ];
  if (facts.variants.length === 0) return sizes;
  const wanted = Number(sizes.width);
  const shownWidth = Math.min(Number.isInteger(wanted) ? wanted : textWidth, textWidth);
  return {
    ...sizes,
    srcset: candidates.map(({ path, width: pixels }) => `${path} ${pixels}w`).join(', '),
    sizes: `(min-width: ${shownWidth}px) ${shownWidth}px, 100vw`,
  };
}

const transformInput = ({ type, checked }: Attributes): Attributes | null =>
  type === 'checkbox' ? { type, disabled: '', ...(checked !== undefined && { checked: '' }) } : null;

/** What rendering knows beside the text. */
export interface TextSettings {
  /** Only players of these providers may be frames. */
  embeds: readonly EmbedProvider[];
  images?: Readonly<Record<string, ImageFacts>>;
}

/**
 * Last step of rendering a text: the output has only what the allow-list names, also where a step before
 * wrote more. The first image is loaded at once, because readers see it first; the others are lazy.
 */
export function cleanText(html: string, { embeds, images = {} }: TextSettings): string {
  let isFirst = true;
  const transformImage = ({ src, alt, title, ...given }: Attributes): Attributes | null => {
    const address = safeImage(src ?? '');
    if (address === null) return null;
    const { id, lang, dir } = transformElement(given);
    const isLazy = !isFirst;
    isFirst = false;
    return {
      src: address,
      alt: alt ?? '',
      ...(title && { title }),
      ...(id && { id }),
      ...(lang && { lang }),
      ...(dir && { dir }),
      ...sizesOf(address, given, Object.hasOwn(images, address) ? images[address] : undefined),
      ...(isLazy && { loading: 'lazy' }),
    };
  };
  return cleanHtml(html, {
    ...policy,
    transforms: {
      a: transformLink,
      img: transformImage,
      input: transformInput,
      iframe: ({ src }) => frameAttributes(src ?? '', embeds),
      audio: (attributes) => mediaAttributes('audio', attributes),
      video: (attributes) => mediaAttributes('video', attributes),
    },
    transformOthers: transformElement,
  });
}
