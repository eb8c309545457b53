import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventRejection, errorCatalog, errorsOf } from '@platform/contracts';
import { accessibilityFaults, eventually, openBrowser, type Send } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { guideNames } from '../src/pages/guides.ts';
import { type GatewayTest, routes, startGatewayTest } from './gateway-test.ts';

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

const slugOf = (feature: string): string => feature.toLowerCase().replaceAll(' ', '-');
const referencePages = [
  '/docs/reference',
  ...new Set(routes.map(({ endpoint }) => `/docs/reference/${slugOf(endpoint.feature?.name ?? '')}`)),
  ...routes.map(({ id, endpoint }) => `/docs/reference/${slugOf(endpoint.feature?.name ?? '')}/${id}`),
];
const guidePages = ['/docs/guides', ...guideNames.map((name) => `/docs/guides/${name}`), '/docs/changelog'];
const rejectionPages = EventRejection.options
  .filter((code) => !(code in errorCatalog))
  .map((code) => `/docs/errors/${code}`);
const codePages = [...Object.keys(errorCatalog).map((code) => `/docs/errors/${code}`), ...rejectionPages];
const allPages = ['/docs', ...referencePages, ...guidePages, '/docs/errors', ...codePages];

describe('the reference', () => {
  test('lists every operation, and has a page for each', async () => {
    const { text } = await read('/docs/reference');
    for (const { id, endpoint } of routes)
      expect([id, text.includes(`/${id}">`)]).toEqual([id, Boolean(endpoint.feature)]);
    const page = shownText((await read('/docs/reference/payments/createPayment')).text);
    expect(page).toContain('POST /v1/payments');
    expect(page).toContain('consents[].checkbox_text text, required');
    expect(page).toContain('license_offer_required');
  });

  test.each([
    ['/docs#/Payments/createPayment', '/docs/reference/payments/createPayment'],
    ['/docs/reference/feature-flags#/Feature%20flags/listFeatures', '/docs/reference/feature-flags/listFeatures'],
  ])('leads the former address %s of an operation to its page', async (former, address) => {
    await withPage(former, {}, async (page) => {
      await eventually(() => page.url().endsWith(address));
    });
  });

  test('copies a sample with one click', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await withPage('/docs/reference/platform/getHealth', { permissions }, async (page) => {
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('curl "$API/v1/health"');
    });
  });
});

/** What people type, and the operation or the guide that they mean. */
const searches = [
  ['subscribe', 'submitLead'],
  ['newsletter', 'submitLead'],
  ['mailing list', 'submitLead'],
  ['contact form', 'submitLead'],
  ['sign up', 'registerUser'],
  ['delete account', 'eraseMe'],
  ['gdpr delete', 'eraseUser'],
  ['buy', 'createPayment'],
  ['checkout', 'createPayment'],
  ['refund', 'refundPayment'],
  ['give access', 'grantEntitlements'],
  ['free trial', 'grantEntitlements'],
  ['is premium', 'getMyEntitlements'],
  ['keycloak', 'identity-providers'],
  ['jwt', 'setIdentityProvider'],
  ['redeem voucher', 'activateLicenseKey'],
  ['page view', 'recordSiteEvents'],
  ['login', 'openAdminSession'],
  ['service account', 'createAdminApiKey'],
  ['createpayment', 'createPayment'],
  ['/v1/payments', 'createPayment'],
  ['payment_not_refundable', 'payment_not_refundable'],
  ['offline', 'offline-trust'],
  ['landing page', 'landing-page'],
  ['double opt-in', 'leads-and-newsletter'],
  ['feature toggle', 'flags-and-config'],
  ['funnel', 'events-and-funnels'],
  ['license key limit', 'license-keys'],
  ['device limit', 'devices'],
  ['help desk', 'support'],
  ['data subject request', 'personal-data'],
  ['lost webhook', 'reconcile'],
  ['production checklist', 'going-live'],
  ['rate limit', 'limits'],
  ['static site generator', 'static-builds'],
  ['translation', 'languages-and-search'],
  ['seo audit', 'audits'],
  ['post to telegram', 'social'],
  ['helm install', 'kubernetes'],
  ['pagination', 'conventions'],
] as const;

