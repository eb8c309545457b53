import { expect, test } from '@jest/globals';
import { loadedPackages } from '@platform/testing';

test('the service loads neither the lists of weak passwords nor the renderer of texts before their first use', async () => {
  const loaded = await loadedPackages(`await import('${new URL('../src/service.ts', import.meta.url).href}');`);
  expect(loaded).toContain('drizzle-orm');
  for (const name of ['@zxcvbn-ts', 'sanitize-html', 'markdown-it']) expect(loaded).not.toContain(name);
});
