import { type FetchPageOptions, fetchPage } from '../crawl/fetch-page.ts';
import type { Fetched } from '../crawl/fetched.ts';
import { readRetryAfter } from '../crawl/retry-after.ts';
import { bareHost } from '../pages/page-facts.ts';
import { createPace, maxPauseSeconds, type Pace } from './pace.ts';
import type { ScanWork } from './scan-work.ts';

/** Fetches for the requests of a scan before and behind its crawl. */
export type GentleFetch = (url: string, options: FetchPageOptions) => Promise<Fetched>;

/** Milliseconds that a host is left alone that refuses without a time. */
const defaultPauseMs = 5_000;

/**
 * Of each host one request is under way at a time, `interval_ms` between their starts; `www.` is no other
 * host. After 429 or 503 the host is left alone for the time that it names, or five seconds; a request with a
 * time of 60 seconds at most is made once more behind it.
 */
export function createGentleFetch({ app, scan, fetch, signal }: Omit<ScanWork, 'gentleFetch'>): GentleFetch {
  const paces = new Map<string, Pace>();
  const paceOf = (url: string): Pace => {
    const host = bareHost(URL.parse(url)?.host ?? '');
    const pace = paces.get(host) ?? createPace(app, 1, scan.options.interval_ms);
    paces.set(host, pace);
    return pace;
  };
  return async (url, options) => {
    const pace = paceOf(url);
    for (let tries = 1; ; tries += 1) {
      await pace.enter(options.signal ?? signal);
      const fetched = await fetchPage(fetch, url, { signal, ...options }).finally(() => pace.leave());
      if (fetched.status !== 429 && fetched.status !== 503) return fetched;
      const askedMs = readRetryAfter(fetched.headers.retry_after, app.clock.now());
      pace.backOff((askedMs ?? defaultPauseMs) / 1_000);
      if (tries > 1 || askedMs === null || askedMs > maxPauseSeconds * 1_000) return fetched;
    }
  };
}
