import { afterAll, beforeAll, test } from '@jest/globals';
import { purchaseJourney } from './journey.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform();
});
afterAll(() => t.stop());

test('a person registers, sees the paywall, pays, has the entitlement, renews, and gets the money back', () =>
  purchaseJourney(t));
