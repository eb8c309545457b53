import { identity, type SubjectConsentProblem } from '@platform/contracts';
import { fail, findRow, relayedError } from '@platform/runtime';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireMailer } from '../mails/mail.ts';
import { recordDueWithdrawal, withdrawLateForm } from '../newsletter/record-withdrawals.ts';
import { WithdrawalDueError } from '../newsletter/subscribe.ts';
import { leads } from '../schema.ts';
import { countStaleRefusal } from './consent-coverage.ts';
import { findErasures } from './erased-subjects.ts';
import { type OpenedLead, openLeads } from './lead.ts';
import type { LeadRow } from './lead-content.ts';
import { ledgerReference } from './ledger-reference.ts';
import { lockSubjects } from './lock-subjects.ts';
import { removeLeads } from './remove-leads.ts';

/** Another unsubscription may come in the same moment as the form. */
const maxAttempts = 3;

/**
 * Gives a lead and its consents one outcome. The ledger is written first, under the id of the lead as its
 * reference; then the lead becomes `new` and its event is emitted. Any process may repeat each step, after a
 * crash or concurrently. A lead that the ledger refuses is removed; a lead that was released from spam stays
 * spam.
 * @returns the lead; null when it was removed meanwhile
 * @throws AppError the code of the ledger for a refused form; `mail_not_configured` for a newsletter;
 * `service_unavailable` when the ledger did not answer, and the next attempt completes the lead
 */
export async function finishLead(app: App, opened: OpenedLead): Promise<LeadRow | null> {
  if (opened.lead.form !== 'newsletter') return finishOnce(app, opened);
  requireMailer(app.mailer);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // In the ledger a withdrawal stands before the consents of the next round.
    await recordDueWithdrawal(app, opened.lead);
    try {
      return await finishOnce(app, opened);
    } catch (error) {
      if (!(error instanceof WithdrawalDueError)) throw error;
    }
  }
  return fail('service_unavailable');
}

async function finishOnce(app: App, { lead, content, erased_at }: OpenedLead): Promise<LeadRow | null> {
  const { problem, consents, is_late } = await app.call(identity.commands.recordSubjectConsents, {
    site_id: lead.site_id,
    subject_id: lead.subject_id,
    email: content.email ?? null,
    asked_at: lead.created_at.toISOString(),
    erased_at: erased_at?.toISOString(),
    reference: ledgerReference(lead),
    purpose: lead.form === 'newsletter' ? 'newsletter' : 'site_form',
    consents: content.consents,
    client_ip: content.client_ip,
    user_agent: content.user_agent,
  });
  if (problem) return refuse(app, lead, problem);
  if (is_late) return drop(app, lead);
  // The person may have ended the subscription between the form and its records.
  if (consents.some(({ doc_kind, accepted }) => doc_kind === 'marketing_consent' && accepted))
    await withdrawLateForm(app, lead, { ...content, email: content.email ?? null });
  return app.acceptLead({ lead, consents, email: content.email, locale: content.locale });
}

/** Removes a lead that was stored before its person was erased. */
async function drop({ db }: App, lead: LeadRow): Promise<null> {
  await db.transaction((tx) => removeLeads(tx, [lead], eq(leads.state, lead.state)));
  return null;
}

/** A lead that waits for the ledger, as it is now; null when it no longer does. */
export async function openWaiting(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  { id, subject_id }: Pick<LeadRow, 'id' | 'subject_id'>,
): Promise<OpenedLead | null> {
  return app.db.transaction(async (tx) => {
    // The row and its key are of one moment: another call may remove both, and a third one make a new key.
    await lockSubjects(tx, [subject_id]);
    const lead = await findRow(tx, leads, and(eq(leads.id, id), isWaiting));
    const content = lead ? (await openLeads(app, tx, [lead]))(lead) : null;
    if (!lead || !content) return null;
    return { lead, content, erased_at: (await findErasures(tx, [subject_id])).get(subject_id) ?? null };
  });
}

/** Its form was stored, or it is being released from spam, and the ledger may lack its records. */
export const isWaiting = or(eq(leads.state, 'recording'), isNotNull(leads.release_origin));

async function refuse(app: App, lead: LeadRow, { error, ...fields }: SubjectConsentProblem): Promise<never> {
  await app.db.transaction(async (tx) => {
    if (lead.state === 'spam')
      await tx
        .update(leads)
        .set({ release_origin: null })
        .where(and(eq(leads.id, lead.id), eq(leads.state, 'spam')));
    else await removeLeads(tx, [lead], eq(leads.state, 'recording'));
    if (error === 'consent_version_mismatch') await countStaleRefusal(app, tx, lead);
  });
  throw relayedError(error, fields);
}
