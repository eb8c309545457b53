import { identity } from '@platform/contracts';
import { isAppError } from '@platform/runtime';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Client, LeadRow } from '../leads/lead-content.ts';
import { ledgerReference } from '../leads/ledger-reference.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { leads, subscribers } from '../schema.ts';
import { openSubscribers, type SubscriberRow, withdrawalSealContext } from './subscriber.ts';

type Recorder = Pick<App, 'db' | 'call' | 'sealer' | 'log' | 'clock'>;

const batchSize = 100;
/** Forms of one person that a withdrawal names, the newest. The times of all others are compared. */
const maxReferences = 900;

/** The client of a withdrawal, and whether the forms of before are marked; those of the release before are not. */
export interface StoredWithdrawal extends Client {
  has_order?: boolean;
}

/**
 * Writes the withdrawal of a subscriber to the consent ledger, for every acceptance that stood when the person
 * unsubscribed: of all versions and of all forms. A repeat writes nothing more.
 * @throws AppError `service_unavailable` when the ledger does not answer
 */
export async function recordWithdrawal(app: Recorder, subscriber: SubscriberRow): Promise<void> {
  const { id, round, site_id, subject_id } = subscriber;
  const asked_at = app.clock.now().toISOString();
  const content = (await openSubscribers(app, app.db, [subscriber]))(subscriber);
  const sealed = (await openFor(app, app.db, [subject_id]))(
    subject_id,
    subscriber.sealed_withdrawal,
    withdrawalSealContext(id),
  );
  // A person who was erased has no row; one whose row is here has a key.
  if (content === null || sealed === null) return endWithdrawal(app, subscriber);
  const { client_ip, user_agent, has_order } = JSON.parse(sealed) as StoredWithdrawal;
  const order = has_order ? await readOrder(app, subscriber) : {};
  await app.call(identity.commands.answerSubjectConsentsAgain, {
    site_id,
    subject_id,
    email: content.email,
    asked_at,
    reference: `subscriber:${id}:${round}:withdrawn`,
    former_reference: subscriber.consent_reference,
    doc_kind: 'marketing_consent',
    accepted: false,
    ...order,
    standing_until: (subscriber.unsubscribed_at ?? app.clock.now()).toISOString(),
    metadata: {},
    client_ip,
    user_agent,
  });
  await endWithdrawal(app, subscriber);
}

/** The forms of a person before and after the end of the subscription, as references in the ledger. */
async function readOrder(
  { db }: Pick<Recorder, 'db'>,
  { id, round, site_id, subject_id }: SubscriberRow,
): Promise<{ earlier_references: string[]; later_references: string[] }> {
  const ofPerson = await db
    .select({ id: leads.id, is_withdrawn: leads.is_withdrawn })
    .from(leads)
    .where(and(eq(leads.site_id, site_id), eq(leads.subject_id, subject_id)))
    .orderBy(desc(leads.id))
    .limit(maxReferences);
  const referencesOf = (isWithdrawn: boolean) =>
    ofPerson.filter(({ is_withdrawn }) => is_withdrawn === isWithdrawn).map(ledgerReference);
  const earlier = [`subscriber:${id}:${round}:confirmed`, ...referencesOf(true)];
  return { earlier_references: earlier, later_references: referencesOf(false) };
}

/**
 * Writes the withdrawal of a form whose consents reached the ledger after its person ended the subscription. A repeat
 * writes nothing more.
 * @throws AppError `service_unavailable` when the ledger does not answer
 */
export async function withdrawLateForm(
  app: Pick<App, 'db' | 'call'>,
  lead: Pick<LeadRow, 'id' | 'site_id' | 'subject_id'>,
  { email, client_ip, user_agent }: { email: string | null } & Client,
): Promise<void> {
  const { id, site_id, subject_id } = lead;
  const isSame = and(eq(leads.site_id, site_id), eq(leads.subject_id, subject_id));
  const own = await app.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.id, id), eq(leads.is_withdrawn, true)));
  if (own.length === 0) return;
  const later = await app.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(isSame, eq(leads.is_withdrawn, false)))
    .orderBy(desc(leads.id))
    .limit(maxReferences);
  await app.call(identity.commands.answerSubjectConsentsAgain, {
    site_id,
    subject_id,
    email,
    reference: `${ledgerReference(lead)}:withdrawn`,
    former_reference: ledgerReference(lead),
    doc_kind: 'marketing_consent',
    accepted: false,
    // Of this form alone: nothing is answered because of its time.
    standing_until: new Date(0).toISOString(),
    earlier_references: [ledgerReference(lead)],
    later_references: later.map(ledgerReference),
    metadata: {},
    client_ip,
    user_agent,
  });
}

async function endWithdrawal({ db }: Recorder, { id, round }: SubscriberRow): Promise<void> {
  await db
    .update(subscribers)
    .set({ is_withdrawal_due: false, sealed_withdrawal: null })
    .where(and(eq(subscribers.id, id), eq(subscribers.round, round), eq(subscribers.status, 'unsubscribed')));
}

/**
 * Writes the withdrawal of a person that the ledger does not have yet, if there is one.
 * @throws AppError `service_unavailable` when the ledger does not answer
 */
export async function recordDueWithdrawal(
  app: Recorder,
  { site_id, subject_id }: Pick<SubscriberRow, 'site_id' | 'subject_id'>,
): Promise<void> {
  await recordDueWithdrawals(app, site_id, [subject_id]);
}

/** {@link recordDueWithdrawal} of several people of a site. */
export async function recordDueWithdrawals(
  app: Recorder,
  site_id: string,
  subjectIds: readonly string[],
): Promise<void> {
  const rows = await app.db
    .select()
    .from(subscribers)
    .where(
      and(
        eq(subscribers.site_id, site_id),
        inArray(subscribers.subject_id, [...subjectIds]),
        eq(subscribers.is_withdrawal_due, true),
      ),
    );
  for (const due of rows) await recordWithdrawal(app, due);
}

/** Writes the withdrawals that the ledger does not have yet. It stops when the ledger does not answer. */
export async function recordWithdrawals(app: Recorder): Promise<void> {
  const rows = await app.db
    .select()
    .from(subscribers)
    .where(eq(subscribers.is_withdrawal_due, true))
    .orderBy(asc(subscribers.id))
    .limit(batchSize);
  for (const row of rows) {
    try {
      await recordWithdrawal(app, row);
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) {
        app.log.error({ err: error, subscriber_id: row.id }, 'a withdrawal could not be recorded');
        continue;
      }
      app.log.warn({ err: error, waiting: rows.length }, 'withdrawals wait for the consent ledger');
      return;
    }
  }
}
