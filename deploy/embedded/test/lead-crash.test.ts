import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalog, cms, contractClient, identity } from '@platform/contracts';
import type { AdminContext, SiteContext } from '@platform/contracts/kit';
import { type Clock, contextHeader, createContextSigner, inProcessBus, newId, systemClock } from '@platform/runtime';
import {
  anAdmin,
  createTestDatabase,
  eventually,
  fakeClock,
  nodeProgram,
  publicationOf,
  type TestDatabase,
  testContextSecret,
  testEnvironment,
} from '@platform/testing';
import { openFormsHost } from './forms-host.ts';

/**
 * A form and its consents have one outcome, wherever the process dies. LEAD_CRASHES=200 kills it so often.
 */

const crashes = Number(process.env.LEAD_CRASHES ?? 12);
const formsOfRound = 8;
const program = fileURLToPath(new URL('forms-host.ts', import.meta.url));

let database: TestDatabase;
let env: Record<string, string>;
let databaseUrls: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'platform-forms-'));
const children = new Set<ChildProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    ...testEnvironment(database),
    CONSENT_SIGNING_KEYS: `c1:${randomBytes(32).toString('base64')}`,
    STORAGE_URL: pathToFileURL(folder).href,
  };
  databaseUrls = { cms: database.urlFor('cms'), identity: database.urlFor('identity') };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Clients of both services that call as an administrator, or as the pages of a site. */
function clientsOf(
  ports: Record<string, number>,
  caller: { admin?: AdminContext; site?: SiteContext },
  clock: Clock = systemClock,
) {
  const signer = createContextSigner([testContextSecret], clock);
  const about = { client_ip: '203.0.113.7', user_agent: 'test', ...caller };
  const at = (name: string) => ({
    baseUrl: `http://127.0.0.1:${ports[name]}`,
    headersFor: (endpointId: string) => ({
      [contextHeader]: signer.sign({ request_id: newId(), ...about }, name, endpointId),
    }),
  });
  return {
    cms: contractClient(cms.endpoints, at('cms')),
    identity: contractClient(identity.endpoints, at('identity')),
  };
}

async function startHost(): Promise<{ ports: Record<string, number>; kill(): Promise<void> }> {
  const child = fork(program, [], {
    ...nodeProgram,
    env: { ...nodeProgram.env, FORMS_HOST: JSON.stringify({ env, databaseUrls }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  const exited = once(child, 'exit').then(() => void children.delete(child));
  const ready = await Promise.race([once(child, 'message'), exited]);
  if (!ready) throw new Error('the host did not start');
  const [{ ports }] = ready as [{ ports: Record<string, number> }];
  return {
    ports,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

test('a crash at any moment leaves a form and its consents both or neither, a retry gets the same answer, and the chain verifies', async () => {
  const admin = anAdmin();
  let next = startHost();
  const first = await next;
  const setup = clientsOf(first.ports, { admin });
  const made = (await setup.cms.createSite({ body: { name: 'Notes' } })).data;
  const site: SiteContext = { id: made.id, code: made.code, application_id: null };
  const slot = { owner_type: 'cms_site' as const, owner_id: site.id, kind: 'personal_data_consent' };
  const { data: draft } = await setup.identity.saveLegalDraft({
    params: slot,
    body: { title: 'Consent', body: 'Text' },
  });
  const document = (await setup.identity.publishLegalDocument({ params: slot, ...publicationOf(draft) })).data;
  const consents = [{ document_id: document.id, version: document.version, checkbox_text: 'I agree', accepted: true }];

  const answered = new Map<string, string>();
  let answers = 0;
  const submit = async (ports: Record<string, number>, submission_id: string): Promise<void> => {
    const body = { form: 'contact' as const, email: `${submission_id}@people.test`, submission_id, consents };
    const params = { site_code: site.code };
    const reply = await clientsOf(ports, { site })
      .cms.submitLead({ params, body })
      .catch(() => null);
    if (reply?.status !== 201) return;
    answers += 1;
    expect(answered.get(submission_id) ?? reply.data.lead_id).toBe(reply.data.lead_id);
    answered.set(submission_id, reply.data.lead_id);
  };

  let left: string[] = [];
  let repeated = 0;
  for (let round = 0; round < crashes; round += 1) {
    const host = await next;
    // It reads its modules while this one works.
    next = startHost();
    const ids = Array.from({ length: formsOfRound }, () => newId());
    // Every other form that got no answer is sent again; the others are left to the job.
    const again = left.filter((_, at) => at % 2 === 0);
    repeated += again.length;
    const calls = Promise.all([...again, ...ids].map((id) => submit(host.ports, id)));
    // A new process answers its first form late: the crash comes so many answers later, and a moment.
    const enough = answers + Math.floor(Math.random() * (formsOfRound - 1));
    await Promise.race([calls, eventually(() => answers >= enough, undefined, 5)]);
    await sleep(Math.random() * (enough === answers ? 200 : 30));
    await host.kill();
    await calls;
    left = ids.filter((id) => !answered.has(id));
  }
  await (await next).kill();

  // A minute later, in a process whose jobs run.
  const clock = fakeClock(new Date(Date.now() + 60_000).toISOString());
  const bus = inProcessBus();
  const told: string[] = [];
  await bus.observe(cms.events.leadReceived.type, ({ data }) => void told.push((data as { lead_id: string }).lead_id));
  await bus.respond(catalog.queries.getApplicationFacts.subject, async () => ({
    ok: true,
    output: { application: null },
  }));
  const last = await openFormsHost({ env, databaseUrls, clock, bus });
  try {
    await last.begin();
    const rows = (text: string) => database.query<{ id: string; state: string }>(text);
    await eventually(
      async () => (await rows(`SELECT id, state FROM cms.leads WHERE state = 'recording'`)).length === 0,
    );
    const leads = await rows('SELECT id, state FROM cms.leads ORDER BY id');
    const recorded = await rows(
      `SELECT substr(reference, 6) AS id, 'new' AS state FROM identity.consent_ledger ORDER BY 1`,
    );
    process.stdout.write(`  ${answered.size} forms were answered, ${repeated} sent again, ${leads.length} are leads\n`);
    expect(answered.size).toBeGreaterThan(crashes);
    expect(recorded).toEqual(leads);
    expect(leads.map(({ id }) => id)).toEqual(expect.arrayContaining([...answered.values()]));
    await eventually(async () => (await rows('SELECT 1 FROM cms.outbox')).length === 0);
    expect(told.toSorted()).toEqual(leads.map(({ id }) => id).toSorted());
    const ledger = { params: { site_id: site.id } };
    const { identity: ledgers } = clientsOf(last.ports, { admin }, clock);
    await ledgers.requestSiteConsentsVerification({ ...ledger, body: { scope: 'whole' } });
    const verified = await eventually(async () => {
      const { data } = await ledgers.verifySiteConsents(ledger);
      return data.running === null && data;
    });
    expect(verified).toMatchObject({ intact: true, entries: leads.length });
  } finally {
    await last.stop();
  }
}, 1_800_000);
