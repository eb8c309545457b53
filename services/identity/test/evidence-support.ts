import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import type { Job } from '@platform/runtime';
import type { StartServiceOptions } from '@platform/testing';
import { identityService } from '../src/service.ts';
import { givenApplication, givenPublished, givenUser, type Identity, owner, startIdentity } from './support.ts';

export type IdentityWithJobs = Identity & {
  /** Runs a job of the service once, as its interval would. */
  runJob(name: string): Promise<void>;
};

/** The service under test, whose jobs run when the test says so. */
export async function startWithJobs(options: StartServiceOptions = {}): Promise<IdentityWithJobs> {
  let jobs: Job[] = [];
  const t = await startIdentity(options, {
    ...identityService,
    create(given) {
      const parts = identityService.create(given);
      jobs = parts.jobs ?? [];
      return parts;
    },
  });
  return {
    ...t,
    async runJob(name) {
      const job = jobs.find((candidate) => candidate.name === name) ?? null;
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run();
    },
  };
}

/** An application whose ledger has this many records, each of another user. */
export async function givenLedger(
  t: Identity,
  length: number,
): Promise<{ application: ApplicationContext; users: UserContext[] }> {
  const application = givenApplication();
  const terms = await givenPublished(t, application, 'terms_music');
  const users: UserContext[] = [];
  for (let n = 0; n < length; n += 1) users.push(await givenUser(t, application, [terms]));
  return { application, users };
}

/** Changes immutable rows, as a superuser that has disabled the triggers. */
export async function tamper(t: Identity, table: string, statement: string, values: unknown[] = []): Promise<void> {
  await t.database.query(`ALTER TABLE identity.${table} DISABLE TRIGGER USER`);
  try {
    await t.database.query(statement, values);
  } finally {
    await t.database.query(`ALTER TABLE identity.${table} ENABLE TRIGGER USER`);
  }
}

export const verify = async (t: Identity, application: { id: string }) =>
  (await t.as({ admin: owner }).verifyConsents({ params: { application_id: application.id } })).data;
