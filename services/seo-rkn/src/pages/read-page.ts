import type { DefaultTreeAdapterTypes } from 'parse5';
import { decodePage } from './charset.ts';
import { attr, type Element, isHidden, textOf } from './dom.ts';
import { readJsonLd } from './json-ld.ts';
import {
  bareHost,
  type Canonical,
  clean,
  type FetchedFacts,
  type Hreflang,
  type ImageFacts,
  type MixedContent,
  type PageFacts,
  type Resource,
  referenceTo,
} from './page-facts.ts';
import { parseHtml } from './parse-html.ts';
import { readAccessibility } from './read-accessibility.ts';
import { readForms } from './read-forms.ts';
import { readText } from './read-text.ts';
import { isInstant, readRefresh } from './refresh.ts';
import { headerDirectives, metaDirectives } from './robots-directives.ts';
import { isShell } from './shell.ts';
import { signText } from './text-signature.ts';
import { type Collected, walkPage } from './walk-page.ts';

const maxLinks = 5_000;
/** Characters of one link, and of all links of a page. */
const maxLinkLength = 2_048;
const maxLinkTexts = 262_144;
const maxImages = 200;
const robotsNames = /^(?:robots|googlebot|googlebot-news|yandex|yandexbot|bingbot)$/;

export interface PageSource {
  fetched: FetchedFacts;
  body: Uint8Array;
  /** Host of the site; its `www.` twin counts as the same. */
  site_host: string;
}

interface Addresses {
  page: URL;
  /** Absolute http address of a reference in the page; null for anything else. */
  resolve(href: string): URL | null;
}

function addressesOf(finalUrl: string, baseHref: string | null): Addresses {
  const page = new URL(finalUrl);
  const base = baseHref !== null && URL.canParse(baseHref, page.href) ? new URL(baseHref, page) : page;
  const known = new Map<string, URL | null>();
  return {
    page,
    resolve(href) {
      const seen = known.get(href);
      if (seen !== undefined) return seen;
      const url = URL.parse(href, base.href);
      const usable = url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
      known.set(href, usable);
      return usable;
    },
  };
}

const isAbsolute = (href: string): boolean => /^https?:\/\//i.test(href);

/** Links of a `Link` header: https://www.rfc-editor.org/rfc/rfc8288. */
function headerLinks(lines: readonly string[]): { href: string; rel: string; hreflang: string | null }[] {
  return lines.flatMap((line) =>
    [...line.matchAll(/<([^>]*)>((?:\s*;\s*[^;,="]+(?:=(?:"[^"]*"|[^;,]*))?)*)/g)].map((match) => ({
      href: match[1] ?? '',
      rel: (/;\s*rel\s*=\s*"?([^";,]+)/i.exec(match[2] ?? '')?.[1] ?? '').toLowerCase(),
      hreflang: /;\s*hreflang\s*=\s*"?([^";,\s]+)/i.exec(match[2] ?? '')?.[1] ?? null,
    })),
  );
}

function relations(collected: Collected, lines: readonly string[], { resolve, page }: Addresses) {
  const canonicals: Canonical[] = [];
  const hreflang: Hreflang[] = [];
  const hasRel = (rel: string, name: string) => rel.split(/\s+/).includes(name);
  const address = (href: string) => resolve(href)?.href ?? null;
  for (const { rel, href, hreflang: code, inHead } of collected.links) {
    if (hasRel(rel, 'canonical') && href !== '' && canonicals.length < 10)
      canonicals.push({
        href: clean(href, 500),
        url: address(href),
        place: inHead ? 'head' : 'body',
        is_absolute: isAbsolute(href),
      });
    if (hasRel(rel, 'alternate') && code !== null && inHead && hreflang.length < 100)
      hreflang.push({ code: clean(code, 40), url: address(href), source: 'head' });
  }
  for (const { href, rel, hreflang: code } of headerLinks(lines)) {
    // A header knows no `<base>`.
    const url = URL.parse(href, page.href)?.href ?? null;
    if (hasRel(rel, 'canonical') && canonicals.length < 10)
      canonicals.push({ href: clean(href, 500), url, place: 'header', is_absolute: isAbsolute(href) });
    if (hasRel(rel, 'alternate') && code !== null && hreflang.length < 100)
      hreflang.push({ code: clean(code, 40), url, source: 'header' });
  }
  return { canonicals, hreflang };
}

function withoutFragment(href: string): string {
  const at = href.indexOf('#');
  return at < 0 ? href : href.slice(0, at);
}

