import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type FakeClock, fakeClock, type TestDatabase } from '@platform/testing';
import pg from 'pg';
import { createSealer } from '../crypto.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { createIdempotencyStore, type IdempotencyStore, readIdempotencyKey, type StoredAnswer } from './idempotency.ts';

let database: TestDatabase;
let pool: pg.Pool;
let clock: FakeClock;
let store: IdempotencyStore;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.urlFor('catalog'), max: 10 });
  clock = fakeClock('2026-01-10T00:00:00Z');
  store = createIdempotencyStore('catalog', pool, clock, {
    secrets: ['a-secret'],
    sealer: createSealer([`test:${Buffer.alloc(32, 7).toString('base64')}`]),
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const created: StoredAnswer = { status: 201, body: '{"data":{"id":1}}' };
const aCall = (changes: Partial<{ scope: string; key: string; request: string; timeoutSeconds: number }> = {}) => ({
  scope: 'createPlan',
  key: newId(),
  request: '{"code":"pro"}',
  timeoutSeconds: 30,
  ...changes,
});
const conflict = expect.objectContaining({
  code: 'idempotency_conflict',
  status: 409,
  fields: {},
  retryAfterSeconds: undefined,
});
/** The code is the one of other bodies: clients of before wait on it. */
const isRunning = expect.objectContaining({
  code: 'idempotency_conflict',
  status: 409,
  fields: { in_progress: true },
  retryAfterSeconds: 1,
});

/** Work that counts its runs and answers with their number. */
const counting = () => {
  const work = async (): Promise<StoredAnswer> => {
    work.runs += 1;
    return { status: 201, body: String(work.runs) };
  };
  work.runs = 0;
  return work;
};
/** A request whose process died in the middle: the row is there, the answer never comes. */
const leftBehind = async (call: ReturnType<typeof aCall>, by = store): Promise<void> => {
  void by.once(call, () => new Promise<never>(() => {}));
  const held = 'SELECT 1 FROM catalog.idempotency_keys WHERE key = $1';
  await eventually(async () => (await database.query(held, [call.key])).length === 1);
};

test('a call before a rotation of the keys is recognised after it, and another body is not', async () => {
  const keys = [3, 7].map((byte, at) => `k${at}:${Buffer.alloc(32, byte).toString('base64')}`);
  const storeWith = (secrets: string[]) =>
    createIdempotencyStore('catalog', pool, clock, { secrets, sealer: createSealer(secrets) });
  const [before, after] = [storeWith(keys), storeWith(keys.toReversed())];
  const call = aCall();
  const work = counting();
  await before.once(call, work);
  expect(await after.once(call, work)).toEqual({ status: 201, body: '1', replayed: true });
  await expect(after.once({ ...call, request: '{}' }, work)).rejects.toEqual(conflict);
  // A process with the old key first that died: one with the new key first takes the call over.
  const lost = aCall({ timeoutSeconds: 1 });
  await leftBehind(lost, before);
  clock.advance({ minutes: 2 });
  expect(await after.once(lost, work)).toMatchObject({ body: '2', replayed: false });
});

test('the same call is carried out once, and its answer is replayed', async () => {
  const call = aCall();
  const work = counting();
  expect(await store.once(call, work)).toEqual({ status: 201, body: '1', replayed: false });
  for (let n = 0; n < 3; n += 1)
    expect(await store.once(call, work)).toEqual({ status: 201, body: '1', replayed: true });
  expect(work.runs).toBe(1);
});

test('of many concurrent calls one is executed, and the others are answered that it is running', async () => {
  const call = aCall();
  const { promise, resolve } = Promise.withResolvers<StoredAnswer>();
  let runs = 0;
  const calls = Array.from({ length: 8 }, () =>
    store.once(call, () => {
      runs += 1;
      return promise;
    }),
  );
  const settled = Promise.allSettled(calls);
  // The seven others end while the first still runs.
  await Promise.race(calls.map((running) => running.catch(() => {})));
  const losers: unknown[] = [];
  await new Promise<void>((done) => {
    for (const running of calls)
      running.catch((error: unknown) => {
        losers.push(error);
        if (losers.length === 7) done();
      });
  });
  expect(losers).toEqual(Array.from({ length: 7 }, () => isRunning));
  resolve(created);
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(runs).toBe(1);
  expect(await store.once(call, counting())).toEqual({ ...created, replayed: true });
});

test('the same key with another body is refused, before and after it was answered', async () => {
  const call = aCall();
  await leftBehind(call);
  const other = { ...call, request: '{"code":"other"}' };
  await expect(store.once(other, counting())).rejects.toEqual(conflict);
  const answered = aCall();
  await store.once(answered, counting());
  await expect(store.once({ ...answered, request: '' }, counting())).rejects.toEqual(conflict);
});

test('a repeat of a call that a release before carried out is recognised by its bytes', async () => {
  const call = aCall({ request: '{ "code": "pro" }' });
  const work = counting();
  await store.once(call, work);
  const repeat = { ...call, request: '{"code":"pro"}', formerRequest: '{ "code": "pro" }' };
  expect(await store.once(repeat, work)).toMatchObject({ body: '1', replayed: true });
  await expect(store.once({ ...call, request: '{"code":"pro"}' }, work)).rejects.toEqual(conflict);
});

test('the same key in another scope is another call', async () => {
  const call = aCall();
  await store.once(call, counting());
  expect(await store.once({ ...call, scope: 'createPaywall' }, counting())).toMatchObject({ replayed: false });
});

describe('after a failure', () => {
  test('of ours the key is free, and the failure passes through', async () => {
    const call = aCall();
    const failing = () => Promise.reject(new AppError('service_unavailable'));
    await expect(store.once(call, failing)).rejects.toMatchObject({ code: 'service_unavailable' });
    const work = counting();
    expect(await store.once(call, work)).toEqual({ status: 201, body: '1', replayed: false });
    // Another body would also have been fine: nothing had happened.
    const other = aCall();
    await expect(store.once(other, failing)).rejects.toThrow();
    expect(await store.once({ ...other, request: '{"other":1}' }, work)).toMatchObject({ replayed: false });
  });

  test('of the caller the refusal is replayed', async () => {
    const call = aCall();
    const refused = { status: 404, body: '{"error":"plan_not_found"}' };
    await store.once(call, async () => refused);
    expect(await store.once(call, counting())).toEqual({ ...refused, replayed: true });
  });
});

test('an answer is replayed for 24 hours, then the key is new again, also for another body', async () => {
  const call = aCall();
  const work = counting();
  await store.once(call, work);
  clock.advance({ hours: 23, minutes: 59, seconds: 59 });
  expect(await store.once(call, work)).toMatchObject({ body: '1', replayed: true });
  clock.advance({ seconds: 2 });
  expect(await store.once({ ...call, request: '{"other":1}' }, work)).toEqual({
    status: 201,
    body: '2',
    replayed: false,
  });
  expect(await store.once({ ...call, request: '{"other":1}' }, work)).toMatchObject({ body: '2', replayed: true });
});

test('the call of a dead process is taken over after its timeout, only with the same body', async () => {
  const call = aCall();
  await leftBehind(call);
  const work = counting();
  clock.advance({ seconds: 89 });
  await expect(store.once(call, work)).rejects.toEqual(isRunning);
  clock.advance({ seconds: 2 });
  await expect(store.once({ ...call, request: '{"other":1}' }, work)).rejects.toEqual(conflict);
  expect(work.runs).toBe(0);
  const both = await Promise.allSettled([store.once(call, work), store.once(call, work)]);
  expect(work.runs).toBe(1);
  expect(both.some((result) => result.status === 'fulfilled' && !result.value.replayed)).toBe(true);
  expect(await store.once(call, work)).toMatchObject({ body: '1', replayed: true });
});

test('keys older than a day are purged, younger ones stay', async () => {
  const [old, young] = [aCall(), aCall()];
  await store.once(old, counting());
  clock.advance({ hours: 23 });
  await store.once(young, counting());
  clock.advance({ hours: 2 });
  await store.purge();
  const keys = await database.query<{ key: string }>('SELECT key FROM catalog.idempotency_keys');
  expect(keys.map(({ key }) => key)).toContain(young.key);
  expect(keys.map(({ key }) => key)).not.toContain(old.key);
});

test('a key is 1 to 255 printable characters', () => {
  expect(readIdempotencyKey(undefined)).toBeUndefined();
  expect(readIdempotencyKey('a b-~!')).toBe('a b-~!');
  expect(readIdempotencyKey('x'.repeat(255))).toHaveLength(255);
  for (const key of ['', 'x'.repeat(256), 'ключ', 'a\tb', '\0'])
    expect(() => readIdempotencyKey(key)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

test('a key is held as long as its request may take, and a minute more', async () => {
  const call = aCall({ timeoutSeconds: 600 });
  await leftBehind(call);
  clock.advance({ seconds: 659 });
  await expect(store.once(call, counting())).rejects.toEqual(isRunning);
  clock.advance({ seconds: 2 });
  expect(await store.once(call, counting())).toMatchObject({ body: '1', replayed: false });
});

test.each(['answer', 'failure'])('the late %s of a request that lost its key changes nothing', async (end) => {
  const call = aCall();
  const late = Promise.withResolvers<StoredAnswer>();
  const isSlow = store.once(call, () => late.promise);
  const held = 'SELECT 1 FROM catalog.idempotency_keys WHERE key = $1';
  await eventually(async () => (await database.query(held, [call.key])).length === 1);
  clock.advance({ minutes: 5 });
  const taken = Promise.withResolvers<StoredAnswer>();
  const second = store.once(call, () => taken.promise);
  const until = 'SELECT 1 FROM catalog.idempotency_keys WHERE key = $1 AND locked_until > $2';
  await eventually(async () => (await database.query(until, [call.key, clock.now()])).length === 1);
  if (end === 'answer') late.resolve({ status: 201, body: 'late' });
  else late.reject(new AppError('service_unavailable'));
  await isSlow.catch(() => {});
  await expect(store.once(call, counting())).rejects.toEqual(isRunning);
  taken.resolve(created);
  expect(await second).toEqual({ ...created, replayed: false });
  expect(await store.once(call, counting())).toEqual({ ...created, replayed: true });
});
