import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import { ms } from './content-benches.ts';
import type { Embedded } from './embedded.ts';
import { administerSites, type SiteClient } from './seo-benches.ts';
import { quantile } from './wrk.ts';

const pageCount = 50_000;
const keywordCount = 50_000;

interface LargeScan {
  client: SiteClient;
  site_id: string;
  issues: number;
  pagesPerSecond: number;
  /** Resident memory of the whole platform before the scan, and its peak. */
  memory: { idle: number; peak: number };
  /** From the last page to the verdict. */
  analyseSeconds: number;
  /** Milliseconds of each answer of `/v1/health` while the scan ran. */
  health: number[];
}

let scanned: Promise<LargeScan> | null = null;
/** One scan that all benches of this file read. */
const largeScan = (embedded: Embedded): Promise<LargeScan> => {
  scanned ??= scanLargeSite(embedded);
  return scanned;
};

const residentMegabytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Asks something again and again until it is stopped. */
function repeat(everyMs: number, act: () => Promise<void>) {
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      await act();
      await sleep(everyMs);
    }
  };
  const running = run();
  // A failure is thrown to the caller that stops it.
  running.catch(() => {});
  return async () => {
    isOver = true;
    await running;
  };
}

async function scanLargeSite(embedded: Embedded): Promise<LargeScan> {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  startNode(new URL('./references/seo-site.ts', import.meta.url), { PORT: String(port), PAGES: String(pageCount) });
  await until200(`${site}/`);
  const client = await administerSites(embedded);
  const createdSite = await client.createSite({ body: { name: 'Large', website_url: site } });
  const site_id = createdSite.data.id;
  const before = await residentMegabytes(embedded.pid);
  let peak = before;
  const health: number[] = [];
  const stop = [
    repeat(250, async () => {
      peak = Math.max(peak, await residentMegabytes(embedded.pid));
    }),
    repeat(50, async () => {
      const startedAt = performance.now();
      const { statusCode, body } = await request(`${embedded.demo.base_url}/v1/health`);
      await body.dump();
      if (statusCode !== 200) throw new Error(`/v1/health was answered ${statusCode}`);
      health.push(performance.now() - startedAt);
    }),
  ];
  const options = { max_pages: pageCount, max_depth: 50, interval_ms: 0, concurrency: 16, psi_pages: 0 };
  const body = { ...options, max_minutes: 60 };
  const started = await client.startSeoScan({ params: { site_id }, body });
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  const params = { site_id, scan_id: started.data.scan.id };
  let crawledAt = 0;
  for (;;) {
    const read = await client.getSeoScan({ params });
    if (read.status !== 200) {
      for (const end of stop) await end();
      throw new Error(`the scan was answered ${read.status}`);
    }
    const { data } = read;
    if (crawledAt === 0 && data.progress.pages_done === pageCount) crawledAt = performance.now();
    if (data.finished_at !== null && data.started_at !== null) {
      for (const end of stop) await end();
      if (data.state !== 'succeeded' || data.progress.pages_done !== pageCount) throw new Error(JSON.stringify(data));
      const seconds = (Date.parse(data.finished_at) - Date.parse(data.started_at)) / 1000;
      const analyseSeconds = (performance.now() - crawledAt) / 1000;
      const { data: dashboard } = await client.getSeoDashboard({ params: { site_id } });
      return {
        client,
        site_id,
        issues: dashboard.counts.open,
        pagesPerSecond: pageCount / seconds,
        memory: { idle: before, peak },
        analyseSeconds,
        health,
      };
    }
    await sleep(500);
  }
}

