import { cms, identity, type RecordedConsent, type SubjectConsentProblem } from '@platform/contracts';
import { fail, relayedError, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireMailer } from '../mails/mail.ts';
import { subscribe } from '../newsletter/subscribe.ts';
import { leads, sites } from '../schema.ts';
import { countStaleRefusal } from './consent-coverage.ts';
import { type LeadRow, type OpenedLead, openLeads } from './lead.ts';
import { readLeadSettings } from './lead-settings.ts';
import { notify } from './notify.ts';
import { forgetSubjects, hasRows, lockSubjects, removeLeads } from './remove-leads.ts';
import { lockSubject } from './store-submission.ts';

export type Settler = Pick<
  App,
  'db' | 'emit' | 'clock' | 'call' | 'sealer' | 'log' | 'mailer' | 'pseudonyms' | 'config' | 'metrics'
>;

/** Takes part in the transaction that makes a lead `new`, with the row as it is then. */
export type AlsoWrite = (tx: Tx, row: LeadRow) => Promise<void>;

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
  return accept(app, lead, { consents, email: content.email, locale: content.locale }, also);
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

interface Accepted {
  consents: RecordedConsent[];
  email: string | undefined;
  locale: string | undefined;
}

async function accept(app: Settler, lead: LeadRow, accepted: Accepted, also?: AlsoWrite): Promise<LeadRow | null> {
  const pseudonyms = await app.pseudonyms.of(lead.site_id);
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [, [row], [site], settings] = await Promise.all([
      lockSubject(tx, lead.subject_id),
      tx
        .update(leads)
        .set({ state: 'new', consents: accepted.consents, version: lead.version + (also ? 1 : 0), updated_at: now })
        .where(and(eq(leads.id, lead.id), eq(leads.state, lead.state), eq(leads.version, lead.version)))
        .returning(),
      tx.select().from(sites).where(eq(sites.id, lead.site_id)),
      readLeadSettings(tx, lead.site_id),
    ]);
    const application_id = site?.application_id ?? null;
    if (row && site) {
      const { id: lead_id, site_id, form, form_code, page_path, utm_campaign } = row;
      const data = { lead_id, site_id, form, form_code, page_path, utm_campaign };
      await app.emit(tx, cms.events.leadReceived, data, { application_id, occurred_at: now });
      await notify(app, tx, { site, lead: row, settings });
      if (form === 'newsletter' && accepted.email !== undefined)
        await subscribe(app, tx, {
          site,
          lead: row,
          email: accepted.email,
          locale: accepted.locale,
          settings,
          pseudonyms,
        });
      await also?.(tx, row);
      return row;
    }
    const [present] = await tx.select().from(leads).where(eq(leads.id, lead.id));
    // An erasure was faster: what the ledger has just sealed goes as well.
    if (!present && !(await hasRows(tx, lead.subject_id)))
      await forgetSubjects(app, tx, [lead.subject_id], application_id);
    if (present && also) return fail('precondition_failed', { fields: { version: present.version } });
    return present ?? null;
  });
}
