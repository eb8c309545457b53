import { expect, test } from '@jest/globals';
import { loadedPackages } from '@platform/testing';

test('a host loads no client before its first use', async () => {
  const loaded = await loadedPackages(`
    const { openHost } = await import('${new URL('index.ts', import.meta.url).href}');
    const host = await openHost({ name: 'test', env: { LOG_LEVEL: 'silent' } });
    await host.close();`);
  expect(loaded).toContain('express');
  for (const client of ['undici', 'nodemailer', 'ioredis', '@nats-io']) expect(loaded).not.toContain(client);
});