function readLinks(collected: Collected, { resolve, page }: Addresses, siteHost: string) {
  const ownLinks = new Map<string, boolean>();
  const external = new Map<string, boolean>();
  const footer = new Set<string>();
  const ownHost = bareHost(siteHost);
  let dropped = 0;
  let texts = 0;
  const refresh = readInstantRefresh(collected, { resolve, page });
  const anchors =
    refresh === null ? collected.anchors : [{ href: refresh, rel: '', inFooter: false }, ...collected.anchors];
  for (const { href, rel, inFooter } of anchors) {
    if (href === '' || href.startsWith('#')) continue;
    const url = resolve(withoutFragment(href));
    if (!url) continue;
    const links = bareHost(url.hostname) === ownHost ? ownLinks : external;
    const reference = referenceTo(url, page.origin);
    const isNofollow = /\b(?:nofollow|ugc|sponsored)\b/i.test(rel);
    const isFull = ownLinks.size + external.size >= maxLinks || texts + reference.length > maxLinkTexts;
    if (!links.has(reference) && (isFull || reference.length > maxLinkLength)) {
      dropped += 1;
      continue;
    }
    if (!links.has(reference)) texts += reference.length;
    // One link that may be followed is enough.
    links.set(reference, (links.get(reference) ?? true) && isNofollow);
    if (inFooter && footer.size < 30) footer.add(reference);
  }
  const select = (links: Map<string, boolean>, isNofollow: boolean) =>
    [...links].filter(([, value]) => value === isNofollow).map(([reference]) => reference);
  return {
    own_links: select(ownLinks, false),
    own_nofollow: select(ownLinks, true),
    external_links: select(external, false),
    external_nofollow: select(external, true),
    footer_links: [...footer],
    links_dropped: dropped,
  };
}

const isPixel = (element: Element): boolean =>
  ['width', 'height'].some((name) => {
    const size = attr(element, name);
    return size !== null && /^\d/.test(size) && Number.parseFloat(size) <= 2;
  });

function readImages(collected: Collected, { resolve, page }: Addresses, ogImage: string | null): ImageFacts[] {
  const images: ImageFacts[] = [];
  for (const { element, anchor } of collected.images) {
    if (images.length >= maxImages) break;
    const role = attr(element, 'role');
    if (isPixel(element) || role === 'presentation' || role === 'none' || isHidden(element)) continue;
    const src = attr(element, 'src') ?? attr(element, 'data-src') ?? '';
    const url = src.startsWith('data:') ? null : resolve(src);
    const alt = attr(element, 'alt');
    const image: ImageFacts = {
      src: url ? referenceTo(url, page.origin) : clean(src, 30),
      alt: alt === null ? null : clean(alt, 130),
    };
    if (anchor && clean(textOf(anchor)) === clean(alt ?? '') && !attr(anchor, 'aria-label')) image.linked = true;
    const isNamed = /\b(?:cover|hero)\b/i.test(`${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`);
    if (isNamed || attr(element, 'fetchpriority') === 'high' || (url !== null && url.href === ogImage))
      image.cover = true;
    images.push(image);
  }
  return images;
}

const activeTags = new Set(['script', 'link', 'iframe', 'embed', 'object', 'form']);

function readMixed(collected: Collected, { resolve, page }: Addresses): MixedContent[] {
  if (page.protocol !== 'https:') return [];
  const mixed: MixedContent[] = [];
  const add = (element: string, kind: MixedContent['kind'], href: string) => {
    const url = resolve(href);
    if (url?.protocol === 'http:' && mixed.length < 20) mixed.push({ kind, element, url: clean(url.href, 200) });
  };
  for (const { element, url } of collected.embedded) {
    const isIcon = /\bicon\b/i.test(attr(element, 'rel') ?? '');
    add(element.tagName, activeTags.has(element.tagName) && !isIcon ? 'active' : 'passive', url);
  }
  for (const { element } of collected.images) add('img', 'passive', attr(element, 'src') ?? '');
  return mixed;
}

