import { fail, findRow, type Tx } from '@platform/runtime';
import { asc, eq } from 'drizzle-orm';
import { admins } from '../schema.ts';
import { type AdminRow, isLastOwner } from './admin.ts';

/**
 * Locks an administrator for a change. All owners are locked with the account and before it, in one order: of
 * two changes that would each leave the other's owner as the last one, the second sees what the first did.
 * @returns the account, and whether it is the last owner
 * @throws AppError `admin_not_found`
 */
export async function holdAdmin(tx: Tx, id: string): Promise<{ admin: AdminRow; isLast: boolean }> {
  const owners = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.role, 'owner'))
    .orderBy(asc(admins.id))
    .for('update');
  const row = await findRow(tx, admins, { id }, 'update');
  const admin = row ?? fail('admin_not_found');
  return { admin, isLast: isLastOwner(admin, owners) };
}

/** @throws the `conflict` that keeps the last owner */
export const failAsLastOwner = (): never =>
  fail('conflict', { message: 'The platform needs at least one owner: make another administrator an owner first.' });
