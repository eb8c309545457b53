import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { type ChainEntry, entryHash } from '../src/consents/chain.ts';
import { givenLedger, tamper } from './evidence-support.ts';
import { givenApplication, givenPublished, givenUser, type Identity, owner, startIdentity } from './support.ts';

const now = '2026-05-01T12:00:00.250Z';
let t: Identity;
beforeAll(async () => {
  t = await startIdentity({ clock: fakeClock(now) });
});
afterAll(() => t.stop());

async function givenRecord() {
  const application = givenApplication();
  const terms = await givenPublished(t, application, { kind: 'terms_music' });
  const user = await givenUser(t, application, [terms]);
  const [row] = await t.database.query<{ id: string; entry_hash: string }>(
    'SELECT id, entry_hash FROM identity.consent_ledger WHERE owner_id = $1',
    [application.id],
  );
  if (!row) throw new Error('nothing was recorded');
  const own = (consent_id = row.id) =>
    t.as({ application, user }).getMyConsentReceipt({ params: { app_code: application.code, consent_id } });
  const asAdmin = (consent_id = row.id, application_id = application.id) =>
    t.as({ admin: owner }).getConsentReceipt({ params: { application_id, consent_id } });
  return { application, terms, user, row, own, asAdmin };
}

test('a user gets a receipt of an own record that the published keys alone verify', async () => {
  const { application, terms, user, row, own } = await givenRecord();
  const { status, data } = await own();
  expect(status).toBe(200);
  const answer = {
    document_id: terms.id,
    doc_kind: 'terms_music',
    version: '1',
    content_hash: terms.content_hash,
    checkbox_text: 'I agree',
    accepted: true,
    source: 'registration',
    recorded_at: now,
  };
  expect(data).toEqual({
    receipt: expect.any(String),
    record: { id: row.id, ...answer, public_url: `http://platform.test/v1/legal-documents/${terms.id}?version=1` },
    entry_hash: row.entry_hash,
  });
  const keys = createLocalJWKSet((await t.as({}).getConsentKeys()).data as unknown as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(data.receipt, keys);
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'c1' });
  expect(payload).toEqual({
    iss: 'http://platform.test',
    iat: Math.floor(Date.parse(now) / 1000),
    kind: 'consent.receipt',
    sub: user.id,
    consent_id: row.id,
    owner_type: 'application',
    owner_id: application.id,
    ...answer,
    seq: 1,
    entry_hash: row.entry_hash,
  });
});

test('a receipt names the person by pseudonym: no e-mail, no address, no client software', async () => {
  const { own } = await givenRecord();
  const { data } = await own();
  const claims = Buffer.from(data.receipt.split('.')[1] ?? '', 'base64url').toString();
  expect(claims + JSON.stringify(data.record)).not.toMatch(/anna@|203\.0\.113|user_agent|cipher|"ip"|"email"/);
});

test('an administrator gets the same receipt', async () => {
  const { own, asAdmin } = await givenRecord();
  expect((await asAdmin()).data).toEqual((await own()).data);
});

test('the record of another user is not found, not even in the same application', async () => {
  const { application, users } = await givenLedger(t, 2);
  const rows = await t.database.query<{ id: string; user_id: string }>(
    'SELECT id, user_id FROM identity.consent_ledger WHERE owner_id = $1',
    [application.id],
  );
  const [anna, boris] = users;
  const of = async (user: typeof anna, consent_id: string) =>
    t.as({ application, user }).getMyConsentReceipt({ params: { app_code: application.code, consent_id } });
  for (const { id, user_id } of rows) {
    expect((await of(anna, id)).status).toBe(user_id === anna?.id ? 200 : 404);
    expect((await of(boris, id)).status).toBe(user_id === boris?.id ? 200 : 404);
  }
  expect(await of(anna, newId())).toMatchObject({ status: 404, error: 'consent_not_found' });
});

test('a record is found in its own application alone', async () => {
  const { row, asAdmin, user } = await givenRecord();
  const other = givenApplication();
  expect(await asAdmin(row.id, other.id)).toMatchObject({ status: 404, error: 'consent_not_found' });
  expect(await asAdmin(row.id, newId())).toMatchObject({ status: 404, error: 'application_not_found' });
  const params = { app_code: other.code, consent_id: row.id };
  expect(await t.as({ application: other, user }).getMyConsentReceipt({ params })).toMatchObject({
    status: 404,
    error: 'consent_not_found',
  });
});

test('an altered record gets no signature, and is logged as an error', async () => {
  const { row, own } = await givenRecord();
  await tamper(t, 'consent_ledger', 'UPDATE identity.consent_ledger SET accepted = false WHERE id = $1', [row.id]);
  expect(await own()).toMatchObject({ status: 500, error: 'internal_error' });
  expect(t.errors().join('\n')).toContain('was altered after it was appended');
});

test('while keys rotate, receipts of the old one still verify', async () => {
  const [first, second] = ['one', 'two'].map((kid, n) => `${kid}:${Buffer.alloc(32, n + 1).toString('base64')}`);
  const keySetOf = async (encoded: string) => {
    const service = await startIdentity({ env: { CONSENT_SIGNING_KEYS: encoded } });
    const { data } = await service.as({}).getConsentKeys();
    const application = givenApplication();
    const user = await givenUser(service, application, [
      await givenPublished(service, application, { kind: 'terms_music' }),
    ]);
    const [row] = await service.database.query<{ id: string }>('SELECT id FROM identity.consent_ledger');
    const params = { app_code: application.code, consent_id: row?.id ?? '' };
    const { receipt } = (await service.as({ application, user }).getMyConsentReceipt({ params })).data;
    await service.stop();
    return { keys: createLocalJWKSet(data as unknown as JSONWebKeySet), receipt };
  };
  const before = await keySetOf(`${first}`);
  const after = await keySetOf(`${second},${first}`);
  expect((await jwtVerify(before.receipt, after.keys)).protectedHeader.kid).toBe('one');
  expect((await jwtVerify(after.receipt, after.keys)).protectedHeader.kid).toBe('two');
  await expect(jwtVerify(after.receipt, before.keys)).rejects.toThrow();
});

test('a record that was altered and hashed anew gets none either: its neighbours do not know it', async () => {
  const { application } = await givenLedger(t, 3);
  const rows = await t.database.query<ChainEntry & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [application.id],
  );
  for (const row of rows) {
    const forged = { ...row, seq: Number(row.seq), checkbox_text: 'I sell my soul' };
    await tamper(
      t,
      'consent_ledger',
      'UPDATE identity.consent_ledger SET checkbox_text = $2, entry_hash = $3 WHERE id = $1',
      [row.id, forged.checkbox_text, entryHash(row.prev_hash, forged)],
    );
    const params = { application_id: application.id, consent_id: row.id };
    expect(await t.as({ admin: owner }).getConsentReceipt({ params })).toMatchObject({ status: 500 });
    expect(t.errors().join()).toContain(row.id);
  }
});
