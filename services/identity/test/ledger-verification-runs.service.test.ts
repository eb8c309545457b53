import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog, currentScope, runInScope, WorkRunner } from '@platform/runtime';
import { eventually, fakeClock, logLines, openTransaction, untilBlocked } from '@platform/testing';
import { openRun } from '../src/consents/verification-run.ts';
import { verificationKind } from '../src/consents/verification-work.ts';
import { walkLedger } from '../src/consents/walk-ledger.ts';
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
import { claimRun, givenWaiting, lengthen, openProcess, type SecondProcess, signingKey } from './ledger-support.ts';

/** Reported state of verification runs: start time, progress, and the process that runs them. */

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
beforeEach(() => clock.set(new Date(clock.now().getTime() + 86_400_000)));
afterEach(() => t.database.query('DELETE FROM identity.ledger_verifications'));

const walker = () => ({ ...other.walker, clock });
const runnerOf = (process: SecondProcess['walker'] = walker(), changes: { renewMs?: number } = {}) =>
  new WorkRunner(process, { ...verificationKind(process), ...changes });
const going = new AbortController().signal;
const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));

async function claimed() {
  const held = await claimRun(walker());
  if (!held) throw new Error('there was nothing to claim');
  return held;
}

const change = (id: string, assignment: string) =>
  t.database.query(`UPDATE identity.ledger_verifications SET ${assignment} WHERE id = $1`, [id]);

const alter = (application: { id: string }, seq: number) =>
  tamper(
    t,
    'consent_ledger',
    'UPDATE identity.consent_ledger SET accepted = NOT accepted WHERE owner_id = $1 AND seq = $2',
    [application.id, seq],
  );

/** A ledger of 250 records of which a verification has read 50, in a process that does nothing more. */
async function givenBegun() {
  const { application } = await givenLedger(t, 1);
  await lengthen(t, application.id, 250);
  const id = await givenWaiting(t, clock, application);
  await walkLedger(walker(), await claimed(), { signal: going, sliceMs: 0 });
  return { application, id };
}

describe('a request while a verification runs', () => {
  test.each(['whole', 'recent'] as const)(
    'for %s records is followed by another run, which reads what was altered before the request',
    async (scope) => {
      const { application } = await givenBegun();
      const held = await claimed();
      await alter(application, 7);
      pass(1_000);
      const requested = await requestVerification(t, application, scope);
      expect(requested.running).toMatchObject({ scope: 'whole', verified: 50 });
      await walkLedger(walker(), held, { signal: going });
      const first = await readVerification(t, application);
      expect(first).toMatchObject({ intact: true, started_at: requested.running?.started_at });
      expect(first.running).toMatchObject({ scope, requested_at: clock.now().toISOString(), started_at: null });
      await walkLedger(walker(), await claimed(), { signal: going });
      expect(await readVerification(t, application)).toMatchObject({
        problem: { seq: 7, reason: 'altered' },
        running: null,
        started_at: clock.now().toISOString(),
      });
    },
  );
});

describe('a checkpoint', () => {
  test.each([
    ['its record', `seq = target_seq, hash = target_hash`],
    ['its end', `target_seq = 50, target_hash = hash`],
    ['its beginning and its token', `from_seq = 250, seq = 250, hash = target_hash, checkpoint_token = 'x'`],
    ['its moment', `started_at = started_at + interval '1 day'`],
    ['its token', `checkpoint_token = NULL`],
  ])('of which %s was altered is none: the run reads every record', async (_, assignment) => {
    const { application, id } = await givenBegun();
    await alter(application, 7);
    await change(id, assignment);
    await walkLedger(walker(), await claimed(), { signal: going });
    expect((await readVerification(t, application)).problem).toMatchObject({ seq: 7, reason: 'altered' });
  });

  test('of another ledger is none', async () => {
    const [mine, foreign] = [await givenBegun(), await givenLedger(t, 1)];
    await alter(foreign.application, 1);
    await t.database.query('UPDATE identity.ledger_verifications SET owner_id = $2 WHERE id = $1', [
      mine.id,
      foreign.application.id,
    ]);
    await walkLedger(walker(), await claimed(), { signal: going });
    expect((await readVerification(t, foreign.application)).problem).toMatchObject({ seq: 1, reason: 'altered' });
  });
});

