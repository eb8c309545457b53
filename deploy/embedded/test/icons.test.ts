import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rateClasses, requestPath, urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { listen, prepareService } from '@platform/runtime';
import { aPng, aSvg, aWebpOf, openBrowser, webpChunk, webpFrame, webpPictures } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { wire } from './probes.ts';
import { allEndpoints, startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * Icons on their whole way: through a gateway in the same process as the services, and through one that is
 * elsewhere.
 */

const ways = ['in the process of the gateway', 'elsewhere'] as const;

let t: TestPlatform;
let headers: Record<string, string>;
const clients = {} as Record<(typeof ways)[number], ReturnType<typeof wire>>;
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  t = await startTestPlatform();
  headers = await t.adminHeaders();
  const addresses: Record<string, string> = {};
  for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    closers.push(() => server.close(0));
    addresses[urlVariable(service.name)] = `http://127.0.0.1:${server.port}`;
  }
  const { secrets, baseUrl, filesDir, sandboxes } = t;
  const limits = Object.keys(rateClasses).map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, '1000000']);
  const service = await prepareService(t.platform.host, gatewayService, {
    env: {
      ...localEnvironment({ secrets, baseUrl, filesDir, sandboxUrl: sandboxes.idp.issuer }),
      ...Object.fromEntries(limits),
      ...addresses,
    },
  });
  await service.begin();
  const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
  closers.push(
    () => service.stop(),
    () => server.close(0),
  );
  clients['in the process of the gateway'] = wire(t.baseUrl);
  clients.elsewhere = wire(`http://127.0.0.1:${server.port}`);
});
afterAll(async () => {
  for (const way of ways) clients[way].close();
  for (const close of closers.toReversed()) await close();
  await t.stop();
});

const target = () =>
  requestPath(allEndpoints.setApplicationIcon, { params: { application_id: t.demo.application_id } });
const form = (file: Buffer) =>
  Buffer.concat([
    Buffer.from('--------------------------b\r\ncontent-disposition: form-data; name="icon"; filename="a.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--------------------------b--\r\n'),
  ]);
const formType = { 'content-type': 'multipart/form-data; boundary=------------------------b' };
/** An SVG of so many bytes. */
const svgOf = (length: number) =>
  Buffer.from(aSvg(`<desc>${'x'.repeat(length - aSvg('<desc></desc>').length)}</desc>`));
const mebibyte = 1_048_576;

describe.each(ways)('with services %s, an icon', (way) => {
  const put = (body: Buffer, more: Record<string, string>, chunked = false) =>
    clients[way]({ method: 'PUT', target: target(), body, chunked, headers: { ...headers, ...more } });

  test('arrives byte by byte, announced or in chunks, as a form and as it is', async () => {
    const bytes = aPng({
      width: 64,
      pixels: Buffer.from(Array.from({ length: 16 * 257 }, (_, at) => (at * at) % 251)),
    });
    for (const chunked of [false, true])
      for (const [body, type] of [
        [form(bytes), formType],
        [bytes, { 'content-type': 'image/png' }],
      ] as const) {
        const set = await put(body, type, chunked);
        const { icon_url } = set.json.data as { icon_url: string };
        expect([set.status, icon_url.startsWith(`${t.baseUrl}/assets/`)]).toEqual([200, true]);
        const answer = await fetch(icon_url);
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      }
  });

  test.each([false, true])('of a whole megabyte is let through, in chunks: %j', async (chunked) => {
    expect((await put(form(svgOf(mebibyte)), formType, chunked)).status).toBe(200);
  });

  test.each([
    [mebibyte + 1, false],
    [mebibyte + 1, true],
    [10 * mebibyte, false],
    [10 * mebibyte, true],
  ])('of %d bytes is refused, in chunks: %j', async (length, chunked) => {
    for (const [body, type] of [
      [form(svgOf(length)), formType],
      [svgOf(length), { 'content-type': 'image/svg+xml' }],
    ] as const) {
      const { status, error } = await put(body, type, chunked);
      expect([status, error]).toEqual([413, 'payload_too_large']);
    }
  });

  test('is public, and cached for ever', async () => {
    const set = await put(form(Buffer.from(aSvg())), formType);
    const { pathname } = new URL((set.json.data as { icon_url: string }).icon_url);
    const read = await clients[way]({ method: 'GET', target: pathname });
    expect([read.status, read.text]).toEqual([200, aSvg()]);
    expect(read.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'ratelimit-limit': '1000000',
    });
    const etag = { 'if-none-match': String(read.headers.etag) };
    const again = await clients[way]({ method: 'GET', target: pathname, headers: etag });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const missing of ['/assets/x', '/assets/..%2f..%2fsecrets.json', `/assets/${'0'.repeat(40)}.svg`])
      expect([missing, (await clients[way]({ method: 'GET', target: missing })).error]).toEqual([missing, 'not_found']);
    for (const strange of ['/assets/', '/assets', `${pathname}/`, `/assets/../assets/x`])
      expect([strange, (await clients[way]({ method: 'GET', target: strange })).error]).toEqual([strange, 'not_found']);
  });

  test('is refused from staff, and without a token', async () => {
    const created = await t.client(headers).createAdmin({
      body: { email: `${way.length}@example.test`, password: 'a-long-password', role: 'staff' },
    });
    expect(created.status).toBe(201);
    const { data } = await t.client().openAdminSession({
      body: { email: `${way.length}@example.test`, password: 'a-long-password' },
    });
    const body = form(aPng());
    expect((await put(body, { ...formType, authorization: `Bearer ${data.access_token}` })).error).toBe('forbidden');
    const anonymous = await clients[way]({ method: 'PUT', target: target(), body, headers: formType });
    expect(anonymous.error).toBe('missing_token');
  });
});

test('a browser shows every kind of icon as it was cleaned, and runs nothing of a drawing that is opened by itself', async () => {
  const admin = t.client(headers);
  const set = async (bytes: Buffer | string) => {
    const params = { application_id: t.demo.application_id };
    const { data } = await admin.setApplicationIcon({ params, file: new Blob([bytes]) });
    return data.icon_url ?? '';
  };
  const drawing = await set(
    aSvg('<style>.a{fill:url(#g)}</style><linearGradient id="g"/><path class="a" d="M0 0h9v9z"/>'),
  );
  const pictures = [
    drawing,
    await set(aPng({ interlace: 0, colour: 2 })),
    await set(aWebpOf(webpChunk('VP8 ', webpPictures.lossy))),
    await set(aWebpOf(webpFrame(0x0c), webpChunk('VP8L', webpPictures.lossless), webpChunk('EXIF', Buffer.alloc(3)))),
  ];
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent(pictures.map((url) => `<img src="${url}">`).join(''), { waitUntil: 'load' });
    const widths = await page.evaluate(
      '[...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth)',
    );
    expect(widths).toEqual([expect.any(Number), 16, 16, 16]);
    expect((widths as number[])[0]).toBeGreaterThan(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(drawing);
    expect(asked.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([drawing]);
    await expect(page.evaluate('document.cookie')).rejects.toThrow();
  } finally {
    await browser.close();
  }
});
