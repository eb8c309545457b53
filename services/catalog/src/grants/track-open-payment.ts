import type { Database, Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';

/** A payment that was started. */
interface OpenPayment {
  payment_id: string;
  application_id: string;
  user_id: string;
  opened_at: Date;
}

/**
 * Records an open payment, for which reads of entitlements ask billing. Events arrive in any order, so a
 * payment that already has its grant is not recorded.
 */
export async function trackOpenPayment(
  db: Tx | Database,
  { payment_id, application_id, user_id, opened_at }: OpenPayment,
): Promise<void> {
  await db.execute(
    sql`INSERT INTO catalog.open_payments (payment_id, application_id, user_id, opened_at)
        SELECT ${payment_id}::uuid, ${application_id}::uuid, ${user_id}::uuid, ${opened_at.toISOString()}::timestamptz
        WHERE NOT EXISTS (SELECT FROM catalog.grants WHERE source = 'payment' AND source_id = ${payment_id})
        ON CONFLICT DO NOTHING`,
  );
}
