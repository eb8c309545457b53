import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  type Answer,
  fakePlatform,
  refusal,
  snapshotAnswer,
  snapshotClaims,
  snapshotSigner,
  userToken,
} from '../test/fake-platform.ts';
import {
  entitlementsAddress as entitlements,
  keysAddress,
  clientOf as openClient,
  patientMs,
  withoutJitter,
} from '../test/open-client.ts';
import type { ClientOptions } from './create-client.ts';
import { ed25519Verify } from './ed25519.ts';
import type { SnapshotKey } from './snapshot.ts';
import { type ClientStorage, memoryStorage } from './storage.ts';
import { personOf } from './token-claims.ts';

const day = 86_400_000;
const signer = snapshotSigner();
const keys: Answer = { body: { keys: [signer.key] } };
const person = personOf(userToken('ada'));
const keyOf = (topic: string) => `platform:notes:${person}:${topic}`;

afterEach(() => void jest.restoreAllMocks());

const freeEntitlements = ['notes_basic'];
const clientOf = (fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}) =>
  openClient(fetch, { freeEntitlements, ...options });

/** A platform that answers this snapshot. */
const online = (token: string) =>
  fakePlatform({ [entitlements]: () => snapshotAnswer(token), [keysAddress]: () => keys });
const offline = fakePlatform({ [entitlements]: () => 'network', [keysAddress]: () => 'network' }).fetch;

/** A storage in which a paying person was online, and is not any more. */
async function paidStorage(claims = snapshotClaims(['export_pdf'])): Promise<ClientStorage> {
  const storage = memoryStorage();
  const client = clientOf(online(signer.token(claims)).fetch, { storage });
  await client.ready({ timeoutMs: patientMs });
  expect(client.has('export_pdf')).toBe(true);
  client.stop();
  return storage;
}

async function hasOffline(storage: ClientStorage, options: Partial<ClientOptions> = {}): Promise<boolean> {
  withoutJitter();
  const client = clientOf(offline, { storage, ...options });
  await client.ready({ timeoutMs: patientMs });
  client.stop();
  expect(client.has('notes_basic')).toBe(true);
  return client.has('export_pdf');
}

describe('a gate', () => {
  test('opens for free codes alone before the client is ready', async () => {
    const client = clientOf(online(signer.token(snapshotClaims(['export_pdf']))).fetch);
    expect([client.has('notes_basic'), client.has('export_pdf'), client.codes()]).toEqual([
      true,
      false,
      ['notes_basic'],
    ]);
    await client.ready({ timeoutMs: patientMs });
    expect([client.has('export_pdf'), client.codes()]).toEqual([true, ['export_pdf', 'notes_basic']]);
    client.stop();
  });

  test('closes at the end of a code by itself, and tells those that listen', async () => {
    let now = Date.now();
    const expires_at = new Date(now + 40).toISOString();
    const api = online(signer.token(snapshotClaims(['export_pdf'], { now, expires_at })));
    const client = clientOf(api.fetch, { now: () => now });
    await client.ready({ timeoutMs: patientMs });
    expect(client.has('export_pdf')).toBe(true);
    const told = new Promise<void>((resolve) => void client.on('entitlements', resolve));
    now += 41;
    expect(client.has('export_pdf')).toBe(false);
    await told;
    client.stop();
  });

  test('is silent after its listener left', async () => {
    const client = clientOf(online(signer.token(snapshotClaims(['export_pdf']))).fetch);
    let times = 0;
    const end = client.on('entitlements', () => {
      times += 1;
    });
    await client.ready({ timeoutMs: patientMs });
    expect(times).toBe(1);
    end();
    await client.refresh().catch(() => {});
    expect(times).toBe(1);
    client.stop();
  });
});

