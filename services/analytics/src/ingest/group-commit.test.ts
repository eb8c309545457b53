import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { eventually } from '@platform/testing';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';

interface Attempt {
  rows: string[];
  commit(): void;
  fail(error: Error): void;
}

/** A group commit whose transactions end when the test says so. */
function open(changes: Partial<GroupCommitOptions<string>> = {}) {
  const attempts: Attempt[] = [];
  const queued: number[] = [];
  const group = createGroupCommit<string>({
    commit: (rows) => new Promise((resolve, reject) => attempts.push({ rows, commit: resolve, fail: reject })),
    isFaultOfRows: (error) => error instanceof RangeError,
    isOutage: (error) => error instanceof TypeError,
    sizeOf: (row) => row.length,
    limits: { rows: 10, bytes: 1_000 },
    groupRows: 4,
    atOnce: 2,
    besideWrites: 100,
    gatherMs: 1,
    deadlineMs: 5_000,
    observer: { queued: (rows) => queued.push(rows), refused: () => {} },
    ...changes,
  });
  /** How each write ended so far, in the order of the writes. */
  const ends: string[] = [];
  const write = (...rows: string[]) => {
    const at = ends.push('waits') - 1;
    group.write(rows).then(
      () => (ends[at] = 'stored'),
      (error: Error) => (ends[at] = error.message),
    );
  };
  const turn = () => sleep(5);
  return { attempts, ends, write, turn, queued, drain: group.drain };
}

test('rows of one moment are committed together, and rows that arrive meanwhile go into the next transaction', async () => {
  const t = open();
  t.write('a');
  t.write('b');
  await t.turn();
  t.write('c');
  t.write('d');
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows)).toEqual([['a', 'b']]);
  t.attempts[0]?.commit();
  await t.turn();
  expect(t.ends).toEqual(['stored', 'stored', 'waits', 'waits']);
  expect(t.attempts[1]?.rows).toEqual(['c', 'd']);
});

test('a second transaction begins beside the first one only when it is full, and no third', async () => {
  const t = open();
  t.write('a');
  await t.turn();
  t.write('b', 'c', 'd', 'e');
  t.write('f', 'g', 'h', 'i');
  await t.turn();
  t.write('j');
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows.length)).toEqual([1, 4]);
});

test('a second transaction begins beside the first one also when many requests wait', async () => {
  const t = open({ besideWrites: 3 });
  t.write('a');
  await t.turn();
  t.write('b');
  t.write('c');
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows)).toEqual([['a']]);
  t.write('d');
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows)).toEqual([['a'], ['b', 'c', 'd']]);
});

test('a write is never parted, and one that is larger than a group goes by itself', async () => {
  const t = open({ atOnce: 1 });
  t.write('a', 'b', 'c');
  t.write('d', 'e');
  t.write('f', 'g', 'h', 'i', 'j');
  for (let at = 0; at < 3; at += 1) {
    await t.turn();
    t.attempts[at]?.commit();
  }
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows.length)).toEqual([3, 2, 5]);
  expect(t.ends).toEqual(['stored', 'stored', 'stored']);
});

test('there is room for so many rows and bytes and no more, and it is free again when they are stored', async () => {
  const t = open();
  t.write(...Array.from({ length: 10 }, () => 'x'));
  t.write('one more');
  await t.turn();
  expect(t.ends).toEqual(['waits', expect.stringContaining('send them again later')]);
  t.attempts[0]?.commit();
  await t.turn();
  t.write('small');
  t.write('x'.repeat(1_000));
  await t.turn();
  expect(t.ends.slice(2)).toEqual(['waits', expect.stringContaining('send them again later')]);
  t.attempts[1]?.commit();
  await t.turn();
  expect(t.queued.at(-1)).toBe(0);
});

test('a row that the database refuses fails its own request and no other', async () => {
  const t = open();
  t.write('good');
  t.write('bad');
  t.write('fine');
  await t.turn();
  t.attempts[0]?.fail(new RangeError('a value is wrong'));
  await t.turn();
  t.attempts[1]?.commit();
  await t.turn();
  t.attempts[2]?.fail(new RangeError('a value is wrong'));
  await t.turn();
  t.attempts[3]?.commit();
  await t.turn();
  expect(t.attempts.map(({ rows }) => rows)).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']]);
  expect(t.ends).toEqual(['stored', 'a value is wrong', 'stored']);
});

test('an outage fails the queued rows as well, other failures only their own rows', async () => {
  const t = open({ atOnce: 1 });
  t.write('a');
  await t.turn();
  t.write('b');
  t.attempts[0]?.fail(new Error('a lock took too long'));
  await t.turn();
  expect(t.ends).toEqual(['a lock took too long', 'waits']);
  t.write('c');
  t.attempts[1]?.fail(new TypeError('the database is down'));
  await t.turn();
  expect(t.ends.slice(1)).toEqual(['the database is down', 'the database is down']);
  t.write('d');
  await t.turn();
  t.attempts[2]?.commit();
  await t.turn();
  expect(t.ends[3]).toBe('stored');
  expect(t.queued.at(-1)).toBe(0);
});

test('a transaction that is never answered fails in the end, and the next one begins', async () => {
  const t = open({ deadlineMs: 30, atOnce: 1 });
  t.write('a');
  await t.turn();
  t.write('b');
  await eventually(() => t.attempts.length === 2);
  expect(t.ends[0]).toBe('The database did not answer in time: send the events again.');
});

test('drained is when nothing waits and nothing is being written', async () => {
  const t = open({ atOnce: 1 });
  await t.drain();
  let isDrained = false;
  t.write('a');
  await t.turn();
  t.write('b');
  void t.drain().then(() => (isDrained = true));
  t.attempts[0]?.commit();
  await t.turn();
  expect(isDrained).toBe(false);
  t.attempts[1]?.commit();
  await t.turn();
  expect(isDrained).toBe(true);
});
