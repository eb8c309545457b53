import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fakeClock } from '@platform/testing';
import { walkLedger } from '../src/consents/walk-ledger.ts';
import {
  givenLedger,
  type IdentityWithJobs,
  readVerification,
  startWithJobs,
  tamper,
  verify,
} from './evidence-support.ts';
import {
  claimRun,
  givenWaiting,
  lengthen,
  openProcess,
  recordsOf,
  type SecondProcess,
  setChain,
  signingKey,
} from './ledger-support.ts';
import { givenApplication, givenPublished, givenUser } from './support.ts';

/** Damage that an attacker with every right in the database hides from a verification. */

const clock = fakeClock('2026-03-01T12:00:00.000Z');
let t: IdentityWithJobs;
let other: SecondProcess;
beforeAll(async () => {
  t = await startWithJobs({ clock, env: { CONSENT_SIGNING_KEYS: signingKey } });
  other = openProcess(t);
});
afterAll(async () => {
  await other.close();
  await t.stop();
});
// A head is signed once a day.
beforeEach(() => clock.set(new Date(clock.now().getTime() + 86_400_000)));

const walker = () => ({ ...other.walker, clock });
const going = new AbortController().signal;

/** One turn of the verification that waits, in another process. */
async function walk(turnMs = 60_000) {
  const held = await claimRun(walker());
  if (!held) throw new Error('there was nothing to claim');
  await walkLedger(walker(), held, { signal: going, sliceMs: turnMs });
}

/** Removes the records behind number `seq`, and sets the head of the chain back. */
async function cutOff(application: { id: string }, seq: number) {
  await tamper(t, 'consent_ledger', 'DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq > $2', [
    application.id,
    seq,
  ]);
  await setChain(t, application.id, { seq, hash: (await recordsOf(t, application.id))[seq - 1]?.entry_hash ?? '' });
}

describe('the end of the ledger', () => {
  test('is compared with the head of the chain, also when nothing was appended since the signed head', async () => {
    const { application } = await givenLedger(t, 3);
    await t.runJob('sign-chain-heads');
    await verify(t, application);
    await setChain(t, application.id, { seq: 3, hash: 'f'.repeat(64) });
    expect((await verify(t, application, 'recent')).problem).toMatchObject({ seq: 3, reason: 'broken_link' });
  });

  test('is compared with the head of a chain that says it is empty', async () => {
    const { application } = await givenLedger(t, 1);
    await tamper(t, 'consent_ledger', 'DELETE FROM identity.consent_ledger WHERE owner_id = $1', [application.id]);
    await setChain(t, application.id, { seq: 0, hash: 'f'.repeat(64) });
    expect((await verify(t, application)).problem).toMatchObject({ seq: 0, reason: 'broken_link' });
  });

  test('is compared with signed heads that appends have passed while the walk ran', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 110);
    await t.runJob('sign-chain-heads');
    await cutOff(application, 107);
    await givenWaiting(t, clock, application);
    await walk(0);
    await lengthen(t, application.id, 112);
    await walk();
    expect((await readVerification(t, application)).problem).toMatchObject({
      seq: 110,
      reason: 'signed_head_mismatch',
    });
  });
});

describe('a text that was exchanged', () => {
  test.each(['2100-01-01', 'infinity', '-infinity'])('is found when it says it was published at %s', async (moment) => {
    const application = givenApplication();
    await givenUser(t, application, [await givenPublished(t, application, { kind: 'terms_music' })]);
    const next = await givenPublished(t, application, { kind: 'terms_music' });
    await givenUser(t, application, [next]);
    await tamper(t, 'legal_bodies', `UPDATE identity.legal_bodies SET body = 'x' WHERE content_hash = $1`, [
      next.content_hash,
    ]);
    await tamper(
      t,
      'legal_revisions',
      'UPDATE identity.legal_revisions SET published_at = $2 WHERE content_hash = $1',
      [next.content_hash, moment],
    );
    for (const scope of ['whole', 'recent'] as const)
      expect((await verify(t, application, scope)).problem).toMatchObject({ seq: 2, reason: 'body_altered' });
  });

  test('is found when the record was verified and the document of the revision is another', async () => {
    const { application } = await givenLedger(t, 3);
    await t.runJob('sign-chain-heads');
    await verify(t, application);
    const [record] = await recordsOf(t, application.id);
    const foreign = await givenPublished(t, application, { kind: 'terms_video' });
    await tamper(t, 'legal_bodies', `UPDATE identity.legal_bodies SET body = 'x' WHERE content_hash = $1`, [
      record?.content_hash,
    ]);
    await tamper(
      t,
      'legal_revisions',
      'UPDATE identity.legal_revisions SET document_id = $2, version = $3 WHERE content_hash = $1',
      [record?.content_hash, foreign.id, 'another'],
    );
    expect((await verify(t, application, 'recent')).problem).toMatchObject({ seq: 1, reason: 'body_altered' });
  });
});

describe('a number that is none of a record', () => {
  const [lowest, highest] = ['-9223372036854775808', '9223372036854775807'];
  const [low, high] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  test.each<[what: string, table: string, assignment: string, problem: object]>([
    ['of a record behind the end', 'consent_ledger', `seq = ${highest}`, { seq: high, reason: 'broken_link' }],
    ['of a record before the first', 'consent_ledger', `seq = ${lowest}`, { seq: low, reason: 'gap' }],
    ['of the head of the chain', 'consent_chains', `seq = ${highest}`, { seq: 4, reason: 'truncated' }],
    ['of a high signed head', 'consent_chain_heads', `seq = ${highest}`, { seq: 4, reason: 'signed_head_mismatch' }],
    ['of a low signed head', 'consent_chain_heads', `seq = ${lowest}`, { seq: 1, reason: 'signed_head_mismatch' }],
  ])('is found %s', async (_, table, assignment, problem) => {
    const { application } = await givenLedger(t, 3);
    await t.runJob('sign-chain-heads');
    const copy = (seq: string) => `INSERT INTO identity.consent_ledger
      SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'seq', ${seq}, 'reference', NULL))).*
        FROM identity.consent_ledger l WHERE l.owner_id = $1 AND l.seq = 1`;
    if (table === 'consent_ledger') await t.database.query(copy(assignment.slice('seq = '.length)), [application.id]);
    else if (table === 'consent_chains')
      await t.database.query(`UPDATE identity.consent_chains SET ${assignment} WHERE owner_id = $1`, [application.id]);
    else await tamper(t, table, `UPDATE identity.${table} SET ${assignment} WHERE owner_id = $1`, [application.id]);
    for (const scope of ['whole', 'recent'] as const)
      expect((await verify(t, application, scope)).problem).toMatchObject(problem);
  });

  test('does not keep other ledgers from being signed', async () => {
    const [{ application: bad }, { application: good }] = [await givenLedger(t, 1), await givenLedger(t, 1)];
    await tamper(
      t,
      'consent_ledger',
      `WITH l AS (UPDATE identity.consent_ledger SET seq = ${highest} WHERE owner_id = $1)
       UPDATE identity.consent_chains SET seq = ${highest} WHERE owner_id = $1`,
      [bad.id],
    );
    await t.runJob('sign-chain-heads');
    expect(await verify(t, good)).toMatchObject({ intact: true, signed_heads: 1 });
  });
});
