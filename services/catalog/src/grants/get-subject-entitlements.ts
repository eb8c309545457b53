import { identity } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { readEntitlements } from './get-my-entitlements.ts';

/**
 * The entitlements of the user with a subject, for a back end of the application.
 * @param of.issuer `iss` of the tokens; any when absent
 * @throws AppError `application_not_found`, `user_not_found`, `conflict` when several issuers know the subject
 */
export async function getSubjectEntitlements(
  app: App,
  of: { application_id: string; subject: string; issuer?: string | undefined },
): Promise<PreparedBody> {
  const application = await requireApplication(app.db, of.application_id);
  const { user_ids } = await app.ask(identity.queries.findUsersBySubject, of);
  const [user_id, another] = user_ids;
  if (user_id === undefined) return fail('user_not_found');
  if (another !== undefined)
    return fail('conflict', { message: 'Users of several issuers have this subject: send `issuer`.' });
  return readEntitlements(app, { application, user_id });
}
