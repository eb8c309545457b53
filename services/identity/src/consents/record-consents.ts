import type { ConsentEntry, ConsentProblem, RecordedConsent } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { consent_ledger, users } from '../schema.ts';
import { isUser } from '../users/find-user.ts';
import { appendConsents, type ConsentAct } from './append-consents.ts';
import { type ConsentPurpose, checkConsentForm } from './consent-form.ts';
import { holdPublishedDocuments } from './published-documents.ts';

export interface RecordConsents {
  application_id: string;
  user_id: string;
  purpose: ConsentPurpose;
  consents: readonly ConsentEntry[];
  source: ConsentAct['source'];
  reference: string;
  /** Null for the one of the registration. */
  platform: string | null;
  client_ip: string;
  user_agent: string;
  metadata: Record<string, string>;
}

/**
 * Records the consent form of another service's use case, all entries or none. A repeat with the same
 * reference appends nothing and succeeds, also when a new version was published in between; another answer,
 * or one to the new version, is appended.
 * @returns the fault of the form, or null when it is in the ledger, with the rows under the reference, in their order
 * @throws AppError `user_not_found`
 */
export async function recordConsents(
  app: App,
  input: RecordConsents,
): Promise<{ problem: ConsentProblem | null; consents: RecordedConsent[] }> {
  const { application_id, user_id, reference } = input;
  const owner = { owner_type: 'application', owner_id: application_id } as const;
  return app.db.transaction(async (tx) => {
    const [documents, [user]] = await Promise.all([
      holdPublishedDocuments(tx, owner),
      // Two calls with one reference come for one user: the second waits here and then sees the rows of the
      // first.
      tx.select({ email: users.email, platform: users.platform }).from(users).where(isUser(input)).for('no key update'),
    ]);
    const { email, platform } = user ?? fail('user_not_found');
    const earlier = await rowsUnder(tx, user_id, reference);
    const recorded = answersOf(earlier);
    const isRecorded = (document_id: string, version: string, accepted: boolean) =>
      isRepeat(recorded.get(document_id.toLowerCase()), version, accepted);
    if (
      input.consents.length > 0 &&
      input.consents.every((entry) => isRecorded(entry.document_id, entry.version, entry.accepted))
    )
      return { problem: null, consents: earlier };
    const check = checkConsentForm(documents, input.purpose, input.consents);
    if (check.problem) return { problem: check.problem, consents: [] };
    const entries = check.entries.filter(
      ({ document, accepted }) => !isRecorded(document.id, document.version, accepted),
    );
    const consents = await appendConsents(
      app,
      tx,
      { ...input, owner, subject_id: user_id, email, platform: input.platform ?? platform },
      entries,
    );
    return { problem: null, consents: [...earlier, ...consents] };
  });
}

interface Answers {
  /** The latest of all. */
  last: { version: string; accepted: boolean };
  all: Set<string>;
}

const answerOf = (version: string, accepted: boolean): string => `${version} ${accepted}`;

/** The rows of the ledger for this person under this reference, in their order. */
const rowsUnder = (tx: Tx, subjectId: string, reference: string): Promise<RecordedConsent[]> =>
  tx
    .select({
      consent_id: consent_ledger.id,
      document_id: consent_ledger.document_id,
      doc_kind: consent_ledger.doc_kind,
      version: consent_ledger.version,
      accepted: consent_ledger.accepted,
    })
    .from(consent_ledger)
    .where(and(eq(consent_ledger.subject_id, subjectId), eq(consent_ledger.reference, reference)))
    .orderBy(asc(consent_ledger.seq));

/** The answers to each document. */
function answersOf(rows: readonly RecordedConsent[]): Map<string, Answers> {
  const answers = new Map<string, Answers>();
  for (const { document_id, version, accepted } of rows) {
    const all = answers.get(document_id)?.all ?? new Set();
    answers.set(document_id, { last: { version, accepted }, all: all.add(answerOf(version, accepted)) });
  }
  return answers;
}

/**
 * Whether an answer is a repeat: it is the latest one, or it was given to an older version and comes late.
 * Another answer to the latest version is a change of mind.
 */
function isRepeat(answers: Answers | undefined, version: string, accepted: boolean): boolean {
  if (!answers) return false;
  const { last, all } = answers;
  return last.version === version ? last.accepted === accepted : all.has(answerOf(version, accepted));
}
