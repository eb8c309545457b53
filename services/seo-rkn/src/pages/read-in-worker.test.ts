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

const source = (html: string) => ({ fetched, body: new Uint8Array(Buffer.from(html)), site_host: 'example.ru' });
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