/** Milliseconds of a read, 100 times behind one that is not counted. */
async function readMany(read: () => Promise<{ status: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= 100; round += 1) {
    const startedAt = performance.now();
    const { status } = await read();
    if (status !== 200) throw new Error(`a read was answered ${status}`);
    if (round > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

const reading = (
  id: string,
  limit: number,
  what: string,
  read: (scan: LargeScan) => Promise<() => Promise<{ status: number }>>,
): Bench => ({
  id,
  goal: `≤ ${limit} ms`,
  async run(embedded) {
    const scan = await largeScan(embedded);
    const times = await readMany(await read(scan));
    const p99 = Math.round(quantile(times, 0.99) * 10) / 10;
    const about = `${what} of ${pageCount} pages and ${scan.issues} issues, median of 100, p99 ${p99} ms`;
    return { id, what: about, ...ms(quantile(times, 0.5)) };
  },
});

/** Performance figures of audits of large sites. */
export const seoScaleBenches: Bench[] = [
  {
    id: 'seo_scan_rss_mb',
    goal: '≤ 250 MB',
    async run(embedded) {
      const { memory, pagesPerSecond } = await largeScan(embedded);
      const idle = `memory above the ${Math.round(memory.idle)} MB of the idle platform`;
      const what = `${idle}, ${pageCount} pages at ${Math.round(pagesPerSecond)} pages/s`;
      return {
        id: 'seo_scan_rss_mb',
        what,
        value: Math.round(memory.peak - memory.idle),
        unit: 'MB',
        reference: null,
        ratio: null,
      };
    },
  },
  {
    id: 'seo_health_p99_ms',
    goal: '≤ 50 ms',
    async run(embedded) {
      const { health } = await largeScan(embedded);
      const worst = Math.round(Math.max(...health));
      const what = `/v1/health while the same process scans ${pageCount} pages, ${health.length} reads, worst ${worst} ms`;
      return { id: 'seo_health_p99_ms', what, ...ms(quantile(health, 0.99)) };
    },
  },
  {
    id: 'seo_analyse_s',
    goal: '≤ 30 s',
    async run(embedded) {
      const { analyseSeconds, issues } = await largeScan(embedded);
      const what = `from the last of ${pageCount} pages to the verdict, ${issues} issues`;
      const value = Math.round(analyseSeconds * 10) / 10;
      return { id: 'seo_analyse_s', what, value, unit: 's', reference: null, ratio: null };
    },
  },
  reading('seo_verdict_ms', 10, 'the verdict', async ({ client, site_id }) => {
    return () => client.getSeoVerdict({ params: { site_id } });
  }),
  reading('seo_issues_ms', 30, '50 issues', async ({ client, site_id }) => {
    return () => client.listSeoIssues({ params: { site_id }, query: { limit: 50, status: 'open' } });
  }),
  reading('seo_dashboard_ms', 50, 'the dashboard', async ({ client, site_id }) => {
    return () => client.getSeoDashboard({ params: { site_id } });
  }),
  reading('seo_report_ms', 100, 'the newest report', async ({ client, site_id }) => {
    const { data } = await client.listSeoReports({ params: { site_id } });
    const report_id = data[0]?.id ?? '';
    return () => client.getSeoReport({ params: { site_id, report_id } });
  }),
  {
    id: 'seo_issues_csv_s',
    goal: '≤ 10 s',
    async run(embedded) {
      const { site_id, issues } = await largeScan(embedded);
      const { headers } = await embedded.administrate();
      const startedAt = performance.now();
      const url = `${embedded.demo.base_url}/v1/cms/sites/${site_id}/seo/issues?status=open&format=csv`;
      const { statusCode, body } = await request(url, { headers });
      const lines = (await body.text()).trim().split('\n').length - 1;
      if (statusCode !== 200 || lines < issues) throw new Error(`${lines} of ${issues} issues, status ${statusCode}`);
      const value = Math.round((performance.now() - startedAt) / 100) / 10;
      return { id: 'seo_issues_csv_s', what: `CSV of ${lines} issues`, value, unit: 's', reference: null, ratio: null };
    },
  },
  {
    id: 'seo_keywords_s',
    goal: '≤ 10 s',
    async run(embedded) {
      const client = await administerSites(embedded);
      const createdSite = await client.createSite({ body: { name: 'Keywords', website_url: 'http://127.0.0.1:9' } });
      const params = { site_id: createdSite.data.id };
      const words = 'купить цена ремонт студия дизайн проект кухня дом сайт заказать москва недорого отзывы срок'.split(
        ' ',
      );
      const word = (number: number) => words[number % words.length] ?? '';
      const lines = Array.from({ length: keywordCount }, (_, n) => {
        const query = `${word(n)} ${word(Math.floor(n / 14))} тема${Math.floor(n / 7).toString(36)}`;
        return `${query},${n % 900},${n % 90},${(n % 40) + 1},`;
      });
      const csv = ['query,impressions,clicks,position,url', ...lines].join('\n');
      const { headers } = await embedded.administrate();
      const path = `/v1/cms/sites/${params.site_id}/seo/keywords/import`;
      const startedAt = performance.now();
      const { statusCode, body } = await request(`${embedded.demo.base_url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/csv' },
        body: csv,
      });
      const answer = await body.text();
      if (statusCode !== 200 || !answer.includes(`"imported":${keywordCount}`)) throw new Error(answer.slice(0, 500));
      const seconds = (performance.now() - startedAt) / 1000;
      const generate = async () => {
        const begun = performance.now();
        const { status } = await client.generateClusters({ params });
        if (status !== 200) throw new Error(`clusters were answered ${status}`);
        const { data } = await client.listClusters({ params, query: { limit: 200 } });
        const text = JSON.stringify(data.map(({ head, keywords, relation }) => ({ head, keywords, relation })));
        return { seconds: (performance.now() - begun) / 1000, text };
      };
      const [first, second] = [await generate(), await generate()];
      if (first.text !== second.text) throw new Error('the clusters of a second generation differ');
      const clusters = `clusters twice the same in ${Math.round(first.seconds)} s`;
      const what = `import of a CSV of ${keywordCount} keywords; ${clusters}`;
      const value = Math.round(seconds * 10) / 10;
      return { id: 'seo_keywords_s', what, value, unit: 's', reference: null, ratio: null };
    },
  },
];
