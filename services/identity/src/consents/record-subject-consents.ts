import type { ConsentEntry, RecordedConsent, SubjectConsentProblem } from '@platform/contracts';
import type { App } from '../app.ts';
import { appendConsents } from './append-consents.ts';
import { checkSubjectForm, type SubjectPurpose } from './consent-form.ts';
import { holdPublishedDocuments } from './published-documents.ts';
import { holdSubject, ledgerAct, ownerOfAct, rowsUnder, type SubjectAct, toRecorded } from './subject-act.ts';

export interface RecordSubjectConsents extends SubjectAct {
  purpose: SubjectPurpose;
  consents: readonly ConsentEntry[];
}

/**
 * Records the form of a person without an account in the ledger of the site, all entries or none. A repeat
 * with the same reference appends nothing, also when a new version was published in between.
 * @returns the fault of the form, or null and the rows under the reference
 */
export async function recordSubjectConsents(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'sealer'>,
  { purpose, consents, ...act }: RecordSubjectConsents,
): Promise<{ problem: SubjectConsentProblem | null; consents: RecordedConsent[] }> {
  return app.db.transaction(async (tx) => {
    const [documents, , present] = await Promise.all([
      holdPublishedDocuments(tx, ownerOfAct(act)),
      holdSubject(tx, act.subject_id),
      rowsUnder(tx, act, act.reference),
    ]);
    if (present.length > 0) return { problem: null, consents: present.map(toRecorded) };
    const check = checkSubjectForm(documents, purpose, consents);
    if (check.problem) return { problem: check.problem, consents: [] };
    const appended = await appendConsents(app, tx, ledgerAct(act, purpose, {}), check.entries);
    return { problem: null, consents: appended };
  });
}
