import { describeFault } from '@platform/contracts/faults';
import { type AuditOrigin, ConfigError, findRow, newId } from '@platform/runtime';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { toAdmin } from './admin.ts';
import { endSessions } from './admin-sessions.ts';
import { unknownAdmin } from './login-records.ts';
import { passwordWeakness } from './password-strength.ts';

/**
 * Gives an administrator this password and the role of an owner, and ends the sessions of the account; makes
 * the administrator when there is none. It is the way back for an owner with a lost password. An owner with
 * that password stays as it is, so that a replica that starts later ends no session. The reset is in the
 * audit log.
 * @throws ConfigError for a weak password: the service does not start
 */
export async function resetOwner(app: App, { email, password }: { email: string; password: string }): Promise<void> {
  const weakness = await passwordWeakness(password, email);
  if (weakness !== null) throw new ConfigError('identity', [describeFault('PLATFORM_ADMIN_PASSWORD', weakness)]);
  const present = await findRow(app.db, admins, { email });
  app.log.warn('PLATFORM_ADMIN_RESET is set: each start resets the owner; remove it when the login works');
  if (present?.role === 'owner' && (await app.passwords.verify(password, present.password_hash, { key: 'reset' })))
    return;
  const password_hash = await app.passwords.hash(password);
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const [owner] = await tx
      .insert(admins)
      .values({ id: newId(), email, password_hash, role: 'owner', created_at: now, updated_at: now })
      .onConflictDoUpdate({ target: admins.email, set: { password_hash, role: 'owner', updated_at: now } })
      .returning();
    if (!owner) throw new Error('the owner was neither created nor changed');
    await endSessions(app, tx, owner.id);
    const change = { before: present ? toAdmin(present) : null, after: toAdmin(owner), secrets: ['password'] };
    await app.audit.record(tx, change, resetOrigin(present ? 'updateAdmin' : 'createAdmin'));
    app.log.warn({ admin_id: owner.id }, 'the password of an owner was reset');
  });
}

/**
 * The origin of an audit record of a reset: no administrator called, the configuration of the process asked.
 */
const resetOrigin = (action: 'createAdmin' | 'updateAdmin'): AuditOrigin => ({
  action,
  admin: { ...unknownAdmin, email: '(PLATFORM_ADMIN_RESET)', role: 'owner' },
  client_ip: '',
  user_agent: '',
  request_id: newId(),
  params: {},
});
