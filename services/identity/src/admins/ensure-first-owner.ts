import { describeFault } from '@platform/contracts/faults';
import { ConfigError, newId } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { passwordWeakness } from './password-strength.ts';
import { resetOwner } from './reset-owner.ts';

/**
 * Makes the owner that the configuration names when there is no administrator at all; many processes may
 * start at once. With PLATFORM_ADMIN_RESET it gets that password whether it is there or not.
 * @throws ConfigError when that owner would have a weak password: the service does not start
 */
export async function ensureFirstOwner(app: App): Promise<void> {
  const { db, clock, log, settings, passwords } = app;
  const { PLATFORM_ADMIN_EMAIL: email, PLATFORM_ADMIN_PASSWORD: password } = settings;
  if (email === undefined || password === undefined) return;
  if (settings.PLATFORM_ADMIN_RESET) return resetOwner(app, { email, password });
  const hasAdmins = (reader: Pick<App['db'], 'select'>) =>
    reader
      .select({ id: admins.id })
      .from(admins)
      .limit(1)
      .then((rows) => rows.length > 0);
  if (await hasAdmins(db)) return;
  const weakness = await passwordWeakness(password, email);
  if (weakness !== null) throw new ConfigError('identity', [describeFault('PLATFORM_ADMIN_PASSWORD', weakness)]);
  const password_hash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('identity:first_owner', 0))`);
    if (await hasAdmins(tx)) return;
    const now = clock.now();
    const owner = { id: newId(), email, password_hash, role: 'owner', created_at: now, updated_at: now } as const;
    await tx.insert(admins).values(owner);
    log.info({ admin_id: owner.id }, 'the first owner was created');
  });
}
