import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { catalog, type ResolvedApplication } from '@platform/contracts';
import {
  type Ask,
  createLog,
  type Envelope,
  fail,
  isAppError,
  type KeyValueStore,
  memoryKeyValueStore,
  newId,
} from '@platform/runtime';
import { type ApplicationDirectory, type ApplicationKey, createApplicationDirectory } from './application-directory.ts';

const id = newId();
const anApplication = (...keys: string[]): ResolvedApplication => ({
  id,
  code: 'demo',
  status: 'active',
  public_keys: keys.map((key) => ({ id: null, key, valid_until: null, is_use_stale: false })),
  identity_provider: null,
});
const byCode = { code: 'demo' };
const byId = { id };
const byKey = (public_key: string) => ({ public_key });

let kv: KeyValueStore;
let stored: ResolvedApplication | null;
let isDown: boolean;
let asked: number;

/** Catalog, as far as the directory asks it. */
const ask = (async (_query: unknown, key: ApplicationKey) => {
  asked += 1;
  if (isDown) return fail('service_unavailable');
  const isFound =
    'code' in key
      ? stored?.code === key.code
      : 'id' in key
        ? stored?.id === key.id
        : stored?.public_keys.some((live) => live.key === key.public_key);
  return { application: isFound ? structuredClone(stored) : null };
}) as unknown as Ask;

/** A gateway with a memory of its own and the store that all share. */
const aGateway = (): ApplicationDirectory => createApplicationDirectory({ ask, kv, log: createLog('test', 'silent') });

/** Shows a gateway that the application changed, as the bus does. */
async function announce(gateway: ApplicationDirectory, application_id: string | null = id): Promise<void> {
  const { type } = catalog.events.applicationUpdated;
  const envelope: Envelope = {
    id: newId(),
    type,
    occurred_at: new Date().toISOString(),
    application_id,
    request_id: newId(),
    traceparent: null,
    data: {},
  };
  for (const observer of gateway.observers) if (observer.type === type) observer.observe(envelope);
  await new Promise(setImmediate);
}

const found = (gateway: ApplicationDirectory, key: ApplicationKey) =>
  gateway.find(key).then(
    (application) => application?.public_keys.map((live) => live.key) ?? null,
    (error: unknown) => (isAppError(error) ? error.code : error),
  );

beforeEach(() => {
  kv = memoryKeyValueStore();
  stored = anApplication('first');
  isDown = false;
  asked = 0;
});
afterEach(() => void jest.restoreAllMocks());

describe('while catalog is down', () => {
  test('an application serves by the names that any gateway saw', async () => {
    const gateway = aGateway();
    for (const key of [byCode, byId, byKey('first')]) await gateway.find(key);
    isDown = true;
    for (const key of [byCode, byId, byKey('first')]) expect(await found(aGateway(), key)).toEqual(['first']);
    expect(await found(aGateway(), { code: 'other' })).toBe('service_unavailable');
  });

  test('it is one object for a while, and catalog is not asked for each request', async () => {
    await aGateway().find(byCode);
    isDown = true;
    const gateway = aGateway();
    const first = await gateway.find(byCode);
    asked = 0;
    expect(await gateway.find(byCode)).toBe(first);
    expect(asked).toBe(0);
    // The cache reads its clock once a millisecond.
    await sleep(5);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 6_000);
    await gateway.find(byCode);
    expect(asked).toBe(1);
  });

  test.each([
    ['code', byCode],
    ['id', byId],
    ['key', byKey('first')],
  ])('one that was announced as changed does not serve by its %s, whichever gateway saw it', async (_name, key) => {
    const [one, two] = [aGateway(), aGateway()];
    for (const each of [byCode, byId, byKey('first')]) await two.find(each);
    await announce(one);
    await announce(two);
    isDown = true;
    for (const gateway of [one, two, aGateway()]) expect(await found(gateway, key)).toBe('service_unavailable');
  });

  test('the log says which one by its id, whatever it was asked for by', async () => {
    const lines: string[] = [];
    const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
    const gateway = createApplicationDirectory({ ask, kv, log });
    for (const key of [byCode, byKey('first')]) await aGateway().find(key);
    isDown = true;
    for (const key of [byCode, byKey('first')]) await gateway.find(key);
    expect(lines.map((line) => JSON.parse(line).application)).toEqual([id, id]);
    expect(lines.join()).not.toContain('first');
  });

  test('a change of another application takes nothing away', async () => {
    const gateway = aGateway();
    await gateway.find(byCode);
    await announce(gateway, newId());
    await announce(gateway, null);
    isDown = true;
    expect(await found(aGateway(), byCode)).toEqual(['first']);
  });

  test('a key that was withdrawn stays so, also when the application was loaded again by its code', async () => {
    const gateway = aGateway();
    for (const key of [byCode, byKey('first')]) await gateway.find(key);
    stored = anApplication('second');
    await announce(gateway);
    expect(await found(gateway, byCode)).toEqual(['second']);
    isDown = true;
    expect(await found(aGateway(), byKey('first'))).toBe('service_unavailable');
    expect(await found(aGateway(), byCode)).toEqual(['second']);
  });

  test('an application that catalog no longer finds under one name is served under none, even without an event', async () => {
    await aGateway().find(byCode);
    await aGateway().find(byKey('first'));
    stored = anApplication('second');
    expect(await found(aGateway(), byKey('first'))).toBeNull();
    isDown = true;
    expect(await found(aGateway(), byKey('first'))).toBe('service_unavailable');
    expect(await found(aGateway(), byCode)).toBe('service_unavailable');
  });
});

test('an answer from before a change is neither kept nor remembered', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = (async (...args: Parameters<Ask>) => {
    const answer = await ask(...args);
    await held;
    return answer;
  }) as unknown as Ask;
  const gateway = createApplicationDirectory({ ask: slow, kv, log: createLog('test', 'silent') });
  const waiting = gateway.find(byCode);
  stored = anApplication('second');
  await announce(gateway);
  release();
  await waiting;
  expect(await found(gateway, byCode)).toEqual(['second']);
  await announce(gateway);
  isDown = true;
  expect(await found(aGateway(), byCode)).toBe('service_unavailable');
});
