import { createHash } from 'node:crypto';
import { createGroupLoader, defineStatement, fail, minuteMs, newId, runStatement, type Tx } from '@platform/runtime';
import { and, eq, exists, getTableColumns, gt, gte, inArray, not } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sealForAll } from '../personal-data/subject-keys.ts';
import { lead_submissions, leads, subscribers } from '../schema.ts';
import { findErasures } from './erased-subjects.ts';
import { contentOf, openLeads, sealContent } from './lead.ts';
import type { LeadRow, Submission } from './lead-content.ts';
import { lockSubjects } from './lock-subjects.ts';
import { campaignName, pagePath } from './page-path.ts';
import type { SitePseudonyms } from './pseudonyms.ts';
import type { NewSubmission, StoredSubmission } from './stored-submission.ts';

/** Within this time the same form is the same lead: a double click, or a retry without `submission_id`. */
const repeatMs = 10 * minuteMs;
/** Forms of one transaction. */
const formsAtOnce = 50;
/** Forms of one site that wait at most: some seconds of work. */
const maxWaiting = 1_000;

/** The lead that a submission id was given before; undefined for a new one. */
export async function findSubmission(
  { db }: Pick<App, 'db'>,
  siteId: string,
  submissionHash: string,
): Promise<LeadRow | undefined> {
  return (await findSubmissions(db, siteId, [submissionHash])).get(submissionHash);
}

/**
 * Asserts that a lead was made by this form: a repeat with its `submission_id` and another content would be lost.
 * @throws AppError `idempotency_conflict`
 */
export function requireSameForm(
  pseudonyms: SitePseudonyms,
  { content_hash }: Pick<LeadRow, 'content_hash'>,
  form: Submission,
): void {
  if (content_hash !== pseudonyms.hash('content', digestOf(form))) fail('idempotency_conflict');
}

type Store = Pick<App, 'db' | 'clock' | 'sealer' | 'log'>;

/**
 * Makes the function that stores a form as a lead that is `recording`, or `spam`. Concurrent forms of a site
 * share a transaction (group commit).
 */
export const createSubmissionStore = (app: Store): ((form: NewSubmission) => Promise<StoredSubmission>) =>
  createGroupLoader({
    groupOf: ({ site_id }) => site_id,
    size: formsAtOnce,
    waiting: maxWaiting,
    load: (forms) => storeSubmissions(app, forms),
  });

/** A form with what it is recognised by. */
interface Named extends NewSubmission {
  id: string;
  subject_id: string;
  submission_hash: string | null;
  content_hash: string;
}

const nameForm = (submission: NewSubmission): Named => ({
  ...submission,
  id: newId(),
  subject_id: submission.pseudonyms.subjectOf(contactOf(submission.form)),
  submission_hash:
    submission.form.submission_id === undefined
      ? null
      : submission.pseudonyms.hash('submission', submission.form.submission_id),
  content_hash: submission.pseudonyms.hash('content', digestOf(submission.form)),
});

/** Stores forms of one site. Of equal forms the first one makes the lead. */
async function storeSubmissions(app: Store, submissions: readonly NewSubmission[]): Promise<StoredSubmission[]> {
  const forms = submissions.map(nameForm);
  const [first] = forms;
  if (!first) return [];
  const { site_id } = first;
  const submissionHashes = forms.flatMap(({ submission_hash }) => submission_hash ?? []);
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // The locks come first, always in this order; equal forms have one subject. All of it is one round trip.
    const subjects = forms.map(({ subject_id }) => subject_id);
    const [, , submitted, repeated, erasures] = await Promise.all([
      submissionHashes.length === 0 ? undefined : runStatement(tx, lockSubmissions, [site_id, submissionHashes]),
      lockSubjects(tx, subjects),
      submissionHashes.length === 0 ? new Map<string, LeadRow>() : findSubmissions(tx, site_id, submissionHashes),
      findRepeated(tx, forms, new Date(now.getTime() - repeatMs)),
      findErasures(tx, subjects),
    ]);
    const idOf = chooseLeads(forms, submitted, repeated);
    const insertedLeads = await insertLeads(
      app,
      tx,
      forms.filter(({ id }) => idOf.get(id) === id),
      now,
    );
    const knownLeads = new Map([...submitted.values(), ...repeated.values()].map((lead) => [lead.id, lead]));
    const links = forms.flatMap(({ id, submission_hash }) =>
      submission_hash === null ? [] : [{ site_id, submission_hash, lead_id: idOf.get(id) ?? id }],
    );
    if (links.length > 0) await tx.insert(lead_submissions).values(links).onConflictDoNothing();
    const waiting = [...knownLeads.values()].filter(({ state }) => state === 'recording');
    const open = waiting.length === 0 ? () => null : await openLeads(app, tx, waiting);
    return forms.map(({ id, subject_id }) => {
      const leadId = idOf.get(id) ?? id;
      const fresh = insertedLeads.get(leadId);
      if (fresh) return { ...fresh, erased_at: erasures.get(subject_id) ?? null, isNew: leadId === id };
      const lead = knownLeads.get(leadId);
      if (!lead) throw new Error(`lead ${leadId} was neither found nor created`);
      const erased_at = erasures.get(lead.subject_id) ?? null;
      return { lead, content: lead.state === 'recording' ? open(lead) : null, erased_at, isNew: false };
    });
  });
}

/**
 * The id of the lead of each form: its own for a new one, that of an older lead or an earlier form for a
 * repeat.
 */
