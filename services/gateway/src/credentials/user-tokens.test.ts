import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { identity, type ResolvedApplication } from '@platform/contracts';
import {
  type Ask,
  createLog,
  createMetrics,
  createSealer,
  type Envelope,
  fail,
  isAppError,
  type KeyValueStore,
  memoryKeyValueStore,
  newId,
  withOwnMetrics,
} from '@platform/runtime';
import { SignJWT } from 'jose';
import { gatewayMetrics } from '../metrics.ts';
import type { KeySets } from './key-sets.ts';
import { createTokenVerifier } from './token-verifier.ts';
import { UserTokens } from './user-tokens.ts';

const secret = Buffer.alloc(32, 1);
const sealer = createSealer([`test:${Buffer.alloc(32, 7).toString('base64')}`]);
const issuer = 'https://id.example.test';
const applicationId = newId();
const application: ResolvedApplication = {
  id: applicationId,
  code: 'demo',
  status: 'active',
  public_keys: [],
  identity_provider: {
    issuer,
    issuer_aliases: [],
    audience: 'demo',
    allow_missing_audience: false,
    jwks_url: null,
    sealed_hs256_secret: sealer.seal(secret, `identity_provider:${applicationId}`),
    authorized_party: null,
    saved_at: null,
  },
};
const anna = newId();

let kv: KeyValueStore;
let isStoreDown: boolean;
/** The user of the subject, as identity knows it. */
let stored: string | null;
let isDown: boolean;
let minted = 0;

const ask = (async () => {
  if (isDown) return fail('service_unavailable');
  return { user_id: stored };
}) as unknown as Ask;

/** The store that all gateways share, when it can be reached. */
const reachable = (store: KeyValueStore): KeyValueStore => {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isStoreDown) throw new Error('the store is down');
    return work();
  };
  return {
    ...store,
    get: (key) => through(() => store.get(key)),
    set: (key, value, ttl) => through(() => store.set(key, value, ttl)),
    delete: (key) => through(() => store.delete(key)),
  };
};

const aGateway = (): UserTokens =>
  new UserTokens(
    { ask, kv, log: createLog('test', 'silent'), metrics: withOwnMetrics(createMetrics(), gatewayMetrics) },
    createTokenVerifier({ sealer, keySets: {} as KeySets }),
  );

async function aToken(): Promise<string> {
  minted += 1;
  return new SignJWT({ nonce: minted })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience('demo')
    .setSubject('anna')
    .setExpirationTime('1h')
    .sign(secret);
}

/** The user that a gateway resolves for the holder of a new token. */
const holder = async (gateway: UserTokens): Promise<string | null> => holderOf(gateway, await aToken());

/** The user that a gateway resolves for the holder of a token. */
async function holderOf(gateway: UserTokens, token: string): Promise<string | null> {
  try {
    return (await gateway.verify(application, token, { admit() {}, count: async () => {} })).id;
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  } finally {
    // The gateway does not wait for its writes to the store.
    await sleep(1);
  }
}

/** Shows a gateway that the person was erased, as the bus does. */
async function announce(gateway: UserTokens): Promise<void> {
  const { type } = identity.events.userErased;
  const envelope: Envelope = {
    id: newId(),
    type,
    occurred_at: new Date().toISOString(),
    application_id: applicationId,
    request_id: newId(),
    traceparent: null,
    data: { user_id: anna },
  };
  for (const observer of gateway.observers) if (observer.type === type) observer.observe(envelope);
  await sleep(1);
}

beforeEach(() => {
  kv = reachable(memoryKeyValueStore());
  isStoreDown = false;
  stored = anna;
  isDown = false;
});

describe('while identity is down', () => {
  test('a user that any gateway saw is known', async () => {
    const gateway = aGateway();
    expect(await holder(gateway)).toBe(anna);
    isDown = true;
    for (const each of [gateway, aGateway()]) expect(await holder(each)).toBe(anna);
  });

  test('no user is, while the store is down too: it holds the erasures', async () => {
    const gateway = aGateway();
    await holder(gateway);
    isDown = true;
    isStoreDown = true;
    expect(await holder(gateway)).toBe('service_unavailable');
    isStoreDown = false;
    expect(await holder(gateway)).toBe(anna);
  });

  test('an erased user is not, whichever gateway got the event', async () => {
    const [one, two] = [aGateway(), aGateway()];
    for (const gateway of [one, two]) await holder(gateway);
    await announce(one);
    isDown = true;
    for (const gateway of [one, two, aGateway()]) expect(await holder(gateway)).toBe('service_unavailable');
  });

  test('an erased user is not, also when no gateway got the event but one learned it from identity', async () => {
    const [one, two] = [aGateway(), aGateway()];
    for (const gateway of [one, two]) await holder(gateway);
    stored = null;
    expect(await holder(one)).toBeNull();
    isDown = true;
    for (const gateway of [one, two, aGateway()]) expect(await holder(gateway)).toBe('service_unavailable');
  });

  test('an erased user is not, also when the gateway that learned it had never seen the user', async () => {
    const [one, two] = [aGateway(), aGateway()];
    await holder(two);
    stored = null;
    expect(await holder(one)).toBeNull();
    isDown = true;
    for (const gateway of [one, two, aGateway()]) expect(await holder(gateway)).toBe('service_unavailable');
  });

  test('a user that was erased and registered again is known by the new id', async () => {
    const gateway = aGateway();
    await holder(gateway);
    stored = null;
    await holder(gateway);
    stored = newId();
    await holder(gateway);
    isDown = true;
    for (const each of [gateway, aGateway()]) expect(await holder(each)).toBe(stored);
  });
});

describe('a user with another login', () => {
  /** Shows a gateway an event of identity, as the bus does. */
  const show = (gateway: UserTokens, type: string, data: object) => {
    for (const observer of gateway.observers)
      if (observer.type === type)
        observer.observe({
          id: newId(),
          type,
          occurred_at: new Date().toISOString(),
          application_id: applicationId,
          request_id: newId(),
          traceparent: null,
          data,
        });
  };
  const loginHash = hash('sha256', `${issuer}\nanna`, 'base64url');

  test('is asked for again with each remembered token, and its new login is remembered', async () => {
    const gateway = aGateway();
    const token = await aToken();
    expect(await holderOf(gateway, token)).toBe(anna);
    stored = null;
    expect(await holderOf(gateway, token)).toBe(anna);
    show(gateway, identity.events.userRebound.type, { user_id: anna, former_login_hash: loginHash });
    expect(await holderOf(gateway, token)).toBeNull();
    // Another login leads to the user from now on, and is cached as ever.
    stored = anna;
    const next = await aToken();
    expect(await holderOf(gateway, next)).toBe(anna);
    stored = null;
    expect(await holderOf(gateway, next)).toBe(anna);
  });

  test('is not served to the former login while identity is down', async () => {
    const gateway = aGateway();
    await holder(gateway);
    show(gateway, identity.events.userRebound.type, { user_id: anna, former_login_hash: loginHash });
    await sleep(1);
    isDown = true;
    for (const each of [gateway, aGateway()]) expect(await holder(each)).toBe('service_unavailable');
  });

  test('that was merged is never served again', async () => {
    const gateway = aGateway();
    const token = await aToken();
    expect(await holderOf(gateway, token)).toBe(anna);
    const ben = newId();
    stored = ben;
    show(gateway, identity.events.userMerged.type, { user_id: ben, merged_user_id: anna });
    expect(await holderOf(gateway, token)).toBe(ben);
  });
});
