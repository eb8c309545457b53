import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTokenSigner, LostLeaseError, newId, type WorkPlatform } from '@platform/runtime';
import { createTestDatabase, type TestDatabase } from '@platform/testing';
import { workConformance } from '@platform/testing/work-conformance';
import { verificationKind } from '../src/consents/verification-work.ts';
import { ledger_verifications } from '../src/schema.ts';
import { claimRun, openProcess, type SecondProcess, signingKey } from './ledger-support.ts';

workConformance('on verifications', {
  service: 'identity',
  kind: (platform) =>
    verificationKind({ ...platform, pool: undefined as never, evidence: createTokenSigner([signingKey]) }),
  finished: { finished_at: new Date() },
  // A ledger is verified until there is a result.
  isPeriodic: true,
  async insertDue({ db }: WorkPlatform, { due_at }) {
    const id = newId();
    await db.insert(ledger_verifications).values({
      id,
      owner_type: 'application',
      owner_id: newId(),
      scope: 'recent',
      requested_at: due_at,
      due_at,
    });
    return id;
  },
});

describe('a verification during a rollout', () => {
  let database: TestDatabase;
  let other: SecondProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    other = openProcess({ database });
  });
  afterAll(async () => {
    await other.close();
    await database.drop();
  });
  beforeEach(() => database.query('DELETE FROM identity.ledger_verifications'));

  /** The claim of the release before this one. */
  const claimAsBefore = (seconds = 30) =>
    database.query<{ id: string }>(
      `UPDATE identity.ledger_verifications
          SET lease_id = gen_random_uuid(), leased_until = now() + make_interval(secs => $1),
              worked_at = now() - interval '1 second',
              failures = failures + 1
        WHERE finished_at IS NULL AND (leased_until IS NULL OR leased_until <= now()) RETURNING id`,
      [seconds],
    );
  const insertAsBefore = () =>
    database.query(
      `INSERT INTO identity.ledger_verifications (id, owner_type, owner_id, scope, requested_at)
       VALUES (gen_random_uuid(), 'application', gen_random_uuid(), 'recent', now() - interval '1 second')`,
    );

  test('that the release before requested is claimed by this one, and by no replica of it then', async () => {
    await insertAsBefore();
    const run = await claimRun(other.walker);
    expect(run).not.toBeNull();
    expect(await claimAsBefore()).toEqual([]);
    await run?.putBack();
    expect(await claimAsBefore()).toHaveLength(1);
  });

  test('that the release before works on is left to it, until its lease ends', async () => {
    await insertAsBefore();
    const [claimed] = await claimAsBefore();
    expect(await claimRun(other.walker)).toBeNull();
    await claimAsBefore();
    await database.query(`UPDATE identity.ledger_verifications SET leased_until = now() - interval '1 second'`);
    expect((await claimRun(other.walker))?.run).toMatchObject({ id: claimed?.id, tries: 2 });
  });

  test('that the release before finished or put back is not held any more', async () => {
    await insertAsBefore();
    await claimAsBefore();
    await database.query('UPDATE identity.ledger_verifications SET lease_id = NULL, leased_until = NULL');
    const run = await claimRun(other.walker);
    expect(run).not.toBeNull();
    await run?.putBack();
    await claimAsBefore();
    await database.query(
      'UPDATE identity.ledger_verifications SET lease_id = NULL, leased_until = NULL, finished_at = now()',
    );
    expect(await claimRun(other.walker)).toBeNull();
  });

  test('that a replica of the release before takes away is written by no replica of this one', async () => {
    await insertAsBefore();
    const run = await claimRun(other.walker);
    await database.query(
      `UPDATE identity.ledger_verifications SET lease_id = NULL, leased_until = NULL, worked_at = NULL, failures = 0`,
    );
    await expect(run?.save({ seq: 7 })).rejects.toThrow(LostLeaseError);
  });
});