describe('the search', () => {
  test('finds among its first three entries the one that people mean by their words', async () => {
    await withPage('/docs', {}, async (page) => {
      await page.keyboard.press('/');
      const found: [string, string][] = [];
      for (const [words, name] of searches) {
        await page.keyboard.type(words);
        const results = page.locator('#results');
        await eventually(async () => (await results.getAttribute('data-query')) === words);
        const addresses = await results
          .locator('a')
          .evaluateAll((all) => all.slice(0, 3).map((link) => link.getAttribute('href')));
        const isMeant = addresses.some((address) => address?.split('#')[0]?.endsWith(`/${name}`));
        found.push([words, isMeant ? name : addresses.join(' ')]);
        await page.keyboard.press('Escape');
      }
      expect(found).toEqual(searches.map(([words, name]) => [words, name]));
    });
  });

  test('is led by the keyboard, and its words may stand in the address', async () => {
    await withPage('/docs/errors?q=createpayment', {}, async (page) => {
      await page.locator('#results a').first().waitFor();
      await page.locator('#search').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await eventually(() => page.url().endsWith('/docs/reference/payments/createPayment'));
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
    const texts = new Map<string, string>();
    for (const path of allPages) {
      const { status, text } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      texts.set(path, text);
    }
    // The pages of the operations are made by one function: one of each feature has all kinds of links.
    const features = new Set<string | undefined>();
    const isChecked = (path: string): boolean => {
      const [, feature] = /^\/docs\/reference\/([^/]+)\/./.exec(path) ?? [];
      if (feature === undefined || !features.has(feature)) return features.add(feature) !== undefined;
      return false;
    };
    const places = new Set<string>();
    for (const [path, text] of [...texts].filter(([name]) => isChecked(name)))
      for (const [, target = ''] of text.matchAll(/(?:href|src)="([/#][^"]*)"/g))
        places.add(target.startsWith('#') ? `${path}${target}` : target);
    const missing: string[] = [];
    for (const place of places) {
      const [path = '', fragment = ''] = place.split('#');
      const text = texts.get(path);
      const isThere = text === undefined ? (await read(path)).status === 200 : true;
      const hasPlace = text === undefined || fragment === '' || text.includes(`id="${fragment}"`);
      if (!isThere || !hasPlace) missing.push(place);
    }
    expect(missing).toEqual([]);
  });

  test('lists every guide of the folder', async () => {
    const files = await readdir(new URL('../docs/', import.meta.url));
    expect([...guideNames, 'changelog'].map((name) => `${name}.md`).toSorted()).toEqual(files.toSorted());
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no violation of accessibility rules and fits the window: %s, %s px', async (colorScheme, width) => {
    const samples = ['/docs/reference/payments/createPayment', '/docs/reference/social/createSocialContent'];
    const pages = ['/docs', '/docs/reference', '/docs/reference/payments', ...samples];
    for (const path of [...pages, '/docs/errors', '/docs/errors/consents_required', ...guidePages])
      await withPage(path, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
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
    '/docs/files/search.json',
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
      const reply = await send({ method: 'GET', target: '/docs/reference', headers });
      return reply.headers['content-encoding'] === 'gzip' && reply;
    });
    expect(Number(compressed.headers['content-length'])).toBeLessThan(40_000);
    expect([compressed.headers.vary, compressed.headers.etag]).toEqual([
      'Accept-Encoding',
      expect.stringMatching(/-gz"$/),
    ]);
  });

  test('allows scripts, styles and requests of its own origin alone', async () => {
    for (const target of [...guidePages, '/docs', '/docs/reference/payments/createPayment', '/docs/errors']) {
      const policy = String((await read(target)).headers['content-security-policy']);
      expect([target, /http|unsafe|\*/.test(policy)]).toEqual([target, false]);
    }
  });
});
