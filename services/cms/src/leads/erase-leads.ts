import { cms, type ErasureFacts } from '@platform/contracts';
import { type AuditOrigin, fail, requirePhone, type Tx } from '@platform/runtime';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { recordDueWithdrawals } from '../newsletter/record-withdrawals.ts';
import { WithdrawalDueError } from '../newsletter/subscribe.ts';
import { destroyKeys } from '../personal-data/subject-keys.ts';
import { leads, subscribers } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { lockSubjects } from './lock-subjects.ts';
import { byAdmin, forgetSubjects } from './remove-leads.ts';

interface Erased {
  subjects: number;
  leads: number;
}

/** Persons erased in one transaction. */
const batchSize = 500;
/** Attempts of a batch, because an unsubscription may arrive at the same moment as the erasure. */
const maxAttempts = 3;

/**
 * Erases persons from a site.
 * - By e-mail: all leads and the subscription of the person are removed.
 * - By phone number: the leads with this number are removed. A person with no other lead is erased, together
 * with the subscription.
 *
 * A person is erased by destroying the keys here and in identity; queued mails are
 * cancelled. Due withdrawals are recorded in the ledger before that. Many persons may share a phone number:
 * they are erased in transactions of {@link batchSize}, each with its own audit record, so a repeated call
 * continues after an outage.
 * @returns how many persons had data here, and how many leads were removed
 * @throws AppError `site_not_found`; `validation_failed` for a text that is no phone number;
 * `service_unavailable` when the ledger does not answer for a withdrawal
 */
export async function eraseLeads(
  app: App,
  site_id: string,
  { reason, ...named }: ({ email: string } | { phone: string }) & { reason: ErasureFacts['reason'] },
): Promise<Erased> {
  const { application_id, country } = await requireSite(app.db, site_id);
  const contact = 'phone' in named ? { phone: await requirePhone('phone', named.phone, country) } : named;
  const pseudonyms = await app.pseudonyms.of(site_id);
  const phone_hash = 'phone' in contact ? pseudonyms.hash('phone', contact.phone) : null;
  const origin = app.audit.postpone();
  const about = { site_id, application_id, phone_hash, origin, facts: byAdmin(origin, reason) };
  // This runs even without a row here, because the ledger retains records longer than leads are retained.
  const sum = await eraseBatch(app, about, [pseudonyms.subjectOf(contact)]);
  if (phone_hash === null) return sum;
  for (let after: string | undefined; ; ) {
    const subjects = await subjectsOfPhone(app, { site_id, phone_hash, after });
    after = subjects.at(-1);
    if (after === undefined) return sum;
    const erased = await eraseBatch(app, about, subjects);
    sum.subjects += erased.subjects;
    sum.leads += erased.leads;
  }
}

interface About {
  site_id: string;
  application_id: string | null;
  /** Only leads with this number; null for all leads of the persons. */
  phone_hash: string | null;
  origin: AuditOrigin | null;
  facts: ErasureFacts;
}

/** Erases a batch of persons; see {@link eraseLeads}. */
async function eraseBatch(app: App, about: About, subjects: readonly string[]): Promise<Erased> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Nothing can be recorded for a person after the key is destroyed.
    await recordDueWithdrawals(app, about.site_id, subjects);
    try {
      return await app.db.transaction((tx) => eraseWithin(app, tx, about, subjects));
    } catch (error) {
      if (!(error instanceof WithdrawalDueError)) throw error;
    }
  }
  return fail('service_unavailable');
}

async function eraseWithin(
  app: App,
  tx: Tx,
  { site_id, application_id, phone_hash, origin, facts }: About,
  subjects: readonly string[],
): Promise<Erased> {
  await lockSubjects(tx, subjects);
  const removed = await tx
    .delete(leads)
    .where(
      and(
        eq(leads.site_id, site_id),
        inArray(leads.subject_id, [...subjects]),
        phone_hash === null ? undefined : eq(leads.phone_hash, phone_hash),
      ),
    )
    .returning({ subject_id: leads.subject_id });
  const rows = await tx
    .selectDistinct({ subject_id: leads.subject_id })
    .from(leads)
    .where(inArray(leads.subject_id, [...subjects]));
  const subjectsWithLeads = new Set(rows.map(({ subject_id }) => subject_id));
  const removedSubjects = subjects.filter((id) => !subjectsWithLeads.has(id));
  const ended = await endSubscriptions(app, tx, { site_id, application_id, subjects: removedSubjects });
  await destroyKeys(tx, removedSubjects);
  const withLeads = new Set(removed.map(({ subject_id }) => subject_id));
  const withSubscription = new Set(ended);
  const categoriesOf = (id: string) => [
    ...(withLeads.has(id) ? (['form_submissions'] as const) : []),
    ...(withSubscription.has(id) ? (['newsletter_subscription'] as const) : []),
  ];
  await forgetSubjects(app, tx, removedSubjects, { ...facts, application_id, site_id, categoriesOf });
  const affectedSubjects = new Set([...removed.map(({ subject_id }) => subject_id), ...ended]);
  const after = { subjects: affectedSubjects.size, leads: removed.length };
  await app.audit.record(tx, { before: null, after, application_id }, origin);
  return after;
}

/**
 * Removes the subscriptions of persons, and emits an event for each confirmed one.
 * @returns the subjects that had a subscription
 * @throws WithdrawalDueError
 */
async function endSubscriptions(
  { clock, emit }: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { site_id, application_id, subjects }: { site_id: string; application_id: string | null; subjects: string[] },
): Promise<string[]> {
  const ended = await tx
    .delete(subscribers)
    .where(and(eq(subscribers.site_id, site_id), inArray(subscribers.subject_id, subjects)))
    .returning();
  if (ended.some(({ is_withdrawal_due }) => is_withdrawal_due)) throw new WithdrawalDueError();
  const about = { application_id, occurred_at: clock.now() };
  for (const { id: subscriber_id, status } of ended)
    if (status === 'confirmed') await emit(tx, cms.events.subscriberUnsubscribed, { subscriber_id, site_id }, about);
  return ended.map(({ subject_id }) => subject_id);
}

/** The next persons with a phone number, in the order of their ids. */
async function subjectsOfPhone(
  { db }: Pick<App, 'db'>,
  { site_id, phone_hash, after }: { site_id: string; phone_hash: string; after: string | undefined },
): Promise<string[]> {
  const isNext = after === undefined ? undefined : gt(leads.subject_id, after);
  const rows = await db
    .selectDistinct({ subject_id: leads.subject_id })
    .from(leads)
    .where(and(eq(leads.site_id, site_id), eq(leads.phone_hash, phone_hash), isNext))
    .orderBy(asc(leads.subject_id))
    .limit(batchSize);
  return rows.map(({ subject_id }) => subject_id);
}
