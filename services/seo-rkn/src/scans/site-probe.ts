import type { FetchFailure } from '../crawl/fetched.ts';
import type { SitemapInput } from '../issues/site-input.ts';
import type { FetchedFacts, PageFacts } from '../pages/page-facts.ts';

/** Facts about the site as a whole. They are read once and stored, so that a scan goes on after a crash. */
export interface SiteProbe {
  robots: {
    status: number | null;
    failure: FetchFailure | null;
    /** Text of the file, 500 KiB at most; empty without one. */
    body: string;
  };
  /** The answer of the address of the site; null where robots.txt let nothing be fetched. */
  website: FetchedFacts | null;
  /** Where that page leads to at once by a `meta` refresh; absent in scans of a former release. */
  website_refresh?: string | null;
  sitemaps: SitemapInput[];
  /** What `/llms.txt` is; absent in scans of a former release. */
  llms_txt?: 'valid' | 'invalid' | 'absent';
  /** The answer to an address that no site has: pages like it are soft 404s. */
  random_page: { status: number | null; facts: PageFacts | null } | null;
}
