import { beforeEach, expect, jest, test } from '@jest/globals';
import type { PreparedBody } from '@platform/contracts/kit';
import { AppError } from './errors.ts';
import { representationOf } from './http/compression.ts';
import { createReadCache, Expiring } from './read-cache.ts';

const body = (text: string): PreparedBody => ({ etag: `"${text}"`, body: Buffer.from(text) });
const etagOf = async (prepared: Promise<PreparedBody>) => (await prepared).etag;

let loads = 0;
beforeEach(() => {
  loads = 0;
});
const counting = (text: string) => async () => {
  loads += 1;
  return body(text);
};

test('a body is built once and answered from memory after that', async () => {
  const cache = createReadCache<PreparedBody>();
  for (let n = 0; n < 3; n += 1) expect(await etagOf(cache.get('app', 'paywall', counting('a')))).toBe('"a"');
  expect(loads).toBe(1);
});

test('requests that come while it is being built share one build', async () => {
  const cache = createReadCache<PreparedBody>();
  const { promise, resolve } = Promise.withResolvers<PreparedBody>();
  const load = () => {
    loads += 1;
    return promise;
  };
  const asked = Array.from({ length: 100 }, () => etagOf(cache.get('app', 'paywall', load)));
  resolve(body('a'));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['"a"']));
  expect(loads).toBe(1);
});

test('groups and keys are kept apart', async () => {
  const cache = createReadCache<PreparedBody>();
  const asked = [
    cache.get('one', 'x', counting('1x')),
    cache.get('one', 'y', counting('1y')),
    cache.get('two', 'x', counting('2x')),
  ];
  expect(await Promise.all(asked.map(etagOf))).toEqual(['"1x"', '"1y"', '"2x"']);
  cache.invalidate('one');
  expect(await etagOf(cache.get('two', 'x', counting('new')))).toBe('"2x"');
  expect(await etagOf(cache.get('one', 'x', counting('new')))).toBe('"new"');
  expect(await etagOf(cache.get('one', 'y', counting('new')))).toBe('"new"');
});

test('a body whose time is over is built again', async () => {
  const cache = createReadCache<PreparedBody>({ ttlMs: 0 });
  await cache.get('app', 'k', counting('a'));
  expect(await etagOf(cache.get('app', 'k', counting('b')))).toBe('"b"');
});

test('when a body cannot be built again the old one is served, and the next request tries once more', async () => {
  const cache = createReadCache<PreparedBody>({ ttlMs: 0 });
  await cache.get('app', 'k', counting('a'));
  const down = jest.fn(async (): Promise<PreparedBody> => {
    throw new AppError('service_unavailable');
  });
  for (let n = 0; n < 2; n += 1) expect(await etagOf(cache.get('app', 'k', down))).toBe('"a"');
  expect(down).toHaveBeenCalledTimes(2);
  const broken = () => Promise.reject(new Error('connection lost'));
  expect(await etagOf(cache.get('app', 'k', broken))).toBe('"a"');
  expect(await etagOf(cache.get('app', 'k', counting('b')))).toBe('"b"');
});

test('a refusal is an answer: it passes through although an old body is there', async () => {
  const cache = createReadCache<PreparedBody>({ ttlMs: 0 });
  await cache.get('app', 'k', counting('a'));
  const gone = () => Promise.reject(new AppError('paywall_not_found'));
  await expect(cache.get('app', 'k', gone)).rejects.toMatchObject({ code: 'paywall_not_found' });
});

test('a failure without an old body passes through and is not kept', async () => {
  const cache = createReadCache<PreparedBody>();
  const down = () => Promise.reject(new AppError('service_unavailable'));
  await expect(cache.get('app', 'k', down)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await etagOf(cache.get('app', 'k', counting('a')))).toBe('"a"');
});

