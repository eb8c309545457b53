import type { ReadinessText } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { urlKey } from '../crawl/url-key.ts';
import type { FetchedFacts } from '../pages/page-facts.ts';
import { clusters } from '../schema.ts';
import { type Readiness, scoreReadiness, type TextFacts } from './score-readiness.ts';

/** Accepted clusters of a site by the address that they belong to. */
export type Keywords = ReadonlyMap<string, string[]>;

/** Heads of accepted clusters of a site, by URL key. */
export async function readKeywords({ db }: Pick<App, 'db'>, site_id: string): Promise<Keywords> {
  const rows = await db
    .select({ head: clusters.head, page_url: clusters.page_url })
    .from(clusters)
    .where(and(eq(clusters.site_id, site_id), eq(clusters.decision, 'accepted'), isNotNull(clusters.page_url)));
  const keywords = new Map<string, string[]>();
  for (const { head, page_url } of rows) {
    const key = page_url === null ? null : urlKey(page_url);
    if (key !== null) keywords.set(key, [...(keywords.get(key) ?? []), head]);
  }
  return keywords;
}

/** Characters of the text that are searched for keywords: about a hundred words. */
const leadLength = 1_000;
const leadWords = 100;

/** Scores a text as a page of the site would show it. Its HTML is read in a thread that a slow text ends. */
export async function scoreText(
  { pageReader }: Pick<App, 'pageReader'>,
  text: ReadinessText,
  keywords: Keywords,
): Promise<Readiness> {
  const address = text.url ?? 'https://site.invalid/';
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body><main>${text.html}</main></body></html>`;
  const readText = await pageReader.read({
    fetched: answerOf(address),
    body: Buffer.from(html),
    site_host: new URL(address).hostname,
  });
  const key = text.url === null ? null : urlKey(text.url);
  return scoreReadiness(text, readText.facts ?? unreadable, {
    keywords: key === null ? [] : (keywords.get(key) ?? []),
    leadText: leadOf(text.html),
  });
}

/** A text that no browser shows either. */
const unreadable: TextFacts = {
  words: 0,
  h1s: [],
  headings: [],
  images: [],
  letters: { latin: 0, cyrillic: 0, other: 0 },
};

/** The first hundred words of HTML, without its tags. */
function leadOf(html: string): string {
  const text = html.slice(0, leadLength * 10).replaceAll(/<[^<>]{0,2000}>/g, ' ');
  const words = text.split(/\s+/, leadWords + 1).slice(0, leadWords);
  return cutText(words.join(' '), leadLength);
}

const answerOf = (url: string): FetchedFacts => ({
  url,
  final_url: url,
  hops: [],
  status: 200,
  failure: null,
  bytes: 0,
  address: null,
  headers: {
    content_type: 'text/html; charset=utf-8',
    robots: [],
    link: [],
    etag: null,
    last_modified: null,
    retry_after: null,
    content_security_policy: null,
    set_cookie: false,
    strict_transport_security: null,
  },
  timings: { connect_ms: null, ttfb_ms: 0, total_ms: 0 },
});
