import { identity, type SubjectConsentProblem } from '@platform/contracts';
import { fail, relayedError } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireMailer } from '../mails/mail.ts';
import { leads } from '../schema.ts';
import { type AlsoWrite, acceptLeads } from './accept-leads.ts';
import { countStaleRefusal } from './consent-coverage.ts';
import { type LeadRow, type OpenedLead, openLeads } from './lead.ts';
import { lockSubjects } from './lock-subjects.ts';
import { removeLeads } from './remove-leads.ts';

export type Settler = Pick<
  App,
  'db' | 'emit' | 'clock' | 'call' | 'sealer' | 'log' | 'mailer' | 'pseudonyms' | 'config' | 'metrics' | 'acceptLead'
>;

/**
 * Gives a lead and its consents one outcome. The ledger is written first, under the id of the lead as its
 * reference; then the lead becomes `new` and says so. Each step may be repeated, by any process: after a crash,
 * or beside another call. A form that the ledger refuses is removed, unless it is spam.
 * @returns the lead; null when it was removed meanwhile
 * @throws AppError the code of the ledger for a refused form; `mail_not_configured` for a newsletter; `service_unavailable` when the ledger did not
 * answer, which leaves the lead to the next try; with `also`, `precondition_failed` when it was changed meanwhile
 */
export async function settleLead(
  app: Settler,
  { lead, content }: OpenedLead,
  also?: AlsoWrite,
): Promise<LeadRow | null> {
  if (lead.form === 'newsletter') requireMailer(app.mailer);
  const { problem, consents } = await app.call(identity.commands.recordSubjectConsents, {
    site_id: lead.site_id,
    subject_id: lead.subject_id,
    email: content.email ?? null,
    reference: ledgerReference(lead),
    purpose: lead.form === 'newsletter' ? 'newsletter' : 'site_form',
    consents: content.consents,
    client_ip: content.client_ip,
    user_agent: content.user_agent,
  });
  if (problem) return refuse(app, lead, problem);
  const proven = { lead, consents, email: content.email, locale: content.locale };
  if (!also) return app.acceptLead(proven);
  let isWritten = false;
  const [row = null] = await acceptLeads(app, [proven], async (tx, changed) => {
    await also(tx, changed);
    isWritten = true;
  });
  if (row && !isWritten) return fail('precondition_failed', { fields: { version: row.version } });
  return row;
}

/** A lead that waits in this state, as it is now; null when it no longer does. */
export async function openWaiting(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  { id, subject_id }: Pick<LeadRow, 'id' | 'subject_id'>,
  state: 'recording' | 'spam',
): Promise<OpenedLead | null> {
  return app.db.transaction(async (tx) => {
    // The row and its key are of one moment: another call may remove both, and a third one make a new key.
    await lockSubjects(tx, [subject_id]);
    const [lead] = await tx
      .select()
      .from(leads)
      .where(and(eq(leads.id, id), eq(leads.state, state)));
    const content = lead ? (await openLeads(app, tx, [lead]))(lead) : null;
    return lead && content ? { lead, content } : null;
  });
}

/** The reference of the records of a lead in the ledger. */
export const ledgerReference = ({ id }: Pick<LeadRow, 'id'>): string => `lead:${id}`;

async function refuse(app: Settler, lead: LeadRow, { error, ...fields }: SubjectConsentProblem): Promise<never> {
  await app.db.transaction(async (tx) => {
    await removeLeads(tx, [lead], ['recording']);
    if (error === 'consent_version_mismatch') await countStaleRefusal(app, tx, lead);
  });
  throw relayedError(error, fields);
}
