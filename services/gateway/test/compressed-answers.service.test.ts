import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoint, type PreparedBody, service } from '@platform/contracts/kit';
import { prepareBody } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { z } from 'zod';
import { type RawAnswer, raw, startTopologies, type Topologies, ways } from './topologies.ts';

const rules = { method: 'GET', summary: 'A text', auth: 'none', rate: 'public_ip' } as const;
const cache = 'public, max-age=60';
const params = z.object({ name: z.string() });
const query = z.object({ cursor: z.string().optional() });
const texts = service({
  name: 'texts',
  endpoints: {
    readText: endpoint({ ...rules, cache, path: '/v1/texts/{name}', params, response: z.string() }),
    streamText: endpoint({ ...rules, cache, streams: true, path: '/v1/streams/{name}', params, response: z.string() }),
    readOwnText: endpoint({ ...rules, path: '/v1/own-texts/{name}', params, response: z.string() }),
    readFile: endpoint({ ...rules, cache, path: '/v1/files/{name}', params, produces: 'file' }),
    readFeed: endpoint({ ...rules, cache, path: '/v1/feeds/{name}', params, produces: 'xml' }),
    listTexts: endpoint({ ...rules, cache, path: '/v1/texts', paginated: true, query, response: z.string() }),
    listOwnTexts: endpoint({ ...rules, path: '/v1/own-texts', paginated: true, query, response: z.string() }),
  },
  events: {},
  queries: {},
  commands: {},
});

const text = 'Привет, world. '.repeat(1_000);
const kept = new Map<string, PreparedBody>();
const keep = (name: string, make: () => PreparedBody): PreparedBody => {
  const present = kept.get(name) ?? make();
  kept.set(name, present);
  return present;
};
const page = { items: ['a', 'b'], next_cursor: null, total: 41 };

let t: Topologies;
beforeAll(async () => {
  t = await startTopologies(texts, {
    readText: ({ params: { name } }) =>
      keep(name, () => prepareBody(texts.endpoints.readText, name.startsWith('short') ? 'short' : text)),
    streamText: ({ params: { name } }) => keep(`stream ${name}`, () => prepareBody(texts.endpoints.streamText, text)),
    readOwnText: ({ params: { name } }) => keep(`own ${name}`, () => prepareBody(texts.endpoints.readOwnText, text)),
    readFile: ({ params: { name } }) =>
      keep(`file ${name}`, () => ({
        etag: '"f"',
        headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=1' },
        body: Buffer.alloc(5_000),
      })),
    readFeed: ({ params: { name } }) => {
      if (name === 'plain') return '<urlset/>';
      const headers = { 'content-type': 'application/rss+xml; charset=utf-8', 'x-robots-tag': 'noindex' };
      return keep(`feed ${name}`, () => prepareBody(texts.endpoints.readFeed, `<rss>${text}</rss>`, headers));
    },
    listTexts: () => keep('list', () => prepareBody(texts.endpoints.listTexts, page)),
    listOwnTexts: () => page,
  });
});
afterAll(() => t.stop());

