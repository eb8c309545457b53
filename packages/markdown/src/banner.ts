import type { Attributes } from 'sanitize-html';
import { plainStyle } from './banner-style.ts';
import { cleanHtml, type Policy } from './clean-html.ts';
import { namesHost, safeBannerImage, safeTarget } from './urls.ts';

/** Elements and attributes of a banner. */
export const bannerPolicy: Omit<Policy, 'transforms'> = {
  elements: [
    'a',
    'b',
    'blockquote',
    'br',
    'div',
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    's',
    'section',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  attributes: {
    '*': ['style', 'title', 'lang', 'dir', 'aria-label'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
};

/** Sizes of pictures and cells. */
export const plainNumber = /^\d{1,4}%?$/;

/** Attributes with a plain style; sizes that are no numbers are left out. */
function transformElement({ style, width, height, colspan, rowspan, ...others }: Attributes): Attributes {
  const plain = style === undefined ? '' : plainStyle(style).style;
  const sizes = Object.entries({ width, height, colspan, rowspan }).filter(
    (size): size is [string, string] => size[1] !== undefined && plainNumber.test(size[1]),
  );
  return { ...others, ...Object.fromEntries(sizes), ...(plain !== '' && { style: plain }) };
}

function transformLink(
  { href, target: frame, rel: _, ...others }: Attributes,
  rewrite: (target: string) => string,
): Attributes | null {
  const target = safeTarget(href ?? '');
  if (target === null) return null;
  return {
    ...transformElement(others),
    href: rewrite(target),
    ...(frame === '_blank' && { target: frame }),
    ...((frame === '_blank' || namesHost(target)) && { rel: 'noopener' }),
  };
}

function transformImage({ src, alt, ...others }: Attributes): Attributes | null {
  const address = safeBannerImage(src ?? '');
  return address === null ? null : { ...transformElement(others), src: address, alt: alt ?? '' };
}

const clean = (html: string, rewrite: (target: string) => string): string =>
  cleanHtml(html, {
    ...bannerPolicy,
    transforms: { a: (attributes) => transformLink(attributes, rewrite), img: transformImage },
    transformOthers: transformElement,
  });

/**
 * Html of a banner with allowed elements, attributes and styles alone: nothing in it runs, sends a form or
 * loads anything but pictures. A link or picture with another address is left out, the text of the link
 * stays.
 */
export const sanitizeBannerHtml = (html: string): string => clean(html, (target) => target);

/** The address with the parameters set; the rest of its query stays as it is. */
export function addQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const [base = '', fragment] = address.split(/#(.*)/s);
  const [path = '', query = ''] = base.split(/\?(.*)/s);
  const names = new Set(Object.keys(parameters).map(encodeURIComponent));
  const otherPairs = query.split('&').filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
  const added = Object.entries(parameters).map((pair) => pair.map(encodeURIComponent).join('='));
  return `${path}?${[...otherPairs, ...added].join('&')}${fragment === undefined ? '' : `#${fragment}`}`;
}

/**
 * Html of a banner whose http and https links have the query parameters, instead of equal ones. Doing it
 * twice changes nothing more.
 * @param html html of a banner; it is sanitised again
 */
export const addQueryToLinks = (html: string, parameters: Readonly<Record<string, string>>): string =>
  clean(html, (target) => (namesHost(target) ? addQuery(target, parameters) : target));
