import type { Admin } from '@platform/contracts';
import { fail, hashPassword, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { type AdminRow, toAdmin } from './admin.ts';

/** Adds an administrator. Throws `conflict` when the e-mail has an account. */
export async function createAdmin(
  { db, clock, audit }: Pick<App, 'db' | 'clock' | 'audit'>,
  { email, password, role }: { email: string; password: string; role: AdminRow['role'] },
): Promise<z.input<typeof Admin>> {
  const now = clock.now();
  const values = { id: newId(), email, role, created_at: now, updated_at: now };
  const password_hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(admins)
      .values({ ...values, password_hash })
      .onConflictDoNothing({ target: admins.email })
      .returning();
    const made = toAdmin(row ?? fail('conflict', { message: 'An administrator with this e-mail exists.' }));
    await audit.record(tx, { before: null, after: made, secrets: ['password'] });
    return made;
  });
}
