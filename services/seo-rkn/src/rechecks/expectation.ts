import type { Fetched } from '../crawl/fetched.ts';
import { fold, withoutBrand } from '../issues/fold-title.ts';
import type { PageItem } from '../issues/site-input.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { ScanTiming } from '../scans/scan-timing.ts';

/** Whether an address answers as one that is gone: with an absence, or with a redirect. */
export const isGone = ({ status, hops, failure }: Pick<Fetched, 'status' | 'hops' | 'failure'>): boolean =>
  failure === null && (hops.length > 0 || status === 404 || status === 410);

/**
 * Whether a page shows an item as it is published: by `<meta name="platform-revision">`, or else by its
 * title, description and cover text.
 * @param brands names that end titles of the site
 */
export function showsItem(facts: PageFacts | null, item: PageItem, brands: readonly string[]): boolean {
  if (facts === null) return false;
  if (facts.revision !== null) return facts.revision === item.revision;
  const title = withoutBrand(facts.titles[0] ?? '', brands);
  const description = fold(facts.descriptions[0] ?? '');
  return (
    [item.meta_title, item.title].some((wanted) => wanted !== null && withoutBrand(wanted, brands) === title) &&
    (item.meta_description === null || fold(item.meta_description) === description) &&
    (item.cover_alt === null ||
      facts.images.some(({ alt }) => alt !== null && fold(alt) === fold(item.cover_alt ?? '')))
  );
}

/**
 * When a page is fetched again; null when it is judged as it is.
 * @param fetches fetches so far, with the last one
 * @param isShown the page is in the state that is waited for
 * @param mayRecover the last answer was a failure that may pass
 */
export function nextFetchAt(
  { awaits_item, requested_at }: { awaits_item: boolean; requested_at: Date },
  {
    fetches,
    isShown,
    mayRecover,
    now,
    timing,
  }: {
    fetches: number;
    isShown: boolean;
    mayRecover: boolean;
    now: Date;
    timing: Pick<ScanTiming, 'retryMs' | 'recheckDelaysMs'>;
  },
): Date | null {
  if (!awaits_item) return mayRecover && fetches < 2 ? new Date(now.getTime() + timing.retryMs) : null;
  const delay = timing.recheckDelaysMs[fetches];
  if (isShown || delay === undefined) return null;
  return new Date(Math.max(requested_at.getTime() + delay, now.getTime()));
}
