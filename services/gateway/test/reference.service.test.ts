import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayTest, publicUrl, startGatewayTest } from './gateway-test.ts';

let t: GatewayTest;
beforeAll(async () => {
  t = await startGatewayTest();
});
afterAll(() => t.stop());

const everyService = {
  identity: 'up',
  catalog: 'up',
  billing: 'up',
  cms: 'up',
  analytics: 'up',
  'seo-rkn': 'up',
  social: 'up',
};

describe('health', () => {
  test('is ok while every service is ready', async () => {
    const { status, data } = await t.client().getHealth();
    expect([status, data.status, data.services]).toEqual([200, 'ok', everyService]);
  });

  test('has the version of the document', async () => {
    const [health, document] = [await t.client().getHealth(), await t.client().getOpenApi()];
    expect(health.data.version).toBe((document.body as { info: { version: string } }).info.version);
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
});
