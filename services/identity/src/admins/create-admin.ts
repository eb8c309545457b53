import type { Admin } from '@platform/contracts';
import { fail, hashPassword, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { type AdminRow, toAdmin } from './admin.ts';

/** Adds an administrator. Throws `conflict` when the e-mail has an account. */
export async function createAdmin(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { email, password, role }: { email: string; password: string; role: AdminRow['role'] },
): Promise<z.input<typeof Admin>> {
  const now = clock.now();
  const [row] = await db
    .insert(admins)
    .values({
      id: newId(),
      email,
      role,
      password_hash: await hashPassword(password),
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing({ target: admins.email })
    .returning();
  return toAdmin(row ?? fail('conflict', { message: 'An administrator with this e-mail exists.' }));
}
