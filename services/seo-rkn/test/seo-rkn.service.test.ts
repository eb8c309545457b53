import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '@platform/testing';
import { seoRknService } from '../src/service.ts';

let service: TestService<typeof seoRknService.contract>;
beforeAll(async () => {
  service = await startService(seoRknService);
});
afterAll(() => service.stop());

test('the service is ready on its own schema', async () => {
  expect((await fetch(`${service.baseUrl}/ready`)).status).toBe(200);
});