/** External hosts that the page, or a script inside it, loads from; comments are none of them. */
function readResources(collected: Collected, { resolve, page }: Addresses): Resource[] {
  const seen = new Map<string, Resource>();
  const add = (kind: Resource['kind'], url: URL | null) => {
    if (!url || url.origin === page.origin || seen.size >= 60) return;
    const address = clean(url.host + url.pathname, 100);
    if (!seen.has(address)) seen.set(address, { kind, address });
  };
  for (const { element, url } of collected.embedded) {
    if (element.tagName === 'script') add('script', resolve(url));
    else if (element.tagName === 'iframe') add('iframe', resolve(url));
  }
  for (const { element } of collected.images) if (isPixel(element)) add('pixel', resolve(attr(element, 'src') ?? ''));
  for (const { src, text } of collected.scripts) {
    if (src !== null || text === '') continue;
    const code = text.slice(0, 50_000).replace(/\/\*[\s\S]*?\*\//g, ' ');
    for (const match of code.matchAll(/["'`](?:https?:)?\/\/([a-z0-9.-]+\.[a-z]{2,}(?:\/[\w./-]{0,80})?)/gi))
      add('inline', URL.parse(`https://${match[1]}`));
  }
  return [...seen.values()];
}

/** Reference of the page that an instant refresh leads to; null without one, and for the page itself. */
function readInstantRefresh(collected: Collected, { resolve, page }: Addresses): string | null {
  for (const { name, content } of collected.metas) {
    const refresh = name === 'refresh' ? readRefresh(content) : null;
    const url = refresh && isInstant(refresh) ? resolve(withoutFragment(refresh.href)) : null;
    if (url && url.href !== withoutFragment(page.href)) return clean(referenceTo(url, page.origin), maxLinkLength);
  }
  return null;
}

const metaText = (collected: Collected, name: string): string | null =>
  collected.metas.find((meta) => meta.name === name)?.content ?? null;

function openGraph(collected: Collected): Record<string, string> {
  const og: Record<string, string> = {};
  for (const { name, content } of collected.metas)
    if (/^og:[a-z_:]{1,30}$/.test(name) && Object.keys(og).length < 12) og[name] ??= clean(content, 300);
  return og;
}

/**
 * Reads a page. Pure; a page made to be slow is slow here, see `read-in-worker.ts`.
 * @returns what the page says, a few kilobytes of JSON without its HTML
 * @throws RangeError for a page that is nested too deeply
 */
export function readPage({ fetched, body, site_host }: PageSource): PageFacts {
  const { text, charset } = decodePage(body, fetched.headers.content_type);
  const document = parseHtml(text);
  const collected = walkPage(document);
  const addresses = addressesOf(fetched.final_url, baseOf(document));
  const { words, body_words, text_start, letters } = readText(collected);
  const og = openGraph(collected);
  const reference = (href: string) => {
    const url = addresses.resolve(href);
    return url ? clean(referenceTo(url, addresses.page.origin), 500) : null;
  };
  const policies = [fetched.headers.content_security_policy, metaText(collected, 'content-security-policy')];
  const revision = metaText(collected, 'platform-revision');
  return {
    url: fetched.final_url,
    charset,
    titles: collected.titles.slice(0, 5),
    descriptions: collected.metas
      .filter(({ name }) => name === 'description')
      .slice(0, 5)
      .map(({ content }) => clean(content, 1_000)),
    robots: [
      ...collected.metas
        .filter(({ name }) => robotsNames.test(name))
        .flatMap(({ name, content }) => metaDirectives(name, content)),
      ...fetched.headers.robots.flatMap(headerDirectives),
    ].slice(0, 20),
    ...relations(collected, fetched.headers.link, addresses),
    refresh: readInstantRefresh(collected, addresses),
    lang: collected.lang === null ? null : clean(collected.lang, 40),
    viewport: metaText(collected, 'viewport'),
    og,
    revision: revision === null ? null : clean(revision, 100),
    h1s: collected.headings
      .filter(({ level }) => level === 1)
      .slice(0, 10)
      .map(({ heading }) => heading),
    headings: collected.headings.slice(0, 20).map(({ level, heading }) => `${level} ${clean(heading.text, 60)}`),
    words: words.length,
    body_words,
    text_start,
    letters,
    ...signText(words),
    ...readLinks(collected, addresses, site_host),
    images: readImages(collected, addresses, og['og:image'] ?? null),
    json_ld: readJsonLd(collected.jsonLd),
    microdata: [...collected.microdata].slice(0, 20),
    mixed: readMixed(collected, addresses),
    accessibility: readAccessibility({ ...collected, viewport: metaText(collected, 'viewport') }),
    upgrades_insecure: policies.some((policy) => /upgrade-insecure-requests/i.test(policy ?? '')),
    has_article: collected.hasArticle,
    has_main: collected.hasMain,
    is_shell: isShell({
      words: body_words,
      headings: collected.headings.length,
      links: collected.anchors.length,
      fields: collected.formElements.filter(({ tagName }) => tagName !== 'form').length,
      images: collected.images.length,
      hasAppRoot: collected.hasAppRoot,
      scripts: collected.scripts,
      noscript: collected.noscript,
    }),
    forms: readForms(document, collected.formElements, reference),
    resources: readResources(collected, addresses),
  };
}

/** `href` of the first `<base>`, which the parser moves into the head. */
function baseOf(document: DefaultTreeAdapterTypes.Document): string | null {
  const html = document.childNodes.find((node) => node.nodeName === 'html');
  const head = html && 'childNodes' in html ? html.childNodes.find((node) => node.nodeName === 'head') : undefined;
  if (!head || !('childNodes' in head)) return null;
  for (const node of head.childNodes)
    if (node.nodeName === 'base' && 'attrs' in node && attr(node, 'href') !== null) return attr(node, 'href');
  return null;
}
