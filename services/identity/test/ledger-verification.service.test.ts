import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMetrics, LostLeaseError, WorkRunner, withOwnMetrics } from '@platform/runtime';
import { eventually, fakeClock, openTransaction, untilBlocked } from '@platform/testing';
import { observeLedgers } from '../src/consents/observe-ledgers.ts';
import { verificationKind } from '../src/consents/verification-work.ts';
import { walkLedger } from '../src/consents/walk-ledger.ts';
import { identityMetrics } from '../src/metrics.ts';
import {
  givenLedger,
  type IdentityWithJobs,
  readVerification,
  requestVerification,
  startWithJobs,
  tamper,
  verification,
  verify,
} from './evidence-support.ts';
import {
  claimRun,
  givenWaiting,
  lengthen,
  openProcess,
  recordsOf,
  rehash,
  type SecondProcess,
  setChain,
  signingKey,
} from './ledger-support.ts';
import { entryFor, givenApplication, givenPublished, givenUser } from './support.ts';

/** Verifications of ledgers as background work: requests, turns, leases, checkpoints, and the two scopes. */

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

interface Run {
  id: string;
  scope: string;
  seq: string;
  from_seq: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
  tries: number;
  [column: string]: unknown;
}
const runsOf = (application: { id: string }) =>
  t.database.query<Run>('SELECT * FROM identity.ledger_verifications WHERE owner_id = $1 ORDER BY id', [
    application.id,
  ]);

/** Another process, with the clock of the test. */
const walker = () => ({ ...other.walker, clock });

async function claimed() {
  const held = await claimRun(walker());
  if (!held) throw new Error('there was nothing to claim');
  return held;
}

const going = new AbortController().signal;

/** Stops every walk until it is released, and lets reads of verifications through. */
async function holdLedgers(): Promise<() => Promise<void>> {
  const lock = await openTransaction(t.database, 'LOCK TABLE identity.consent_ledger');
  return lock.rollback;
}

const alter = (application: { id: string }, seq: number) =>
  tamper(
    t,
    'consent_ledger',
    'UPDATE identity.consent_ledger SET accepted = NOT accepted WHERE owner_id = $1 AND seq = $2',
    [application.id, seq],
  );

/** A ledger of three records that was verified and signed, and of which two more records came since. */
async function givenSignedAndGrown() {
  const { application } = await givenLedger(t, 3);
  await t.runJob('sign-chain-heads');
  await verify(t, application);
  await lengthen(t, application.id, 5);
  return application;
}

describe('a request', () => {
  test('before any: nothing is known of the ledger', async () => {
    const { application } = await givenLedger(t, 1);
    expect(await readVerification(t, application)).toEqual({
      intact: null,
      entries: 0,
      head: null,
      signed_heads: 0,
      unverifiable_heads: 0,
      problem: null,
      scope: null,
      from_seq: null,
      started_at: null,
      verified_at: null,
      whole_verified_at: null,
      running: null,
    });
  });

  test('is answered at once while the walk waits, with the last result and the progress; a second one answers the same run', async () => {
    const { application } = await givenLedger(t, 2);
    const last = await verification(t, application);
    clock.set(new Date(clock.now().getTime() + 1_000));
    const release = await holdLedgers();
    try {
      const { running, ...result } = await requestVerification(t, application, 'whole');
      expect({ ...result, running: null }).toEqual(last);
      expect(running).toMatchObject({ scope: 'whole', verified: 0, requested_at: clock.now().toISOString() });
      await untilBlocked(t.database);
      const begun = await readVerification(t, application);
      expect(begun).toEqual({ ...last, running: { ...running, started_at: clock.now().toISOString() } });
      clock.set(new Date(clock.now().getTime() + 1_000));
      for (const scope of ['whole', 'recent'] as const)
        expect(await requestVerification(t, application, scope)).toEqual(begun);
      expect((await runsOf(application)).filter(({ finished_at }) => !finished_at)).toHaveLength(1);
    } finally {
      await release();
    }
    const next = await eventually(async () => {
      const state = await readVerification(t, application);
      return state.running === null && state;
    });
    // The one that the second request answered, and the one that follows it: of two at a moment the later
    // counts.
    const end = new Date(clock.now().getTime() + 1).toISOString();
    expect(next).toEqual({
      ...last,
      started_at: clock.now().toISOString(),
      verified_at: end,
      whole_verified_at: end,
    });
  });

  test('for the whole ledger replaces one of the recent records, also one that runs', async () => {
    const application = await givenSignedAndGrown();
    await alter(application, 2);
    const release = await holdLedgers();
    try {
      expect((await requestVerification(t, application, 'recent')).running?.scope).toBe('recent');
      await untilBlocked(t.database);
      expect((await requestVerification(t, application, 'whole')).running?.scope).toBe('whole');
    } finally {
      await release();
    }
    expect(await verification(t, application)).toMatchObject({ scope: 'whole', from_seq: 0, problem: { seq: 2 } });
  });

  test('shows how far the walk is', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 250);
    await givenWaiting(t, clock, application);
    await walkLedger(walker(), await claimed(), { signal: going, sliceMs: 0 });
    expect((await readVerification(t, application)).running).toMatchObject({ verified: 50, total: 250 });
    expect(await verification(t, application)).toMatchObject({ intact: true, entries: 250, from_seq: 0 });
  });

  test('leaves of each scope the last result', async () => {
    const application = await givenSignedAndGrown();
    for (const scope of ['whole', 'recent', 'recent', 'whole', 'recent'] as const)
      await verification(t, application, scope);
    expect((await runsOf(application)).map(({ scope }) => scope)).toEqual(['whole', 'recent']);
  });

  test('is made once a day for each ledger', async () => {
    const { application } = await givenLedger(t, 2);
    const daily = async () => {
      await t.runJob('request-verifications');
      const open = 'SELECT FROM identity.ledger_verifications WHERE finished_at IS NULL';
      await eventually(async () => (await t.database.query(open)).length === 0);
      // Ledgers of other tests are not intact.
      t.errors();
      return readVerification(t, application);
    };
    const first = await daily();
    expect(first).toMatchObject({ intact: true, entries: 2 });
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    expect(await daily()).toEqual(first);
    clock.set(new Date(clock.now().getTime() + 86_400_000));
    expect((await daily()).verified_at).toBe(clock.now().toISOString());
  });
});

