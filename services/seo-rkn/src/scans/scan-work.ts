import type { Lease, SafeFetch } from '@platform/runtime';
import type { AppParts } from '../app.ts';
import type { scans } from '../schema.ts';
import type { GentleFetch } from './gentle-fetch.ts';
import type { ScanRow } from './scan.ts';

/** One scan while a process works on it. */
export interface ScanWork {
  app: AppParts;
  /** As it was when the process took it, with the phase that is reached. */
  scan: ScanRow;
  /** Writes the row of the scan. */
  lease: Lease<typeof scans>;
  /** `safe-fetch` of this scan: hosts that an operator allowed count for the site itself alone. */
  fetch: SafeFetch;
  /** Fetches before and behind the crawl, at the pace of the scan. */
  gentleFetch: GentleFetch;
  /** Aborts when the lease is lost, the scan is canceled, or the process ends. */
  signal: AbortSignal;
}

/** A page was written: what ended the process before was not this one. The claim that wrote it counts. */
export const pageWritten = { lost_leases: 0, tries: 1 };
