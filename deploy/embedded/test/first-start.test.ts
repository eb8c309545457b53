import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from './free-port.ts';

/** `make start` on a fresh clone, without packages and without a network. */
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const execute = promisify(execFile);

let clone: string;
beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'platform-first-start-'));
  // npm reads the manifests of all workspaces, and nothing else before it has installed them.
  const copy =
    'cd "$0" && git ls-files Makefile package-lock.json "*package.json" | tar -cf - -T - | tar -xf - -C "$1"';
  await execute('bash', ['-c', copy, repository, clone]);
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test('a start without packages and without a network is one clear sentence, and leaves nothing that looks installed', async () => {
  const { MAKEFLAGS: _, MAKELEVEL: __, ...env } = process.env;
  // No listener has this port, and no package is in this cache.
  const npm_config_registry = `http://127.0.0.1:${await freePort()}`;
  const npm = { npm_config_registry, npm_config_cache: join(clone, 'cache'), npm_config_fetch_retries: '0' };
  const { code, stdout }: { code: number; stdout: string } = await execute('make', ['start'], {
    cwd: clone,
    env: { ...env, ...npm },
  }).then(
    (output) => ({ code: 0, stdout: output.stdout }),
    (failure) => ({ code: failure.code, stdout: failure.stdout }),
  );
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    '· installing packages (once)',
    'The packages could not be installed: the first start needs the npm registry.',
  ]);
  expect(code).toBeGreaterThan(0);
  expect(existsSync(join(clone, 'node_modules/.package-lock.json'))).toBe(false);
});