describe('a verification of the recent records', () => {
  test('begins at the last signed head that a verification has reached, and reads what is behind it', async () => {
    const application = await givenSignedAndGrown();
    expect(await verification(t, application, 'recent')).toMatchObject({
      intact: true,
      scope: 'recent',
      from_seq: 3,
      entries: 5,
      signed_heads: 1,
      head: { seq: 5 },
      whole_verified_at: clock.now().toISOString(),
    });
    await alter(application, 4);
    expect(await verify(t, application, 'recent')).toMatchObject({
      entries: 3,
      problem: { seq: 4, reason: 'altered' },
    });
  });

  test('reads every record where no verification has reached a signed head', async () => {
    const { application } = await givenLedger(t, 3);
    await t.runJob('sign-chain-heads');
    await alter(application, 2);
    // The signed head has its hash; the record before it has not.
    expect(await verification(t, application, 'recent')).toMatchObject({
      scope: 'whole',
      from_seq: 0,
      problem: { seq: 2, reason: 'altered' },
    });
  });

  test('does not see a record before its beginning that was altered since; the whole does, and from then on every one', async () => {
    const application = await givenSignedAndGrown();
    await alter(application, 2);
    expect(await verification(t, application, 'recent')).toMatchObject({ intact: true, scope: 'recent' });
    expect(await verification(t, application, 'whole')).toMatchObject({ problem: { seq: 2, reason: 'altered' } });
    expect(await verification(t, application, 'recent')).toMatchObject({ problem: { seq: 2, reason: 'altered' } });
    await alter(application, 2);
    expect(await verification(t, application, 'recent')).toMatchObject({ intact: true, entries: 5 });
  });

  test('compares the signed heads before its beginning as well', async () => {
    const application = await givenSignedAndGrown();
    clock.set(new Date(clock.now().getTime() + 86_400_000));
    await t.runJob('sign-chain-heads');
    await verify(t, application);
    await lengthen(t, application.id, 6);
    expect(await verification(t, application, 'recent')).toMatchObject({ intact: true, from_seq: 5, signed_heads: 2 });
    await alter(application, 2);
    await rehash(t, application.id);
    expect(await verify(t, application, 'recent')).toMatchObject({
      intact: false,
      entries: 0,
      signed_heads: 1,
      problem: { seq: 3, reason: 'signed_head_mismatch' },
    });
  });

  test.each<[what: string, damage: (id: string) => Promise<unknown>, problem: object]>([
    [
      'the last record is gone',
      (id) => tamper(t, 'consent_ledger', 'DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq = 5', [id]),
      { seq: 5, reason: 'truncated' },
    ],
    [
      'the head of the chain is another',
      (id) => setChain(t, id, { seq: 5, hash: 'f'.repeat(64) }),
      { seq: 5, reason: 'broken_link' },
    ],
    [
      'a record stands behind the head',
      async (id) => setChain(t, id, await fourth(id)),
      { seq: 5, reason: 'broken_link' },
    ],
    [
      'a record stands before the first',
      (id) =>
        tamper(t, 'consent_ledger', 'UPDATE identity.consent_ledger SET seq = -1 WHERE owner_id = $1 AND seq = 1', [
          id,
        ]),
      { seq: -1, reason: 'gap' },
    ],
    [
      'the ledger ends before the signed head',
      async (id) => {
        await tamper(t, 'consent_ledger', 'DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq > 2', [id]);
        await setChain(t, id, { seq: 2, hash: (await recordsOf(t, id))[1]?.entry_hash ?? '' });
      },
      { seq: 3, reason: 'signed_head_mismatch' },
    ],
  ])('finds that %s', async (_, damage, problem) => {
    const application = await givenSignedAndGrown();
    await damage(application.id);
    expect((await verify(t, application, 'recent')).problem).toMatchObject(problem);
  });
  const fourth = async (id: string) => ({ seq: 4, hash: (await recordsOf(t, id))[3]?.entry_hash ?? '' });
});

