import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity, isRegistrationRequired } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import fc from 'fast-check';
import { type ChainEntry, verifyChain } from '../src/consents/chain.ts';
import {
  aHolder,
  entryFor,
  givenApplication,
  givenPublished,
  type Identity,
  register,
  startIdentity,
} from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const kinds = ['terms_music', 'personal_data_consent', 'marketing_consent'];
const people = 4;

/** Actions of users and authors that touch consents. */
const anyone = fc.nat(people - 1);
const anyKind = fc.nat(kinds.length - 1);
const step = fc.oneof(
  fc.record({ does: fc.constant('register' as const), who: anyone, explicit: fc.boolean(), without: fc.nat(5) }),
  fc.record({ does: fc.constant('answer' as const), who: anyone, kind: anyKind, accepted: fc.boolean() }),
  fc.record({ does: fc.constant('publish' as const), kind: anyKind }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** Steps of one row are taken at once, rows one after another. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });

type Document = Omit<Awaited<ReturnType<typeof givenPublished>>, 'lock_version' | 'warnings'>;

const userIdOf = async (application: ApplicationContext, { issuer, subject }: UserContext<string | null>) =>
  (await t.ask(identity.queries.resolveUser, { application_id: application.id, issuer, subject })).user_id;

const published = async (application: ApplicationContext): Promise<Document[]> =>
  (await t.as({ application }).listLegalDocuments({ params: { app_code: application.code } })).data;

/** Takes a step with the documents that its caller had read. A refusal is fine, a failure is not. */
async function take(
  application: ApplicationContext,
  holders: UserContext<string | null>[],
  read: Document[],
  at: Step,
) {
  if (at.does === 'publish') {
    await givenPublished(t, application, { kind: kinds[at.kind] ?? '' });
    return;
  }
  const holder = holders[at.who] ?? aHolder();
  if (at.does === 'register') {
    const consents = read.filter((_, n) => n !== at.without).map((document) => entryFor(document));
    const { status } = await register(t, application, holder, { explicit_consent: at.explicit, consents });
    expect([200, 400]).toContain(status);
    return;
  }
  const id = await userIdOf(application, holder);
  const document = read.find(({ doc_kind }) => doc_kind === kinds[at.kind]);
  if (id === null || !document) return;
  const { status } = await t.as({ application, user: { ...holder, id } }).acceptConsents({
    params: { app_code: application.code },
    body: { consents: [entryFor(document, at.accepted)] },
  });
  expect([200, 400]).toContain(status);
}

const ledger = async (application: ApplicationContext): Promise<ChainEntry[]> => {
  const rows = await t.database.query<ChainEntry & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [application.id],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
};

test('whatever people and authors do at once: the effective state is the fold of the ledger, versions never go back, the chain verifies', async () => {
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(history, async (rows) => {
      const application = givenApplication();
      for (const kind of kinds) await givenPublished(t, application, { kind });
      const holders = Array.from({ length: people }, () => aHolder());
      // One of them is still to come.
      const consents = (await published(application)).map((document) => entryFor(document));
      for (const holder of holders.slice(1))
        await register(t, application, holder, { explicit_consent: true, consents });
      for (const row of rows) {
        const read = await published(application);
        await Promise.all(row.map((at) => take(application, holders, read, at)));
      }

      const entries = await ledger(application);
      answers += entries.length;
      expect(verifyChain(entries)).toMatchObject({ intact: true, head: { seq: entries.length } });

      const latest = new Map<string, ChainEntry>();
      const newest = new Map<string, number>();
      for (const entry of entries) {
        latest.set(`${entry.user_id} ${entry.document_id}`, entry);
        // A user that accepted an older version after a newer one accepted an unpublished version.
        expect(Number(entry.version)).toBeGreaterThanOrEqual(newest.get(entry.document_id) ?? 1);
        newest.set(entry.document_id, Number(entry.version));
      }
      const states = await t.database.query<{ key: string; version: string; accepted: boolean }>(
        `SELECT user_id || ' ' || document_id AS key, version, accepted FROM identity.consent_states
         WHERE document_id IN (SELECT id FROM identity.legal_documents WHERE owner_id = $1)`,
        [application.id],
      );
      expect(new Map(states.map(({ key, version, accepted }) => [key, { version, accepted }]))).toEqual(
        new Map([...latest].map(([key, { version, accepted }]) => [key, { version, accepted }])),
      );

      const documents = await published(application);
      for (const holder of holders) {
        const id = await userIdOf(application, holder);
        if (id === null) continue;
        const call = t.as({ application, user: { ...holder, id } });
        const { data } = await call.getMyConsents({ params: { app_code: application.code } });
        const open = documents.filter((document) => {
          const answer = latest.get(`${id} ${document.id}`);
          return (
            isRegistrationRequired(document.doc_kind) && !(answer?.accepted && answer.version === document.version)
          );
        });
        expect(data.pending_reconsent.map(({ document_id }) => document_id)).toEqual(
          open.map((document) => document.id),
        );
      }
    }),
    { numRuns: 30, endOnFailure: true },
  );
  // Else the steps would all have been refused, and nothing was shown.
  expect(answers).toBeGreaterThan(30 * 9 + 30);
});
