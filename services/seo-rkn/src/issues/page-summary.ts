import { createSlices } from '@platform/runtime';
import type { NumberLists } from '../packed-links.ts';
import { absolute } from '../pages/page-facts.ts';
import { binsOf } from '../pages/text-signature.ts';
import { isSoftNotFound } from './crawl-rules.ts';
import { lacksViewport, needsJavascript } from './extended-rules.ts';
import { fold, splitBrand } from './fold-title.ts';
import type { PageClass } from './page-class.ts';
import type { PageState } from './page-state.ts';
import type { SiteInput } from './site-input.ts';
import type { Subject } from './verdicts.ts';

/** What the rules of groups retain of a page: numbers, no texts. */
export interface PageSummary {
  id: number;
  subject: Subject;
  status: number | null;
  has_failed: boolean;
  hops: number;
  /** Id of the URL that answered. */
  final_id: number;
  page_class: PageClass;
  is_home: boolean;
  is_ok: boolean;
  is_indexable: boolean;
  is_noindex: boolean;
  is_judged: boolean;
  is_unrendered: boolean;
  is_listed: boolean;
  is_in_sitemap: boolean;
  is_canonical_home: boolean;
  is_soft_not_found: boolean;
  /** The rule of dead items answers for this URL. */
  is_dead_item: boolean;
  robots_allowed: boolean;
  has_query: boolean;
  is_paged: boolean;
  lacks_viewport: boolean;
  needs_javascript: boolean | null;
  /** Id of the canonical; its own id without one, -1 for another site. */
  canonical: number;
  /** Address of a canonical that is not the page itself. */
  canonical_url: string | null;
  title: number | null;
  /** Hashes of the title before its last separator and of the words after it. */
  title_head: number | null;
  title_tail: number | null;
  description: number | null;
  text_hash: string | null;
  /** Number of its list in `bins`; null without a signature. */
  bins: number | null;
  words: number;
  /** Number of its list in `links`: ids of the other pages that it links to. */
  out: number;
  hreflang: { code: string; target: number }[];
}

/** Numbers for URL keys, and the key of each number. */
export interface KeyIds {
  idOf(key: string): number;
  idOfUrl(url: string): number | null;
  keys: string[];
}

/** @param keyOf URL key of an address; it is asked once for each address */
export function createKeyIds(keyOf: SiteInput['keyOf']): KeyIds {
  const ids = new Map<string, number>();
  const byUrl = new Map<string, number | null>();
  const keys: string[] = [];
  const idOf = (key: string) => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, keys.length);
    keys.push(key);
    return keys.length - 1;
  };
  return {
    idOf,
    keys,
    idOfUrl(url) {
      const known = byUrl.get(url);
      if (known !== undefined) return known;
      const key = keyOf(url);
      const id = key === null ? null : idOf(key);
      // Addresses repeat within a site; the bound is for sites of endless queries.
      if (byUrl.size < 200_000) byUrl.set(url, id);
      return id;
    },
  };
}

/** 53-bit hash of a text. */
export function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

const isPagedUrl = (url: string): boolean => /[?&](?:page|p|PAGEN_\d+)=\d+|\/page\/\d+\/?$/i.test(url);

/** Where the lists of summaries are stored. */
export interface SummaryStore {
  ids: KeyIds;
  links: NumberLists<Int32Array>;
  bins: NumberLists<Uint16Array>;
}

/** Versions in other languages that the page itself names, and those that a sitemap names for it, each once. */
function hreflangOf({ input, is_judged }: PageState, facts: PageState['facts'], ids: KeyIds): PageSummary['hreflang'] {
  const ofPage = (facts?.hreflang ?? []).map(({ code, url }) => ({ code, url }));
  const ofSitemap = is_judged
    ? input.sitemap_hreflang.map(({ code, href }) => ({ code, url: URL.parse(href, input.url)?.href ?? null }))
    : [];
  const versions = new Map<string, PageSummary['hreflang'][number]>();
  for (const { code, url } of [...ofPage, ...ofSitemap]) {
    const target = url === null ? -1 : (ids.idOfUrl(url) ?? -1);
    versions.set(`${code.toLowerCase()} ${target}`, { code, target });
  }
  return [...versions.values()];
}

/** What stays of a page. The event loop gets its turns between its links. */
export async function summarise(
  page: PageState,
  site: SiteInput,
  store: SummaryStore,
  isDeadItem: boolean,
): Promise<PageSummary> {
  const { ids } = store;
  const { input, facts, subject } = page;
  const id = ids.idOf(input.url_key);
  const finalId = input.fetched ? ids.idOfUrl(input.fetched.final_url) : null;
  const shown = facts ?? input.facts;
  const refreshed =
    input.facts && page.is_refresh ? ids.idOfUrl(absolute(input.facts.refresh ?? '', input.facts)) : null;
  const out = new Set<number>();
  const slices = createSlices();
  for (const read of [input.facts, input.rendered])
    for (const reference of read ? [...read.own_links, ...read.own_nofollow] : []) {
      if (slices.isOver()) await slices.next();
      const target = read && ids.idOfUrl(absolute(reference, read));
      if (target !== null && target !== id) out.add(target);
    }
  const title = page.is_judged ? (facts?.titles.find((text) => text !== '') ?? null) : null;
  const parts = title === null ? null : splitBrand(title);
  const description = page.is_judged ? facts?.descriptions.find((text) => text !== '') : undefined;
  const canonicalId = page.canonical_key === null ? -1 : ids.idOf(page.canonical_key);
  return {
    id,
    subject,
    status: input.fetched?.status ?? null,
    has_failed: input.fetched?.failure !== null && input.fetched !== null,
    hops: (input.fetched?.hops.length ?? 0) + (page.is_refresh ? 1 : 0),
    final_id: refreshed ?? finalId ?? id,
    page_class: page.page_class,
    is_home: page.is_home,
    is_ok: page.is_ok,
    is_indexable: page.is_ok && !page.is_noindex && input.robots_allowed && !page.is_canonical_elsewhere,
    is_noindex: page.is_noindex,
    is_judged: page.is_judged,
    is_unrendered: page.is_unrendered,
    is_listed: input.is_listed,
    is_in_sitemap: input.sources.includes('sitemap'),
    is_canonical_home: page.is_canonical_home,
    is_soft_not_found: isSoftNotFound(page, site),
    is_dead_item: isDeadItem,
    robots_allowed: input.robots_allowed,
    has_query: input.url.includes('?'),
    is_paged: isPagedUrl(input.url),
    lacks_viewport: lacksViewport(page),
    needs_javascript: needsJavascript(page),
    canonical: page.is_canonical_elsewhere ? canonicalId : id,
    canonical_url: page.is_canonical_elsewhere ? page.canonical_url : null,
    title: title === null ? null : hashOf(fold(title)),
    title_head: parts === null ? null : hashOf(parts.head),
    title_tail: parts === null ? null : hashOf(parts.tail),
    description: description === undefined ? null : hashOf(fold(description)),
    text_hash: page.is_judged && (shown?.words ?? 0) > 0 ? (shown?.text_hash ?? null) : null,
    bins: page.is_judged && shown?.min_hash ? store.bins.add(binsOf(shown.min_hash)) : null,
    words: shown?.words ?? 0,
    out: store.links.add([...out]),
    hreflang: hreflangOf(page, facts, ids),
  };
}
