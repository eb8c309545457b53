import type { DatabasePlatform, SafeFetch } from '@platform/runtime';
import type { SeoRknConfig } from './config.ts';
import type { PageReader } from './pages/read-in-worker.ts';
import type { ScanRunner, ScanTiming } from './scans/scan-runner.ts';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform {
  settings: SeoRknConfig;
  /** Reads fetched pages in threads of its own. */
  pageReader: PageReader;
  /** Works on scans in the background. */
  scanRunner: ScanRunner;
  timing: ScanTiming;
  /** `safe-fetch` without the hosts that an operator allowed. */
  publicFetch: SafeFetch;
}
