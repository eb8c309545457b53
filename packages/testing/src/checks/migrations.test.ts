import { expect, test } from '@jest/globals';
import { migrationViolations } from './migrations.ts';

const journal = (entries: { idx: number; when: number; tag: string }[]) => ({
  path: 'services/x/migrations/meta/_journal.json',
  text: JSON.stringify({ entries }),
});
const sql = (tag: string) => ({ path: `services/x/migrations/${tag}.sql`, text: '' });

test('a journal in order, with all its files, is fine', () => {
  const files = [
    journal([
      { idx: 0, when: 1, tag: '0000_a' },
      { idx: 1, when: 2, tag: '0001_b' },
    ]),
    sql('0000_a'),
    sql('0001_b'),
  ];
  expect(migrationViolations(files)).toEqual([]);
});

test('a migration that is older than the one before it would be skipped, so it is refused', () => {
  const files = [
    journal([
      { idx: 0, when: 5, tag: '0000_a' },
      { idx: 1, when: 4, tag: '0001_b' },
    ]),
    sql('0000_a'),
    sql('0001_b'),
  ];
  expect(migrationViolations(files)).toEqual([expect.stringContaining('would be skipped')]);
});

test('an entry without its file is refused', () => {
  expect(migrationViolations([journal([{ idx: 0, when: 1, tag: '0000_a' }])])).toEqual([
    expect.stringContaining('is missing'),
  ]);
});