describe('a fresh snapshot', () => {
  test('is trusted where the device cannot verify, and kept only for a device that can', async () => {
    const storage = memoryStorage();
    const client = clientOf(online(signer.token(snapshotClaims(['export_pdf']))).fetch, {
      storage,
      verify: () => undefined,
    });
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect(client.has('export_pdf')).toBe(true);
    expect(await hasOffline(storage, { verify: () => undefined })).toBe(false);
    expect(await hasOffline(storage, { verify: ed25519Verify })).toBe(true);
  });

  test('with a wrong signature opens nothing', async () => {
    const token = signer.token(snapshotClaims(['export_pdf']));
    const altered = token.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`);
    const client = clientOf(online(altered).fetch);
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect(client.has('export_pdf')).toBe(false);
  });

  test('of a key that is not pinned opens nothing, also when the key set of the network has it', async () => {
    const pinned = snapshotSigner('s9').key;
    const client = clientOf(online(signer.token(snapshotClaims(['export_pdf']))).fetch, { snapshotKeys: [pinned] });
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect(client.has('export_pdf')).toBe(false);
  });

  test.each([entitlements, keysAddress])('of the former person that arrives late is dropped: %s', async (late) => {
    let user = 'ada';
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const answerOf = (address: string, answer: Answer) => async () => {
      if (address !== late) return answer;
      asked.resolve();
      await gate.promise;
      return answer;
    };
    const api = fakePlatform({
      [keysAddress]: answerOf(keysAddress, keys),
      [entitlements]: answerOf(entitlements, snapshotAnswer(signer.token(snapshotClaims(['export_pdf'])))),
    });
    const client = clientOf(api.fetch, { getToken: () => userToken(user) });
    const refreshed = client.refresh().catch(() => {});
    await asked.promise;
    user = 'bob';
    await client.flush();
    gate.resolve();
    await refreshed;
    client.stop();
    expect(client.has('export_pdf')).toBe(false);
  });
});

describe('a stored snapshot', () => {
  test('opens its codes without the network until its time is over', async () => {
    const storage = await paidStorage();
    expect(await hasOffline(storage)).toBe(true);
    expect(await hasOffline(storage, { now: () => Date.now() + 6.9 * day })).toBe(true);
    expect(await hasOffline(storage, { now: () => Date.now() + 7.1 * day })).toBe(false);
  });

  test('of an older time, put back, opens nothing when the clock goes back with it', async () => {
    const storage = await paidStorage();
    const hour = 3_600_000;
    expect(await hasOffline(storage, { now: () => Date.now() - hour })).toBe(false);
    expect(await hasOffline(storage, { now: () => Date.now() - 200_000 })).toBe(true);
    const old = signer.token(snapshotClaims(['export_pdf'], { now: Date.now() - 2 * hour }));
    await storage.set(keyOf('snapshot'), JSON.stringify({ token: old, keys: [signer.key] }));
    expect(await hasOffline(storage, { now: () => Date.now() - 2 * hour })).toBe(false);
  });

  test('survives what a broken storage has in its place', async () => {
    for (const broken of ['', 'null', '[]', '{"token":1}', '{"token":"a.b.c","keys":7}', '{']) {
      const storage = await paidStorage();
      await storage.set(keyOf('snapshot'), broken);
      expect([broken, await hasOffline(storage)]).toEqual([broken, false]);
    }
    const failing: ClientStorage = {
      get: () => Promise.reject(new Error('no')),
      set: () => Promise.reject(new Error('full')),
      remove: () => {
        throw new Error('no');
      },
    };
    expect(await hasOffline(failing)).toBe(false);
  });

  test('of a pinned key verifies, and the keys beside it count for nothing', async () => {
    const storage = await paidStorage();
    const forger = snapshotSigner('s1');
    const pins: readonly SnapshotKey[] = [signer.key];
    expect(await hasOffline(storage, { snapshotKeys: pins })).toBe(true);
    const token = forger.token(snapshotClaims(['export_pdf']));
    await storage.set(keyOf('snapshot'), JSON.stringify({ token, keys: [forger.key] }));
    expect(await hasOffline(storage, { snapshotKeys: pins })).toBe(false);
  });

  test('of one person is neither used nor seen by the next one', async () => {
    const storage = await paidStorage();
    expect(await hasOffline(storage, { getToken: () => userToken('bob') })).toBe(false);
    expect(await hasOffline(storage)).toBe(true);
  });

  test('is gone when the platform does not know the person any more', async () => {
    const storage = await paidStorage();
    const api = fakePlatform({ [entitlements]: () => refusal(404, 'user_not_found') });
    const told: unknown[] = [];
    const client = clientOf(api.fetch, { storage, onError: (error) => told.push(error) });
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect(client.has('export_pdf')).toBe(false);
    expect(await hasOffline(storage)).toBe(false);
    expect(told.filter((error) => (error as { code?: string }).code === 'user_not_found')).toEqual([]);
  });

  test('is gone after the person has signed out', async () => {
    const storage = await paidStorage();
    withoutJitter();
    const client = clientOf(offline, { storage });
    await client.ready({ timeoutMs: patientMs });
    expect(client.has('export_pdf')).toBe(true);
    await client.signOut();
    expect(client.has('export_pdf')).toBe(false);
    client.stop();
    expect(await storage.get(keyOf('snapshot'))).toBeUndefined();
    expect(await hasOffline(storage)).toBe(false);
  });
});

test('ready never rejects, and returns after its time while the platform is silent', async () => {
  const api = fakePlatform({ [entitlements]: () => 'never', 'GET /v1/applications/notes/config': () => 'never' });
  const silent = clientOf(api.fetch);
  await silent.ready({ timeoutMs: 20 });
  silent.stop();
  const refused = clientOf(fakePlatform({ [entitlements]: () => refusal(401, 'invalid_token') }).fetch);
  await refused.ready();
  refused.stop();
  const failing = clientOf(offline, { getToken: () => Promise.reject(new Error('no provider')) });
  await failing.ready({ timeoutMs: patientMs });
  failing.stop();
  expect([silent, refused, failing].map((client) => client.has('notes_basic'))).toEqual([true, true, true]);
});
