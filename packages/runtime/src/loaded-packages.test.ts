import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

test('a host loads no client before its first use', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, nextLoad) {
        loaded.add(url.split('/node_modules/').at(-1).split('/')[0]);
        return nextLoad(url, context);
      },
    });
    const { openHost } = await import('${new URL('index.ts', import.meta.url).href}');
    const host = await openHost({ name: 'test', env: { LOG_LEVEL: 'silent' } });
    await host.close();
    console.log(JSON.stringify([...loaded]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('express');
  for (const client of ['undici', 'nodemailer', 'ioredis']) expect(loaded).not.toContain(client);
});
