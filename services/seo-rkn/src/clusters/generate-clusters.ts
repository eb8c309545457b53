import type { DescribedSite } from '@platform/contracts';
import { Turns, type Tx } from '@platform/runtime';
import { Threads } from '@platform/threads';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { stableId } from '../hash-uuid.ts';
import { bareHost } from '../pages/page-facts.ts';
import { findJudgedScan } from '../reports/judged-scan.ts';
import { requireSite } from '../scans/require-site.ts';
import { clusters, keywords, pages } from '../schema.ts';
import { foldKeywords, removeKeywords, replaceKeywords } from '../search/keyword-rows.ts';
import { type KeywordRow, maxKeywords } from '../search/search-provider.ts';
import { readSettings } from '../settings/site-settings.ts';
import type * as clustering from './make-clusters.ts';
import type { ClusterInput, MadeCluster } from './make-clusters.ts';
import type { SitePage } from './site-pages.ts';

type Generator = Pick<App, 'db' | 'ask' | 'audit'>;

/** A site that takes too much ends its thread alone. */
const threads = new Threads<typeof clustering>({
  program: new URL('make-clusters.ts', import.meta.url),
  name: 'the maker of clusters',
  timeoutMs: 90_000,
  memoryMb: 512,
  youngMb: 32,
  idleMs: 0,
});
/** Keywords of all sources that one generation takes, those with the most impressions. */
const maxRows = 2 * maxKeywords;
/** Rows of one statement. */
const batchSize = 2_000;

/** One thread of this process makes clusters at a time: it holds a core and some hundred megabytes. */
const turns = new Turns({
  atOnce: 1,
  waiting: 10,
  waitMs: 60_000,
  retryAfterSeconds: 30,
  message: 'The clusters of other sites are generated now: try again in some minutes.',
});

/**
 * Makes the clusters of a site again. Decisions stay: a cluster with a query that a decided one was known by
 * is that cluster.
 * @throws AppError `site_not_found`, `rate_limited`
 */
export async function generateClusters(app: Generator, site_id: string) {
  const site = await requireSite(app, site_id);
  const { input, is_content } = await readInput(app, site);
  const madeClusters = await turns.run({ key: site_id }, () => threads.run('makeClusters', input));
  const generation = {
    clusters: madeClusters.length,
    keywords: input.keywords.length,
    gaps: madeClusters.filter(({ relation }) => relation === 'gap').length,
    cannibals: madeClusters.filter(({ relation }) => relation === 'cannibal').length,
    from_content: is_content,
  };
  await app.db.transaction(async (tx) => {
    // Of two generations at once the later one is the newest.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`clusters:${site_id}`}, 0))`);
    if (is_content) await replaceKeywords(tx, { site_id, source: 'content' }, input.keywords);
    else await removeKeywords(tx, site_id, 'content');
    await replaceClusters(tx, site_id, madeClusters);
    await app.audit.record(tx, { before: null, after: generation, application_id: site.application_id });
  });
  return generation;
}

/** Keywords, pages of the last scan, and names of the site. */
async function readInput(app: Generator, site: DescribedSite): Promise<{ input: ClusterInput; is_content: boolean }> {
  const storedKeywords = await app.db
    .select()
    .from(keywords)
    .where(and(eq(keywords.site_id, site.id), ne(keywords.source, 'content')))
    .orderBy(sql`${keywords.impressions} DESC`, asc(keywords.id))
    .limit(maxRows);
  const sitePages = await readPages(app, site.id);
  const is_content = storedKeywords.length === 0;
  const { brand_words } = await readSettings(app.db, site.id);
  const input = {
    keywords: is_content
      ? contentKeywords(sitePages)
      : storedKeywords.map(({ query, url, impressions, clicks, position }) => ({
          query,
          url,
          impressions,
          clicks,
          position,
        })),
    is_content,
    pages: sitePages,
    brands: [...brand_words, site.name, ...domainName(site.website_url)],
  };
  return { input, is_content };
}

/** The name that a domain is known by: `notes` of `www.notes.ru`. */
function domainName(website_url: string | null): string[] {
  const host = website_url === null ? '' : bareHost(URL.parse(website_url)?.hostname ?? '');
  return /^[\d.]+$|^$|:/.test(host) ? [] : host.split('.').slice(-2, -1);
}

/** Titles and H1 as keywords: what the site says it is about. */
const contentKeywords = (sitePages: readonly SitePage[]): KeywordRow[] =>
  foldKeywords(
    sitePages.flatMap(({ url, title, h1 }) =>
      [...new Set([title, h1])].flatMap((query) =>
        query === null ? [] : [{ query, url, impressions: 0, clicks: 0, position: null }],
      ),
    ),
  ).slice(0, maxKeywords);

async function readPages({ db }: Pick<App, 'db'>, site_id: string): Promise<SitePage[]> {
  const scan = await findJudgedScan(db, site_id);
  if (scan === null) return [];
  return db
    .select({ url: pages.url, title: pages.title, h1: sql<string | null>`${pages.facts} #>> '{h1s,0,text}'` })
    .from(pages)
    .where(and(eq(pages.scan_id, scan.id), eq(pages.is_indexable, true)))
    .orderBy(asc(pages.number))
    .limit(maxKeywords);
}

async function replaceClusters(tx: Tx, site_id: string, madeClusters: readonly MadeCluster[]): Promise<void> {
  const decided = await tx
    .select({ key: clusters.key })
    .from(clusters)
    .where(and(eq(clusters.site_id, site_id), ne(clusters.decision, 'new')))
    .orderBy(asc(clusters.key));
  const known = new Set(decided.map(({ key }) => key));
  await tx.delete(clusters).where(and(eq(clusters.site_id, site_id), eq(clusters.decision, 'new')));
  await tx.update(clusters).set({ is_current: false }).where(eq(clusters.site_id, site_id));
  const toRow = ({ keys, ...cluster }: MadeCluster) => {
    const key = known.has(cluster.key) ? cluster.key : (keys.find((each) => known.has(each)) ?? cluster.key);
    return { ...cluster, id: stableId(`${site_id}\n${key}`), site_id, key };
  };
  for (let at = 0; at < madeClusters.length; at += batchSize) {
    const rows = madeClusters.slice(at, at + batchSize).map(toRow);
    await tx.execute(sql`
      INSERT INTO "seo-rkn".clusters (id, site_id, key, head, keyword_count, impressions, relation, advice, keywords,
        pages, decision, is_current)
      SELECT id, site_id, key, head, keyword_count, impressions, relation, advice, keywords, pages, 'new', true
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, site_id uuid,
        key text, head text, keyword_count int, impressions int, relation text, advice text, keywords jsonb, pages jsonb)
      ON CONFLICT (id) DO UPDATE SET head = EXCLUDED.head, keyword_count = EXCLUDED.keyword_count,
        impressions = EXCLUDED.impressions, relation = EXCLUDED.relation, advice = EXCLUDED.advice,
        keywords = EXCLUDED.keywords, pages = EXCLUDED.pages, is_current = true`);
  }
}
