import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import {
  createAudit,
  createEmit,
  createLog,
  createSealer,
  createWakeup,
  type Envelope,
  newId,
  openDatabase,
  openMailer,
  runInScope,
} from '@platform/runtime';
import { countStatements, logLines, openTransaction, testEncryptionKeys, untilBlocked } from '@platform/testing';
import type { App, AppParts } from '../src/app.ts';
import { createLeadAccepter } from '../src/leads/accept-leads.ts';
import { createPseudonyms, type SitePseudonyms } from '../src/leads/pseudonyms.ts';
import { createSubmissionStore } from '../src/leads/store-submission.ts';
import { type LeadDesk, openLeadDesk } from './lead-desk.ts';
import { mailEnv } from './mailbox.ts';

/**
 * Two processes with forms of the same people. In one process forms of one moment share a transaction, so a
 * race needs two stores, each with connections of its own.
 */

let desk: LeadDesk;
let processes: ReturnType<typeof openProcess>[];
let pseudonyms: SitePseudonyms;
beforeAll(async () => {
  desk = await openLeadDesk();
  processes = [openProcess(), openProcess()];
  pseudonyms = await createPseudonyms((processes[0] as (typeof processes)[0]).parts).of(desk.site.id);
});
afterAll(async () => {
  for (const { close } of processes) await close();
  await desk.stop();
});

function openProcess() {
  const log = createLog('test', 'error', logLines());
  const database = { url: desk.t.database.urlFor('cms'), poolSize: 4, service: 'cms', traced: false, log };
  const opened = openDatabase(database);
  const emit = createEmit('cms', () => {});
  const mailer = openMailer('cms', mailEnv('smtp://127.0.0.1:9'));
  const own = {
    db: opened.db,
    clock: desk.clock,
    log,
    sealer: createSealer([testEncryptionKeys('cms')]),
  };
  const parts = {
    ...own,
    emit,
    mailer,
    audit: createAudit(cms, emit, desk.clock),
    mailWakeup: createWakeup(),
    pseudonyms: createPseudonyms(own),
    config: { PUBLIC_API_URL: 'https://api.example.test' } as App['config'],
  };
  return {
    parts,
    store: createSubmissionStore(parts),
    accept: createLeadAccepter(parts as object as AppParts),
    async close() {
      mailer?.close();
      await opened.close();
    },
  };
}

type Form = ReturnType<LeadDesk['form']>;

const submission = ({ fields: _, ...form }: Form) => ({
  site_id: desk.site.id,
  form,
  pseudonyms,
  isSpam: false,
  client: { client_ip: '203.0.113.7', user_agent: 'test' },
});

/** The leads of forms that one process stores. */
const stored = (forms: readonly Form[]) =>
  Promise.all(forms.map(async (form) => (await processes[0]?.store(submission(form)))?.lead)).then((leads) =>
    leads.flatMap((lead) => lead ?? []),
  );

/**
 * Runs work of the two processes while nothing can be written to a table, and lets both write once both wait.
 * @returns what they answer
 */
async function atOnce<T>(table: 'leads' | 'subscribers', work: (one: (typeof processes)[0], at: number) => Promise<T>) {
  const rollbacks = countStatements('ROLLBACK');
  const lock = await openTransaction(desk.t.database, `LOCK TABLE cms.${table} IN SHARE MODE`);
  const both = Promise.all(processes.map(work));
  await untilBlocked(desk.t.database, { sessions: 2 }).finally(lock.rollback);
  const answers = await both;
  rollbacks.stop();
  // Neither a deadlock nor a row that is there twice: a group that fails is repeated form by form.
  expect(rollbacks.count()).toBe(0);
  return answers;
}

const numbers = Array.from({ length: 24 }, (_, at) => at);

test.each([
  ['content', (at: number) => ({ email: `race${at % 20}@people.test`, message: `of race ${at}` })],
  [
    'submission id',
    (at: number, place: number) => ({ email: `${place}of${at}@people.test`, submission_id: `race-${at}` }),
  ],
])('forms with one %s are one lead, whichever process takes them', async (_, changes) => {
  const before = (await desk.rows()).length;
  const answers = await atOnce('leads', async ({ store }, place) => {
    // The other process has them in the other order.
    const order = place === 0 ? numbers : numbers.toReversed();
    const leads = await Promise.all(
      order.map(async (at) => [at, (await store(submission(desk.form(changes(at, place))))).lead.id] as const),
    );
    return new Map(leads);
  });
  const [first, second] = answers.map((leads) => numbers.map((at) => leads.get(at)));
  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(numbers.length);
  expect(await desk.rows()).toHaveLength(before + numbers.length);
});

test('a lead that two processes accept is received once, by the request that sent it', async () => {
  const told: Envelope[] = [];
  await desk.t.bus.observe(cms.events.leadReceived.type, (envelope) => void told.push(envelope));
  const leads = await stored(
    numbers.map((at) => desk.form({ email: `accept${at % 20}@people.test`, message: `${at}` })),
  );
  const requests = new Map(leads.map(({ id }) => [id, newId()]));
  const answers = await atOnce('leads', async ({ accept }, place) =>
    Promise.all(
      (place === 0 ? leads : leads.toReversed()).map((lead) =>
        runInScope({ request_id: requests.get(lead.id) ?? '' }, () =>
          accept({ lead, consents: [], email: undefined, locale: undefined }),
        ),
      ),
    ),
  );
  expect(answers.flat().every((lead) => lead?.state === 'new')).toBe(true);
  await desk.t.published(cms.events.leadReceived);
  const received = told.map(({ data, request_id }) => [(data as { lead_id: string }).lead_id, request_id]);
  expect(received.toSorted()).toEqual([...requests].toSorted());
});

test('two newsletter forms of one person in two processes are one subscription and one mail', async () => {
  const email = 'reader@people.test';
  const leads = await stored([0, 1].map((at) => desk.form({ form: 'newsletter', email, message: `reader ${at}` })));
  await atOnce('subscribers', async ({ accept }, place) => {
    const lead = leads[place];
    return lead && accept({ lead, consents: [], email, locale: undefined });
  });
  const counts = await desk.t.database.query(
    `SELECT (SELECT count(*) FROM cms.subscribers WHERE subject_id = $1)::int AS subscribers,
      (SELECT count(*) FROM cms.mails WHERE subject_id = $1)::int AS mails`,
    [leads[0]?.subject_id],
  );
  expect(counts).toEqual([{ subscribers: 1, mails: 1 }]);
});
