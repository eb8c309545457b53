import type { ReadCache } from '@platform/runtime';

/** A result without its address. */
export interface SearchHit {
  kind: string;
  slug: string;
  locale: string;
  title: string;
  snippet: string;
}

/** Some results of a search, in their order. */
export interface SearchPart {
  hits: SearchHit[];
  /** Results of the whole search, 1,000 at most. */
  total: number;
}

/** Results of searches, grouped by site id. */
export type SearchResults = ReadCache<SearchPart>;
