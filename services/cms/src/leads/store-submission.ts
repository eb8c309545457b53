import { createHash } from 'node:crypto';
import { defineStatement, minuteMs, newId, runStatement, type Tx } from '@platform/runtime';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { lead_submissions, leads } from '../schema.ts';
import {
  type Client,
  contentOf,
  type LeadContent,
  type LeadRow,
  openLeads,
  type Submission,
  sealContent,
} from './lead.ts';
import { campaignName, pagePath } from './page-path.ts';
import type { SitePseudonyms } from './pseudonyms.ts';

/** Within this time the same form is the same lead: a double click, or a retry without `submission_id`. */
const repeatMs = 10 * minuteMs;

/** The lead that a submission id was given before; undefined for a new one. */
export async function findSubmission(
  { db }: Pick<App, 'db'> | { db: Tx },
  siteId: string,
  submissionHash: string | null,
): Promise<LeadRow | undefined> {
  if (submissionHash === null) return undefined;
  const [found] = await db
    .select({ lead: leads })
    .from(lead_submissions)
    .innerJoin(leads, eq(leads.id, lead_submissions.lead_id))
    .where(and(eq(lead_submissions.site_id, siteId), eq(lead_submissions.submission_hash, submissionHash)));
  return found?.lead;
}

export interface NewSubmission {
  site_id: string;
  form: Submission;
  client: Client;
  isSpam: boolean;
  pseudonyms: SitePseudonyms;
}

/**
 * Stores a form as a lead that is `recording`, or `spam`.
 * @returns the lead, which is an older one for a repeat, with its content while it is `recording`
 */
export async function storeSubmission(
  app: Pick<App, 'db' | 'clock' | 'sealer' | 'log'>,
  { site_id, form, client, isSpam, pseudonyms }: NewSubmission,
): Promise<{ lead: LeadRow; content: LeadContent | null; isNew: boolean }> {
  const contact = contactOf(form);
  const subject_id = pseudonyms.subjectOf(contact);
  const submission_hash = form.submission_id === undefined ? null : pseudonyms.hash('submission', form.submission_id);
  const content_hash = pseudonyms.hash('content', digestOf(form));
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // The locks come first, always in this order; equal forms have one subject. All of it is one round trip.
    const [, , submitted, repeated] = await Promise.all([
      submission_hash === null ? undefined : runStatement(tx, lockSubmission, [`${site_id} ${submission_hash}`]),
      lockSubject(tx, subject_id),
      findSubmission({ db: tx }, site_id, submission_hash),
      findRepeated(tx, site_id, content_hash, new Date(now.getTime() - repeatMs)),
    ]);
    const present = submitted ?? repeated;
    const lead = present ?? (await insert(tx, now));
    if (submission_hash !== null)
      await tx.insert(lead_submissions).values({ site_id, submission_hash, lead_id: lead.id }).onConflictDoNothing();
    if (present === undefined) return { lead, content: contentOf(form, client), isNew: true };
    const content = lead.state === 'recording' ? (await openLeads(app, tx, [lead]))(lead) : null;
    return { lead, content, isNew: false };
  });

  async function insert(tx: Tx, now: Date): Promise<LeadRow> {
    const id = newId();
    const seal = await sealFor(app, tx, subject_id);
    const row: LeadRow = {
      id,
      site_id,
      form: form.form,
      form_code: form.form_code ?? null,
      state: isSpam ? 'spam' : 'recording',
      subject_id,
      email_hash: form.email === undefined ? null : pseudonyms.hash('email', form.email),
      phone_hash: form.phone === undefined ? null : pseudonyms.hash('phone', form.phone),
      content_hash,
      sealed: sealContent(seal, id, contentOf(form, client)),
      page_path: pagePath(form.page_url),
      utm_campaign: campaignName(form.utm_campaign),
      consents: [],
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(leads).values(row);
    return row;
  }
}

/** The contact that a person is known by: the e-mail, or without one the phone number. */
const contactOf = ({ email, phone }: Submission): { email: string } | { phone: string } =>
  email === undefined ? { phone: phone ?? '' } : { email };

async function findRepeated(tx: Tx, site_id: string, content_hash: string, since: Date): Promise<LeadRow | undefined> {
  const [row] = await tx
    .select()
    .from(leads)
    .where(and(eq(leads.site_id, site_id), eq(leads.content_hash, content_hash), gt(leads.created_at, since)))
    .orderBy(desc(leads.created_at))
    .limit(1);
  return row;
}

/** What makes two forms the same. The consents too: other ones may have another outcome in the ledger. */
function digestOf({ form, form_code, email, phone, name, message, fields = {}, consents }: Submission): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const answers = consents.map((one) => [one.document_id, one.version, one.checkbox_text, one.accepted]);
  const same = [form, form_code, email, phone, name, message, sorted, answers].map((part) => part ?? null);
  return createHash('sha256').update(JSON.stringify(same)).digest('hex');
}

const lockSubmission = defineStatement({
  name: 'lock_lead_submission',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('lead_submission:' || $1::text, 0))`,
});
const lockOne = defineStatement({
  name: 'lock_lead_subject',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('lead_subject:' || $1::text, 0))`,
});

/**
 * Makes other changes of the rows of a person wait until the transaction ends: the key of a person ends only
 * with the last row.
 */
export const lockSubject = (tx: Tx, subjectId: string) => runStatement(tx, lockOne, [subjectId]);
