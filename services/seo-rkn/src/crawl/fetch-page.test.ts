import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch, type SafeFetch } from '@platform/runtime';
import { type FetchPageOptions, fetchPage } from './fetch-page.ts';

let server: Server;
let safeFetch: SafeFetch;
let origin: string;
let requests: IncomingMessage[] = [];
let reply: (req: IncomingMessage, res: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((req, res) => {
    requests.push(req);
    reply(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  safeFetch = createSafeFetch([`127.0.0.1:${port}`]);
});
afterEach(() => {
  requests = [];
});
afterAll(async () => {
  await safeFetch.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const fetchPath = (path: string, options?: FetchPageOptions) => fetchPage(safeFetch, origin + path, options);
const redirectTo = (location: string, status = 301) => {
  reply = (_, res) => void res.writeHead(status, { location }).end('moved');
};
const asked = () => requests.map(({ url }) => url);

test('a page comes with its headers, decoded, and the crawler says who it is', async () => {
  reply = (_, res) => {
    res.setHeader('content-type', 'text/html; charset=windows-1251');
    res.setHeader('x-robots-tag', ['noindex', 'yandex: none']);
    res.setHeader('link', '<https://example.com/>; rel="canonical"');
    res.setHeader('set-cookie', 'session=1');
    res.setHeader('etag', '"1"').setHeader('content-encoding', 'gzip').end(gzipSync('Привет'));
  };
  const fetched = await fetchPath('/a?b=1#part');
  expect(fetched).toMatchObject({
    url: `${origin}/a?b=1#part`,
    final_url: `${origin}/a?b=1`,
    hops: [],
    status: 200,
    failure: null,
    bytes: 12,
    address: '127.0.0.1',
    headers: {
      content_type: 'text/html; charset=windows-1251',
      robots: ['noindex', 'yandex: none'],
      link: ['<https://example.com/>; rel="canonical"'],
      etag: '"1"',
      last_modified: null,
      set_cookie: true,
    },
  });
  expect(fetched.body?.toString()).toBe('Привет');
  expect(requests[0]?.headers['user-agent']).toBe('Mozilla/5.0 (compatible; AppPlatformBot/1.0)');
  expect(JSON.stringify(fetched.headers)).not.toContain('session');
  expect(fetched).not.toHaveProperty('location');
});

test('HEAD has no body', async () => {
  reply = (_, res) => void res.setHeader('content-type', 'text/html').end('hello');
  expect(await fetchPath('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: null, bytes: 0 });
  expect(requests[0]?.method).toBe('HEAD');
});

test('an unchanged page is 304, and a redirect target is asked without the validators', async () => {
  reply = (req, res) => {
    if (req.url === '/moved') return void res.writeHead(301, { location: '/' }).end();
    const isKnown = req.headers['if-none-match'] === '"1"' && req.headers['if-modified-since'] !== undefined;
    return void res.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : 'hello');
  };
  const validators = { etag: '"1"', last_modified: 'Mon, 01 Jun 2026 00:00:00 GMT' };
  expect(await fetchPath('/', validators)).toMatchObject({ status: 304, failure: null, body: null });
  expect(await fetchPath('/moved', validators)).toMatchObject({ status: 200, bytes: 5 });
  expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', '"1"', undefined]);
});

test('validators that no header can carry are left out', async () => {
  reply = (_, res) => void res.end('hello');
  expect(await fetchPath('/', { etag: '"я"\r\nx: y', last_modified: '' })).toMatchObject({ status: 200 });
});

test('redirects are followed and kept, relative ones too, and a fragment is not asked for', async () => {
  reply = (req, res) => {
    const step = Number(/\d+/.exec(req.url ?? '')?.[0] ?? 0);
    if (step === 4) return void res.end('here');
    return void res.writeHead([301, 302, 307, 308][step] ?? 0, { location: `${step + 1}#top` }).end();
  };
  const fetched = await fetchPath('/s/0');
  expect(fetched).toMatchObject({ url: `${origin}/s/0`, final_url: `${origin}/s/4`, status: 200, failure: null });
  expect(fetched.hops).toEqual(
    [301, 302, 307, 308].map((status, step) => ({
      url: `${origin}/s/${step}`,
      status,
      location: `${origin}/s/${step + 1}`,
    })),
  );
});

test('a redirect to a URL of the chain is a loop', async () => {
  reply = (req, res) => void res.writeHead(302, { location: req.url === '/a' ? '/b' : '/a#again' }).end();
  const fetched = await fetchPath('/a');
  expect(fetched).toMatchObject({ status: 302, failure: { code: 'redirect_loop' }, body: null });
  expect(fetched.hops).toHaveLength(2);
  redirectTo('/self');
  expect((await fetchPath('/self')).failure?.code).toBe('redirect_loop');
});

test('ten redirects are followed, or as many as are asked for, and not one more', async () => {
  reply = (req, res) => {
    const left = Number(req.url?.slice(1));
    return void (left === 0 ? res.end('here') : res.writeHead(302, { location: `/${left - 1}` }).end());
  };
  expect(await fetchPath('/10')).toMatchObject({ status: 200, failure: null });
  expect(requests).toHaveLength(11);
  expect(await fetchPath('/11')).toMatchObject({ status: 302, failure: { code: 'too_many_redirects' } });
  expect(requests).toHaveLength(11 + 11);
  expect((await fetchPath('/5', { maxHops: 5 })).failure).toBeNull();
  expect((await fetchPath('/6', { maxHops: 5 })).failure?.code).toBe('too_many_redirects');
});

test('a redirect that names no address of the web is bad', async () => {
  reply = (_, res) => void res.writeHead(302).end();
  expect((await fetchPath('/')).failure).toEqual({ code: 'bad_redirect', detail: 'no Location' });
  for (const location of ['http://', 'file:///etc/passwd', 'javascript:alert(1)', 'http://[::1']) {
    redirectTo(location);
    expect([location, (await fetchPath('/')).failure?.code]).toEqual([location, 'bad_redirect']);
  }
});

test('other answers of the 300s are answers', async () => {
  for (const status of [300, 305, 306]) {
    redirectTo('/next', status);
    expect(await fetchPath('/')).toMatchObject({ status, failure: null });
  }
  expect(asked()).toEqual(['/', '/', '/']);
});

test('a redirect into the network is refused, however it is written', async () => {
  for (const host of ['127.0.0.2', '[::ffff:10.0.0.1]', '2130706433', '127.1', '169.254.169.254', 'localhost']) {
    redirectTo(`http://${host}/secret`);
    const fetched = await fetchPath('/');
    expect([host, fetched.failure?.code, fetched.status]).toEqual([host, 'address_refused', null]);
    expect(fetched.hops).toHaveLength(1);
  }
  redirectTo('http://user:secret@127.0.0.1/');
  expect((await fetchPath('/')).failure?.code).toBe('address_refused');
});

test('other ports than those of the web are refused', async () => {
  for (const address of ['http://example.com:25/', 'https://example.com:6379/']) {
    redirectTo(address);
    expect([address, (await fetchPath('/')).failure?.code]).toEqual([address, 'address_refused']);
  }
});

test('a failure is a result', async () => {
  for (const address of ['', 'no address', 'ftp://example.com/', 'http://127.0.0.2/'])
    expect([address, (await fetchPage(safeFetch, address)).failure?.code]).toEqual([address, 'address_refused']);
  reply = (req) => void req.socket.destroy();
  expect(await fetchPath('/')).toMatchObject({ status: null, failure: { code: 'reset' }, body: null });
  reply = (_, res) => void res.end(Buffer.alloc(1_000));
  expect(await fetchPath('/', { maxBytes: 999 })).toMatchObject({
    status: 200,
    failure: { code: 'body_too_large' },
    body: null,
    address: '127.0.0.1',
  });
  reply = (_, res) => void res.setHeader('content-encoding', 'gzip').end('no gzip');
  expect(await fetchPath('/')).toMatchObject({ status: 200, failure: { code: 'bad_encoding' } });
  reply = () => {};
  expect(await fetchPath('/', { timeoutMs: 100 })).toMatchObject({ status: null, failure: { code: 'timeout' } });
});

test('the time counts for all redirects together', async () => {
  reply = (_, res) => void setTimeout(() => res.writeHead(302, { location: `/${requests.length}` }).end(), 40);
  const fetched = await fetchPath('/', { timeoutMs: 200, maxHops: 1_000 });
  expect(fetched.failure?.code).toBe('timeout');
});

test('the signal ends it with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('canceled');
  reply = () => controller.abort(reason);
  await expect(fetchPath('/', { signal: controller.signal })).rejects.toBe(reason);
});
