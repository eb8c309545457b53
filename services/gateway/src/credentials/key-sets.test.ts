import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  createLog,
  createMetrics,
  createSafeFetch,
  type Listening,
  listen,
  type Metrics,
  withOwnMetrics,
} from '@platform/runtime';
import { eventually } from '@platform/testing';
import { type CryptoKey, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { type GatewayMetrics, gatewayMetrics } from '../metrics.ts';
import { createKeySets, type KeySets } from './key-sets.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Signer {
  kid: string;
  privateKey: CryptoKey;
  jwk: object;
}
const aSigner = async (kid: string): Promise<Signer> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
};
const sign = ({ kid, privateKey }: Pick<Signer, 'kid' | 'privateKey'>) =>
  new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);

let provider: Listening;
let published: Signer[];
let isLost: boolean;
let isHanging: boolean;
let fetches: number;
let url: string;
let safeFetch: ReturnType<typeof createSafeFetch>;
let metrics: Metrics & GatewayMetrics;
let keySets: KeySets;
/** How far the clock went, in milliseconds. */
let passed: number;

beforeEach(async () => {
  [isLost, isHanging, fetches, passed] = [false, false, 0, 0];
  published = [await aSigner('one')];
  provider = await listen(
    (_, res) => {
      fetches += 1;
      if (isHanging) return;
      if (isLost) res.writeHead(503).end();
      else res.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
    },
    { port: 0, host: '127.0.0.1' },
  );
  url = `http://127.0.0.1:${provider.port}/jwks`;
  safeFetch = createSafeFetch([`127.0.0.1:${provider.port}`]);
  metrics = withOwnMetrics(createMetrics(), gatewayMetrics);
  keySets = createKeySets({ safeFetch, metrics, log: createLog('test', 'silent') });
  const real = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => real() + passed);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await safeFetch.close();
  await provider.close(0);
});

const wait = (ms: number) => {
  passed += ms;
};
const verify = async (token: string): Promise<string> =>
  jwtVerify(token, keySets.at(url)).then(
    () => 'valid',
    (error: Error) => error.name,
  );
const lostSeconds = async () => {
  const text = await metrics.scrape();
  return Number(/^identity_provider_keys_lost_seconds (\S+)/m.exec(text)?.[1]);
};

test('new keys under the id of the former ones are found by a signature that fails, and forgeries fetch once in five seconds', async () => {
  const [former] = published;
  if (!former) throw new Error('no key');
  expect(await verify(await sign(former))).toBe('valid');
  const renewed = await aSigner(former.kid);
  published = [renewed];
  wait(6_000);
  expect(await verify(await sign(renewed))).toBe('JWSSignatureVerificationFailed');
  const tried = keySets.revisionAt(url);
  expect(await keySets.renew(url, tried)).toBe(true);
  expect([await verify(await sign(renewed)), fetches]).toEqual(['valid', 2]);
  // A token that was tried with the former keys is tried again without a fetch.
  expect([await keySets.renew(url, tried), fetches]).toEqual([true, 2]);
  const renew = () => keySets.renew(url, keySets.revisionAt(url));
  expect(await Promise.all(Array.from({ length: 50 }, renew))).toEqual(Array(50).fill(false));
  expect(fetches).toBe(2);
  wait(6_000);
  isLost = true;
  expect([await renew(), await verify(await sign(renewed)), fetches]).toEqual([false, 'valid', 3]);
  // A forged token raises no alarm about keys that serve.
  expect(await lostSeconds()).toBe(0);
});

test('a provider that hangs delays a signature that fails no longer than a moment: its fetch runs on', async () => {
  const [known] = published;
  if (!known) throw new Error('no key');
  keySets = createKeySets({ safeFetch, metrics, log: createLog('test', 'silent'), timeoutMs: 300_000 });
  expect(await verify(await sign(known))).toBe('valid');
  wait(6_000);
  isHanging = true;
  expect([await keySets.renew(url, keySets.revisionAt(url)), fetches, await verify(await sign(known))]).toEqual([
    false,
    2,
    'valid',
  ]);
});

test('keys that were fetched before a provider is saved are fetched again for the next token', async () => {
  const [former] = published;
  if (!former) throw new Error('no key');
  const check = (token: string, savedAt: number) =>
    jwtVerify(token, keySets.at(url, savedAt)).then(
      () => 'valid',
      (error: Error) => error.name,
    );
  const token = await sign(former);
  expect([await check(token, 1), await check(token, 1), fetches]).toEqual(['valid', 'valid', 1]);
  published = [await aSigner('two')];
  wait(6_000);
  // An application with an earlier save of the same address changes nothing.
  expect([await check(token, 0), fetches]).toEqual(['valid', 1]);
  expect([await check(token, 2), fetches]).toEqual(['JWKSNoMatchingKey', 2]);
  expect([await check(await sign(published[0] as Signer), 2), fetches]).toEqual(['valid', 2]);
});

