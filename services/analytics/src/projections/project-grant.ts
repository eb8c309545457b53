import type { catalog } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from './application-of.ts';
import { markPaymentDays } from './mark-payment-days.ts';

/*
 * The term of a grant changes when another grant of the user is revoked or arrives late. Events come in any
 * order, so the term of the highest revision stays.
 */

const granted = defineStatement({
  name: 'project_grant',
  text: `INSERT INTO analytics.grants (grant_id, application_id, user_id, source, source_id, plan_code, starts_at, expires_at, term_revision, granted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (grant_id) DO UPDATE SET plan_code = coalesce(excluded.plan_code, grants.plan_code),
           starts_at = CASE WHEN excluded.term_revision >= grants.term_revision THEN excluded.starts_at ELSE grants.starts_at END,
           expires_at = CASE WHEN excluded.term_revision >= grants.term_revision THEN excluded.expires_at ELSE grants.expires_at END,
           term_revision = greatest(grants.term_revision, excluded.term_revision),
           granted_at = least(grants.granted_at, excluded.granted_at)`,
});
const revoked = defineStatement({
  name: 'project_revocation',
  text: `INSERT INTO analytics.grants (grant_id, application_id, user_id, source, source_id, revoked_at, revocation_revision)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (grant_id) DO UPDATE SET revoked_at = excluded.revoked_at,
           revocation_revision = greatest(grants.revocation_revision, excluded.revocation_revision)
         WHERE grants.revocation_revision < excluded.revocation_revision
            OR excluded.revocation_revision = 0 AND grants.revoked_at IS NULL`,
});
const termOfPayment = defineStatement({
  name: 'project_term_of_payment',
  text: `INSERT INTO analytics.payments (payment_id, application_id, user_id, starts_at, expires_at, term_revision)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (payment_id) DO UPDATE SET starts_at = excluded.starts_at, expires_at = excluded.expires_at,
           term_revision = excluded.term_revision WHERE payments.term_revision < excluded.term_revision`,
});

type Events = (typeof catalog)['events'];
type Granted = ReceivedEvent<Events['entitlementGranted']>;

/** `entitlement.granted`: the user has a grant, from any source. */
export const projectGrant = (tx: Tx, event: Granted, now: Date): Promise<void> =>
  projectTerm(tx, event, now, event.occurred_at);

/** `entitlement.rescheduled`: the term of a grant moved. */
export const projectNewTerm = (
  tx: Tx,
  event: ReceivedEvent<Events['entitlementRescheduled']>,
  now: Date,
): Promise<void> => projectTerm(tx, event, now, null);

/**
 * `entitlement.revoked`: a grant was revoked, and its term ends. The previous release does not say the term.
 */
export async function projectRevocation(
  tx: Tx,
  event: ReceivedEvent<Events['entitlementRevoked']>,
  now: Date,
): Promise<void> {
  const { grant_id, user_id, source, source_id, starts_at, expires_at = null, plan_code = null } = event.data;
  const grant = [grant_id, applicationOf(event), user_id, source, source_id];
  await runStatement(tx, revoked, [...grant, event.occurred_at, event.data.revision]);
  if (starts_at === undefined) return;
  await projectTerm(tx, { ...event, data: { ...event.data, plan_code, starts_at, expires_at } }, now, null);
}

/** `entitlement.restored`: the revocation of a grant was undone, and it has its term again. */
export async function projectRestoration(
  tx: Tx,
  event: ReceivedEvent<Events['entitlementRestored']>,
  now: Date,
): Promise<void> {
  const { grant_id, user_id, source, source_id, revision } = event.data;
  await runStatement(tx, revoked, [grant_id, applicationOf(event), user_id, source, source_id, null, revision]);
  await projectTerm(tx, event, now, null);
}

async function projectTerm(
  tx: Tx,
  event: Pick<Granted, 'data' | 'application_id'>,
  now: Date,
  grantedAt: Date | null,
): Promise<void> {
  const { grant_id, user_id, source, source_id, plan_code, starts_at, expires_at, revision } = event.data;
  const application_id = applicationOf(event);
  const grant = runStatement(tx, granted, [
    grant_id,
    application_id,
    user_id,
    source,
    source_id,
    plan_code,
    starts_at,
    expires_at,
    revision,
    grantedAt,
  ]);
  if (source !== 'payment' || revision === 0) return void (await grant);
  const values = [source_id, application_id, user_id, starts_at, expires_at, revision];
  // The days that the old term and the new term touch are counted again.
  await Promise.all([
    grant,
    markPaymentDays(tx, source_id, now),
    runStatement(tx, termOfPayment, values),
    markPaymentDays(tx, source_id, now),
  ]);
}
