import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Send } from '@platform/testing';
import { chromium } from 'playwright-core';
import { type GatewayTest, publicUrl, routes, startGatewayTest } from './gateway-test.ts';

let t: GatewayTest;
let send: Send;
beforeAll(async () => {
  t = await startGatewayTest();
  send = t.send;
});
afterAll(() => t.stop());

const everyService = { identity: 'up', catalog: 'up', billing: 'up', cms: 'up', analytics: 'up' };

describe('health', () => {
  test('is ok while every service is ready', async () => {
    const { status, data } = await t.client().getHealth();
    expect([status, data.status, data.services]).toEqual([200, 'ok', everyService]);
  });

  test('has the number of applications without required documents, and names none', async () => {
    const { data } = await t.client().getHealth();
    expect(data.legal).toEqual({ applications_without_documents: 2 });
  });
});

describe('the description of the API', () => {
  test('is the committed document, with the public address of the API', async () => {
    const committed = await readFile(new URL('../../../packages/contracts/openapi.json', import.meta.url), 'utf8');
    const servers = [{ url: publicUrl }];
    expect((await t.client().getOpenApi()).body).toEqual({ ...JSON.parse(committed), servers });
  });

  test('is a page that shows every feature and its operations, without an error in a real browser', async () => {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
      await page.goto(`${t.baseUrl}/docs`);
      const features = new Set(routes.map(({ endpoint }) => endpoint.feature?.name));
      await eventually(async () => (await page.locator('.opblock-tag').count()) === features.size);
      // Of a long document Swagger UI shows the operations of the features that are opened.
      await page.locator('#operations-tag-Paywalls').click();
      const paywalls = routes.filter(({ endpoint }) => endpoint.feature?.name === 'Paywalls');
      await eventually(async () => (await page.locator('.opblock').count()) === paywalls.length);
      await page.locator('#operations-Paywalls-getPaywall .opblock-summary-control').click();
      await page.getByText('The public key is not a live key of this application.').first().waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('the files of the reference', () => {
  test.each(['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])(
    '%s has a strong ETag and is sent once',
    async (target) => {
      const first = await send({ method: 'GET', target });
      const etag = String(first.headers.etag);
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await send({ method: 'GET', target, headers: { 'if-none-match': etag } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      const head = await send({ method: 'HEAD', target });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(first.text)),
      ]);
      const other = await send({ method: 'GET', target, headers: { 'if-none-match': '"other"' } });
      expect([other.status, other.text === first.text]).toEqual([200, true]);
    },
  );
});
