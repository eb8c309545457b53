import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import type { BackgroundWork, Job } from '@platform/runtime';
import type { StartServiceOptions } from '@platform/testing';
import { identityService } from '../src/service.ts';
import { givenApplication, givenPublished, givenUser, type Identity, owner, startIdentity } from './support.ts';

export type IdentityWithJobs = Identity & {
  /** Runs a job of the service once, as its interval would. */
  runJob(name: string): Promise<void>;
};

/** The service under test, whose jobs run when the test says so, and whose background work runs when a request wakes it. */
export async function startWithJobs(options: StartServiceOptions = {}): Promise<IdentityWithJobs> {
  let jobs: Job[] = [];
  const t = await startIdentity(options, {
    ...identityService,
    create(given) {
      const parts = identityService.create(given);
      jobs = parts.jobs ?? [];
      return { ...parts, jobs: [], work: (parts.work ?? []).map(withoutPolls) };
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

const withoutPolls = (work: BackgroundWork): BackgroundWork => ({
  name: work.name,
  start: () => {},
  wake: () => work.wake(),
  stop: () => work.stop(),
  readBacklog: () => work.readBacklog(),
});

/** An application whose ledger has this many records, each of another user. */
export async function givenLedger(
  t: Identity,
  length: number,
): Promise<{ application: ApplicationContext; users: UserContext[] }> {
  const application = givenApplication();
  const terms = await givenPublished(t, application, { kind: 'terms_music' });
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

type Scope = 'recent' | 'whole';

/** The answer about the verifications of a ledger, as it is now. */
export const readVerification = async (t: Identity, application: { id: string }) =>
  (await t.as({ admin: owner }).verifyConsents({ params: { application_id: application.id } })).data;

/** Requests a verification without waiting for it. */
export const requestVerification = async (t: Identity, application: { id: string }, scope: Scope) =>
  (
    await t
      .as({ admin: owner })
      .requestConsentsVerification({ params: { application_id: application.id }, body: { scope } })
  ).data;

type Verification = Awaited<ReturnType<typeof readVerification>>;

/** Verifies a ledger and waits for the result. A problem is an ERROR in the log, which this takes out. */
export const verification = async (t: Identity, application: { id: string }, scope: Scope = 'whole') =>
  untilVerified(t, await requestVerification(t, application, scope), () => readVerification(t, application));

/** {@link verification} of the ledger of a site. */
export async function siteVerification(t: Identity, site: { id: string }) {
  const params = { site_id: site.id };
  const admin = t.as({ admin: owner });
  const requested = await admin.requestSiteConsentsVerification({ params, body: { scope: 'whole' } });
  return untilVerified(t, requested.data, async () => (await admin.verifySiteConsents({ params })).data);
}

async function untilVerified(t: Identity, requested: Verification, read: () => Promise<Verification>) {
  let state = requested;
  for (const until = Date.now() + 120_000; state.running; state = await read()) {
    if (Date.now() > until) throw new Error(`the verification does not end: ${JSON.stringify(state)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { head } = state;
  if (!head) throw new Error('a verification that ended has no result');
  if (!state.intact) {
    const lines = t.errors();
    const others = lines.filter((line) => !line.includes('a consent ledger is not intact'));
    if (others.length > 0 || lines.length === 0) throw new Error(`it logged ${lines.length} errors: ${others.join()}`);
  }
  return { ...state, head };
}

/** What was found about a ledger. */
export async function verify(t: Identity, application: { id: string }, scope: Scope = 'whole') {
  const { intact, entries, head, signed_heads, unverifiable_heads, problem } = await verification(
    t,
    application,
    scope,
  );
  return { intact, entries, head, signed_heads, unverifiable_heads, problem };
}
