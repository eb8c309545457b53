import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { isDatabaseDown } from './database-error.ts';

test('a server without its socket is down, and a missing file is no database', async () => {
  const client = new pg.Client({ host: '/nonexistent', port: 5432, user: 'a', database: 'a', password: 'a' });
  const noSocket = await client.connect().catch((error: unknown) => error);
  expect(isDatabaseDown(new Error('wrapped', { cause: noSocket }))).toBe(true);
  const noFile = await readFile('/nonexistent/file').catch((error: unknown) => error);
  expect(isDatabaseDown(noFile)).toBe(false);
});
