import { afterEach, expect, test } from '@jest/globals';
import type { FetchedFacts } from './page-facts.ts';
import { createPageReader, type PageReader } from './read-in-worker.ts';

const fetched: FetchedFacts = {
  url: 'https://example.ru/',
  final_url: 'https://example.ru/',
  hops: [],
  status: 200,
  failure: null,
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
  timings: { connect_ms: 1, ttfb_ms: 20, total_ms: 30 },
  bytes: 0,
  address: null,
};

const source = (html: string, body = new Uint8Array(Buffer.from(html))) => ({ fetched, body, site_host: 'example.ru' });
const nested = '<div>'.repeat(50_000);

let reader: PageReader | undefined;
afterEach(() => reader?.stop());

test('50,000 nested elements are too complex, the pages after them are read, and the event loop stays free', async () => {
  reader = createPageReader({ workers: 1 });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  const results = await Promise.all([
    reader.read(source('<title>Первая</title>')),
    reader.read(source(nested)),
    reader.read(source('<title>Вторая</title>')),
  ]);
  clearInterval(timer);
  expect(results[0]?.facts?.titles).toEqual(['Первая']);
  expect(results[1]).toEqual({ facts: null, failure: 'page_too_complex' });
  expect(results[2]?.facts?.titles).toEqual(['Вторая']);
  // The reader holds its thread for 3 s. A blocked loop gives one turn at most. A loop of a busy machine
  // gives tens.
  expect(turns).toBeGreaterThan(5);
});

test('a thread gets a copy of the body, and of a shared buffer its part alone', async () => {
  reader = createPageReader({ workers: 1 });
  const shared = new Uint8Array(Buffer.from('<title>Часть</title>соседи'));
  const { facts } = await reader.read(source('', shared.subarray(0, 25)));
  expect(facts).toMatchObject({ titles: ['Часть'], body_words: 0 });
  expect(shared.byteLength).toBeGreaterThan(25);
});

test('a stopped reader refuses pages', async () => {
  reader = createPageReader({ workers: 2 });
  const pending = reader.read(source(nested));
  const refused = expect(pending).rejects.toThrow('stopped');
  await reader.stop();
  await refused;
  await expect(reader.read(source('<p>'))).rejects.toThrow('stopped');
});
