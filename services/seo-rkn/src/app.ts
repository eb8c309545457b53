import type { BackgroundWork, DatabasePlatform, Geo, SafeFetch, WorkRunner } from '@platform/runtime';
import type { AiProviderClient } from './ai/call-provider.ts';
import type { SeoRknConfig } from './config.ts';
import type { Fetched } from './crawl/fetched.ts';
import type { Dependencies } from './dependencies.ts';
import type { DocumentChecker } from './document-check/checker.ts';
import type { SentChanges } from './indexnow/sent-changes.ts';
import type { PageReader } from './pages/read-in-worker.ts';
import type { PsiClient } from './performance/psi-client.ts';
import type { RenderingLimits } from './render/renderer.ts';
import type { ScanTiming } from './scans/scan-timing.ts';
import type { indexnow_urls, scans } from './schema.ts';
import type { SearchProviders } from './search/provider-setup.ts';

/** Dependencies of the use cases of this service. One with up to five of them names them. */
export interface App extends DatabasePlatform<object, Dependencies> {
  settings: SeoRknConfig;
  /** Asks the provider of language models. */
  aiProvider: AiProviderClient;
  /** Reads fetched pages in threads of its own. */
  pageReader: PageReader;
  /** Checks texts of legal documents in a thread. */
  documentChecker: DocumentChecker;
  /** Works on scans in the background. */
  scanRunner: WorkRunner<typeof scans>;
  /** Judges single pages again in the background. */
  recheckRunner: BackgroundWork;
  /** Announces changed addresses to search engines in the background. */
  indexNow: WorkRunner<typeof indexnow_urls, SentChanges>;
  /** Measures a page; null without a key. */
  psi: PsiClient | null;
  /** Measures pages in the background. */
  psiWork: BackgroundWork;
  timing: ScanTiming;
  /** Milliseconds to the first byte of an answer, as `slow_ttfb` judges them. */
  firstByteOf(fetched: Pick<Fetched, 'timings'>): number;
  /** Limits of rendered pages. */
  rendering: RenderingLimits;
  /** Search consoles, as the operator set them up. */
  searchProviders: SearchProviders;
  /** Reads keywords of search consoles in the background. */
  searchSync: BackgroundWork;
  /** Sends changed pages to the recrawl queue of Yandex in the background. */
  recrawlWork: BackgroundWork;
  /** Compares sitemaps of competitors in the background. */
  competitorWork: BackgroundWork;
  /** Locations of addresses, from a database on this machine. */
  geo: Geo;
  /** `safe-fetch` without the hosts that an operator allowed. */
  publicFetch: SafeFetch;
}

/** Parts that work in the background. */
type Work = 'scanRunner' | 'recheckRunner' | 'searchSync' | 'recrawlWork' | 'competitorWork' | 'indexNow' | 'psiWork';

/** What work in the background needs. */
export type AppParts = Omit<App, Work>;