test('a body whose group is invalidated while it is built is answered to its caller, and not cached', async () => {
  const cache = createReadCache<PreparedBody>();
  const { promise, resolve } = Promise.withResolvers<PreparedBody>();
  const early = etagOf(cache.get('app', 'k', () => promise));
  cache.invalidate('app');
  // A read after the invalidation must not get the body from before it.
  const late = etagOf(cache.get('app', 'k', counting('new')));
  resolve(body('old'));
  expect(await early).toBe('"old"');
  expect(await late).toBe('"new"');
  expect(await etagOf(cache.get('app', 'k', counting('newer')))).toBe('"new"');
});

test('a change forgets a body, also when it cannot be built again', async () => {
  const cache = createReadCache<PreparedBody>();
  await cache.get('app', 'k', counting('a'));
  cache.invalidate('app');
  await expect(cache.get('app', 'k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
});

test('the least used bodies leave when there are too many', async () => {
  const cache = createReadCache<PreparedBody>({ maxBytes: 1_000 });
  for (const key of ['a', 'b', 'a', 'c']) await cache.get('app', key, counting(key));
  expect(loads).toBe(3);
  await cache.get('app', 'a', counting('a'));
  expect(loads).toBe(3);
  await cache.get('app', 'b', counting('b'));
  expect(loads).toBe(4);
});

test('a refusal ends what was kept: a source that fails after it does not bring the old body back', async () => {
  const cache = createReadCache<PreparedBody>({ ttlMs: 0 });
  await cache.get('app', 'k', counting('a'));
  const gone = () => Promise.reject(new AppError('paywall_not_found'));
  await expect(cache.get('app', 'k', gone)).rejects.toMatchObject({ code: 'paywall_not_found' });
  const down = () => Promise.reject(new AppError('service_unavailable'));
  await expect(cache.get('app', 'k', down)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('a refusal is not kept: what is there a moment later is read', async () => {
  const cache = createReadCache<PreparedBody>();
  const missing = () => Promise.reject(new AppError('paywall_not_found'));
  await expect(cache.get('app', 'k', missing)).rejects.toMatchObject({ code: 'paywall_not_found' });
  expect(await etagOf(cache.get('app', 'k', counting('a')))).toBe('"a"');
});

test('a value that ends at a moment of its own is built again from then on, and no failure brings it back', async () => {
  let time = 1_000;
  const cache = createReadCache<PreparedBody>({ ttlMs: 60_000, clock: { now: () => new Date(time) } });
  const until = (text: string, at: number) => async () => new Expiring(body(text), new Date(at));
  expect(await etagOf(cache.get('app', 'k', until('a', 1_500)))).toBe('"a"');
  time = 1_499;
  expect(await etagOf(cache.get('app', 'k', counting('b')))).toBe('"a"');
  time = 1_500;
  const down = () => Promise.reject(new Error('connection lost'));
  await expect(cache.get('app', 'k', down)).rejects.toThrow('connection lost');
  expect(await etagOf(cache.get('app', 'k', until('b', 1_000_000)))).toBe('"b"');
  // No longer than any other value.
  time = 1_500 + 60_000;
  expect(await etagOf(cache.get('app', 'k', counting('c')))).toBe('"c"');
});

test('compressed representations count as memory of a body', async () => {
  const long = (name: string): PreparedBody => ({
    etag: `"${name}"`,
    body: Buffer.from(Array.from({ length: 40_000 }, () => 97 + Math.floor(Math.random() * 16))),
  });
  const [first, second] = [long('first'), long('second')];
  // Two bodies fit, but not with the compressed ones, which are about half as long.
  const cache = createReadCache<PreparedBody>({ maxBytes: 100_000 });
  for (const one of [first, second]) await cache.get('app', one.etag, async () => one);
  for (const one of [first, second])
    while (representationOf(one, 'text/plain', 'gzip').coding === undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await etagOf(cache.get('app', first.etag, counting('new')))).toBe('"first"');
  expect(await etagOf(cache.get('app', second.etag, counting('new')))).toBe('"new"');
  cache.invalidate('app');
  expect(await etagOf(cache.get('app', first.etag, counting('newer')))).toBe('"newer"');
});