describe('the texts', () => {
  test('that were exchanged are named by the first record about them', async () => {
    const application = givenApplication();
    await givenUser(t, application, [await givenPublished(t, application, { kind: 'terms_music' })]);
    const next = await givenPublished(t, application, { kind: 'terms_music' });
    await givenUser(t, application, [next]);
    await givenUser(t, application, [next]);
    await tamper(t, 'legal_bodies', `UPDATE identity.legal_bodies SET body = 'x' WHERE content_hash = $1`, [
      next.content_hash,
    ]);
    for (const scope of ['whole', 'recent'] as const)
      expect((await verify(t, application, scope)).problem).toMatchObject({ seq: 2, reason: 'body_altered' });
  });

  test('that the owner never published make the record bad that names one', async () => {
    const { application } = await givenLedger(t, 3);
    const foreign = await givenPublished(t, givenApplication(), { kind: 'terms_music' });
    await tamper(
      t,
      'consent_ledger',
      'UPDATE identity.consent_ledger SET content_hash = $2 WHERE owner_id = $1 AND seq = 2',
      [application.id, foreign.content_hash],
    );
    await rehash(t, application.id);
    expect(await verify(t, application)).toMatchObject({ entries: 1, problem: { seq: 2, reason: 'body_altered' } });
  });
});

