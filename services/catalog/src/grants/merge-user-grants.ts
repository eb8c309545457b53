import { defineStatement, fail, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { changeGrants } from './change-grants.ts';
import { type GrantRow, grantColumns } from './grant-rows.ts';
import { findPresentUser } from './present-user.ts';

/**
 * `user.merged`: everything that the former user has here becomes the other user's, and the terms follow from all
 * grants together. A key that both activated counts once, as for one user who activates it twice: the activation without
 * access ends, else the later one, and its redemption is free again. A repeat moves nothing.
 */
export async function mergeUserGrants(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  merge: { application_id: string; user_id: string; merged_user_id: string },
): Promise<void> {
  const { application_id, merged_user_id } = merge;
  // The other user may be merged itself by now: events have no order.
  const user_id = await findPresentUser(tx, merge.user_id);
  const pair = [user_id, merged_user_id];
  const { rows: locked } = await runStatement<LockedUser>(tx, lockBoth, [application_id, pair]);
  const merged = locked.filter(({ merged_into }) => merged_into !== null);
  if (merged.some((row) => row.user_id === merged_user_id)) return;
  // The other user was merged while this waited for the lock: a repeat finds its present user.
  if (merged.length > 0) return fail('service_unavailable');
  await runStatement(tx, raiseRevision, pair);
  await changeGrants(app, tx, { application_id, user_ids: pair }, async () => {
    const { rows: ended } = await runStatement<{ id: string }>(tx, endSecondActivations, pair);
    for (const move of [moveActivations, moveInstallations, moveOpenPayments, moveCustomers])
      await runStatement(tx, move, pair);
    const endedIds = ended.map(({ id }) => id);
    await runStatement(tx, endGrants, [endedIds, app.clock.now()]);
    const { rows } = await runStatement<GrantRow>(tx, moveGrants, [application_id, ...pair, endedIds]);
    return rows;
  });
  await runStatement(tx, markMerged, pair);
}

interface LockedUser extends Record<string, unknown> {
  user_id: string;
  merged_into: string | null;
}

/** Answers the marks as they are once the locks are held. */
const lockBoth = defineStatement({
  name: 'lock_merged_grants',
  text: `INSERT INTO catalog.grant_revisions (user_id, application_id, revision)
    SELECT id, $1, 1 FROM unnest($2::uuid[]) AS id ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET revision = grant_revisions.revision + 1
    RETURNING user_id, merged_into`,
});

/** Above the revisions of both, so that every consumer takes the new terms. */
const raiseRevision = defineStatement({
  name: 'raise_revision',
  text: `UPDATE catalog.grant_revisions AS kept SET revision = greatest(kept.revision, former.revision)
    FROM catalog.grant_revisions AS former WHERE kept.user_id = $1 AND former.user_id = $2`,
});

const endSecondActivations = defineStatement({
  name: 'end_second_activations',
  text: `WITH second AS (
      SELECT CASE
          WHEN of_a.revoked_at IS NULL AND of_b.revoked_at IS NOT NULL THEN b.id
          WHEN of_a.revoked_at IS NOT NULL AND of_b.revoked_at IS NULL THEN a.id
          WHEN a.created_at <= b.created_at THEN b.id
          ELSE a.id
        END AS id, a.license_key_id
      FROM catalog.license_activations a JOIN catalog.license_activations b USING (license_key_id)
      LEFT JOIN catalog.grants of_a ON of_a.source = 'license' AND of_a.source_id = a.id::text
      LEFT JOIN catalog.grants of_b ON of_b.source = 'license' AND of_b.source_id = b.id::text
      WHERE a.user_id = $1 AND b.user_id = $2
    ), freed AS (
      UPDATE catalog.license_keys SET redemptions = redemptions - 1
      WHERE id IN (SELECT license_key_id FROM second)
    )
    DELETE FROM catalog.license_activations WHERE id IN (SELECT id FROM second) RETURNING id`,
});

const moveActivations = defineStatement({
  name: 'move_activations',
  text: 'UPDATE catalog.license_activations SET user_id = $1 WHERE user_id = $2',
});

const moveInstallations = defineStatement({
  name: 'move_installations',
  text: 'UPDATE catalog.license_devices SET user_id = $1 WHERE user_id = $2',
});

const moveOpenPayments = defineStatement({
  name: 'move_open_payments',
  text: 'UPDATE catalog.open_payments SET user_id = $1 WHERE user_id = $2',
});

const moveCustomers = defineStatement({
  name: 'move_customers',
  text: 'UPDATE catalog.customers SET user_id = $1 WHERE user_id = $2',
});

const endGrants = defineStatement({
  name: 'end_second_grants',
  text: `UPDATE catalog.grants SET revoked_at = $2, reason = 'merged'
    WHERE source = 'license' AND source_id = ANY ($1::text[]) AND revoked_at IS NULL`,
});

const moveGrants = defineStatement({
  name: 'move_grants',
  text: `UPDATE catalog.grants SET user_id = $2
    WHERE application_id = $1 AND (user_id = $3 OR user_id = $2 AND source = 'license' AND source_id = ANY ($4::text[]))
    RETURNING ${grantColumns}`,
});

/** In the order of the events a user may be merged twice: former users follow. */
const markMerged = defineStatement({
  name: 'mark_merged',
  text: `UPDATE catalog.grant_revisions SET merged_into = $1 WHERE user_id = $2 OR merged_into = $2`,
});
