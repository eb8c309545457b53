import type { catalog } from '@platform/contracts';
import { type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from './application-of.ts';

const granted = {
  name: 'project_grant',
  text: `INSERT INTO analytics.grants (grant_id, application_id, user_id, source, source_id, plan_code, starts_at, expires_at, granted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (grant_id) DO UPDATE SET plan_code = excluded.plan_code, starts_at = excluded.starts_at,
           expires_at = excluded.expires_at, granted_at = least(grants.granted_at, excluded.granted_at)`,
};
const revoked = {
  name: 'project_revocation',
  text: `INSERT INTO analytics.grants (grant_id, application_id, user_id, source, source_id, revoked_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (grant_id) DO UPDATE SET revoked_at = least(grants.revoked_at, excluded.revoked_at)`,
};

type Events = (typeof catalog)['events'];

/** `entitlement.granted`: what a user may use, from whichever source. */
export async function projectGrant(tx: Tx, event: ReceivedEvent<Events['entitlementGranted']>): Promise<void> {
  const { grant_id, user_id, source, source_id, plan_code, starts_at, expires_at } = event.data;
  await runStatement(tx, granted, [
    ...[grant_id, applicationOf(event), user_id, source, source_id],
    ...[plan_code, starts_at, expires_at, event.occurred_at],
  ]);
}

/** `entitlement.revoked`: a grant was taken back. */
export async function projectRevocation(tx: Tx, event: ReceivedEvent<Events['entitlementRevoked']>): Promise<void> {
  const { grant_id, user_id, source, source_id } = event.data;
  await runStatement(tx, revoked, [grant_id, applicationOf(event), user_id, source, source_id, event.occurred_at]);
}
