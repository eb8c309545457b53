import { absolute, type PageFacts } from '../pages/page-facts.ts';
import { textSimilarity } from '../pages/text-signature.ts';
import { type PageState, replacedCharacters } from './page-state.ts';
import type { ImageCheck, MirrorInput, SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

const sameText = 0.8;
/** Words of a page that says much. */
export const renderedWords = 200;
const rendered = { enough: renderedWords, share: 0.3, shellWords: 50 } as const;

/** Header, meta element and bytes of a page name one encoding. One finding a page, the plainest first. */
export function judgeCharset(page: PageState, verdicts: Verdicts): void {
  if (!page.is_ok || !page.input.facts) return;
  const { header, meta, source, replaced, is_valid_utf8, has_high_bytes, used } = page.input.facts.charset;
  const report = (variant: string, measured: string | number, threshold?: string | number) =>
    verdicts.report('charset_mismatch', page.subject, { variant, evidence: { measured, threshold } });
  if (header !== null && meta !== null && header !== meta) {
    report('header_meta', `${header} / ${meta}`);
    return;
  }
  const declared = source === 'bom' ? null : (header ?? meta);
  const isOther = declared !== null && declared !== 'utf-8' && !declared.startsWith('utf-16');
  if (declared !== null && replaced >= replacedCharacters) report('wrong_decode', replaced, replacedCharacters - 1);
  else if (isOther && has_high_bytes && is_valid_utf8) report('wrong_decode', declared, 'utf-8');
  else if (declared === null && source !== 'bom' && has_high_bytes) report('undeclared', used);
}

export function judgeMixedContent(page: PageState, verdicts: Verdicts): void {
  const facts = page.input.facts;
  if (!page.is_ok || !facts || facts.upgrades_insecure) return;
  for (const variant of ['active', 'passive'] as const) {
    const mixedContent = facts.mixed.filter(({ kind }) => kind === variant);
    const first = mixedContent[0];
    if (first)
      verdicts.report('mixed_content', page.subject, {
        variant,
        evidence: {
          selector: first.element,
          measured: mixedContent.length,
          threshold: 0,
          related: mixedContent.map(({ url }) => url),
        },
      });
  }
}

const wantedOg = ['og:title', 'og:type', 'og:url', 'og:image'] as const;

export function judgeOpenGraph(page: PageState, verdicts: Verdicts): void {
  if (!page.facts || (page.page_class !== 'home' && page.page_class !== 'article')) return;
  const { og } = page.facts;
  const missing: string[] = wantedOg.filter((name) => !og[name]);
  const image = og['og:image'];
  if (image && !/^https?:\/\//i.test(image)) missing.push('og:image is not absolute');
  if (missing.length > 0)
    verdicts.report('missing_og', page.subject, {
      evidence: { selector: 'meta[property^="og:"]', measured: missing.join(', ') },
    });
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Pages of a site share few tags. */
const languageTags = new Map<string, boolean>();
const cyrillic = new Set('ru uk be bg sr mk kk ky tg mn tt ba cv'.split(' '));
const latin = new Set('en de fr es it pt nl pl cs sk sv da no nb fi et lv lt tr ro hu hr sl id vi ms'.split(' '));
/** Reserved codes of ISO 3166-1 that are no countries, though ICU knows names for them. */
const noCountries = new Set(['UK', 'EU', 'UN', 'EZ', 'SU', 'ZZ', 'XX']);

/** A tag of BCP 47 with a language that exists: https://www.rfc-editor.org/rfc/rfc5646. */
export function isLanguageTag(tag: string): boolean {
  const known = languageTags.get(tag);
  if (known !== undefined) return known;
  let isTag = false;
  try {
    const { language } = new Intl.Locale(tag.trim());
    isTag = language !== undefined && languages.of(language) !== undefined;
  } catch {
    // Not even the form of a tag.
  }
  if (languageTags.size < 1_000) languageTags.set(tag, isTag);
  return isTag;
}

/** A code of hreflang: `x-default`, or ISO 639-1 with an optional script and ISO 3166-1 alpha-2. */
export function isHreflangCode(code: string): boolean {
  if (code.toLowerCase() === 'x-default') return true;
  const match = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?$/i.exec(code);
  if (!match?.[1] || languages.of(match[1]) === undefined) return false;
  const region = match[2]?.toUpperCase();
  return region === undefined || (!noCountries.has(region) && regions.of(region) !== undefined);
}

function shareOf(language: string, { latin: latinCount, cyrillic: cyrillicCount, other }: PageFacts['letters']) {
  const total = latinCount + cyrillicCount + other;
  if (total === 0) return 1;
  if (cyrillic.has(language)) return cyrillicCount / total;
  return latin.has(language) ? latinCount / total : 1;
}

export function judgeLang(page: PageState, verdicts: Verdicts): void {
  if (!page.is_ok || !page.facts) return;
  const { lang, body_words, letters } = page.facts;
  const report = (variant: string, measured = '') =>
    verdicts.report('missing_lang', page.subject, { variant, evidence: { selector: 'html', measured } });
  if (lang === null || lang === '') {
    report('absent');
    return;
  }
  if (!isLanguageTag(lang)) {
    report('invalid', lang);
    return;
  }
  const language = new Intl.Locale(lang).language ?? '';
  if (body_words >= 50 && shareOf(language, letters) < 0.5) report('mismatch', lang);
}

export const lacksViewport = ({ facts, is_ok, is_unrendered }: PageState): boolean =>
  is_ok && !is_unrendered && !/width\s*=\s*device-width/i.test(facts?.viewport ?? '');

/** Whether a page has content that needs JavaScript; null without a rendered page. */
export function needsJavascript({ input, is_ok, is_unrendered }: PageState): boolean | null {
  if (!is_ok || !input.facts) return false;
  if (is_unrendered) return null;
  if (!input.rendered) return false;
  const words = input.rendered.words;
  if (input.facts.is_shell && input.facts.words < rendered.shellWords && words >= rendered.shellWords) return true;
  return words >= rendered.enough && input.facts.words < words * rendered.share;
}

/** Twins of one host that nobody sees until a link leads to them; other hosts and schemes are found by all. */
const quietTwins: ReadonlySet<MirrorInput['kind']> = new Set(['index_html', 'slash']);

/**
 * The address of a twin that shows the page itself in place of a redirect to it.
 * @param isLinked a page of the crawl links to the twin
 * @returns whether it is one
 */
export function judgeMirror(
  mirror: MirrorInput,
  main: Pick<PageFacts, 'text_hash' | 'min_hash'> | null,
  site: SiteInput,
  verdicts: Verdicts,
  { isLinked }: { isLinked: boolean },
): boolean {
  const { fetched, facts, main_url, url, kind } = mirror;
  const key = site.keyOf(main_url) ?? main_url;
  if (fetched.status !== 200 || fetched.hops.length > 0 || !facts || !main) return false;
  // Loopback sites of tests have no https.
  if (kind === 'http' && new URL(main_url).protocol !== 'https:') return false;
  const pointsHome = facts.canonicals.some((canonical) => canonical.url !== null && site.keyOf(canonical.url) === key);
  if (pointsHome || textSimilarity(facts, main) < sameText) return false;
  verdicts.report(
    'mirror_not_redirected',
    { key, url: main_url },
    {
      variant: kind,
      circumstance: quietTwins.has(kind) ? (isLinked ? 'linked' : 'unlinked') : null,
      evidence: { measured: url, threshold: '301', related: [url] },
    },
  );
  return true;
}

/**
 * Broken images of a page, by the checks of the scan. An image without a check leaves the result of the page
 * open.
 */
export function judgeImageChecks(page: PageState, checks: ReadonlyMap<string, ImageCheck>, verdicts: Verdicts): void {
  const facts = page.facts;
  if (!facts || !page.is_ok) return;
  const urls = [...new Set(facts.images.map(({ src }) => absolute(src, facts)))].filter((url) => /^https?:/.test(url));
  const broken = urls.filter((url) => checks.get(url)?.outcome === 'broken');
  const [first] = broken;
  if (first !== undefined)
    verdicts.report('broken_image', page.subject, {
      evidence: { selector: 'img', measured: checks.get(first)?.detail ?? '', threshold: 0, related: broken },
    });
  else if (urls.some((url) => checks.get(url)?.outcome !== 'ok')) verdicts.leave('broken_image', page.subject.key);
}
