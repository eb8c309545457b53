import { expect, test } from '@jest/globals';
import { openTestSandboxes, testSecrets } from '../test/test-platform.ts';

test('the emulators have an icon, so the first page that a person opens there reports no error', async () => {
  const { sandboxUrl, stop } = await openTestSandboxes(testSecrets());
  const icon = await fetch(`${sandboxUrl}/favicon.ico`);
  const [reserved, type, images] = new Uint16Array((await icon.arrayBuffer()).slice(0, 6));
  await stop();
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect([reserved, type, images]).toEqual([0, 1, 1]);
});
