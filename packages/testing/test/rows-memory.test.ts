import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, nodeProgram, type TestDatabase } from '@platform/testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** No collection of the old generation hides what reached it. */
const flags = ['--max-semi-space-size=8', '--initial-old-space-size=512'];

/** MiB that 200 reads leave in the old generation. */
async function growthOf(mode: string): Promise<number> {
  const { execPath, execArgv, env } = nodeProgram;
  const program = fileURLToPath(new URL('rows-reader.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    execPath,
    [...execArgv, ...flags, program, mode, database.superuserUrl],
    {
      env,
    },
  );
  return Number(stdout) / 1_048_576;
}

test.each(['list', 'transaction'])('rows of a %s that were read are collected while they are young', async (mode) => {
  expect(await growthOf(mode)).toBeLessThan(10);
});

test('the promises of pg keep their rows reachable, so the queries of a pool have callbacks', async () => {
  expect(await growthOf('bare')).toBeGreaterThan(20);
});
