import type { ConsentEntry } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import { isUser } from '../users/find-user.ts';
import { appendConsents } from './append-consents.ts';
import { checkConsentForm, failWithProblem } from './consent-form.ts';
import { newAnswers } from './new-answers.ts';
import { holdPublishedDocuments } from './published-documents.ts';
import { readReconsent } from './read-reconsent.ts';
import type { Reconsent } from './reconsent.ts';

export interface AcceptConsents {
  application_id: string;
  user_id: string;
  consents: readonly ConsentEntry[];
  source_screen: string | undefined;
  client_ip: string;
  user_agent: string;
}

/**
 * Records what a user accepts or withdraws outside of registration and payment, all entries or none, also
 * answers that are in effect already.
 * @returns the documents that are left to accept
 * @throws AppError `consent_document_unknown`, `consent_version_mismatch`, `user_not_found`
 */
export async function acceptConsents(app: App, input: AcceptConsents): Promise<Reconsent> {
  const owner = { owner_type: 'application', owner_id: input.application_id } as const;
  await app.db.transaction(async (tx) => {
    const [documents, [user]] = await Promise.all([
      holdPublishedDocuments(tx, owner),
      tx.select({ email: users.email, platform: users.platform }).from(users).where(isUser(input)).for('no key update'),
    ]);
    const check = checkConsentForm(documents, 'voluntary', input.consents);
    if (check.problem) return failWithProblem(check.problem);
    const act = {
      owner,
      subject_id: input.user_id,
      user_id: input.user_id,
      ...(user ?? fail('user_not_found')),
      source: 'other',
      metadata: screenMetadata(input.source_screen),
      reference: null,
      client_ip: input.client_ip,
      user_agent: input.user_agent,
    } as const;
    await appendConsents(app, tx, act, await newAnswers(app, tx, act, check.entries));
  });
  return readReconsent(app, input);
}

/** The re-consent dialog is marked in the journal. */
function screenMetadata(screen: string | undefined): Record<string, string> {
  if (screen === undefined) return {};
  return screen === 'reconsent_modal' ? { flow: 'reconsent', source_screen: screen } : { source_screen: screen };
}
