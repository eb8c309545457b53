import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventRejection, errorCatalog, errorsOf } from '@platform/contracts';
import { eventually, openBrowser, type Send } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { guideNames } from '../src/pages/guides.ts';
import { type GatewayTest, routes, startGatewayTest } from './gateway-test.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let t: GatewayTest;
let send: Send;
let browser: Browser;
beforeAll(async () => {
  t = await startGatewayTest();
  send = t.send;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await t.stop();
});

const read = async (target: string) => await send({ method: 'GET', target });

/**
 * Opens a page of the documentation for a look at it.
 * @returns the page, and what went wrong in it: messages, failed requests, requests to another origin
 */
async function withPage(path: string, options: BrowserContextOptions, appearance: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  page.on('request', (request) => {
    if (!request.url().startsWith(t.baseUrl) && !request.url().startsWith('data:')) problems.push(request.url());
  });
  await page.goto(`${t.baseUrl}${path}`);
  await appearance(page);
  await context.close();
  expect(problems).toEqual([]);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The text of a page: without tags, with the characters that its entities stand for. */
const shownText = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');

const operationPages = new Set(
  routes.map(({ endpoint }) => `/docs/reference/${endpoint.feature?.name.toLowerCase().replaceAll(' ', '-')}`),
);
const guidePages = ['/docs/guides', ...guideNames.map((name) => `/docs/guides/${name}`), '/docs/changelog'];
const rejectionPages = EventRejection.options
  .filter((code) => !(code in errorCatalog))
  .map((code) => `/docs/errors/${code}`);
const codePages = [...Object.keys(errorCatalog).map((code) => `/docs/errors/${code}`), ...rejectionPages];
const allPages = ['/docs', ...operationPages, ...guidePages, '/docs/errors', ...codePages];

describe('the reference', () => {
  test('finds an operation by its name, its path or its summary, and opens it', async () => {
    await withPage('/docs', {}, async (page) => {
      const shown = page.locator('#operations li:visible');
      expect(await shown.count()).toBe(routes.length);
      await page.keyboard.press('/');
      await page.keyboard.type('createpayment');
      await eventually(async () => (await shown.count()) === 1);
      expect(await page.locator('#found').textContent()).toBe('1 found');
      await page.locator('#search').fill('start payment');
      await eventually(async () => (await shown.first().textContent())?.includes('/v1/payments'));
      await page.locator('#search').fill('createPayment');
      await eventually(async () => (await shown.count()) === 1);
      await page.keyboard.press('Enter');
      await eventually(() => page.url().endsWith('/docs/reference/payments#/Payments/createPayment'));
      await page.locator('#operations-Payments-createPayment.is-open').waitFor();
      await page.getByText('The public key is not a valid key of this application.').first().waitFor();
    });
  });

  test('shows each operation of a feature whose name has two words', async () => {
    await withPage('/docs/reference/feature-flags', {}, async (page) => {
      const flags = routes.filter(({ endpoint }) => endpoint.feature?.name === 'Feature flags');
      await eventually(async () => (await page.locator('.opblock').count()) === flags.length);
    });
  });

  test('sends a call that is tried out to its own origin', async () => {
    await withPage('/docs/reference/platform#/Platform/getHealth', {}, async (page) => {
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.getByText('"status": "ok"').first().waitFor();
    });
  });

  test('leads an address of an operation from the time of one page to the page of its feature', async () => {
    await withPage('/docs#/Feature%20flags/listFeatures', {}, async (page) => {
      await eventually(() => page.url().endsWith('/docs/reference/feature-flags#/Feature%20flags/listFeatures'));
    });
  });
});

describe('the page of an error', () => {
  test('has the meaning, the remedy and the fields of the code, and the operations that answer it', async () => {
    for (const [code, [status, , remedy]] of Object.entries(errorCatalog)) {
      const { text } = await read(`/docs/errors/${code}`);
      expect([code, text.includes(`<dd>${status}</dd>`)]).toEqual([code, true]);
      expect([code, shownText(text)]).toEqual([code, expect.stringContaining(remedy.replaceAll('`', ''))]);
      const answering = routes.filter(({ endpoint }) => errorsOf(endpoint).includes(code as never));
      const isNamed = answering.length !== routes.length;
      for (const { id } of isNamed ? answering : [])
        expect([code, id, text.includes(`/${id}">`)]).toEqual([code, id, true]);
    }
    const { text } = await read('/docs/errors/consents_required');
    expect(text).toContain('<code>missing[].doc_kind</code> (string): Kind of the document');
  });

  test('is found by the address in a refusal', async () => {
    const refused = await t.client().getMyProfile({ params: { app_code: 'demo' } });
    const { pathname } = new URL(String((refused.body as { doc_url: string }).doc_url));
    expect(pathname).toBe('/docs/errors/missing_token');
    expect((await read(pathname)).status).toBe(200);
  });
});

describe('the documentation', () => {
  test('has every page and place that its pages lead to', async () => {
    const texts = new Map(await Promise.all(allPages.map(async (path) => [path, await read(path)] as const)));
    for (const [path, { status }] of texts) expect([path, status]).toEqual([path, 200]);
    const targets = [...texts].flatMap(([path, { text }]) =>
      [...text.matchAll(/(?:href|src)="([/#][^"]*)"/g)].map(([, target = '']) => [path, target] as const),
    );
    const others = new Map<string, number>();
    for (const [path, target] of targets) {
      const [place = '', fragment = ''] = (target.startsWith('#') ? `${path}${target}` : target).split('#');
      const text = texts.get(place)?.text;
      if (text === undefined && !others.has(place)) others.set(place, (await read(place)).status);
      expect([path, target, text === undefined ? others.get(place) : 200]).toEqual([path, target, 200]);
      const isFound = text === undefined || fragment === '' || fragment.startsWith('/');
      expect([path, target, isFound || text.includes(`id="${fragment}"`)]).toEqual([path, target, true]);
    }
  });

  test('lists every guide of the folder', async () => {
    const files = await readdir(new URL('../docs/', import.meta.url));
    expect([...guideNames, 'changelog'].map((name) => `${name}.md`).toSorted()).toEqual(files.toSorted());
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no violation of accessibility rules and fits the window: %s, %s px', async (colorScheme, width) => {
    for (const path of ['/docs', '/docs/errors', '/docs/errors/consents_required', ...guidePages])
      await withPage(path, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        await page.evaluate(`${axe}; 0`);
        const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
          "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
        );
        expect([path, found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([path, []]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([path, overflow <= 0]).toEqual([path, true]);
      });
  });

  test.each(['/docs/nothing', '/docs/guides/nothing', '/docs/errors/nothing', '/docs/files/../docs.ts'])(
    '%s is a page that was not found',
    async (target) => {
      const { status, headers, text } = await read(target);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('has no such page');
    },
  );

  test.each(['/docs/guides/%2e%2e/changelog', '/docs/files/..%2fsearch.js', '/docs/guides/changelog.md'])(
    '%s leads to no file',
    async (target) => {
      expect((await read(target)).status).toBe(404);
    },
  );

  test('is reached without a path and with a slash at its end', async () => {
    for (const [target, location] of Object.entries({
      '/': '/docs',
      '/docs/': '/docs',
      '/docs/guides/': '/docs/guides',
    }))
      expect([target, (await read(target)).headers.location]).toEqual([target, location]);
  });
});

describe('a file of the documentation', () => {
  test.each([
    '/docs',
    '/docs/errors/not_found',
    '/docs/changelog',
    '/docs/files/docs.css',
    '/docs/files/search.js',
    '/docs/files/swagger-ui.css',
    '/docs/files/swagger-ui-bundle.js',
  ])('%s has a strong ETag and is sent once', async (target) => {
    const first = await read(target);
    const etag = String(first.headers.etag);
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await send({ method: 'GET', target, headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    const head = await send({ method: 'HEAD', target });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
    const other = await send({ method: 'GET', target, headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.text === first.text]).toEqual([200, true]);
  });

  test('is compressed from its second answer on, with an ETag of its own', async () => {
    const compressed = await eventually(async () => {
      const headers = { 'accept-encoding': 'gzip' };
      const reply = await send({ method: 'GET', target: '/docs/files/swagger-ui-bundle.js', headers });
      return reply.headers['content-encoding'] === 'gzip' && reply;
    });
    expect(Number(compressed.headers['content-length'])).toBeLessThan(600_000);
    expect([compressed.headers.vary, compressed.headers.etag]).toEqual([
      'Accept-Encoding',
      expect.stringMatching(/-gz"$/),
    ]);
  });

  test('allows no other origin, and styles in attributes to Swagger UI alone', async () => {
    const policyOf = async (target: string) => String((await read(target)).headers['content-security-policy']);
    for (const target of allPages) {
      const policy = await policyOf(target);
      expect([target, policy.includes('http')]).toEqual([target, false]);
      expect([target, policy.includes('unsafe')]).toEqual([target, operationPages.has(target)]);
    }
  });
});