test('a provider is given five seconds to answer with its keys', async () => {
  const limits: unknown[] = [];
  const recording: typeof safeFetch = Object.assign(
    ((address, options) => {
      limits.push(options?.timeoutMs);
      return safeFetch(address, options);
    }) as typeof safeFetch,
    { close: safeFetch.close },
  );
  keySets = createKeySets({ safeFetch: recording, metrics, log: createLog('test', 'silent') });
  const [signer] = published as [Signer];
  expect([await verify(await sign(signer)), limits]).toEqual(['valid', [5_000]]);
});

test('a key of Ed25519 verifies tokens under both names of its algorithm, whichever of them it has', async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  for (const name of ['EdDSA', 'Ed25519']) {
    published = [{ kid: name, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: name, alg: name } }];
    wait(6_000);
    for (const alg of ['EdDSA', 'Ed25519'])
      expect(await verify(await new SignJWT({}).setProtectedHeader({ alg, kid: name }).sign(privateKey))).toBe('valid');
  }
});

describe('a provider whose keys cannot be fetched any more', () => {
  test('has the known ones serve for 24 hours, and no longer', async () => {
    const token = await sign(published[0] as Signer);
    expect(await verify(token)).toBe('valid');
    isLost = true;
    for (const ms of [11 * minute, 6 * hour, 12 * hour, 5.5 * hour]) {
      wait(ms);
      expect(await verify(token)).toBe('valid');
    }
    wait(hour);
    expect(await verify(token)).toBe('KeysLostError');
    isLost = false;
    wait(6_000);
    expect(await verify(token)).toBe('valid');
  });

  test('is asked every five seconds at the most, however many tokens come', async () => {
    const token = await sign(published[0] as Signer);
    await verify(token);
    isLost = true;
    wait(11 * minute);
    for (let at = 0; at < 3; at += 1) {
      expect(await Promise.all(Array.from({ length: 20 }, () => verify(token)))).toEqual(Array(20).fill('valid'));
      // Keys that serve do not wait for the answer of a provider that is lost.
      await eventually(() => fetches === 2 + at);
      await sleep(50);
      wait(5_001);
    }
    expect(fetches).toBe(1 + 3);
  });

  test('shows in a metric for as long as it is lost', async () => {
    const token = await sign(published[0] as Signer);
    await verify(token);
    expect(await lostSeconds()).toBe(0);
    isLost = true;
    wait(11 * minute);
    await verify(token);
    wait(20 * minute);
    await verify(token);
    expect(await lostSeconds()).toBeGreaterThanOrEqual(20 * 60);
    expect(await lostSeconds()).toBeLessThan(21 * 60);
    isLost = false;
    // A fetch that began while the provider was lost may still be on its way: the next one succeeds.
    await eventually(async () => {
      wait(6_000);
      await verify(token);
      return (await lostSeconds()) === 0;
    });
  });

  test('leaves open whether it has a key that is not known', async () => {
    await verify(await sign(published[0] as Signer));
    isLost = true;
    wait(6_000);
    expect(await verify(await sign(await aSigner('two')))).toBe('KeysLostError');
  });
});

describe('a key that is not known', () => {
  test('is fetched at once', async () => {
    await verify(await sign(published[0] as Signer));
    wait(6_000);
    const two = await aSigner('two');
    published.push(two);
    expect(await verify(await sign(two))).toBe('valid');
    expect(fetches).toBe(2);
  });

  test('is fetched once for all tokens that come together, and every five seconds when others are forged', async () => {
    await verify(await sign(published[0] as Signer));
    wait(6_000);
    const forged = await Promise.all(Array.from({ length: 50 }, (_, at) => aSigner(`forged-${at}`)));
    const tokens = await Promise.all(forged.map(sign));
    expect(await Promise.all(tokens.map(verify))).toEqual(Array(50).fill('JWKSNoMatchingKey'));
    expect(fetches).toBe(2);
    // A true rotation in the middle of it is found within five seconds.
    const two = await aSigner('two');
    published = [two];
    const token = await sign(two);
    wait(1_000);
    await Promise.all(tokens.map(verify));
    expect(fetches).toBe(2);
    wait(4_100);
    expect(await verify(tokens[0] as string)).toBe('JWKSNoMatchingKey');
    expect(await verify(token)).toBe('valid');
    expect(fetches).toBe(3);
  });

  test('of a set that was withdrawn serves no longer than ten minutes', async () => {
    const old = await sign(published[0] as Signer);
    expect(await verify(old)).toBe('valid');
    published = [await aSigner('two')];
    wait(11 * minute);
    expect(await verify(old)).toBe('JWKSNoMatchingKey');
  });
});
