import type { SiteInput } from '../issues/site-input.ts';
import type { ScanPsi } from '../performance/scan-psi.ts';

/**
 * Requests about the site as a whole, behind the crawl. They are few and bounded, so a crash repeats them.
 */
export type SiteChecks = Pick<SiteInput, 'mirrors' | 'external_links' | 'ttfb'> & {
  /** Measured behind the others; absent before, null without a key or pages to measure. */
  psi?: ScanPsi | null;
  /** Absent in scans of earlier releases. */
  images?: SiteInput['images'];
};
