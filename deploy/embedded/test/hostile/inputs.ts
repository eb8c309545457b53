import { setTimeout as sleep } from 'node:timers/promises';
import { platform, requestPath, routeTable } from '@platform/contracts';
import sharp from 'sharp';
import { anyVersion } from '../content-world.ts';
import { attacks as generators } from '../foreign-bytes/attacks.ts';
import { asJson, inParallel, type Send, wire } from '../probes.ts';
import { ok } from '../world.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { HostileSite } from './hostile-site.ts';
import type { Target } from './targets.ts';

/** Inputs that are made to be slow to read, through the operations that take them. */

export interface Attack {
  name: string;
  run(): Promise<Answers>;
}

const routes = new Map(routeTable(platform).map((route) => [route.id, route]));
const repeat = (text: string, times: number): string => text.repeat(times);
const shuffled = (words: readonly string[], turn: number): string[] =>
  words.map((_, at) => words[(at * 3 + turn) % words.length] ?? '');

/** An attack is repeated for so long: 150 reads beside it. */
const leastMs = 3_000;

/** Calls that a full queue of their own may refuse with 503. */
const ownQueues = ['search', 'list', 'preview', 'attachment', 'image', 'export'];
export const mayBeRefused = (what: string): boolean => ownQueues.some((queue) => what.startsWith(queue));

/** An animation of 49 megapixels in a few hundred kilobytes: a square that moves over a plain colour. */
const animation = async (): Promise<Buffer> => {
  const [width, height, pages] = [700, 700, 100];
  const raw = Buffer.alloc(width * height * pages * 3, 200);
  for (let page = 0; page < pages; page += 1)
    for (let row = 0; row < 60; row += 1) {
      const from = ((page * height + row + page * 5) * width + page * 5) * 3;
      raw.fill(page, from, from + 60 * 3);
    }
  return sharp(raw, { raw: { width, height: height * pages, channels: 3, pageHeight: height } as never })
    .webp({ effort: 0, lossless: true })
    .toBuffer();
};

const footnotes = (): string =>
  `${Array.from({ length: 6_000 }, (_, at) => `x[^${at}]`).join(' ')}\n\n${Array.from(
    { length: 6_000 },
    (_, at) => `[^${at}]: x[^${(at + 1) % 6_000}]`,
  ).join('\n')}`;

const markdowns = (): string[] => [
  repeat('[', 50_000),
  repeat('![](', 20_000),
  repeat('> ', 20_000),
  repeat('*a **b ', 20_000),
  repeat('<a href="', 15_000),
  `${repeat('|a', 20_000)}\n${repeat('|-', 20_000)}\n`,
  repeat('`', 100_000),
  repeat('&#x', 50_000),
  repeat('## a\n', 40_000),
];

/**
 * The attacks on a target, in turns, each as the lowest role that may begin it.
 * @param site that scans and imports read
 */
