import { catalog, type Grant } from '@platform/contracts';
import { defineStatement, fail, runStatement, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type FoldedGrant, foldTerms } from './fold-terms.ts';
import { type GrantRow, isTombstone, readGrantRows } from './grant-rows.ts';
import { type Term, termOf, termsByCode } from './term.ts';

/** A grant with the term that the fold gives it. */
export interface TermedGrant extends FoldedGrant<GrantRow> {
  term: Term;
}

/** A grant before a change and after it; `before` is missing for a new one. */
export interface GrantChange {
  before: TermedGrant | undefined;
  after: TermedGrant;
}

/**
 * Runs a change of grants under the lock of their users, folds the terms of these users again, stores changed
 * terms and emits events: `entitlement.granted`, `entitlement.revoked`, `entitlement.restored`, and `entitlement.rescheduled` for
 * every other grant whose term changed.
 * @param change inserts or updates rows and resolves with the new rows
 * @returns a function that finds a grant of these users by its id
 * @throws AppError `service_unavailable` when a user was merged into another one in this moment
 */
export async function changeGrants(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  { application_id, user_ids }: { application_id: string; user_ids: readonly string[] },
  change: () => Promise<readonly GrantRow[]>,
): Promise<(id: string) => GrantChange | undefined> {
  // The three statements are pipelined: they run in this order in one round trip. The read runs after the
  // lock, so it sees what other transactions committed while the lock waited.
  const steps = [
    lockGrants(tx, application_id, user_ids),
    readGrantRows(tx, application_id, user_ids),
    (async () => change())(),
  ] as const;
  // A further statement of the change must not run behind the rollback that a failed lock causes.
  await Promise.allSettled(steps);
  const [revisions, before, rows] = await Promise.all(steps);
  const changed = rows.filter((row) => !isTombstone(row));
  const after = [...new Map([...before, ...changed].map((row) => [row.id, row])).values()];
  const earlier = new Map(foldByUser(before).map((folded) => [folded.grant.id, folded]));
  const present = new Map(foldByUser(after).map((folded) => [folded.grant.id, folded]));
  const find = (id: string) => {
    const folded = present.get(id);
    return folded && { before: earlier.get(id), after: folded };
  };
  if (changed.length === 0) return find;
  await storeTerms(tx, [...present.values()].filter(isStoredOtherwise));
  for (const folded of present.values()) {
    const { application_id, user_id, revoked_at } = folded.grant;
    const now = app.clock.now();
    const data = toEventData(folded, revisions.get(user_id) ?? 0);
    for (const event of eventsOf(earlier.get(folded.grant.id), folded)) {
      const occurred_at = (event === entitlementRevoked ? revoked_at : null) ?? now;
      await app.emit(tx, event, data, { application_id, occurred_at });
    }
  }
  return find;
}

/** The grants of a user with their terms, in the order of the fold. */
export const foldRows = (rows: readonly GrantRow[]): TermedGrant[] =>
  foldTerms(rows).map((folded) => ({ ...folded, term: termOf(folded) }));

function foldByUser(rows: readonly GrantRow[]): TermedGrant[] {
  const byUser = new Map<string, GrantRow[]>();
  for (const row of rows) {
    const ofUser = byUser.get(row.user_id);
    if (ofUser) ofUser.push(row);
    else byUser.set(row.user_id, [row]);
  }
  return [...byUser.values()].flatMap(foldRows);
}

/** The rows are locked in the order of their ids, so that two changes of the same users cannot deadlock. */
const lock = defineStatement({
  name: 'lock_grants',
  text: `INSERT INTO catalog.grant_revisions (user_id, application_id, revision)
    SELECT id, $1, 1 FROM unnest($2::uuid[]) AS id GROUP BY id ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET revision = grant_revisions.revision + 1
    RETURNING user_id, revision::float8 AS revision, merged_into`,
});

/**
 * Locks the grants of users until the transaction ends. Answers the revision that this transaction makes, by
 * user id.
 */
async function lockGrants(tx: Tx, applicationId: string, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await runStatement<{ user_id: string; revision: number; merged_into: string | null }>(tx, lock, [
    applicationId,
    userIds,
  ]);
  // Merged while the caller waited for the lock: a repeat finds the user that it belongs to now.
  if (rows.some(({ merged_into }) => merged_into !== null)) return fail('service_unavailable');
  return new Map(rows.map(({ user_id, revision }) => [user_id, revision]));
}

const isStoredOtherwise = ({ grant, term }: TermedGrant): boolean =>
  grant.duration_ms !== null &&
  (grant.starts_at.getTime() !== term.starts_at.getTime() ||
    grant.expires_at?.getTime() !== term.expires_at?.getTime());

const store = defineStatement({
  name: 'store_terms',
  text: `UPDATE catalog.grants SET starts_at = moved.starts_at, expires_at = moved.expires_at
    FROM jsonb_to_recordset($1::jsonb) AS moved (id uuid, starts_at timestamptz, expires_at timestamptz)
    WHERE grants.id = moved.id`,
});

async function storeTerms(tx: Tx, moved: readonly TermedGrant[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map(({ grant, term }) => ({ id: grant.id, ...term }));
  await runStatement(tx, store, [JSON.stringify(rows)]);
}

const { entitlementGranted, entitlementRevoked, entitlementRescheduled, entitlementRestored } = catalog.events;

function eventsOf(before: TermedGrant | undefined, after: TermedGrant) {
  const isRevoked = after.grant.revoked_at !== null && before?.grant.revoked_at == null;
  // The refund of a purchase arrived before the purchase. The events are those of the normal order.
  if (!before && isRevoked) return isNothing(after.grant) ? [] : [entitlementGranted, entitlementRevoked];
  if (!before) return [entitlementGranted];
  if (isRevoked) return [entitlementRevoked];
  if (before.grant.revoked_at !== null && after.grant.revoked_at === null) return [entitlementRestored];
  const hasMoved =
    before.grant.user_id !== after.grant.user_id ||
    isStoredOtherwise(after) ||
    JSON.stringify(before.terms) !== JSON.stringify(after.terms);
  return hasMoved && !isNothing(after.grant) ? [entitlementRescheduled] : [];
}

/** A purchase that was refunded before it was granted: it covers no time, and no event has named it. */
const isNothing = ({ granted_at, revoked_at }: GrantRow): boolean => revoked_at !== null && revoked_at <= granted_at;

const toEventData = (folded: TermedGrant, revision: number) => ({
  grant_id: folded.grant.id,
  user_id: folded.grant.user_id,
  source: folded.grant.source,
  source_id: folded.grant.source_id,
  plan_code: folded.grant.plan_code,
  entitlement_codes: folded.grant.entitlement_codes,
  starts_at: folded.term.starts_at.toISOString(),
  expires_at: folded.term.expires_at?.toISOString() ?? null,
  terms: termsByCode(folded),
  revision,
});

/** A grant as administrators see it. */
export const toGrant = (folded: TermedGrant): z.input<typeof Grant> => {
  const { grant, term } = folded;
  return {
    id: grant.id,
    source: grant.source,
    source_id: grant.source_id,
    plan_code: grant.plan_code,
    entitlement_codes: grant.entitlement_codes,
    starts_at: term.starts_at.toISOString(),
    expires_at: term.expires_at?.toISOString() ?? null,
    terms: termsByCode(folded),
    revoked_at: grant.revoked_at?.toISOString() ?? null,
    reason: grant.reason,
    created_at: grant.created_at.toISOString(),
  };
};
