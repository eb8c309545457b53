import type { ConsentEntry, ConsentProblem } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
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
  platform: string | null;
  client_ip: string;
  user_agent: string;
}

/**
 * Records the consent form of another service's use case, all entries or none. A repeat with the same reference appends
 * nothing and succeeds, also when a new version was published in between; an answer to the new version is appended.
 * @returns what is wrong with the form, or null when it is in the ledger
 * @throws AppError `user_not_found`
 */
export async function recordConsents(app: App, input: RecordConsents): Promise<ConsentProblem | null> {
  const { application_id, user_id, reference } = input;
  const owner = { owner_type: 'application', owner_id: application_id } as const;
  return app.db.transaction(async (tx) => {
    const [documents, [user]] = await Promise.all([
      holdPublishedDocuments(tx, owner),
      // Two calls with one reference come for one user: the second waits here and then sees the rows of the first.
      tx.select({ email: users.email }).from(users).where(isUser(input)).for('no key update'),
    ]);
    const { email } = user ?? fail('user_not_found');
    const recorded = await versionsUnder(tx, user_id, reference);
    const isRecorded = (document_id: string, version: string) => recorded.has(versionOf(document_id, version));
    if (input.consents.length > 0 && input.consents.every((entry) => isRecorded(entry.document_id, entry.version)))
      return null;
    const check = checkConsentForm(documents, input.purpose, input.consents);
    if (check.problem) return check.problem;
    const entries = check.entries.filter(({ document }) => !isRecorded(document.id, document.version));
    await appendConsents(app, tx, { ...input, owner, email, metadata: {} }, entries);
    return null;
  });
}

const versionOf = (documentId: string, version: string): string => `${documentId.toLowerCase()} ${version}`;

/** The versions of documents that are in the ledger for this person under this reference. */
async function versionsUnder(tx: Tx, subjectId: string, reference: string): Promise<Set<string>> {
  const rows = await tx
    .select({ document_id: consent_ledger.document_id, version: consent_ledger.version })
    .from(consent_ledger)
    .where(and(eq(consent_ledger.subject_id, subjectId), eq(consent_ledger.reference, reference)));
  return new Set(rows.map((row) => versionOf(row.document_id, row.version)));
}
