import { cms, type ErasureCategory, type ErasureFacts } from '@platform/contracts';
import type { AuditOrigin, Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { endMailsOf } from '../mails/end-mails-of.ts';
import { destroyKey } from '../personal-data/subject-keys.ts';
import { leads, subscribers } from '../schema.ts';
import { recordErasures } from './erased-subjects.ts';
import type { LeadRow } from './lead-content.ts';
import { lockSubjects } from './lock-subjects.ts';

type Removed = Pick<LeadRow, 'id' | 'subject_id'>;

/**
 * Removes leads, and destroys the keys of people without any other row.
 * @param isStill the condition that they still have to meet; all of them are removed when absent
 * @returns the people of the removed leads, and those of them without any other row
 */
export async function removeLeads(
  tx: Tx,
  rows: readonly Removed[],
  isStill?: SQL,
): Promise<{ subjects: string[]; gone: string[] }> {
  if (rows.length === 0) return { subjects: [], gone: [] };
  await lockSubjects(
    tx,
    rows.map(({ subject_id }) => subject_id),
  );
  const removed = await tx
    .delete(leads)
    .where(
      and(
        inArray(
          leads.id,
          rows.map(({ id }) => id),
        ),
        isStill,
      ),
    )
    .returning({ subject_id: leads.subject_id });
  const subjects = [...new Set(removed.map(({ subject_id }) => subject_id))];
  const gone: string[] = [];
  for (const subject_id of subjects)
    if (!(await hasRows(tx, subject_id))) {
      await destroyKey(tx, subject_id);
      gone.push(subject_id);
    }
  return { subjects, gone };
}

/** Spam without a record in the ledger that is not being released. */
const isUnproven = and(eq(leads.state, 'spam'), isNull(leads.release_origin), sql`${leads.consents} = '[]'::jsonb`);

/**
 * The unproven spam of the person of a lead, if the person has no other rows beside that lead. The caller
 * holds the lock of the person.
 */
export async function findSpamAlone(tx: Tx, { id, subject_id }: Removed): Promise<Removed[]> {
  const isOther = and(eq(leads.subject_id, subject_id), ne(leads.id, id));
  const [[lead], [subscriber]] = await Promise.all([
    tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(isOther, not(isUnproven as SQL)))
      .limit(1),
    tx.select({ id: subscribers.id }).from(subscribers).where(eq(subscribers.subject_id, subject_id)).limit(1),
  ]);
  if (lead || subscriber) return [];
  return tx.select({ id: leads.id, subject_id: leads.subject_id }).from(leads).where(and(isOther, isUnproven));
}

/** Whether a person has a lead or a subscription. */
export async function hasRows(tx: Tx, subject_id: string): Promise<boolean> {
  const [[lead], [subscriber]] = await Promise.all([
    tx.select({ id: leads.id }).from(leads).where(eq(leads.subject_id, subject_id)).limit(1),
    tx.select({ id: subscribers.id }).from(subscribers).where(eq(subscribers.subject_id, subject_id)).limit(1),
  ]);
  return lead !== undefined || subscriber !== undefined;
}

/** An erasure of persons of a site, for its record. */
export interface SubjectErasure extends ErasureFacts {
  application_id: string | null;
  site_id: string;
  /** Categories of data that were destroyed here; none for a person of whom the site had nothing. */
  categoriesOf(subject_id: string): ErasureCategory[];
}

/**
 * Reports that the retention of a kind of data of persons ended: identity writes its record, and keeps the evidence of
 * their consents.
 */
export async function reportExpired(
  { emit, clock }: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  expired: readonly { subject_id: string; site_id: string; application_id: string | null }[],
  category: ErasureCategory,
): Promise<void> {
  const occurred_at = clock.now();
  for (const { subject_id, site_id, application_id } of expired) {
    const data = { subject_id, site_id, categories: [category] };
    await emit(tx, cms.events.leadSubjectExpired, data, { application_id, occurred_at });
  }
}

/** Facts of an erasure that the person caused by a form or a link. */
export const byPerson: ErasureFacts = { erased_by: 'person', admin_id: null, reason: 'person_request' };

/** Facts of an erasure by the calling administrator; null stands for work that the platform began. */
export const byAdmin = (origin: AuditOrigin | null, reason: ErasureFacts['reason']): ErasureFacts =>
  origin === null
    ? { erased_by: 'platform', admin_id: null, reason }
    : { erased_by: 'admin', admin_id: origin.admin.id, reason };

/**
 * Cancels the mails of erased persons, and emits the event by which identity destroys their keys and writes the
 * record of the erasure. Their rows are removed, and the caller holds their locks.
 */
export async function forgetSubjects(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  subjectIds: readonly string[],
  { application_id, site_id, categoriesOf, erased_by, admin_id, reason }: SubjectErasure,
): Promise<void> {
  if (subjectIds.length === 0) return;
  await endMailsOf(tx, subjectIds);
  for (const { subject_id, erased_at: occurred_at } of await recordErasures(tx, subjectIds, app.clock.now())) {
    const data = { subject_id, site_id, categories: categoriesOf(subject_id), erased_by, admin_id, reason };
    await app.emit(tx, cms.events.leadSubjectErased, data, { application_id, occurred_at });
  }
}
