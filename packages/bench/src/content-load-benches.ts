import { setTimeout as sleep } from 'node:timers/promises';
import { contractClient, platform as contracts } from '@platform/contracts';
import { aPng, startPlatformNats } from '@platform/testing';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { anyVersion, type BenchSite, findPost, makeSite, publishText, sequence, words } from './content.ts';
import { ms, publishAndRead, smallSite } from './content-benches.ts';
import type { Embedded } from './embedded.ts';
import { startReplicas } from './replicas.ts';
import { quantile } from './wrk.ts';

/** Performance figures of content while editors work. */
export const contentLoadBenches: Bench[] = [
  {
    id: 'cms_publish_visible_nats_p99_ms',
    goal: '≤ 200 ms',
    async run(embedded) {
      const nats = await startPlatformNats();
      try {
        const [replica, other] = await startReplicas(embedded, nats, 'cms');
        const { admin_email: email, admin_password: password } = embedded.demo;
        const anonymous = contractClient(contracts.identity.endpoints, { baseUrl: replica });
        const { data: session } = await anonymous.openAdminSession({ body: { email, password } });
        const headers = { authorization: `Bearer ${session.access_token}` };
        const site = await makeSite({ baseUrl: replica, headers }, 15, 300);
        const reader = new Pool(other, { connections: 1 });
        const times = await publishAndRead(site, reader, 100);
        await reader.close();
        const what =
          'a publication is acknowledged by one process → a reader gets it of another, over NATS, 100 of them';
        return { id: 'cms_publish_visible_nats_p99_ms', what, ...ms(quantile(times, 0.99)) };
      } finally {
        await nats.remove();
      }
    },
  },
  {
    id: 'cms_stale_ms',
    goal: '≤ 1000 ms',
    async run(embedded) {
      const site = await smallSite(embedded);
      const [readers, rate, seconds] = [50, 2_000, 60];
      const editor = publishEverySecond(site, seconds);
      const load = await readMixed(embedded, site, { readers, rate, seconds, newest: () => editor.acknowledged });
      await editor.done;
      const what =
        `oldest answer while an editor publishes every second: ${load.reads} reads of ${readers} clients in ` +
        `${seconds} s, p99 ${Math.round(load.p99 * 10) / 10} ms`;
      return { id: 'cms_stale_ms', what, ...ms(load.stalest) };
    },
  },
  {
    id: 'cms_loop_delay_p99_ms',
    goal: '≤ 50 ms',
    async run(embedded) {
      const site = await smallSite(embedded);
      const photos = [1, 2, 3, 4, 5, 6].map((seed) => noisyPhoto(seed));
      await loopDelay(embedded);
      await Promise.all([uploadPhotos(embedded, site, photos), writeLongPosts(site, 12)]);
      const what = `delay of the event loop while ${photos.length} photos of 12 megapixels and 12 texts of 200 kB come`;
      return { id: 'cms_loop_delay_p99_ms', what, ...ms(await loopDelay(embedded)) };
    },
  },
];

/** A photo of 12 megapixels and about as many megabytes. */
function noisyPhoto(seed: number): Buffer {
  const [width, height] = [4_000, 3_000];
  const pixels = Buffer.alloc(height * (1 + width * 3));
  let state = seed;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The first byte of a row names its filter, which is none.
    pixels[at] = at % (1 + width * 3) === 0 ? 0 : ((at >> 8) & 0xf0) | (state >>> 29);
  }
  return aPng({ width, height, colour: 2, pixels });
}

/** p99 of the delay since the last reading, in milliseconds. */
async function loopDelay({ metricsUrl }: Embedded): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error('the metrics have no delay of the event loop');
  return Number(seconds) * 1_000;
}

async function uploadPhotos({ demo }: Embedded, site: BenchSite, photos: readonly Buffer[]): Promise<void> {
  const upload = async (photo: Buffer, at: number) => {
    const url = `${demo.base_url}/v1/cms/sites/${site.site_id}/assets?file_name=photo-${at}.png`;
    const headers = { ...site.adminHeaders, 'content-type': 'image/png' };
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(photo) });
    if (response.status !== 201) throw new Error(`a photo was answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  };
  await Promise.all(photos.map(upload));
}

/** Posts of 200 kB, published one after the other. */
async function writeLongPosts(site: BenchSite, count: number): Promise<void> {
  const random = sequence(5);
  const at = { site_id: site.site_id };
  for (let n = 0; n < count; n += 1) {
    let body = '';
    while (body.length < 190_000) body += `## ${words(random, 4)}\n\n${words(random, 80)}.\n\n`;
    const { data: post } = await site.admin.createPost({ params: at, body: { title: `Long ${n}`, body } });
    const { status } = await site.admin.publishContent({ params: { ...at, item_id: post.id }, headers: anyVersion });
    if (status !== 200) throw new Error(`a long post was answered ${status}`);
  }
}

/**
 * Publishes a text with its number once a second; `acknowledged` says since when each number is published.
 */
function publishEverySecond(site: BenchSite, seconds: number) {
  const acknowledged: number[] = [];
  const publish = async () => {
    const post_id = await findPost(site, 'post-3');
    const until = performance.now() + seconds * 1_000;
    for (let n = 0; performance.now() < until; n += 1) {
      const began = performance.now();
      await publishText(site, post_id, `Number ${n};`);
      acknowledged[n] = performance.now();
      await sleep(Math.max(0, 1_000 - (performance.now() - began)));
    }
  };
  return { acknowledged, done: publish() };
}

interface MixedReads {
  readers: number;
  /** Reads a second of all together. */
  rate: number;
  seconds: number;
  /** When each number of the edited post was published. */
  newest: () => readonly number[];
}

/**
 * Reads lists, posts, the tree, the feed and the edited post at a rate.
 * @throws at an answer that is not 200
 */
async function readMixed(embedded: Embedded, site: BenchSite, { readers, rate, seconds, newest }: MixedReads) {
  const edited = site.path('/blog/posts/post-3');
  const others = [
    '/blog/posts?limit=15',
    '/blog/posts/post-7',
    '/blog/posts/post-8',
    '/blog/posts?limit=15&include=body',
    '/kb/tree',
    '/blog/posts/post-9',
    '/blog/categories',
    '/changelog',
  ];
  const paths = [edited, ...others.map(site.path)];
  const client = new Pool(embedded.demo.base_url, { connections: readers });
  const times: number[] = [];
  let stalest = 0;
  const read = async (path: string) => {
    const startedAt = performance.now();
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: site.reader });
    const text = await body.text();
    times.push(performance.now() - startedAt);
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
    const [, number] = path === edited ? (/Number (\d+);/.exec(text) ?? []) : [];
    // Stale since the next number was acknowledged, if that was before this read was sent.
    const replaced = number === undefined ? undefined : newest()[Number(number) + 1];
    if (replaced !== undefined && replaced < startedAt) stalest = Math.max(stalest, startedAt - replaced);
  };
  const until = performance.now() + seconds * 1_000;
  const everyMs = (readers * 1_000) / rate;
  const reader = async (_: unknown, at: number) => {
    let due = performance.now() + (everyMs * at) / readers;
    for (let n = at; performance.now() < until; n += 1) {
      await sleep(Math.max(0, due - performance.now()));
      await read(paths[n % paths.length] ?? edited);
      due += everyMs;
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  await client.close();
  return { reads: times.length, stalest, p99: quantile(times, 0.99) };
}
