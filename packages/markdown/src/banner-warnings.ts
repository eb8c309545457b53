import { createRequire } from 'node:module';
import { bannerPolicy, plainNumber } from './banner.ts';
import { plainStyle } from './banner-style.ts';
import { droppedWithContent } from './clean-html.ts';
import type { RenderWarning } from './types.ts';
import { safeBannerImage, safeTarget } from './urls.ts';

// As sanitize-html loads it: the test runner cannot give one ES module to `import` and to `require`.
const { Parser } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2');

/** Warnings of one banner. */
const maxWarnings = 100;
const maxShown = 100;

const elements = new Set(bannerPolicy.elements);
const withContent = new Set(droppedWithContent);
const sizes = new Set(['width', 'height', 'colspan', 'rowspan']);

type Finding = Omit<RenderWarning, 'line'>;

/**
 * What of a banner its readers do not get, see `sanitizeBannerHtml`, with the line in its html. Comments, and attributes
 * that every link gets by itself, are no finding.
 * @returns in the order of the html, the first 100
 */
export function findBannerWarnings(html: string): RenderWarning[] {
  const warnings: RenderWarning[] = [];
  let line = 1;
  let counted = 0;
  /** Elements that are open inside of one that vanishes with its content, that one included. */
  let hidden = 0;
  const lineAt = (index: number): number => {
    for (; counted < index; counted += 1) if (html.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden > 0) {
        hidden += 1;
        return;
      }
      if (!elements.has(name) && withContent.has(name)) hidden = 1;
      const found = findingsOf(name, attributes);
      if (found.length === 0 || warnings.length >= maxWarnings) return;
      const at = lineAt(parser.startIndex);
      warnings.push(...found.slice(0, maxWarnings - warnings.length).map((finding) => ({ ...finding, line: at })));
    },
    onclosetag() {
      if (hidden > 0) hidden -= 1;
    },
  });
  parser.end(html);
  return warnings;
}

const loadingHints = new Set(['loading', 'decoding', 'fetchpriority']);

function findingsOf(name: string, attributes: Readonly<Record<string, string>>): Finding[] {
  if (!elements.has(name)) return [dropped(`The element <${shown(name)}>`)];
  const allowed = new Set([...(bannerPolicy.attributes['*'] ?? []), ...(bannerPolicy.attributes[name] ?? [])]);
  const { href, src } = attributes;
  if (name === 'a' && href !== undefined && safeTarget(href) === null)
    return [{ code: 'link_dropped', message: `The link to ${shown(href)} is left out.` }];
  if (name === 'img' && safeBannerImage(src ?? '') === null)
    return [{ code: 'image_dropped', message: `The image ${shown(src ?? '')} is left out.` }];
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (key === 'style')
      return plainStyle(value).dropped.map((property) => dropped(`The style ${shown(property)} of <${name}>`));
    // Hints for the loading of an image change nothing that a reader sees.
    if (name === 'img' && loadingHints.has(key)) return [];
    const isKept =
      allowed.has(key) && (!sizes.has(key) || plainNumber.test(value)) && (key !== 'target' || value === '_blank');
    return isKept ? [] : [dropped(`The attribute ${shown(key)} of <${name}>`)];
  });
}

const dropped = (what: string): Finding => ({ code: 'html_dropped', message: `${what} is left out.` });
const shown = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text);
