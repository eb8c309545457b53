import { beforeEach, expect, test } from '@jest/globals';
import { cms, type ResolvedSite } from '@platform/contracts';
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
import { createSiteDirectory, type SiteDirectory } from './site-directory.ts';

const id = newId();
const aSite = (...hashes: string[]): ResolvedSite => ({
  id,
  code: 'landing',
  status: 'active',
  application_id: null,
  keys: hashes.map((key_hash) => ({ id: null, key_hash, valid_until: null, is_use_stale: false })),
});

let kv: KeyValueStore;
let stored: ResolvedSite | null;
let isDown: boolean;

/** The cms, as far as the directory asks it. */
const ask = (async (_query: unknown, { code }: { code: string }) => {
  if (isDown) return fail('service_unavailable');
  return { site: stored?.code === code ? structuredClone(stored) : null };
}) as unknown as Ask;

const aGateway = (): SiteDirectory => createSiteDirectory({ ask, kv, log: createLog('test', 'silent') });

/** Shows a gateway that a site changed, as the bus does. */
async function announce(gateway: SiteDirectory, site_id: string = id): Promise<void> {
  const envelope: Envelope = {
    id: newId(),
    type: cms.events.siteUpdated.type,
    occurred_at: new Date().toISOString(),
    application_id: null,
    request_id: newId(),
    traceparent: null,
    data: { site_id, code: 'landing', application_id: null },
  };
  for (const { type, observe } of gateway.observers) if (type === envelope.type) observe(envelope);
  await new Promise(setImmediate);
}

const found = (gateway: SiteDirectory, code = 'landing') =>
  gateway.find({ code }).then(
    (site) => site?.keys.map(({ key_hash }) => key_hash) ?? null,
    (error: unknown) => (isAppError(error) ? error.code : error),
  );

beforeEach(() => {
  kv = memoryKeyValueStore();
  stored = aSite('first');
  isDown = false;
});

test('a rotated key holds from the moment that the cms announces it', async () => {
  const gateway = aGateway();
  expect(await found(gateway)).toEqual(['first']);
  stored = aSite('second');
  await announce(gateway, newId());
  expect(await found(gateway)).toEqual(['first']);
  await announce(gateway);
  expect(await found(gateway)).toEqual(['second']);
});

test('while the cms is down a site serves that any gateway saw, and one that was announced as changed does not', async () => {
  const [one, two] = [aGateway(), aGateway()];
  await one.find({ code: 'landing' });
  isDown = true;
  expect(await found(two)).toEqual(['first']);
  expect(await found(two, 'another')).toBe('service_unavailable');
  for (const gateway of [one, two]) await announce(gateway);
  for (const gateway of [one, two, aGateway()]) expect(await found(gateway)).toBe('service_unavailable');
});

test('a site that was made just now is found, although it was looked for before', async () => {
  const gateway = aGateway();
  stored = null;
  expect(await found(gateway)).toBeNull();
  stored = aSite('first');
  await announce(gateway);
  expect(await found(gateway)).toEqual(['first']);
});