describe('a walk', () => {
  test('whose process died goes on at its checkpoint when the lease ends, and the dead process writes nothing any more', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 2_500);
    const id = await givenWaiting(t, clock, application);
    await walkLedger(walker(), await claimed(), { signal: going, sliceMs: 0 });
    const dead = await claimed();
    expect([dead.run.id, dead.run.seq]).toEqual([id, 50]);
    await dead.save({ seq: 1_100, hash: (await recordsOf(t, application.id))[1_099]?.entry_hash ?? '' });
    expect(await claimRun(walker())).toBeNull();
    clock.set(new Date(clock.now().getTime() + 31_000));
    const heir = await claimed();
    expect([heir.run.id, heir.run.seq]).toEqual([id, 1_100]);
    await expect(dead.save({ seq: 7 })).rejects.toThrow(LostLeaseError);
    await expect(dead.finish({ scope: 'whole', problem: null })).rejects.toThrow(LostLeaseError);
    // What is before the checkpoint is not read again.
    await alter(application, 50);
    await walkLedger(walker(), heir, { signal: going });
    expect(await readVerification(t, application)).toMatchObject({ intact: true, entries: 2_500, running: null });
    expect((await verify(t, application)).problem).toMatchObject({ seq: 50, reason: 'altered' });
  });

  test('writes checkpoints on its way', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 1_000);
    await givenWaiting(t, clock, application);
    const held = await claimed();
    const saved: unknown[] = [];
    const watched = {
      ...held,
      save: (change: Parameters<typeof held.save>[0]) => {
        saved.push(change.seq);
        return held.save(change);
      },
    };
    await walkLedger(walker(), watched, { signal: going, checkpointRecords: 300 });
    expect(saved).toEqual([0, 300, 600, 900]);
  });

  test('is claimed by one of many processes', async () => {
    const ledgers = await Promise.all(Array.from({ length: 3 }, () => givenLedger(t, 1)));
    const waiting = [];
    for (const { application } of ledgers) waiting.push(await givenWaiting(t, clock, application));
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimRun(walker())));
    const ids = claims.flatMap((held) => (held ? [held.run.id] : []));
    expect(ids.toSorted()).toEqual(waiting);
    for (const held of claims) await held?.putBack();
    for (const { application } of ledgers) expect(await verify(t, application)).toMatchObject({ intact: true });
  });

  test('takes turns: a short ledger does not wait for the end of a long one', async () => {
    const [long, short] = [await givenLedger(t, 1), await givenLedger(t, 1)];
    await lengthen(t, long.application.id, 1_000);
    const waiting = [await givenWaiting(t, clock, long.application), await givenWaiting(t, clock, short.application)];
    const order: string[] = [];
    for (let held = await claimRun(walker()); held; held = await claimRun(walker())) {
      order.push(held.run.id);
      clock.set(new Date(clock.now().getTime() + 1));
      await walkLedger(walker(), held, { signal: going, sliceMs: 0 });
    }
    expect(order.slice(0, 3)).toEqual([waiting[0], waiting[1], waiting[0]]);
    expect(await readVerification(t, long.application)).toMatchObject({ intact: true, entries: 1_000 });
  });

  test('that its process leaves at a stop can be taken at once', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 1_000);
    const id = await givenWaiting(t, clock, application);
    const runner = new WorkRunner(walker(), verificationKind(walker()));
    const release = await holdLedgers();
    runner.wake();
    await untilBlocked(t.database);
    const stopped = runner.stop();
    await release();
    await stopped;
    expect(await runsOf(application)).toMatchObject([
      { id, seq: '50', lease_until: null, finished_at: null, tries: 0 },
    ]);
    expect((await claimed()).run.seq).toBe(50);
    await t.database.query('UPDATE identity.ledger_verifications SET lease_until = NULL WHERE id = $1', [id]);
    expect(await verify(t, application)).toMatchObject({ intact: true, entries: 1_000 });
  });

  test('that fails is tried again a while later, at its checkpoint', async () => {
    const { application } = await givenLedger(t, 1);
    const id = await givenWaiting(t, clock, application);
    const failing = { ...walker(), pool: { query: () => Promise.reject(new Error('no connection')) } as never };
    const runner = new WorkRunner(failing, verificationKind(failing));
    runner.wake();
    await eventually(async () => {
      const [failed] = await runsOf(application);
      return failed?.tries === 1 && failed.lease_until === null;
    });
    await runner.stop();
    expect(await claimRun(walker())).toBeNull();
    clock.set(new Date(clock.now().getTime() + 11_000));
    const held = await claimed();
    expect([held.run.id, held.run.tries]).toEqual([id, 2]);
    await walkLedger(walker(), held, { signal: going });
    expect(await readVerification(t, application)).toMatchObject({ intact: true, entries: 1 });
  });

  test('leaves records that come meanwhile to the next, with the heads that were signed over them', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 250);
    await givenWaiting(t, clock, application);
    await walkLedger(walker(), await claimed(), { signal: going, sliceMs: 0 });
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const user = await givenUser(t, application, [terms]);
    await t
      .as({ application, user })
      .acceptConsents({ params: { app_code: application.code }, body: { consents: [entryFor(terms, false)] } });
    await t.runJob('sign-chain-heads');
    await walkLedger(walker(), await claimed(), { signal: going });
    expect(await readVerification(t, application)).toMatchObject({
      intact: true,
      entries: 250,
      signed_heads: 0,
      running: null,
    });
    expect(await verify(t, application)).toMatchObject({ intact: true, entries: 252, signed_heads: 1 });
  });
});

test('ledgers whose last verification found a problem are a metric', async () => {
  await t.database.query('DELETE FROM identity.ledger_verifications');
  const metrics = withOwnMetrics(createMetrics(), identityMetrics);
  observeLedgers({ metrics, pool: other.walker.pool, clock });
  const shown = async () => /^consent_ledgers_not_intact (\d+)$/m.exec(await metrics.scrape())?.[1];
  const application = await givenSignedAndGrown();
  await verify(t, application, 'recent');
  expect(await shown()).toBe('0');
  await alter(application, 5);
  await verify(t, application, 'recent');
  expect(await shown()).toBe('1');
  await alter(application, 5);
  clock.set(new Date(clock.now().getTime() + 1_000));
  await verify(t, application);
  expect(await shown()).toBe('0');
});

test('the age of the oldest verification that waits or runs is a metric', async () => {
  await t.database.query('DELETE FROM identity.ledger_verifications');
  const metrics = withOwnMetrics(createMetrics(), identityMetrics);
  observeLedgers({ metrics, pool: other.walker.pool, clock });
  const shown = async () => /^consent_ledger_oldest_verification_seconds (\d+)$/m.exec(await metrics.scrape())?.[1];
  expect(await shown()).toBe('0');
  const { application } = await givenLedger(t, 1);
  await givenWaiting(t, clock, application);
  clock.set(new Date(clock.now().getTime() + 7_000));
  expect(await shown()).toBe('7');
  await walkLedger(walker(), await claimed(), { signal: going });
  expect(await shown()).toBe('0');
});