describe.each(ways)('with the service %s', (way) => {
  const get = (path: string, headers: Record<string, string> = {}, method?: string) =>
    raw(t.urls[way] + path, headers, method);
  const inCoding = (path: string, accepted: string, coding: string): Promise<RawAnswer> =>
    eventually(async () => {
      const answer = await get(path, { 'accept-encoding': accepted });
      return answer.headers['content-encoding'] === coding && answer;
    });
  const address = `/v1/texts/${way.replaceAll(' ', '-')}`;

  test('a prepared text is compressed once it was asked for twice, in the best coding that the client takes', async () => {
    const first = await get(address, { 'accept-encoding': 'gzip, br' });
    expect(first.headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^"[\w-]{27}"$/) });
    expect(first.headers['content-encoding']).toBeUndefined();
    const etag = first.headers.etag?.slice(0, -1);
    const [br, gz] = [await inCoding(address, 'gzip, br', 'br'), await inCoding(address, 'gzip, br;q=0.5', 'gzip')];
    expect(brotliDecompressSync(br.bytes)).toEqual(first.bytes);
    expect(gunzipSync(gz.bytes)).toEqual(first.bytes);
    expect([br.headers.etag, gz.headers.etag]).toEqual([`${etag}-br"`, `${etag}-gz"`]);
    for (const { headers, bytes } of [br, gz]) {
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(bytes.length) });
      expect(headers['cache-control']).toBe(cache);
    }
  });

  test('what the gateway streams arrives in its coding, untouched', async () => {
    const path = `/v1/streams/${way.length}`;
    const { headers, bytes } = await inCoding(path, 'br', 'br');
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual({ data: text });
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/-br"$/) });
    const known = await get(path, { 'if-none-match': headers.etag ?? '' });
    expect([known.status, known.headers.etag]).toEqual([304, headers.etag]);
  });

  test('a client that takes no coding, or prefers none, gets the text as it is', async () => {
    await inCoding(address, 'br', 'br');
    for (const accepted of ['', 'identity', 'zstd', 'br;q=0', 'identity, br;q=0.9']) {
      const { headers, bytes } = await get(address, accepted === '' ? {} : { 'accept-encoding': accepted });
      expect([accepted, headers['content-encoding'], headers.vary]).toEqual([accepted, undefined, 'Accept-Encoding']);
      expect(JSON.parse(bytes.toString())).toEqual({ data: text });
    }
  });

  test('a client that has the text in any coding hears so, with the tag of what it has', async () => {
    const br = await inCoding(address, 'br', 'br');
    const plain = await get(address);
    for (const etag of [br.headers.etag ?? '', plain.headers.etag ?? ''])
      for (const accepted of ['br', 'gzip', 'identity']) {
        const answer = await get(address, { 'if-none-match': `"x", ${etag}`, 'accept-encoding': accepted });
        expect([answer.status, answer.headers.etag, answer.headers.vary, answer.bytes.length]).toEqual([
          304,
          etag,
          'Accept-Encoding',
          0,
        ]);
        expect(answer.headers['content-encoding']).toBeUndefined();
      }
    expect((await get(address, { 'if-none-match': '"x-br"' })).status).toBe(200);
  });

  test('HEAD has the headers of GET in each coding', async () => {
    await inCoding(address, 'br', 'br');
    for (const accepted of ['br', 'identity']) {
      const { date: _, ...headers } = (await get(address, { 'accept-encoding': accepted, 'x-request-id': 'a' }))
        .headers;
      const head = await get(address, { 'accept-encoding': accepted, 'x-request-id': 'a' }, 'HEAD');
      expect(head.headers).toMatchObject(headers);
      expect(head.bytes).toHaveLength(0);
    }
  });

  test('short texts, images and private answers are never compressed', async () => {
    const addresses = ['/v1/texts/short', '/v1/files/a', '/v1/own-texts/a'];
    for (const path of addresses)
      for (let times = 0; times < 3; times += 1) await get(path, { 'accept-encoding': 'br' });
    // Asked for after them, so compressed after them.
    await inCoding(`${address}-last`, 'br', 'br');
    for (const path of addresses) {
      const { headers } = await get(path, { 'accept-encoding': 'br' });
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, undefined, undefined]);
    }
  });

  test('headers of a prepared body replace those of its endpoint', async () => {
    expect((await get('/v1/files/a')).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=1',
    });
    const path = `/v1/feeds/${way.length}`;
    expect((await inCoding(path, 'gzip', 'gzip')).headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'x-robots-tag': 'noindex',
      'cache-control': cache,
    });
  });

  test('an XML document is one by its type', async () => {
    const { headers, bytes } = await get('/v1/feeds/plain');
    expect([headers['content-type'], bytes.toString()]).toEqual(['application/xml; charset=utf-8', '<urlset/>']);
  });

  test('a list that counts its rows says how many there are, and scripts of any origin may read it', async () => {
    for (const path of ['/v1/texts', '/v1/own-texts']) {
      const { headers, bytes } = await get(path, { origin: 'https://a.test' });
      expect([path, headers['x-total-count']]).toEqual([path, '41']);
      expect(headers['access-control-expose-headers']).toContain('X-Total-Count');
      expect(JSON.parse(bytes.toString())).toEqual({ data: ['a', 'b'], next_cursor: null });
    }
    const { etag = '' } = (await get('/v1/texts')).headers;
    const known = await get('/v1/texts', { 'if-none-match': etag });
    expect([known.status, known.headers['x-total-count']]).toEqual([304, undefined]);
  });
});