test('a ledger that was removed is verified once a day as well', async () => {
  const { application } = await givenLedger(t, 1);
  await t.runJob('sign-chain-heads');
  await tamper(t, 'consent_ledger', 'DELETE FROM identity.consent_ledger WHERE owner_id = $1', [application.id]);
  await t.database.query('DELETE FROM identity.consent_chains WHERE owner_id = $1', [application.id]);
  await t.runJob('request-verifications');
  await eventually(async () => {
    const { running, intact } = await readVerification(t, application);
    return running === null && intact === false;
  });
  t.errors();
});

test('the last result is the last one that was written, whatever the clock of its process says', async () => {
  const { application } = await givenLedger(t, 2);
  await t.runJob('sign-chain-heads');
  const first = await verification(t, application);
  await alter(application, 2);
  pass(-5_000);
  const next = await verification(t, application, 'whole');
  expect(next).toMatchObject({ intact: false, problem: { seq: 2 } });
  pass(-5_000);
  expect(await verification(t, application, 'recent')).toMatchObject({ intact: false });
  await alter(application, 2);
  const last = await verification(t, application, 'recent');
  expect(last).toMatchObject({ intact: true });
  expect(Number(new Date(last.verified_at ?? ''))).toBeGreaterThan(Number(new Date(first.verified_at ?? '')));
});

describe('a process', () => {
  test('keeps a run whose reads wait longer than the lease', async () => {
    const { application } = await givenLedger(t, 1);
    await givenWaiting(t, clock, application);
    const lock = await openTransaction(t.database, 'LOCK TABLE identity.consent_ledger');
    const runner = runnerOf(walker(), { renewMs: 5 });
    try {
      runner.wake();
      await untilBlocked(t.database);
      pass(31_000);
      await eventually(async () => {
        const rows = await t.database.query<{ lease_until: Date }>(
          'SELECT lease_until FROM identity.ledger_verifications',
        );
        return Number(rows[0]?.lease_until) > Number(clock.now());
      });
      expect(await claimRun(walker())).toBeNull();
    } finally {
      await lock.rollback();
    }
    await eventually(async () => (await readVerification(t, application)).intact);
    await runner.stop();
  });

  test('that a run ends is not killed by it again before others had their turn, and the log tells of it', async () => {
    const [killer, harmless] = [await givenLedger(t, 1), await givenLedger(t, 1)];
    const ids = [await givenWaiting(t, clock, killer.application), await givenWaiting(t, clock, harmless.application)];
    const lines = logLines();
    const process = { ...walker(), log: createLog('test', 'error', lines) };
    pass(1);
    expect((await claimRun(process))?.run.id).toBe(ids[0]);
    pass(31_000);
    expect((await claimRun(process))?.run.id).toBe(ids[1]);
    await t.database.query('DELETE FROM identity.ledger_verifications WHERE id = $1', [ids[1]]);
    for (let claims = 2; claims <= 10; claims += 1) {
      expect((await claimRun(process))?.run).toMatchObject({ id: ids[0], tries: claims });
      pass(31_000);
    }
    expect(JSON.stringify(lines)).not.toContain('keeps failing');
    await claimRun(process);
    expect(JSON.stringify(lines)).toContain('keeps failing');
  });

  test('counts failures from the last checkpoint on', async () => {
    const { application, id } = await givenBegun();
    await change(id, 'tries = 7');
    const process = walker();
    const runner = new WorkRunner(process, {
      ...verificationKind(process),
      run: async (lease) => {
        await (await openRun(process, lease)).save({ seq: 50 });
        throw new Error('no connection');
      },
    });
    await runner.runDue({ budgetMs: 60_000 });
    expect(await t.database.query('SELECT tries FROM identity.ledger_verifications WHERE id = $1', [id])).toEqual([
      { tries: 1 },
    ]);
    pass(11_000);
    expect(await verify(t, application)).toMatchObject({ intact: true });
  });

  test('does its work outside of the request that wakes it', async () => {
    await t.database.query('DELETE FROM identity.ledger_verifications');
    const seen: unknown[] = [];
    const watched = {
      ...walker(),
      clock: {
        now: () => {
          seen.push(currentScope()?.isBackground && currentScope()?.request_id !== 'a request');
          return clock.now();
        },
      },
    };
    const runner = runnerOf(watched);
    runInScope({ request_id: 'a request' }, () => runner.wake());
    await runner.stop();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((isBackground) => isBackground === true)).toBe(true);
  });
});
