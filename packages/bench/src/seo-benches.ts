import { setTimeout as sleep } from 'node:timers/promises';
import { cms, contractClient, seoRkn } from '@platform/contracts';
import type { Bench } from './benches.ts';
import { freePort, startNode, until200 } from './children.ts';
import type { Embedded } from './embedded.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);

const pageCount = 2_000;
const concurrency = 16;

async function administer(embedded: Embedded) {
  const { headers } = await embedded.administrate();
  const baseUrl = embedded.demo.base_url;
  return contractClient({ ...cms.endpoints, ...seoRkn.endpoints }, { baseUrl, headers });
}
type Client = Awaited<ReturnType<typeof administer>>;

/** Pages a second of the bare loop. */
async function crawlBare(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/crawl`);
  const { pages, seconds } = (await answer.json()) as { pages: number; seconds: number };
  if (pages !== pageCount) throw new Error(`the bare loop found ${pages} pages`);
  return pages / seconds;
}

/** Pages a second of a scan, from its start to its verdict. */
async function scan(client: Client, site_id: string): Promise<number> {
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

/** Performance claims of audits of sites. */
export const seoBenches: Bench[] = [
  {
    id: 'seo_crawl',
    goal: 'ratio ≥ 0.4',
    async run(embedded) {
      const [port, bare] = [await freePort(), await freePort()];
      const site = `http://127.0.0.1:${port}`;
      startNode(reference('seo-site'), { PORT: String(port), PAGES: String(pageCount) });
      startNode(reference('bare-crawl'), { PORT: String(bare), SITE: site, CONCURRENCY: String(concurrency) });
      await until200(`${site}/`);
      await until200(`http://127.0.0.1:${bare}/ready`);
      const client = await administer(embedded);
      const made = await client.createSite({ body: { name: 'Crawled', website_url: site } });
      const rates = { value: [] as number[], reference: [] as number[] };
      for (let turn = 0; turn < 3; turn += 1) {
        rates.reference.push(await crawlBare(bare));
        rates.value.push(await scan(client, made.data.id));
      }
      const [value, base] = [Math.max(...rates.value), Math.max(...rates.reference)];
      return {
        id: 'seo_crawl',
        what: `${pageCount} pages of 35 kB fetched, judged and stored ÷ bare undici and parse5`,
        ...{ value: Math.round(value), unit: 'pages/s', reference: Math.round(base) },
        ratio: Math.round((value / base) * 100) / 100,
      };
    },
  },
];
