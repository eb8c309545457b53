import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@platform/testing';
import pg from 'pg';
import { deleteInSteps } from './delete-in-steps.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('CREATE TABLE catalog.old_rows (n int)');
  await database.query('INSERT INTO catalog.old_rows SELECT generate_series(1, 25)');
  await database.query('GRANT ALL ON catalog.old_rows TO catalog');
  pool = new pg.Pool({ connectionString: database.urlFor('catalog') });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a backlog is deleted in statements of so many rows, and rows outside of the condition stay', async () => {
  const counts: (number | null)[] = [];
  const counting = {
    query: async (text: string, values: unknown[]) => {
      const result = await pool.query(text, values);
      counts.push(result.rowCount);
      return result;
    },
  } as Pick<pg.Pool, 'query'>;
  expect(
    await deleteInSteps(counting, { table: 'catalog.old_rows', condition: 'n <= $1', values: [20], atOnce: 8 }),
  ).toBe(20);
  expect(counts).toEqual([8, 8, 4]);
  const left = await database.query<{ n: number }>('SELECT n FROM catalog.old_rows ORDER BY n');
  expect(left.map(({ n }) => n)).toEqual([21, 22, 23, 24, 25]);
  expect(await deleteInSteps(pool, { table: 'catalog.old_rows', condition: 'n <= $1', values: [20], atOnce: 8 })).toBe(
    0,
  );
});
