import type { SafeFetch } from '@platform/runtime';
import { readRetryAfter } from '@platform/runtime';
import type { AppParts } from '../app.ts';
import { type FetchPageOptions, fetchPage } from '../crawl/fetch-page.ts';
import type { Fetched } from '../crawl/fetched.ts';
import { bareHost } from '../pages/page-facts.ts';
import { createPace, maxPauseSeconds, type Pace } from './pace.ts';
import type { ScanRow } from './scan.ts';

/** Fetches for the requests of a scan before and behind its crawl. */
export type GentleFetch = (url: string, options: FetchPageOptions) => Promise<Fetched>;

/** Milliseconds that a host is left alone that refuses without a time. */
const defaultPauseMs = 5_000;

/** Refusals in a row behind which a host is not asked any more: its pauses would hold the scan for hours. */
const maxRefusals = 5;

interface Host {
  pace: Pace;
  /** In a row, and the last of them. */
  refusals: number;
  refusal: Fetched | null;
}

/**
 * Of each host one request is under way at a time, `interval_ms` between their starts; `www.` is no other
 * host. After 429 or 503 the host is left alone for the time that it names, or five seconds; a request with a
 * time of 60 seconds at most is made once more behind it. A host that refuses five times in a row is asked no
 * more: its last refusal is the answer of the others.
 */
export function createGentleFetch({
  app,
  scan,
  fetch,
  signal,
}: {
  app: Pick<AppParts, 'clock'>;
  scan: Pick<ScanRow, 'options'>;
  fetch: SafeFetch;
  signal: AbortSignal;
}): GentleFetch {
  const hosts = new Map<string, Host>();
  const hostOf = (url: string): Host => {
    const name = bareHost(URL.parse(url)?.host ?? '');
    const host = hosts.get(name) ?? { pace: createPace(app, 1, scan.options.interval_ms), refusals: 0, refusal: null };
    hosts.set(name, host);
    return host;
  };
  return async (url, options) => {
    const host = hostOf(url);
    const { pace } = host;
    for (let tries = 1; ; tries += 1) {
      if (host.refusal && host.refusals >= maxRefusals) return { ...host.refusal, url, final_url: url, hops: [] };
      await pace.enter(options.signal ?? signal);
      const fetched = await fetchPage(fetch, url, { signal, ...options }).finally(() => pace.leave());
      const isRefusal = fetched.status === 429 || fetched.status === 503;
      host.refusals = isRefusal ? host.refusals + 1 : 0;
      host.refusal = isRefusal ? fetched : null;
      if (!isRefusal) return fetched;
      const askedMs = readRetryAfter(fetched.headers.retry_after, app.clock.now());
      pace.backOff((askedMs ?? defaultPauseMs) / 1_000);
      if (tries > 1 || askedMs === null || askedMs > maxPauseSeconds * 1_000) return fetched;
    }
  };
}
