import type { ReadCache } from '@platform/runtime';

/** A result without its address. */
export interface SearchHit {
  kind: string;
  slug: string;
  locale: string;
  title: string;
  snippet: string;
}

/** Results of searches, grouped by site id. */
export type SearchResults = ReadCache<SearchHit[]>;
