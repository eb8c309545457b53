import type { PageFacts } from '../pages/page-facts.ts';
import { type PageClass, pageClassOf } from './page-class.ts';
import type { PageInput, SiteInput } from './site-input.ts';
import type { Subject } from './verdicts.ts';

/**
 * Milliseconds after publication in which the page may still show an older revision: the end of the soft
 * recheck.
 */
export const staleAfterPublishMs = 310_000;

/** A page with what several rules ask about it. */
export interface PageState {
  input: PageInput;
  subject: Subject;
  /** Facts that the rules of content judge: those of the rendered page where there is one. */
  facts: PageFacts | null;
  page_class: PageClass;
  path: string;
  is_home: boolean;
  /** HTML, 200, no redirect. */
  is_ok: boolean;
  /** It leads to another page at once, by a `meta` refresh: search engines take that for a redirect. */
  is_refresh: boolean;
  is_noindex: boolean;
  /** Key of its only usable canonical; null without one or for another site. */
  canonical_key: string | null;
  /** Address of its usable canonical. */
  canonical_url: string | null;
  /** Its canonical names another page of this site or another site. */
  is_canonical_elsewhere: boolean;
  is_canonical_home: boolean;
  /** The rules of content judge it: readable, indexable, no copy of another page. */
  is_judged: boolean;
  /** Its content is unknown: a shell that was not rendered, or a text that its declared charset destroys. */
  is_unrendered: boolean;
  item_is_settled: boolean;
}

const agents = new Set(['*', 'googlebot', 'yandex', 'yandexbot']);

/** A directive for all, Google or Yandex keeps the page out of the index at a time. */
export function isNoindex(facts: PageFacts, now: number): boolean {
  return facts.robots.some(({ agent, directives, unavailable_after }) => {
    if (!agents.has(agent)) return false;
    if (directives.includes('noindex') || directives.includes('none')) return true;
    const until = unavailable_after === null ? Number.NaN : Date.parse(unavailable_after);
    return until < now;
  });
}

/** `/`, or the root of a language: `/en`, `/pt-br/`. */
export const isRootPath = (path: string): boolean => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path);

/** Whether a `Content-Type` is that of a page; an answer without one is taken for a page. */
export const isHtml = (contentType: string | null): boolean =>
  contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType);

export function stateOf(input: PageInput, site: SiteInput): PageState {
  const { fetched, item } = input;
  const path = URL.parse(input.url)?.pathname ?? '/';
  const isHome = input.url_key === site.home_key;
  const isRefresh = typeof input.facts?.refresh === 'string';
  const isOk =
    !isRefresh &&
    fetched !== null &&
    fetched.status === 200 &&
    fetched.failure === null &&
    fetched.hops.length === 0 &&
    isHtml(fetched.headers.content_type) &&
    input.facts !== null;
  const raw = isOk ? input.facts : null;
  const facts = raw ? (input.rendered ?? raw) : null;
  const canonicals = facts?.canonicals.filter(({ place }) => place !== 'body') ?? [];
  const canonical = canonicals.find(({ place }) => place === 'head') ?? canonicals[0];
  const canonicalUrl = canonical?.url ?? null;
  const canonicalKey = canonicalUrl === null ? null : site.keyOf(canonicalUrl);
  const isElsewhere = canonicalUrl !== null && canonicalKey !== input.url_key;
  const isCanonicalHome =
    isElsewhere && canonicalUrl !== null && canonicalKey !== null && isOriginRoot(canonicalUrl) && !isRootPath(path);
  const noindex = facts !== null && isNoindex(facts, site.now);
  const isUnrendered = raw !== null && input.rendered === null && (raw.is_shell || isGarbled(raw));
  return {
    input,
    subject: { key: input.url_key, url: input.url, item_id: item?.id ?? null },
    facts,
    page_class: facts ? pageClassOf({ facts, path, is_home: isHome, item }) : 'other',
    path,
    is_home: isHome,
    is_ok: isOk,
    is_refresh: isRefresh,
    is_noindex: noindex,
    canonical_key: canonicalKey,
    canonical_url: canonicalUrl,
    is_canonical_elsewhere: isElsewhere,
    is_canonical_home: isCanonicalHome,
    is_judged: isOk && !noindex && input.robots_allowed && (!isElsewhere || isCanonicalHome) && !isUnrendered,
    is_unrendered: isUnrendered,
    item_is_settled: item !== null && site.now - item.published_at > staleAfterPublishMs,
  };
}

/** Replacement characters from which the declared charset is taken for a wrong one. */
export const replacedCharacters = 3;

const isGarbled = ({ charset }: PageFacts): boolean => charset.replaced >= replacedCharacters;

function isOriginRoot(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}
