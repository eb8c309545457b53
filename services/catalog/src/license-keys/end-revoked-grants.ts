import { defineStatement, fail, type Lease, runStatement, type Tx, type WorkKind } from '@platform/runtime';
import type { App } from '../app.ts';
import { revokeSources } from '../grants/revoke-grant.ts';
import { license_batches } from '../schema.ts';

type RevocationApp = Pick<App, 'db' | 'clock' | 'emit'>;

/** Activations of one transaction: reads and purchases of their users wait for it. */
const activationsPerBatch = 200;

/** Revoked batches of license keys whose grants have to end. */
export const revocationKind = (app: RevocationApp): WorkKind<typeof license_batches> => ({
  name: 'license batch revocations',
  table: license_batches,
  key: license_batches.id,
  group: license_batches.application_id,
  leaseMs: 15_000,
  pollMs: 5_000,
  // Access that should be over must end: it is tried for a day.
  maxTries: 300,
  backoffMs: [1_000, 10_000, 60_000, 300_000],
  describe: ([row]) => ({ license_batch_id: row?.id }),
  run: (lease) => endGrants(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, {}, rows);
  },
});

/** Ends the live grants of the keys. What has ended is not found any more, so a repeat goes on behind it. */
async function endGrants(app: RevocationApp, lease: Lease<typeof license_batches>): Promise<void> {
  let after = first;
  for (;;) {
    lease.signal.throwIfAborted();
    const ended = await app.db.transaction(async (tx) => {
      await lease.require(tx, { tries: 0 });
      const activations = await readLive(tx, lease.row.id, after);
      if (activations.length > 0) await endGrantsOf(app, tx, lease.row, activations);
      return activations;
    });
    // The last pass finds none: a merge may have moved an activation behind an earlier one.
    if (ended.length === 0 && after === first) break;
    after = ended.at(-1) ?? first;
  }
  await lease.finish(app.db, { revocation_ended_at: app.clock.now() });
}

interface Activation extends Record<string, unknown> {
  id: string;
  license_key_id: string;
  user_id: string;
}

const nil = '00000000-0000-0000-0000-000000000000';
const first: Pick<Activation, 'license_key_id' | 'user_id'> = { license_key_id: nil, user_id: nil };

const liveActivations = defineStatement({
  name: 'live_activations_of_batch',
  text: `SELECT a.id, a.license_key_id, a.user_id
    FROM catalog.license_keys k
    JOIN catalog.license_activations a ON a.license_key_id = k.id
    JOIN catalog.grants g ON g.source = 'license' AND g.source_id = a.id::text AND g.revoked_at IS NULL
    WHERE k.batch_id = $1 AND (a.license_key_id, a.user_id) > ($2::uuid, $3::uuid)
    ORDER BY a.license_key_id, a.user_id LIMIT $4`,
});

async function readLive(tx: Tx, batchId: string, after: typeof first): Promise<Activation[]> {
  const { license_key_id, user_id } = after;
  const { rows } = await runStatement<Activation>(tx, liveActivations, [
    batchId,
    license_key_id,
    user_id,
    activationsPerBatch,
  ]);
  return rows;
}

const endGrantsOf = (
  app: RevocationApp,
  tx: Tx,
  { application_id, revocation_admin_id, revocation_reason }: typeof license_batches.$inferSelect,
  activations: readonly Activation[],
) =>
  revokeSources(app, tx, {
    application_id,
    source: 'license',
    of: activations.map(({ id, user_id }) => ({ source_id: id, user_id })),
    admin_id: revocation_admin_id ?? fail('internal_error'),
    reason: revocation_reason ?? '',
  });
