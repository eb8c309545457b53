import { decodePercent } from '@platform/contracts/decode-percent';
import { absolute, columnsOf, lengthOf } from '../pages/page-facts.ts';
import type { PageState } from './page-state.ts';
import type { Verdicts } from './verdicts.ts';

export const limits = {
  title: { min: 20, max: 70 },
  description: { min: 50, max: 160 },
  words: 200,
  articleWords: 400,
  slug: 75,
} as const;

/** Types that need the content of the page: unknown on a shell that was not rendered. */
export const contentTypes = [
  'missing_title',
  'missing_description',
  'missing_h1',
  'multiple_h1',
  'thin_content',
  'images_without_alt',
  'missing_json_ld',
  'schema_invalid',
] as const;

interface TextToMeasure {
  type: 'missing_title' | 'missing_description';
  text: string;
  /** In characters. */
  limit: { min: number; max: number };
}

function judgeLength(page: PageState, verdicts: Verdicts, { type, text, limit }: TextToMeasure): void {
  const { min, max } = limit;
  const length = columnsOf(text);
  if (length >= min && length <= max) return;
  const isShort = length < min;
  verdicts.report(type, page.subject, {
    variant: isShort ? 'too_short' : 'too_long',
    evidence: { snippet: text, measured: length, threshold: isShort ? min : max },
  });
}

export function judgeTitle(page: PageState, verdicts: Verdicts): void {
  const titles = page.facts?.titles ?? [];
  const first = titles.find((title) => title !== '');
  if (first === undefined) {
    verdicts.report('missing_title', page.subject, { evidence: { selector: 'head > title' } });
    return;
  }
  judgeLength(page, verdicts, { type: 'missing_title', text: first, limit: limits.title });
  if (titles.length > 1)
    verdicts.report('missing_title', page.subject, {
      variant: 'multiple',
      evidence: { selector: 'head > title', snippet: titles.join(' | '), measured: titles.length, threshold: 1 },
    });
}

export function judgeDescription(page: PageState, verdicts: Verdicts): void {
  const first = page.facts?.descriptions.find((description) => description !== '');
  if (first === undefined)
    verdicts.report('missing_description', page.subject, { evidence: { selector: 'meta[name=description]' } });
  else judgeLength(page, verdicts, { type: 'missing_description', text: first, limit: limits.description });
}

export function judgeHeadings(page: PageState, verdicts: Verdicts): void {
  const visible = page.facts?.h1s.filter(({ text, is_visible }) => is_visible && text !== '') ?? [];
  if (visible.length === 0) verdicts.report('missing_h1', page.subject, { evidence: { selector: 'h1', measured: 0 } });
  if (visible.length > 1)
    verdicts.report('multiple_h1', page.subject, {
      evidence: {
        selector: 'h1',
        snippet: visible.map(({ text }) => text).join(' | '),
        measured: visible.length,
        threshold: 1,
      },
    });
}

const withoutThinness = new Set(['home', 'legal', 'contact', 'service', 'listing']);

export function judgeText(page: PageState, verdicts: Verdicts): void {
  if (!page.facts || withoutThinness.has(page.page_class)) return;
  const { words, text_start } = page.facts;
  const threshold = page.page_class === 'article' ? limits.articleWords : limits.words;
  if (words >= threshold) return;
  verdicts.report('thin_content', page.subject, {
    circumstance: words >= limits.words ? 'short_article' : null,
    evidence: { snippet: text_start, measured: words, threshold },
  });
}

const segmentPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const sessionParams = /^(?:sid|phpsessid|jsessionid|sessionid|session_id)$/i;

/** Why an address is hard to read; null for a clean one. */
export function slugFault(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  if (url.pathname.includes('//')) return '//';
  const segments = url.pathname.split('/').filter(Boolean).map(decodePercent);
  for (const [index, segment] of segments.entries()) {
    const name = index === segments.length - 1 ? segment.replace(/\.[a-z0-9]{2,5}$/, '') : segment;
    if (segment === '.well-known') continue;
    if (lengthOf(segment) > limits.slug || !segmentPattern.test(name)) return segment;
  }
  for (const name of url.searchParams.keys()) if (sessionParams.test(name)) return name;
  return null;
}

export function judgeSlug(page: PageState, verdicts: Verdicts): void {
  const fault = slugFault(page.input.url);
  if (fault === null) return;
  const { item } = page.input;
  verdicts.report('dirty_url_slug', page.subject, {
    circumstance: item !== null && fault === item.slug ? 'cms_slug' : null,
    evidence: { measured: fault, threshold: segmentPattern.source },
  });
}

export function judgeImages(page: PageState, verdicts: Verdicts): void {
  const { facts } = page;
  if (!facts) return;
  const bad = facts.images.filter(({ alt, cover, linked }) => alt === null || (alt === '' && (cover || linked)));
  if (bad.length === 0) return;
  const isMost = facts.images.length >= 5 && bad.length * 2 > facts.images.length;
  verdicts.report('images_without_alt', page.subject, {
    circumstance: isMost || bad.some(({ cover }) => cover) ? 'cover_or_most' : null,
    evidence: {
      selector: 'img:not([alt])',
      measured: bad.length,
      threshold: 0,
      related: [...new Set(bad.map(({ src }) => absolute(src, facts)))],
    },
  });
}
