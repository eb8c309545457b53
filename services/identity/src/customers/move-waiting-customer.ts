import { columnsEqual, findRow, type Tx } from '@platform/runtime';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { customers } from '../schema.ts';
import type { Subject } from '../users/find-user.ts';

/**
 * Has a customer of before, who waits for the old subject, wait for a new login.
 * @param old without an issuer, the subject at any issuer but the new one
 * @returns `absent` when no customer waits, `ambiguous` when several issuers know the subject, `taken` when another
 *   customer has the new login
 */
export async function moveWaitingCustomer(
  tx: Tx,
  old: { issuer: string | undefined; subject: string },
  { application_id, issuer, subject }: Subject,
): Promise<'moved' | 'absent' | 'ambiguous' | 'taken'> {
  const isOldIssuer = old.issuer === undefined ? ne(customers.issuer, issuer) : eq(customers.issuer, old.issuer);
  const isOld = and(columnsEqual(customers, { application_id, subject: old.subject }), isOldIssuer);
  const waiting = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(isOld, isNull(customers.user_id)))
    .limit(2)
    .for('update');
  const [customer] = waiting;
  if (!customer) return 'absent';
  if (waiting.length > 1) return 'ambiguous';
  if (await isCustomerLogin(tx, { application_id, issuer, subject })) return 'taken';
  await tx.update(customers).set({ issuer, subject }).where(eq(customers.id, customer.id));
  return 'moved';
}

/** Whether a customer, waiting or a user, was imported with this login. */
export const isCustomerLogin = async (tx: Tx, { application_id, issuer, subject }: Subject): Promise<boolean> =>
  (await findRow(tx, customers, { application_id, issuer, subject })) !== undefined;
