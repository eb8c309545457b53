import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import { type BenchSite, findPost, makeSite, publishText, sequence, word } from './content.ts';
import type { Embedded } from './embedded.ts';
import { compare, quantile, runAlternately } from './wrk.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);

/** Makes something once for all benches of a run. */
function once<T>(make: (embedded: Embedded) => Promise<T>): (embedded: Embedded) => Promise<T> {
  let value: Promise<T> | undefined;
  return (embedded) => {
    value ??= make(embedded);
    return value;
  };
}

const administered = async (embedded: Embedded) => ({
  baseUrl: embedded.demo.base_url,
  headers: (await embedded.administrate()).headers,
});

/** Fifteen posts of 4 kB: a list with bodies has 60 kB. */
export const smallSite = once(async (embedded) => makeSite(await administered(embedded), 15, 300));
/** 5,000 texts of 600 words, none like another. */
const largeSite = once(async (embedded) => makeSite(await administered(embedded), 5_000, 600));

/** A public read beside a server that answers as many bytes. */
async function compareRead(embedded: Embedded, site: BenchSite, suffix: string) {
  const url = `${embedded.demo.base_url}${site.path(suffix)}`;
  const answer = await fetch(url, { headers: { ...site.reader, 'accept-encoding': 'identity' } });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) throw new Error(`${suffix} was answered ${answer.status}`);
  const port = await freePort();
  startNode(reference('fixed-body'), { PORT: String(port), BYTES: String(bytes) });
  await until200(`http://127.0.0.1:${port}/`);
  const figures = await compare({ url, headers: site.reader }, { url: `http://127.0.0.1:${port}/` });
  return { figures: rounded(figures), bytes, etag: answer.headers.get('etag') ?? '', url };
}

const rounded = ({ value, reference: base }: { value: number; reference: number }) => ({
  value: Math.round(value),
  reference: Math.round(base),
  ratio: Math.round((value / base) * 100) / 100,
});

export const ms = (value: number) => ({ value: Math.round(value * 10) / 10, unit: 'ms', reference: null, ratio: null });

/** Performance figures of the content of sites. */
export const contentBenches: Bench[] = [
  {
    id: 'cms_list',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      const site = await smallSite(embedded);
      const { figures, bytes } = await compareRead(embedded, site, '/blog/posts?limit=15&include=body');
      return {
        id: 'cms_list',
        what: `15 posts, ${bytes} bytes ÷ bare node:http with as many`,
        ...figures,
        unit: 'req/s',
      };
    },
  },
  {
    id: 'cms_post',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      const site = await smallSite(embedded);
      const { figures, bytes } = await compareRead(embedded, site, '/blog/posts/post-7');
      return {
        id: 'cms_post',
        what: `one post, ${bytes} bytes ÷ bare node:http with as many`,
        ...figures,
        unit: 'req/s',
      };
    },
  },
  {
    id: 'cms_304',
    goal: 'ratio ≥ 0.6',
    async run(embedded) {
      const site = await smallSite(embedded);
      const url = `${embedded.demo.base_url}${site.path('/blog/posts/post-7')}`;
      const etag = (await fetch(url, { headers: site.reader })).headers.get('etag') ?? '';
      const port = await freePort();
      startNode(reference('http-304'), { PORT: String(port) });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const headers = { ...site.reader, 'If-None-Match': etag };
      const figures = await compare({ url, headers }, { url: `http://127.0.0.1:${port}/`, headers });
      return {
        id: 'cms_304',
        what: 'a post answered 304 ÷ bare node:http answering 304',
        ...rounded(figures),
        unit: 'req/s',
      };
    },
  },
  {
    id: 'cms_post_cold',
    goal: 'ratio ≥ 0.6',
    async run(embedded) {
      const site = await largeSite(embedded);
      const port = await freePort();
      startNode(reference('read-post'), {
        PORT: String(port),
        DATABASE_URL: embedded.databaseUrlFor('cms'),
        SITE_ID: site.site_id,
      });
      await until200(`http://127.0.0.1:${port}/post-0`);
      // Each round reads posts that no round before it has read, so that no cache has them.
      let from = 0;
      const size = 1_000;
      const cold = () => {
        from += size;
        return readEach(embedded.demo.base_url, site, site.path('/blog/posts'), site.slugs.slice(from - size, from));
      };
      const bare = () => readEach(`http://127.0.0.1:${port}`, site, '', site.slugs.slice(0, size));
      const figures = await runAlternately(cold, bare);
      return {
        id: 'cms_post_cold',
        what: 'posts that no cache has ÷ bare node:http with one prepared select',
        ...figures,
        unit: 'req/s',
      };
    },
  },
  {
    id: 'cms_search_p95_ms',
    goal: '≤ 50 ms',
    async run(embedded) {
      const site = await largeSite(embedded);
      const random = sequence(99);
      const queries = Array.from({ length: 400 }, () => [word(random), word(random)].join(' '));
      const client = new Pool(embedded.demo.base_url, { connections: 4 });
      const times: number[] = [];
      const ask = async (q: string) => {
        const started = performance.now();
        const path = site.path(`/search?q=${encodeURIComponent(q)}`);
        const { statusCode, body } = await client.request({ method: 'GET', path, headers: site.reader });
        await body.text();
        if (statusCode !== 200) throw new Error(`the search was answered ${statusCode}`);
        times.push(performance.now() - started);
      };
      for (let at = 0; at < queries.length; at += 4) await Promise.all(queries.slice(at, at + 4).map(ask));
      await client.close();
      const what = `search in ${site.slugs.length} texts of 600 words, 4 at once, ${queries.length} queries without a repeat`;
      return { id: 'cms_search_p95_ms', what, ...ms(quantile(times, 0.95)) };
    },
  },
  {
    id: 'cms_publish_visible_p99_ms',
    goal: '≤ 20 ms',
    async run(embedded) {
      const site = await smallSite(embedded);
      const client = new Pool(embedded.demo.base_url, { connections: 1 });
      const times = await publishAndRead(site, client, 200);
      await client.close();
      const what = 'a publication is acknowledged → a reader gets it, embedded, 200 of them';
      return { id: 'cms_publish_visible_p99_ms', what, ...ms(quantile(times, 0.99)) };
    },
  },
];

/** Posts that are read in a second, fifty at once, each once. */
async function readEach(origin: string, site: BenchSite, folder: string, slugs: string[]): Promise<number> {
  const connections = 50;
  const client = new Pool(origin, { connections });
  const remainingSlugs = [...slugs];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let slug = remainingSlugs.pop(); slug !== undefined; slug = remainingSlugs.pop()) {
        const { statusCode, body } = await client.request({
          method: 'GET',
          path: `${folder}/${slug}`,
          headers: site.reader,
        });
        await body.text();
        if (statusCode !== 200) throw new Error(`${slug} was answered ${statusCode}`);
      }
    }),
  );
  const took = (performance.now() - started) / 1_000;
  await client.close();
  return slugs.length / took;
}

/** Milliseconds from the acknowledgement of a publication until a read has it, for each of so many. */
export async function publishAndRead(site: BenchSite, reader: Pool, rounds: number): Promise<number[]> {
  const post_id = await findPost(site, 'post-7');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const body = `Round ${round} of ${rounds}.`;
    await publishText(site, post_id, body);
    const acknowledged = performance.now();
    for (let isVisible = false; !isVisible; ) {
      const read = { method: 'GET' as const, path: site.path('/blog/posts/post-7'), headers: site.reader };
      isVisible = (await (await reader.request(read)).body.text()).includes(body);
    }
    times.push(performance.now() - acknowledged);
  }
  return times;
}
