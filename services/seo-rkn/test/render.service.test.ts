import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { chromiumPath, eventually } from '@platform/testing';
import { openRenderer, type Renderer, type RendererOptions, renderLimits } from '../src/render/renderer.ts';
import { type Answer, page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

/** A busy machine may need long for a page that is rendered; a page that never settles costs little. */
const patient = { pageMs: 90_000, settleMs: 100, sandbox: 'off' as const };
const impatient = { pageMs: 3_000, settleMs: 100, sandbox: 'off' as const };

let t: TestSeo;
let fresh: TestSeo['site']['pages'];
beforeAll(async () => {
  t = await startSeo({ env: { SEO_CHROMIUM_PATH: chromiumPath }, overrides: { rendering: patient } });
  fresh = new Map(t.site.pages);
});
beforeEach(() => {
  t.site.pages.clear();
  for (const [key, answer] of fresh) t.site.pages.set(key, answer);
  t.site.requests.length = 0;
});
afterAll(async () => {
  jest.restoreAllMocks();
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const html = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const params = () => ({ site_id: t.described.id });
const rendered = (url: string) =>
  t.site.requests.filter((one) => one.url === url && one.user_agent.includes('Chrome/')).length;

/**
 * Pages that scripts make of what the server says in another answer. The parser waits for that answer, so no
 * page settles before it, however long it takes.
 */
function addApplication(paths: Record<string, string>): void {
  const { origin, pages } = t.site;
  const links = Object.keys(paths);
  pages.set('/app.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `const request = new XMLHttpRequest();
      request.open('GET', '/api' + location.pathname, false);
      request.send();
      const made = new DOMParser().parseFromString(request.responseText, 'text/html');
      document.head.replaceWith(made.head);
      document.body.replaceWith(made.body);`,
  });
  for (const [at, title] of Object.entries(paths)) {
    pages.set(
      at,
      html(`<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Загрузка</title></head>
        <body><div id="root"></div><script type="module" src="/app.js"></script></body></html>`),
    );
    pages.set(`/api${at}`, page({ title, path: at, origin, links }));
  }
}

const application = {
  '/': 'Студия «Ромашка»: главная страница',
  '/p/about': 'О студии: чем мы занимаемся',
  '/p/prices': 'Цены на наши работы и услуги',
};

/** Processes of Chromium below this one that still run. */
function browsers(pid = process.pid): number[] {
  const below = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
  return below.filter((child) => {
    try {
      const status = readFileSync(`/proc/${child}/status`, 'utf8');
      return /^Name:\s+(chromium|chrome)/m.test(status) && !/^State:\s+Z/m.test(status);
    } catch {
      return false;
    }
  });
}

test('a page that scripts make is judged by what a browser shows, and needs its scripts for that', async () => {
  addApplication(application);
  const scan = await t.scan();
  expect([scan.state, scan.phase]).toEqual(['succeeded', 'analyse']);
  expect(await t.openIssues()).toEqual(['js_only_content /']);
  const { data: verdict } = await t.client.getSeoVerdict({ params: params() });
  expect(verdict.coverage).toMatchObject({ fetched: 3, unrendered: 0, pct: 100 });
  const { data: listed } = await t.client.listSeoPages({ params: params(), query: {} });
  expect(listed.map(({ title, is_rendered, render_failure }) => [title, is_rendered, render_failure])).toEqual(
    Object.values(application).map((title) => [title, true, null]),
  );
  const [home] = listed;
  const { data } = await t.client.getSeoPage({ params: { ...params(), page_id: home?.id ?? '' } });
  expect([data.facts?.words, data.rendered_facts?.is_shell]).toEqual([0, false]);
  expect(data.inlinks).toHaveLength(2);
  expect(browsers()).toEqual([]);

  // Without a browser nothing is known of them: what was found stays.
  const blind = await t.scan({ render: 'never' });
  expect(blind.options.render).toBe('never');
  expect(await t.openIssues()).toEqual(['js_only_content /']);
  const { data: unknown } = await t.client.getSeoVerdict({ params: params() });
  expect(unknown.coverage).toMatchObject({ unrendered: 3, pct: 0 });
  expect(rendered('/')).toBe(1);
});

test('a page whose HTML says little of what a browser shows is found where every page is rendered', async () => {
  const { origin, pages } = t.site;
  const about = page({ title: 'О студии: чем мы занимаемся', path: '/p/about', origin, links: ['/'] });
  const text = String(about.body);
  const half = page({ title: 'О студии: чем мы занимаемся', path: '/p/about', origin, links: ['/'] });
  const [, words = ''] = /<p>([\s\S]*?)<\/p>/.exec(text) ?? [];
  half.body = text
    .replace(words, 'Здесь мало слов.')
    .replace('</body>', `<script>document.querySelector('p').textContent = ${JSON.stringify(words)};</script></body>`);
  pages.set('/', page({ title: application['/'], path: '/', origin, links: ['/p/about'] }));
  pages.set('/p/about', half);
  await t.scan({ render: 'always' });
  expect(await t.openIssues()).toContain('js_only_content /p/about');
  // A scan without rendering cannot detect it.
  await t.scan({ render: 'auto' });
  expect(await t.openIssues()).toContain('js_only_content /p/about');
  pages.set('/p/about', about);
  await t.scan({ render: 'auto' });
  expect(await t.openIssues()).not.toContain('js_only_content /p/about');
});

test('a browser that dies costs its page, and a process that loses its scan renders no page twice', async () => {
  addApplication({ ...application, '/p/team': 'Люди, которые здесь работают' });
  t.site.pages.set('/api/p/about', () => {
    for (const pid of browsers()) process.kill(-pid, 'SIGKILL');
    return {};
  });
  let isLost = false;
  const prices = t.site.pages.get('/api/p/prices');
  t.site.pages.set('/api/p/prices', async () => {
    // The lease ends, as that of a process that hangs; the scan is taken up again.
    if (!isLost)
      await t.database.query(`UPDATE "seo-rkn".scans SET lease_until = now() - interval '1 hour', lease_fence = lease_fence + 1
        WHERE state = 'running'`);
    isLost = true;
    return typeof prices === 'function' ? prices() : (prices ?? {});
  });
  const scan = await t.scan();
  expect(scan.state).toBe('succeeded');
  const { data: listed } = await t.client.listSeoPages({ params: params(), query: {} });
  expect(listed.map(({ url, render_failure }) => [new URL(url).pathname, render_failure])).toEqual([
    ['/', null],
    ['/p/about', 'crashed'],
    ['/p/prices', null],
    ['/p/team', null],
  ]);
  expect([rendered('/'), rendered('/p/about'), rendered('/p/prices'), rendered('/p/team')]).toEqual([1, 1, 2, 1]);
  expect(browsers()).toEqual([]);
});

test('a scan that is canceled while it renders leaves no browser', async () => {
  addApplication(application);
  let asked = () => {};
  const isRendering = new Promise<void>((resolve) => {
    asked = resolve;
  });
  t.site.pages.set('/api/', async () => {
    asked();
    return new Promise(() => {});
  });
  const { data } = await t.client.startSeoScan({ params: params(), body: { interval_ms: 0 } });
  await isRendering;
  expect(browsers()).not.toEqual([]);
  const canceled = await t.client.cancelSeoScan({ params: { ...params(), scan_id: data.scan.id } });
  expect(canceled.data).toMatchObject({ state: 'canceled', phase: 'render' });
  await eventually(() => Promise.resolve(browsers().length === 0));
});

async function withRenderer<T>(options: Partial<RendererOptions>, work: (renderer: Renderer) => Promise<T>) {
  const renderer = await openRenderer({
    ...renderLimits,
    ...patient,
    path: chromiumPath,
    allowedHosts: [t.site.host],
    ...options,
  });
  try {
    return await work(renderer);
  } finally {
    await renderer.close();
  }
}

test('a service that renders does not start as root, where Chromium has no sandbox, and starts as another user', async () => {
  const env = { SEO_CHROMIUM_PATH: chromiumPath };
  const getuid = jest.spyOn(process as Required<typeof process>, 'getuid').mockReturnValue(0);
  await expect(startSeo({ env })).rejects.toThrow(/`SEO_CHROMIUM_PATH` is set, and the service runs as root/);
  await (await startSeo()).stop();
  getuid.mockReturnValue(1_000);
  await (await startSeo({ env })).stop();
});

test('a browser without a sandbox is not started as root, whatever asks for it', async () => {
  const getuid = jest.spyOn(process as Required<typeof process>, 'getuid').mockReturnValue(0);
  await withRenderer({ sandbox: 'required' }, async (renderer) => {
    await expect(renderer.render(`${t.site.origin}/`)).rejects.toThrow('the service runs as root');
  });
  getuid.mockRestore();
});

/** A script that is not answered holds the parser: the page does not settle before its fault is seen. */
const hold = '<script src="/never"></script>';

/**
 * Script with a request that is under way when the parser goes on.
 * @param answer what the request is answered, and when
 */
function asking(answer: () => Promise<Answer>): string {
  const sent = Promise.withResolvers<void>();
  t.site.pages.set('/asked', () => {
    sent.resolve();
    return answer();
  });
  t.site.pages.set('/parser', async () => {
    await sent.promise;
    return { headers: { 'content-type': 'text/javascript' } };
  });
  return `<script>const asked = fetch('/asked').then((answer) => answer.text());</script><script src="/parser"></script>`;
}

test('a page settles behind the answer that it waits for', async () => {
  const late = asking(async () => {
    await sleep(1_000);
    return { body: 'Поздний ответ' };
  });
  t.site.pages.set(
    '/late',
    html(`<p>Текст</p>${late}<script>asked.then((text) => document.body.append(text))</script>`),
  );
  await withRenderer({ enoughChecks: Number.POSITIVE_INFINITY }, async (renderer) => {
    expect((await renderer.render(`${t.site.origin}/late`)).html).toContain('Поздний ответ');
  });
});

async function listenOn(host: string, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

test('nothing that a page asks for reaches an address inside the network', async () => {
  const hits: string[] = [];
  const canary = () =>
    createServer((req, res) => {
      hits.push(`${req.headers.host}${req.url}`);
      res.setHeader('access-control-allow-origin', '*').end('hit');
    });
  const [first, second] = [canary(), canary()];
  const literal = `http://127.0.0.2:${await listenOn('127.0.0.2', first)}`;
  const six = `http://[::1]:${await listenOn('::1', second)}`;
  const udp = createSocket('udp4');
  udp.on('message', () => hits.push('udp'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  // Its first answer is public, and its second one is not; the first one is the one that counts.
  const inside: LookupAddress = { address: '127.0.0.2', family: 4 };
  const lookups: string[] = [];
  const metadata = 'http://169.254.169.254/latest/meta-data';
  t.site.pages.set('/hop', { status: 302, headers: { location: `${literal}/hop` } });
  t.site.pages.set(
    '/canary',
    html(`<!doctype html><html><head><title>x</title>
      <link rel="preconnect" href="${literal}"><link rel="dns-prefetch" href="http://prefetch.example">
      <link rel="preconnect" href="https://preconnect.example"><link rel="stylesheet" href="http://style.example/a.css">
      <link rel="prefetch" href="${six}/prefetch"><script src="http://script.example/a.js"></script>
      <script src="${literal}/a.js"></script></head>
      <body><p>Текст</p><img src="${literal}/a.png"><img src="http://image.example/a.png">
      <iframe src="http://frame.example/"></iframe><iframe src="${six}/frame"></iframe><iframe src="${metadata}"></iframe>
      <video src="${literal}/a.mp4"></video><object data="http://object.example/"></object>
      <script>
        const end = (work) => work.then(() => 'reached', () => 'refused');
        const socket = (url) => new Promise((resolve, reject) => {
          const made = new WebSocket(url);
          made.onopen = resolve;
          made.onerror = reject;
        });
        navigator.sendBeacon('${literal}/beacon', 'x');
        open('${literal}/popup');
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const Connection = frame.contentWindow.RTCPeerConnection ?? globalThis.RTCPeerConnection;
        if (Connection) {
          const peer = new Connection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] });
          peer.createDataChannel('x');
          peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        }
        Promise.all([
          end(fetch('${literal}/fetch')), end(fetch('${six}/fetch')), end(fetch('/hop')), end(fetch('${metadata}')),
          end(fetch('http://fetch.example/')), end(fetch('http://127.0.0.2/')), end(fetch('http://2130706434/')),
          end(fetch('${literal}/post', { method: 'POST', mode: 'no-cors', body: 'x' })),
          end(socket('ws://socket.example/')), end(socket('${literal.replace('http', 'ws')}/socket')),
        ]).then((ends) => document.body.append(new Set(ends).size === 1 ? ends[0] : ends.join()));
      </script></body></html>`),
  );
  t.site.pages.set('/never', () => new Promise(() => {}));
  // A refresh waits for the parser, so an open request and a slow look keep the page from settling.
  const refresh = `<meta http-equiv="refresh" content="0;url=${literal}/refresh">`;
  t.site.pages.set('/refresh', html(`${refresh}<p>Текст</p><script>fetch('/never')</script>`));
  t.site.pages.set('/leave', html(`<p>Текст</p><script>location = '${literal}/leave'</script>${hold}`));
  const lookup: RendererOptions['lookup'] = (name, _, callback) => {
    lookups.push(name);
    callback(null, [inside]);
  };
  await withRenderer({ lookup, checkEveryMs: 2_000 }, async (renderer) => {
    const { html: made } = await renderer.render(`${t.site.origin}/canary`);
    expect(made).toContain('refused</body>');
    // Every way was tried, and came to the guard.
    for (const host of ['script', 'style', 'frame', 'object', 'fetch', 'socket'])
      expect(renderer.refused()).toContain(`${host}.example:80`);
    for (const host of ['169.254.169.254:80', '127.0.0.2:80', literal.slice(7), six.slice(7)])
      expect(renderer.refused()).toContain(host);
    expect(lookups).not.toContain('image.example');
    for (const at of ['/refresh', '/leave'])
      expect(await renderer.render(t.site.origin + at)).toEqual({ html: null, failure: 'moved' });
  });
  expect(hits).toEqual([]);
  first.close();
  second.close();
  udp.close();
});

test('a page without an end is ended, a huge one is cut, and the next one is rendered', async () => {
  const { pages, origin } = t.site;
  pages.set('/loop', html('<p>Текст</p><script>for (;;);</script>'));
  pages.set('/alert', html('<p>Текст</p><script>for (;;) alert(1);</script>'));
  pages.set(
    '/grow',
    // Hidden, so its growth costs no layout.
    html(`<p hidden>${'x'.repeat(1_000)}</p>${asking(() => new Promise(() => {}))}<script>
      const text = document.querySelector('p');
      setInterval(() => {
        const { length } = text.textContent;
        if (length < 8_000_000) text.append('x'.repeat(length / 20));
      }, 20);</script>`),
  );
  pages.set('/blob', { body: Buffer.alloc(3_000_000, 'x') });
  pages.set('/never', () => new Promise(() => {}));
  pages.set('/heavy', html('<p>Текст</p><script src="/blob"></script>'));
  pages.set('/wide', html("<p>Текст</p><script>document.body.append('x'.repeat(3_000_000))</script>"));
  const ask = "new Image().src = '/picture?' + 'x'.repeat(100_000) + Math.random()";
  pages.set('/asks', html(`<p>Текст</p><script>setInterval(() => { ${ask} }, 1);</script>${hold}`));
  pages.set('/leaves', html(`<p>Текст</p><script>location.href = 'about:blank'</script>${hold}`));
  pages.set('/plain', html('<p>Текст</p>'));
  pages.set('/gone', { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Нет</p>' });
  pages.set('/moved', { status: 302, headers: { location: '/plain' } });
  const failureAt = async (renderer: Renderer, at: string) => (await renderer.render(origin + at)).failure;
  const small = { maxBytes: 2_000_000, maxCharacters: 2_000_000 };
  await withRenderer({ ...impatient, ...small }, async (renderer) => {
    for (const at of ['/loop', '/alert']) expect([at, await failureAt(renderer, at)]).toEqual([at, 'timeout']);
  });
  await withRenderer({ ...small, enoughChecks: 10 }, async (renderer) => {
    // It has an open request, so ten equal looks in a row would settle it. It grows to its limit for seconds.
    expect(await failureAt(renderer, '/grow')).toBe('too_large');
    expect(await failureAt(renderer, '/heavy')).toBe('too_large');
    expect(await failureAt(renderer, '/wide')).toBe('too_large');
    expect(await failureAt(renderer, '/asks')).toBe('too_large');
    expect(await failureAt(renderer, '/leaves')).toBe('moved');
    expect(await failureAt(renderer, '/gone')).toBe('status');
    expect(await failureAt(renderer, '/moved')).toBe('moved');
    expect(await failureAt(renderer, '/plain')).toBeNull();
  });
  expect(browsers()).toEqual([]);
});

test.each([
  ['of its own', 'held.push(new Uint8Array(32 << 20).fill(1))'],
  [
    'that its processes share',
    "const one = document.createElement('canvas'); one.width = one.height = 4000; one.getContext('2d').fillRect(0, 0, 9, 9); document.body.append(one)",
  ],
])('a page that takes the memory of the machine ends its browser: %s', async (_, take) => {
  const script = `const held = []; setInterval(() => { ${take} }, 5);`;
  t.site.pages.set('/never', () => new Promise(() => {}));
  t.site.pages.set('/memory', html(`<p>Текст</p><script>${script}</script>${hold}`));
  await withRenderer({ maxMemory: 400 * 1_048_576 }, async (renderer) => {
    expect((await renderer.render(`${t.site.origin}/memory`)).failure).toBe('crashed');
  });
});
