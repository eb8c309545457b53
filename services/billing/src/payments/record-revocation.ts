import type { catalog } from '@platform/contracts';
import type { EventData } from '@platform/contracts/kit';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';

const statement = defineStatement({
  name: 'note_revocation',
  text: 'UPDATE billing.payments SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL',
});

/**
 * Records that catalog has taken back what a payment granted: the same may be bought again. Other sources are
 * passed over.
 */
export async function recordRevocation(
  tx: Tx,
  { source, source_id }: EventData<typeof catalog.events.entitlementRevoked>,
  revokedAt: Date,
): Promise<void> {
  if (source === 'payment') await runStatement(tx, statement, [source_id, revokedAt]);
}
