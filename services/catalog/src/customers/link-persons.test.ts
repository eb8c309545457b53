import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { linkPersons } from './link-persons.ts';
import type { Purchase } from './read-purchases.ts';

const issuer = 'https://issuer.test';
const purchase = (line: number, names: Pick<Purchase, 'subject' | 'email' | 'issuer'>): Purchase => ({
  line,
  plan_code: 'month',
  ...names,
});
const link = (rows: readonly Purchase[]) => linkPersons(rows, (named) => named ?? issuer);

test('rows of one subject and rows of its e-mail are of one person, in any order', async () => {
  const rows = [
    purchase(2, { email: 'ada@example.test' }),
    purchase(3, { subject: 'ada' }),
    purchase(4, { subject: 'bob' }),
    purchase(5, { subject: 'eve', email: 'ada@example.test' }),
    purchase(6, { subject: 'eve' }),
    purchase(7, { subject: 'eve', issuer: 'https://old.test' }),
  ];
  const { personOf, failures } = await link(rows);
  expect(failures).toEqual([]);
  const [first, second, third, fourth, fifth, sixth] = rows.map((row) => personOf.get(row));
  expect(first).toBe(fourth);
  expect(first).toBe(fifth);
  expect(first).toMatchObject({ issuer, subject: 'eve', email: 'ada@example.test' });
  expect(new Set([first, second, third, sixth]).size).toBe(4);
});

test('a subject that joins an e-mail of an earlier row is one person with it', async () => {
  const rows = [
    purchase(2, { subject: 'ada' }),
    purchase(3, { email: 'ada@example.test' }),
    purchase(4, { subject: 'ada', email: 'ada@example.test' }),
  ];
  const { personOf } = await link(rows);
  expect(new Set(rows.map((row) => personOf.get(row))).size).toBe(1);
});

test('the longest file leaves turns of the event loop to other requests', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) =>
    purchase(n + 2, { subject: `s-${n}`, email: `e-${n}@example.test` }),
  );
  let isLinked = false;
  let turns = 0;
  const others = (async () => {
    while (!isLinked) {
      await nextTick();
      turns += 1;
    }
  })();
  const { personOf } = await link(rows);
  isLinked = true;
  await others;
  expect(personOf.size).toBe(50_000);
  // Two passes over the rows.
  expect(turns).toBeGreaterThan(4);
});
