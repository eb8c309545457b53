import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { fakePlatform, refusal } from '../test/fake-platform.ts';
import { clientOf, entitlementsAddress, identity, keysAddress, patientMs, withoutJitter } from '../test/open-client.ts';
import { readVectors } from '../test/vectors.ts';
import { createCaller } from './caller.ts';
import { questionTimes } from './checkout.ts';
import { consentForm } from './consent-form.ts';
import type { Operation } from './operation.ts';
import { isPlatformError } from './platform-error.ts';
import { retryDelay } from './retry-delay.ts';
import { claimsFault, openCodes, readClaims, signatureFault } from './snapshot.ts';
import { memoryStorage } from './storage.ts';
import { personOf } from './token-claims.ts';
import { webCryptoVerify } from './web-crypto.ts';

afterEach(() => void jest.restoreAllMocks());

describe('a snapshot', () => {
  const { seeds, cases } = readVectors('snapshots');
  const person = personOf('token');

  test.each(cases)('$name', async (about) => {
    const verify = about.can_verify ? webCryptoVerify : () => undefined;
    const expected = {
      applicationCode: about.application_code,
      userId: about.user_id,
      newest: about.newest,
      now: Date.parse(about.now),
    };
    const claims = readClaims(about.token);
    const fault = await signatureFault(about.token, about.keys, verify);
    expect(fault ?? (claims ? claimsFault(claims, expected) : 'malformed')).toBe(about.refusal);

    // The same from the storage of a device without the network.
    const storage = memoryStorage();
    const keep = (topic: string, value: unknown) =>
      storage.set(`platform:notes:${person}:${topic}`, JSON.stringify(value));
    keep('snapshot', { token: about.token, keys: about.keys });
    keep('newest', about.newest);
    keep('user', about.user_id);
    withoutJitter();
    const { fetch } = fakePlatform({ [entitlementsAddress]: () => 'network', [keysAddress]: () => 'network' });
    const client = clientOf(fetch, { storage, verify, getToken: () => 'token', now: () => Date.parse(about.now) });
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect(client.codes()).toEqual(about.codes);
    expect(about.codes.every((code) => client.has(code)) && !client.has('other')).toBe(true);
  });

  test('is signed by the seeds that the vectors name', () => {
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
    for (const [kid, seed] of Object.entries(seeds)) {
      const key = Buffer.concat([prefix, Buffer.from(seed, 'base64')]);
      const { x } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
      expect(cases.flatMap(({ keys }) => keys)).toContainEqual({ kid, x });
    }
  });
});

describe('a gate', () => {
  test.each(readVectors('gate').cases)('$name', ({ free, held, now, application_code, user_id, newest, codes }) => {
    const snapshot = held && { claims: held.claims, isFresh: held.source === 'fresh', age: held.age_seconds };
    const expected = { applicationCode: application_code, userId: user_id, now: Date.parse(now), newest };
    expect(openCodes(free, snapshot, expected)).toEqual(codes);
  });
});

describe('a repeat', () => {
  const { delays, calls } = readVectors('retries');

  test.each(delays)('$name', ({ status, retry_after, attempt, retries, random, delay_ms }) => {
    expect(retryDelay({ status, retry_after }, attempt, { retries, random })).toBe(delay_ms);
  });

  test.each(calls)('$name', async ({ repeat, answers, idempotency_key, retries, ...expected }) => {
    withoutJitter();
    const left = [...answers];
    const api = fakePlatform({
      'POST /here': () => {
        const answer = left.shift();
        if (answer === undefined || answer === 'network') return 'network';
        const headers: Record<string, string> =
          answer.retry_after === undefined ? {} : { 'retry-after': String(answer.retry_after) };
        if (answer.status < 400) return { body: { data: 'done' }, headers };
        if (answer.error === undefined) return { status: answer.status, body: 'no', headers };
        return refusal(answer.status, answer.error, headers);
      },
    });
    let refreshes = 0;
    const getToken = ({ refresh }: { refresh: boolean }) => {
      refreshes += refresh ? 1 : 0;
      return 'token';
    };
    const operation: Operation<{ data: string }> = {
      method: 'POST',
      path: '/here',
      auth: 'user',
      repeat,
      timeout: 10,
    };
    const outcome = await createCaller({ ...identity, getToken, fetch: api.fetch })
      .call(operation, { idempotencyKey: idempotency_key, retries })
      .catch((error: unknown) => error);
    expect(isPlatformError(outcome) ? outcome.code : null).toBe(expected.error);
    if (expected.error === null) expect(outcome).toBe('done');
    expect([api.seen.length, refreshes]).toEqual([expected.attempts, expected.refreshes]);
    const keys = [...new Set(api.seen.map(({ headers }) => headers['idempotency-key']))];
    const made = [expect.stringMatching(/^[0-9a-f-]{14}7/)];
    expect(keys).toEqual({ none: [undefined], mine: ['mine'], kept: made }[expected.key]);
  });
});

test.each(readVectors('settle').cases)('the outcome of a payment is asked for: $name', ({ timeout_ms, times }) => {
  expect(questionTimes(timeout_ms)).toEqual(times);
});

describe('the storage of a person', () => {
  const { cases } = readVectors('persons');

  test.each(cases)('$name', ({ token, person }) => {
    expect(personOf(token)).toBe(person);
  });

  test('is of this person alone', () => {
    const names = cases.filter(({ name }) => !name.startsWith('other claims')).map(({ person }) => person);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a form', () => {
  test.each(readVectors('consent-forms').cases)('$name', ({ purpose, published, labels, ticked, ...expected }) => {
    const form = consentForm(published, purpose);
    const boxes = ticked ?? labels ?? {};
    expect(form.documents.map(({ document_id, is_required }) => ({ document_id, is_required }))).toEqual(
      expected.documents,
    );
    if (expected.missing === null) expect(form.accept(boxes)).toEqual(expected.entries);
    else expect(() => form.accept(boxes)).toThrow(new RegExp(`checkbox for ${expected.missing}$`));
  });
});
