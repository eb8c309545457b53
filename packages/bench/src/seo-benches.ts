import { setTimeout as sleep } from 'node:timers/promises';
import { cms, contractClient, seoRkn } from '@platform/contracts';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import type { Embedded } from './embedded.ts';
import { installPeers } from './peers.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);

const pageCount = 2_000;
const concurrency = 16;

/** Calls of an administrator about sites and their audits. */
export async function administerSites(embedded: Embedded) {
  const { headers } = await embedded.administrate();
  const baseUrl = embedded.demo.base_url;
  return contractClient({ ...cms.endpoints, ...seoRkn.endpoints }, { baseUrl, headers });
}
export type SiteClient = Awaited<ReturnType<typeof administerSites>>;

/** Pages a second of another crawler, a program with a server at this port. */
async function crawlWith(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/crawl`, { signal: AbortSignal.timeout(600_000) });
  const { pages, seconds } = (await answer.json()) as { pages: number; seconds: number };
  if (pages !== pageCount) throw new Error(`the crawler found ${pages} pages`);
  return pages / seconds;
}

/** Pages a second of a scan, from its start to its verdict. */
async function scan(client: SiteClient, site_id: string): Promise<number> {
  const body = { max_pages: pageCount, max_depth: 50, interval_ms: 0, concurrency, psi_pages: 0 };
  const started = await client.startSeoScan({ params: { site_id }, body });
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  for (;;) {
    const params = { site_id, scan_id: started.data.scan.id };
    const { data } = await client.getSeoScan({ params });
    if (data.finished_at !== null && data.started_at !== null) {
      if (data.progress.pages_done !== pageCount) throw new Error(JSON.stringify(data));
      return pageCount / ((Date.parse(data.finished_at) - Date.parse(data.started_at)) / 1000);
    }
    await sleep(200);
  }
}

/** Scans a site and crawls it with another program alternately; the best of each counts. */
async function compareCrawls(embedded: Embedded, program: URL, rounds: number) {
  const [port, other] = [await freePort(), await freePort()];
  const site = `http://127.0.0.1:${port}`;
  startNode(reference('seo-site'), { PORT: String(port), PAGES: String(pageCount) });
  startNode(program, { PORT: String(other), SITE: site, CONCURRENCY: String(concurrency) });
  await until200(`${site}/`);
  await until200(`http://127.0.0.1:${other}/ready`);
  const client = await administerSites(embedded);
  const createdSite = await client.createSite({ body: { name: 'Crawled', website_url: site } });
  const rates = { value: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.reference.push(await crawlWith(other));
    rates.value.push(await scan(client, createdSite.data.id));
  }
  const [value, base] = [Math.max(...rates.value), Math.max(...rates.reference)];
  return {
    value: Math.round(value),
    unit: 'pages/s',
    reference: Math.round(base),
    ratio: Math.round((value / base) * 100) / 100,
  };
}

/** Performance figures of audits of sites. */
export const seoBenches: Bench[] = [
  {
    id: 'seo_crawl',
    goal: 'ratio ≥ 0.4',
    async run(embedded) {
      const what = `${pageCount} pages of 35 kB fetched, judged and stored ÷ bare undici and parse5`;
      return { id: 'seo_crawl', what, ...(await compareCrawls(embedded, reference('bare-crawl'), 3)) };
    },
  },
  {
    id: 'seo_crawl_crawlee',
    goal: 'ratio ≥ 3',
    async run(embedded) {
      const { folder } = await installPeers();
      const program = new URL('crawlee-crawl.mjs', folder);
      const what = `the same pages fetched, judged and stored ÷ @crawlee/cheerio, which reads titles and links`;
      return { id: 'seo_crawl_crawlee', what, ...(await compareCrawls(embedded, program, 2)) };
    },
  },
];