function chooseLeads(
  forms: readonly Named[],
  submitted: ReadonlyMap<string, LeadRow>,
  repeated: ReadonlyMap<string, LeadRow>,
): Map<string, string> {
  const bySubmission = new Map([...submitted].map(([hash, { id }]) => [hash, id]));
  const byContent = new Map([...repeated].map(([hash, { id }]) => [hash, id]));
  return new Map(
    forms.map(({ id, submission_hash, content_hash }) => {
      const knownLead = submission_hash === null ? undefined : bySubmission.get(submission_hash);
      const lead = knownLead ?? byContent.get(content_hash) ?? id;
      if (submission_hash !== null && knownLead === undefined) bySubmission.set(submission_hash, lead);
      if (lead === id) byContent.set(content_hash, id);
      return [id, lead];
    }),
  );
}

async function insertLeads(
  app: Store,
  tx: Tx,
  forms: readonly Named[],
  now: Date,
): Promise<Map<string, Pick<StoredSubmission, 'lead' | 'content'>>> {
  if (forms.length === 0) return new Map();
  const seal = await sealForAll(
    app,
    tx,
    forms.map(({ subject_id }) => subject_id),
  );
  const newLeads = forms.map(({ id, site_id, form, client, isSpam, pseudonyms, subject_id, content_hash }) => {
    const content = contentOf(form, client);
    const lead: LeadRow = {
      id,
      site_id,
      form: form.form,
      form_code: form.form_code ?? null,
      state: isSpam ? 'spam' : 'recording',
      subject_id,
      email_hash: form.email === undefined ? null : pseudonyms.hash('email', form.email),
      phone_hash: form.phone === undefined ? null : pseudonyms.hash('phone', form.phone),
      content_hash,
      sealed: sealContent(seal(subject_id), id, content),
      page_path: pagePath(form.page_url),
      utm_campaign: campaignName(form.utm_campaign),
      consents: [],
      version: 1,
      is_withdrawn: false,
      release_origin: null,
      created_at: now,
      updated_at: now,
    };
    return { lead, content };
  });
  await runStatement(tx, insertAll, [JSON.stringify(newLeads.map(({ lead }) => lead))]);
  return new Map(newLeads.map((one) => [one.lead.id, one]));
}

/** The contact that a person is known by: the e-mail, or without one the phone number. */
const contactOf = ({ email, phone }: Submission): { email: string } | { phone: string } =>
  email === undefined ? { phone: phone ?? '' } : { email };

/** The leads that submission ids were given before, by the hash of the id. */
async function findSubmissions(
  db: App['db'] | Tx,
  siteId: string,
  hashes: readonly string[],
): Promise<Map<string, LeadRow>> {
  const rows = await db
    .select({ lead: leads, hash: lead_submissions.submission_hash })
    .from(lead_submissions)
    .innerJoin(leads, eq(leads.id, lead_submissions.lead_id))
    .where(and(eq(lead_submissions.site_id, siteId), inArray(lead_submissions.submission_hash, [...hashes])));
  return new Map(rows.map(({ hash, lead }) => [hash, lead]));
}

/**
 * The latest lead since then with the content of each form, by the hash of the content. A subscription that its person
 * ended since begins again with the same form.
 */
async function findRepeated(tx: Tx, forms: readonly Named[], since: Date): Promise<Map<string, LeadRow>> {
  const hashes = forms.map(({ content_hash }) => content_hash);
  // Not a named statement, and not ordered by time: either one may read all leads of ten minutes for each
  // group.
  const rows = await tx
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.site_id, forms[0]?.site_id ?? ''),
        inArray(leads.content_hash, hashes),
        gt(leads.created_at, since),
        forms.some(({ form }) => form.form === 'newsletter') ? not(isEndedSince(tx)) : undefined,
      ),
    );
  const byTime = rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime());
  return new Map(byTime.map((lead) => [lead.content_hash, lead]));
}

/** Whether the subscription of a lead was ended after it, in a statement about `leads`. */
const isEndedSince = (tx: Tx) =>
  exists(
    tx
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(
        and(
          eq(leads.form, 'newsletter'),
          eq(subscribers.site_id, leads.site_id),
          eq(subscribers.subject_id, leads.subject_id),
          eq(subscribers.status, 'unsubscribed'),
          gte(subscribers.unsubscribed_at, leads.created_at),
        ),
      ),
  );

/** What makes two forms the same. The consents too: other ones may have another outcome in the ledger. */
function digestOf({ form, form_code, email, phone, name, message, fields = {}, consents }: Submission): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const answers = consents.map((one) => [one.document_id, one.version, one.checkbox_text, one.accepted]);
  const same = [form, form_code, email, phone, name, message, sorted, answers].map((part) => part ?? null);
  return createHash('sha256').update(JSON.stringify(same)).digest('hex');
}

/** Named, so that statements of this release hold while a migration of the next one adds a column. */
const columns = Object.keys(getTableColumns(leads)).join(', ');

const lockSubmissions = defineStatement({
  name: 'lock_lead_submissions',
  text: `SELECT pg_advisory_xact_lock(number) FROM (
      SELECT DISTINCT hashtextextended('lead_submission:' || $1::text || ' ' || hash, 0) AS number
      FROM unnest($2::text[]) AS hash ORDER BY number
    ) AS sorted`,
});

const insertAll = defineStatement({
  name: 'insert_leads',
  text: `INSERT INTO cms.leads (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::cms.leads, $1)`,
});
