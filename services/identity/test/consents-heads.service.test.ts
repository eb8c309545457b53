import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { type FakeClock, fakeClock } from '@platform/testing';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { givenLedger, type IdentityWithJobs, startWithJobs, verify } from './evidence-support.ts';
import { entryFor, givenApplication, givenPublished, givenUser, owner } from './support.ts';

let t: IdentityWithJobs;
let clock: FakeClock;
beforeAll(async () => {
  clock = fakeClock('2026-03-01T22:30:00.000Z');
  t = await startWithJobs({ clock });
});
afterAll(() => t.stop());
beforeEach(() => clock.set(new Date(Math.floor(clock.now().getTime() / 86_400_000 + 1) * 86_400_000)));

const sign = () => t.runJob('sign-chain-heads');
const headsOf = async (application: { id: string }, query: { limit?: number; cursor?: string } = {}) =>
  t.as({ admin: owner }).listChainHeads({ params: { application_id: application.id }, query });
const eventsOf = async (application: { id: string }) =>
  (await t.published(identity.events.consentChainHead)).filter(({ owner_id }) => owner_id === application.id);

/** A ledger and a way to add one more record. */
async function givenGrowing() {
  const application = givenApplication();
  const terms = await givenPublished(t, application, { kind: 'terms_music' });
  const user = await givenUser(t, application, [terms]);
  let accepted = true;
  const grow = () => {
    accepted = !accepted;
    const body = { consents: [entryFor(terms, accepted)] };
    return t.as({ application, user }).acceptConsents({ params: { app_code: application.code }, body });
  };
  return { application, grow };
}

test('the head of a ledger is signed once a day, and the signed head is published as an event', async () => {
  const { application } = await givenLedger(t, 2);
  await sign();
  const { data } = await headsOf(application);
  const { head } = await verify(t, application);
  const day = clock.now().toISOString().slice(0, 10);
  expect(data).toEqual([
    { day, seq: 2, head_hash: head.hash, token: expect.any(String), signed_at: clock.now().toISOString() },
  ]);
  const [signed] = data;
  expect(await eventsOf(application)).toEqual([
    {
      owner_type: 'application',
      owner_id: application.id,
      day,
      seq: 2,
      head_hash: head.hash,
      token: signed?.token,
    },
  ]);
});

test('a signed head can be verified with the published keys alone', async () => {
  const { application } = await givenLedger(t, 1);
  await sign();
  const { data } = await headsOf(application);
  const response = await t.as({}).getConsentKeys();
  const keys = createLocalJWKSet(response.data as unknown as JSONWebKeySet);
  const { payload } = await jwtVerify(data[0]?.token ?? '', keys, { issuer: 'http://platform.test' });
  expect(payload).toEqual({
    iss: 'http://platform.test',
    iat: clock.now().getTime() / 1000,
    kind: 'consent.chain_head',
    owner_type: 'application',
    owner_id: application.id,
    day: data[0]?.day,
    seq: 1,
    head_hash: data[0]?.head_hash,
  });
  expect(JSON.stringify(response.data)).not.toContain('"d"');
});

test('a second run of the day signs nothing, not even ledgers that grew since', async () => {
  const { application, grow } = await givenGrowing();
  await sign();
  await grow();
  clock.advance({ hours: 5 });
  await sign();
  expect((await headsOf(application)).data.map(({ seq }) => seq)).toEqual([1]);
  expect(await eventsOf(application)).toHaveLength(1);
});

test('the next UTC day signs the ledgers that grew, and a day without a new record signs nothing', async () => {
  const { application, grow } = await givenGrowing();
  await sign();
  clock.advance({ days: 1 });
  await sign();
  clock.advance({ days: 1 });
  await grow();
  await sign();
  const { data } = await headsOf(application);
  expect(data.map(({ seq }) => seq)).toEqual([2, 1]);
  expect(data.map(({ day }) => Date.parse(day))).toEqual([
    Date.parse(clock.now().toISOString().slice(0, 10)),
    Date.parse(clock.now().toISOString().slice(0, 10)) - 2 * 86_400_000,
  ]);
  expect(await verify(t, application)).toMatchObject({ intact: true, signed_heads: 2 });
});

test('replicas that sign at the same moment make one head and one event', async () => {
  const { application } = await givenLedger(t, 1);
  await Promise.all(Array.from({ length: 6 }, sign));
  expect((await headsOf(application)).data).toHaveLength(1);
  expect(await eventsOf(application)).toHaveLength(1);
});

test('an application without acceptances has no heads', async () => {
  const application = givenApplication();
  await sign();
  expect(await headsOf(application)).toMatchObject({ data: [], next_cursor: null });
});

test('more ledgers than fit into one statement are all signed', async () => {
  const chains = 450;
  await t.database.query(
    `WITH owner AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)),
       chain AS (
         INSERT INTO identity.consent_chains (owner_type, owner_id, seq, head_hash)
         SELECT 'application', id, 1, repeat('a', 64) FROM owner)
     INSERT INTO identity.consent_ledger (id, owner_type, owner_id, seq, subject_id, document_id, doc_kind, version,
       content_hash, checkbox_text, accepted, source, metadata, recorded_at, prev_hash, entry_hash)
     SELECT gen_random_uuid(), 'application', id, 1, id, id, 'license_offer', '1', '', '', true, 'other', '{}', now(),
       repeat('0', 64), repeat('a', 64) FROM owner`,
    [chains],
  );
  await sign();
  const [row] = await t.database.query<{ signed: string; emitted: string }>(
    `SELECT count(*) AS signed FROM identity.consent_chain_heads WHERE head_hash = repeat('a', 64)`,
  );
  expect(Number(row?.signed)).toBe(chains);
  const events = await t.published(identity.events.consentChainHead);
  expect(events.filter(({ head_hash }) => head_hash === 'a'.repeat(64))).toHaveLength(chains);
});

test('a head that no record has is not signed', async () => {
  const { application } = await givenLedger(t, 2);
  await t.database.query(
    "UPDATE identity.consent_chains SET seq = 40, head_hash = repeat('b', 64) WHERE owner_id = $1",
    [application.id],
  );
  await sign();
  expect((await headsOf(application)).data).toEqual([]);
});

test('heads are listed newest first, page by page', async () => {
  const { application, grow } = await givenGrowing();
  for (let day = 0; day < 5; day += 1) {
    await grow();
    await sign();
    clock.advance({ days: 1 });
  }
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await headsOf(application, { limit: 2, cursor });
    seen.push(...page.data.map(({ seq }) => seq));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2]);
});

test('heads of an unknown application are not found', async () => {
  expect(await headsOf({ id: newId() })).toMatchObject({ status: 404, error: 'application_not_found' });
});
