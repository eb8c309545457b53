import type { Admin } from '@platform/contracts';
import { fail, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { type AdminRow, toAdmin } from './admin.ts';
import { requireStrongPassword } from './password-strength.ts';

/** Adds an administrator. */
export async function createAdmin(
  { db, clock, audit, passwords }: Pick<App, 'db' | 'clock' | 'audit' | 'passwords'>,
  { email, password, role }: { email: string; password: string; role: AdminRow['role'] },
): Promise<z.input<typeof Admin>> {
  await requireStrongPassword('password', password, email);
  const now = clock.now();
  const values = { id: newId(), email, role, created_at: now, updated_at: now };
  const password_hash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(admins)
      .values({ ...values, password_hash })
      .onConflictDoNothing({ target: admins.email })
      .returning();
    const view = toAdmin(
      row ??
        fail('conflict', {
          message: 'An administrator with this e-mail exists: change that one, or use another address.',
        }),
    );
    await audit.record(tx, { before: null, after: view, secrets: ['password'] });
    return view;
  });
}
