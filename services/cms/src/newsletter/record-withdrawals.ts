import { identity } from '@platform/contracts';
import { isAppError } from '@platform/runtime';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Client } from '../leads/lead-content.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { subscribers } from '../schema.ts';
import { openSubscribers, type SubscriberRow, withdrawalSealContext } from './subscriber.ts';

type Recorder = Pick<App, 'db' | 'call' | 'sealer' | 'log' | 'clock'>;

const batchSize = 100;

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
  const { client_ip, user_agent } = JSON.parse(sealed) as Client;
  await app.call(identity.commands.answerSubjectConsentsAgain, {
    site_id,
    subject_id,
    email: content.email,
    asked_at,
    reference: `subscriber:${id}:${round}:withdrawn`,
    former_reference: subscriber.consent_reference,
    doc_kind: 'marketing_consent',
    accepted: false,
    standing_until: (subscriber.unsubscribed_at ?? app.clock.now()).toISOString(),
    metadata: {},
    client_ip,
    user_agent,
  });
  await endWithdrawal(app, subscriber);
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
