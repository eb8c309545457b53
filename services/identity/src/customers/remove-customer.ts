import { type AdminErasureReason, catalog, categoriesOfCustomers, identity } from '@platform/contracts';
import { fail, findRow, newId, requireFound } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { recordErasure } from '../erasures/record-erasure.ts';
import { customers } from '../schema.ts';

/**
 * Removes a waiting customer; catalog removes what waits for the person. It leaves a record of the erasure.
 * @throws AppError `application_not_found`, `customer_not_found`, `conflict` for a customer who is a user
 */
export async function removeCustomer(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'ask' | 'audit' | 'config' | 'evidence' | 'erasurePseudonyms'>,
  { application_id, customer_id }: { application_id: string; customer_id: string },
  { admin_id, reason }: { admin_id: string; reason: z.output<typeof AdminErasureReason> },
): Promise<void> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  await app.db.transaction(async (tx) => {
    const row = await findRow(tx, customers, { id: customer_id, application_id }, 'update');
    if (!row) return fail('customer_not_found');
    if (row.user_id !== null)
      return fail('conflict', { message: 'The customer is a user: erase the user to remove the personal data.' });
    await tx.delete(customers).where(eq(customers.id, customer_id));
    const now = app.clock.now();
    await app.emit(tx, identity.events.customerRemoved, { customer_id }, { application_id, occurred_at: now });
    await recordErasure(app, tx, {
      id: newId(),
      owner_type: 'application',
      owner_id: application_id,
      person: 'customer',
      person_id: customer_id,
      erased_at: now,
      erased_by: 'admin',
      admin_id,
      reason,
      categories: categoriesOfCustomers,
    });
    await app.audit.record(tx, { before: { id: row.id, created_at: row.created_at.toISOString() }, after: null });
  });
}
