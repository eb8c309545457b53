import type { ConsentEntry, ConsentProblem } from '@platform/contracts';
import type { App } from '../app.ts';
import { type ConsentPurpose, checkConsentForm } from './consent-form.ts';
import { readPublishedDocuments } from './published-documents.ts';

/** The present fault of a consent form, or null. Changes nothing and locks nothing. */
export async function checkConsents(
  { db }: Pick<App, 'db'>,
  input: { application_id: string; purpose: ConsentPurpose; consents: readonly ConsentEntry[] },
): Promise<ConsentProblem | null> {
  const documents = await readPublishedDocuments(db, { owner_type: 'application', owner_id: input.application_id });
  return checkConsentForm(documents, input.purpose, input.consents).problem;
}
