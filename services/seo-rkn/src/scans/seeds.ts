import { cms } from '@platform/contracts';
import { createSlices } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { ListedUrl } from '../crawl/sitemap.ts';
import type { Alternate } from '../crawl/sitemap-file.ts';
import { urlKey } from '../crawl/url-key.ts';
import { issues } from '../schema.ts';
import type { Source } from './frontier.ts';

/** An address that a scan begins with. */
export interface Seed {
  url: string;
  source: Source;
  in_sitemap: boolean;
  item_id: string | null;
  /** Versions in other languages that a sitemap names. */
  alternates: readonly Alternate[] | null;
}

/** A published item, without its text. */
export interface PublishedItem {
  id: string;
  kind: string;
  locale: string;
  slug: string;
  url: string | null;
  revision: number;
  published_at: string;
  fields: Record<string, unknown>;
}

/** Items in one answer of the cms. */
const pageSize = 200;
/** Addresses of open issues that are fetched again. */
const maxIssueUrls = 5_000;

/**
 * Published items of a site, page by page.
 * @throws AppError `service_unavailable` while the cms does not answer
 */
export async function* readItems({ ask }: Pick<App, 'ask'>, site_id: string): AsyncGenerator<PublishedItem> {
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof askPage>> = await askPage({ ask }, site_id, after);
    for (const { body: _, ...item } of page.items) yield item;
    after = page.next;
    if (after === null) return;
  }
}

const askPage = ({ ask }: Pick<App, 'ask'>, site_id: string, after: string | null) =>
  ask(cms.queries.listContentPage, { site_id, after, limit: pageSize });

/** Pages of open issues: the scan judges them again, although no page may link to them any more. */
export async function readIssueUrls({ db }: Pick<App, 'db'>, site_id: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ url: issues.url })
    .from(issues)
    .where(
      and(
        eq(issues.site_id, site_id),
        eq(issues.kind, 'seo'),
        eq(issues.status, 'open'),
        eq(issues.subject, issues.url),
      ),
    )
    .orderBy(asc(issues.url))
    .limit(maxIssueUrls);
  return rows.map(({ url }) => url);
}

/**
 * Addresses that a scan begins with, each once, in the order of the crawl: the home page, items of the cms,
 * sitemaps. The event loop gets its turns in between.
 */
export async function collectSeeds(
  cleanParams: Parameters<typeof urlKey>[1],
  {
    home,
    items,
    locs,
  }: { home: string; items: readonly PublishedItem[]; locs: readonly Pick<ListedUrl, 'url' | 'alternates'>[] },
): Promise<Seed[]> {
  const seeds = new Map<string, Seed>();
  const slices = createSlices();
  const add = async (address: string, about: Omit<Seed, 'url'>): Promise<void> => {
    if (slices.isOver()) await slices.next();
    const url = urlKey(address, cleanParams);
    if (url === null) return;
    const known = seeds.get(url);
    if (!known) seeds.set(url, { url, ...about });
    else {
      known.in_sitemap ||= about.in_sitemap;
      known.item_id ??= about.item_id;
      known.alternates ??= about.alternates;
    }
  };
  await add(home, { source: 'home', in_sitemap: false, item_id: null, alternates: null });
  for (const { id, url } of items)
    if (url !== null) await add(url, { source: 'cms', in_sitemap: false, item_id: id, alternates: null });
  for (const { url, alternates } of locs) {
    const versions = alternates.length > 0 ? alternates : null;
    await add(url, { source: 'sitemap', in_sitemap: true, item_id: null, alternates: versions });
  }
  return [...seeds.values()];
}
