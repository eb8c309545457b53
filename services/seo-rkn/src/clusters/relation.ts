import type { SeoCluster } from '@platform/contracts';
import { trimEndCharacters } from '@platform/contracts/trim-characters';

/** What a page of the site got for the queries of a cluster. */
export interface PageShare {
  url: string;
  impressions: number;
  clicks: number;
  /** Average position; null where it is not known. */
  position: number | null;
}

type Judged = Pick<SeoCluster, 'relation' | 'advice' | 'pages'>;

const minImpressions = 10;
const minSecondShare = 0.2;
const maxPosition = 30;
const dominantShare = 0.5;
const maxPages = 10;

const textPath = /^\/(?:[a-z]{2}\/)?(?:blog|news|articles?|stati|novosti|help|kb|docs|faq|wiki)(?:\/|$)/i;

/** Pages of different classes answer different intents. */
function classOf(url: string): 'home' | 'text' | 'other' {
  const path = URL.parse(url)?.pathname ?? '/';
  if (path === '/') return 'home';
  return textPath.test(path) ? 'text' : 'other';
}

/** Addresses of one page: they differ in their query, in a slash at the end or in `www.` alone. */
function bareAddress(address: string): string {
  const url = URL.parse(address);
  return url ? url.host.replace(/^www\./, '') + trimEndCharacters(url.pathname, '/') : address;
}

/**
 * How pages of the site answer the queries of a cluster: pages compete (`cannibal`) when two of one class
 * have ten impressions each, the second a fifth of all, both within the first 30 positions. Without numbers of
 * pages nothing competes.
 * @param shares pages with their numbers, the most impressions first
 * @param namedUrls pages whose title, H1 or slug names the query
 */
export function judgeRelation(shares: readonly PageShare[], namedUrls: readonly string[]): Judged {
  const total = shares.reduce((sum, { impressions }) => sum + impressions, 0);
  const listed = shares.slice(0, maxPages).map(({ url, impressions }) => ({
    url,
    share: total === 0 ? null : Math.round((impressions / total) * 1000) / 1000,
  }));
  const others = namedUrls
    .filter((url) => !shares.some((share) => share.url === url))
    .map((url) => ({ url, share: null }));
  const pages = [...listed, ...others].slice(0, maxPages);
  const [first, second] = shares.filter(({ impressions }) => impressions >= minImpressions);
  if (first && second && isCompeting(first, second, total)) {
    if (bareAddress(first.url) === bareAddress(second.url)) return { relation: 'cannibal', advice: 'canonical', pages };
    const clicks = shares.reduce((sum, share) => sum + share.clicks, 0);
    const isDominant = first.impressions > total * dominantShare && first.clicks > clicks * dominantShare;
    return { relation: 'cannibal', advice: isDominant ? 'merge' : 'differentiate', pages };
  }
  if (!first && namedUrls.length === 0) return { relation: 'gap', advice: 'create', pages };
  return { relation: 'mapped', advice: 'keep', pages };
}

const isCompeting = (first: PageShare, second: PageShare, total: number): boolean =>
  second.impressions >= total * minSecondShare &&
  [first, second].every(({ position }) => position !== null && position <= maxPosition) &&
  classOf(first.url) === classOf(second.url);
