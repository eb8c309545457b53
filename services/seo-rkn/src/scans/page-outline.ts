import { isWall } from '../issues/crawl-rules.ts';
import { renderedWords } from '../issues/extended-rules.ts';
import { isNoindex, stateOf } from '../issues/page-state.ts';
import type { PageInput, SiteInput } from '../issues/site-input.ts';

/** The few facts about a page that outlive its processing. */
export interface PageOutline {
  number: number;
  url_key: string;
  status: number | null;
  isHome: boolean;
  isListed: boolean;
  isIndexable: boolean;
  isNoindex: boolean;
  isUnrendered: boolean;
  /** Whether scripts add to its text is known: it was rendered, or its HTML says much. */
  isTextKnown: boolean;
  /** It was fetched, and neither the server nor the reader kept its content back. */
  isJudged: boolean;
  /** HTML that answered 200 under its own address. */
  isReadable: boolean;
  /** It leads to another address. */
  isRedirect: boolean;
  /** The rules of content judge it. */
  isContentJudged: boolean;
  hasStructuredData: boolean;
  outcome: 'fetched' | 'blocked' | 'failed';
}

/** @param number of the page in the graph of links */
export function outlineOf({ number, input }: { number: number; input: PageInput }, site: SiteInput): PageOutline {
  const state = stateOf(input, site);
  const { fetched, facts } = input;
  const status = fetched?.status ?? null;
  const isBlocked = fetched === null || isWall(status);
  const isFailed = !isBlocked && (fetched.failure !== null || status === null || status >= 500);
  return {
    number,
    url_key: input.url_key,
    status,
    isHome: state.is_home,
    isListed: input.is_listed,
    isIndexable: state.is_ok && !state.is_noindex && input.robots_allowed && !state.is_canonical_elsewhere,
    isNoindex: facts !== null && isNoindex(facts, site.now),
    isUnrendered: state.is_unrendered,
    isTextKnown: input.rendered !== null || (facts?.words ?? 0) >= renderedWords,
    isJudged: !isBlocked && !isFailed && !state.is_unrendered && !input.is_too_complex,
    isReadable: state.is_ok,
    isRedirect: state.is_refresh || (!isFailed && !isBlocked && fetched.hops.length > 0),
    isContentJudged: state.is_judged,
    hasStructuredData: (state.facts?.json_ld.blocks ?? 0) > 0 || (state.facts?.microdata.length ?? 0) > 0,
    outcome: isBlocked ? 'blocked' : isFailed ? 'failed' : 'fetched',
  };
}
