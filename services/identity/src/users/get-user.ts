import { billing, catalog } from '@platform/contracts';
import { fail, requireFound } from '@platform/runtime';
import type { App } from '../app.ts';
import { devicesOf } from '../devices/list-devices.ts';
import { toAdminUsers } from './admin-user.ts';
import { findUser } from './find-user.ts';

/**
 * A user with devices, and with what other services know of one. The read is in the audit log.
 * @throws AppError `application_not_found`, `user_not_found`, `service_unavailable` while catalog or billing
 * is down
 */
export async function getUser(app: App, key: { application_id: string; user_id: string }) {
  const user = await findUser(app.db, key);
  if (!user) {
    requireFound(
      await app.ask(catalog.queries.getApplicationFacts, { application_id: key.application_id }),
      'application',
    );
    return fail('user_not_found');
  }
  const [devices, { grants }, { payments }, [view]] = await Promise.all([
    devicesOf(app.db, key.user_id),
    app.ask(catalog.queries.listUserGrants, key),
    app.ask(billing.queries.listUserPayments, key),
    toAdminUsers(app.db, [user]),
  ]);
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after: { id: key.user_id } }));
  return { user: view ?? fail('user_not_found'), devices, grants, payments };
}