export async function prepareAttacks(target: Target, site: HostileSite) {
  const send: Send & { close(): void } = wire(target.baseUrl);
  let answers: Answers = createAnswers(send, mayBeRefused);
  const adminHeaders = await target.adminHeaders();
  const admin = target.client(adminHeaders);
  const body = { email: 'hostile-staff@example.test', password: 'a-long-password-of-staff' };
  ok(await admin.createAdmin({ body: { ...body, role: 'staff' } }));
  const staffHeaders = { authorization: `Bearer ${ok(await target.client().openAdminSession({ body })).access_token}` };
  const owned = { application_id: target.demo.application_id };
  const made = ok(await admin.createSite({ body: { name: 'Hostile', website_url: site.url, ...owned } }));
  const params = { site_id: made.id };
  const siteHeaders = { 'x-public-key': made.site_key };
  const other = ok(
    await admin.createSite({ body: { name: 'Bystander', website_url: 'https://bystander.example.com' } }),
  );

  const call = async (
    what: string,
    id: string,
    parts: { params?: object; query?: object; body?: unknown; file?: string | Buffer; type?: string },
    headers: Record<string, string> = adminHeaders,
  ): Promise<{ status: number; json: Record<string, unknown> }> => {
    const route = routes.get(id);
    if (!route) throw new Error(`there is no operation ${id}`);
    const content: { headers: Record<string, string>; body?: string | Buffer } =
      parts.file !== undefined
        ? { headers: { 'content-type': parts.type ?? 'image/svg+xml' }, body: parts.file }
        : parts.body === undefined
          ? { headers: {} }
          : asJson(parts.body);
    const reply = await answers.send(what, {
      method: route.endpoint.method,
      target: requestPath(route.endpoint, { params: parts.params ?? {}, query: parts.query ?? {} } as never),
      ...content,
      headers: { ...headers, ...content.headers },
    });
    return { status: reply.status, json: reply.json };
  };
  const dataOf = (reply: { json: Record<string, unknown> }) => (reply.json.data ?? {}) as Record<string, unknown>;
  const writePost = async (fields: object, at = params): Promise<string> =>
    String(dataOf(await call('post', 'createPost', { params: at, body: { title: 'Post', ...fields } })).id);
  const publish = (item_id: string, at = params) =>
    call('publish', 'publishContent', { params: { ...at, item_id } }, { ...adminHeaders, ...anyVersion });

  // Made before the attacks: it costs the generator more than the platform.
  const file = await animation();
  const words = ['notes', 'search', 'sync', 'team', 'export', 'offline', 'folder', 'device'];
  const sentence = `${words.join(' ')}. `;
  const scanEnds = async (id: string, scan_id: unknown): Promise<void> => {
    for (let tries = 0; tries < 3_000; tries += 1) {
      const read = await call('scan', id, { params: { ...params, scan_id } });
      const scan = (dataOf(read).scan ?? dataOf(read)) as Record<string, unknown>;
      if (scan.finished_at) return;
      await sleep(200);
    }
    throw new Error('the scan does not end');
  };

  const works: { name: string; run(): Promise<void> }[] = [
    {
      name: 'SVG of classes and of spaces, as asset and as icon',
      async run() {
        for (const file of [generators.svg_classes(308_000), generators.svg_white_space(900_000)]) {
          await call('image', 'uploadAsset', { params, query: { file_name: 'a.svg' }, file }, staffHeaders);
          await call('image', 'setSiteIcon', { params, file });
        }
      },
    },
    {
      name: 'banners with styles of gaps',
      async run() {
        for (const gap of [150, 230, 2_000]) {
          const html = generators.banner_style(3 * gap);
          const banner = await call('banner', 'createBanner', {
            params,
            body: { name: 'Banner', html, placement: 'modal', size: 'small' },
          });
          await publish(String(dataOf(banner).id));
        }
      },
    },
    {
      name: 'configuration values that look like addresses',
      async run() {
        const value = generators.config_value(32_600);
        const at = { ...owned, key: 'hostile' };
        // The first is too long and refused.
        for (const length of [20, 7]) {
          const rules = Array.from({ length }, () => ({ value }));
          await call('config', 'putConfigParameter', { params: at, body: { type: 'string', value, rules } });
        }
      },
    },
    {
      name: 'patterns of flags, redirects and banner paths',
      async run() {
        const app_version = `${generators.version_range(90)}2`;
        await call('flag', 'createFeature', {
          params: owned,
          body: { code: 'hostile', rules: [{ app_version, value: true }] },
        });
        for (let at = 0; at < 50; at += 1) {
          const path = `${generators.path_glob(190)}${at}`;
          const target = { paths: [path] };
          await call('banner', 'createBanner', {
            params,
            body: { name: `b${at}`, html: '<p>x</p>', placement: 'modal', size: 'small', target },
          });
        }
        const query = { path: `/${repeat('a', 2_000)}` };
        const at = { site_code: made.code };
        for (let reads = 0; reads < 20; reads += 1)
          await call('banners', 'readBanners', { params: at, query }, siteHeaders);
      },
    },
    {
      name: 'Markdown of nine adversarial kinds',
      async run() {
        for (const text of markdowns()) await publish(await writePost({ body: text.slice(0, 200_000) }));
      },
    },
    {
      name: 'a scan of a site with a hostile robots.txt and sitemap',
      async run() {
        const scan = await call('scan', 'startSeoScan', { params, body: { max_pages: 50 } }, staffHeaders);
        await scanEnds('getSeoScan', (dataOf(scan).scan as { id?: string } | undefined)?.id);
      },
    },
    {
      name: 'a personal-data scan of pages full of tax numbers',
      async run() {
        const scan = await call('scan', 'startRknScan', { params, body: {} }, staffHeaders);
        await scanEnds('getRknScan', (dataOf(scan).scan as { id?: string } | undefined)?.id);
      },
    },
    {
      name: 'animated pictures of three users, while an editor uploads one',
      async run() {
        const users = await Promise.all(['u1', 'u2', 'u3'].map((name) => target.registered(`hostile-${name}`)));
        const uploads = users.flatMap(({ headers }) => Array.from({ length: 7 }, () => headers));
        await Promise.all([
          inParallel(uploads, (headers) =>
            call(
              'attachment',
              'uploadAttachment',
              { query: { file_name: 'a.webp' }, file, type: 'image/webp' },
              headers,
            ),
          ),
          call(
            'an editor’s picture',
            'uploadAsset',
            {
              params,
              query: { file_name: 'a.png' },
              file: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
                .png()
                .toBuffer(),
              type: 'image/png',
            },
            staffHeaders,
          ),
        ]);
      },
    },
    {
      name: 'lists of long texts and searches of frequent words, sixty at once',
      async run() {
        const texts = Array.from({ length: 60 }, (_, at) => ({ title: `Long ${at}`, body: repeat(sentence, 700) }));
        await inParallel(texts, async (fields) => publish(await writePost(fields)), 4);
        await publish(await writePost({ title: 'Other', body: 'x' }, { site_id: other.id }), { site_id: other.id });
        const at = { site_code: made.code };
        await inParallel(
          Array.from({ length: 60 }, (_, turn) => turn),
          async (turn) => {
            const updated_since = new Date(Date.now() - 86_400_000 + turn).toISOString();
            const query = { limit: 100, include: 'body', format: 'html', updated_since };
            await call('list', 'readPosts', { params: at, query }, siteHeaders);
            await call(
              'search',
              'searchSite',
              { params: at, query: { limit: 50, q: shuffled(words, turn).join(' ') } },
              siteHeaders,
            );
            const bystander = { site_code: other.code };
            await call(
              'another site',
              'readPosts',
              { params: bystander, query: { tag: `t${turn}` } },
              { 'x-public-key': other.site_key },
            );
          },
          60,
        );
      },
    },
    {
      name: 'previews of a slow draft, while another site publishes',
      async run() {
        const item_id = await writePost({ title: 'Slow', body: footnotes() });
        const token = dataOf(await call('token', 'createPreviewToken', { params: { ...params, item_id }, body: {} }));
        const query = { preview: String(token.token), format: 'html' };
        const reads = Array.from({ length: 12 }, () =>
          call('preview', 'readPost', { params: { site_code: made.code, slug: 'slow' }, query }, siteHeaders),
        );
        await publish(await writePost({ title: 'Quick', body: 'x' }, { site_id: other.id }), { site_id: other.id });
        await Promise.all(reads);
      },
    },
    {
      name: 'events of a site with large properties',
      async run() {
        const random = () =>
          Buffer.from(Array.from({ length: 1_000 }, () => Math.floor(Math.random() * 256))).toString('base64');
        const event = () => ({ event: 'page_viewed', url: `${site.url}/`, properties: { a: random() } });
        const events = Array.from({ length: 60 }, event);
        await inParallel(Array.from({ length: 60 }), () =>
          call('events', 'recordSiteEvents', { params: { site_code: made.code }, body: { events } }, siteHeaders),
        );
      },
    },
    {
      name: 'an import whose pictures and texts are slow to read',
      async run() {
        const items = Array.from(
          { length: 20 },
          (_, at) =>
            `<item><title>Post ${at}</title><wp:post_type>post</wp:post_type><wp:status>draft</wp:status><wp:post_id>${at + 1}</wp:post_id><content:encoded><![CDATA[<img src="${site.url}/${at}.svg">${repeat('<b><i>', 2_000)}]]></content:encoded></item>`,
        ).join('');
        const file = `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;
        const query = { format: 'wordpress_wxr', fetch_images: true };
        const started = await call('import', 'startImport', { params, query, file, type: 'application/xml' });
        for (let tries = 0; tries < 600; tries += 1) {
          const read = await call('import', 'getImport', { params: { ...params, import_id: dataOf(started).id } });
          if (read.status !== 200 || ['finished', 'failed'].includes(String(dataOf(read).status))) return;
          await sleep(200);
        }
      },
    },
    {
      name: 'deep JSON, odd headers and cookies, long queries',
      async run() {
        const at = { site_code: made.code };
        const deep = `{"events":${generators.json_depth(100_000)}${repeat(']', 100_000)}}`;
        for (let times = 0; times < 10; times += 1) {
          const target = `/v1/sites/${made.code}/events`;
          await answers.send('deep JSON', {
            method: 'POST',
            target,
            headers: { ...siteHeaders, 'content-type': 'application/json' },
            body: deep,
          });
          const headers = {
            ...siteHeaders,
            'user-agent': generators.user_agent(7_800),
            'if-none-match': generators.etags(8_000),
            'accept-language': repeat('ru;q=0.1,', 300),
          };
          await call('headers', 'readPosts', { params: at, query: { tag: repeat('(a+)+', 7) } }, headers);
          await call('search', 'searchSite', { params: at, query: { q: generators.search_query(198) } }, siteHeaders);
        }
      },
    },
  ];
  const attacks = works.map(
    ({ name, run }): Attack => ({
      name,
      async run() {
        answers = createAnswers(send, mayBeRefused);
        const until = Date.now() + leastMs;
        do await run();
        while (Date.now() < until);
        return answers;
      },
    }),
  );
  return { attacks, close: () => send.close() };
}
