import type { catalog } from '@platform/contracts';
import type { EventData } from '@platform/contracts/kit';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/** The release before names no revision: its revocation is the first one. */
const statement = defineStatement({
  name: 'record_revocation',
  text: `UPDATE billing.payments SET revoked_at = $2, revocation_revision = $3
    WHERE id = $1 AND (revocation_revision < $3 OR $3 = 0 AND revoked_at IS NULL)`,
});

/**
 * Records that catalog has taken back what a payment granted: the same may be bought again; or that it gave it again.
 * Events come in any order: the one of the highest revision stays. Other sources are passed over.
 * @param revokedAt null for a grant that was restored
 */
export async function recordRevocation(
  tx: Tx,
  { source, source_id, revision }: EventData<typeof catalog.events.entitlementRevoked>,
  revokedAt: Date | null,
): Promise<void> {
  if (source === 'payment') await runStatement(tx, statement, [source_id, revokedAt, revision]);
}
