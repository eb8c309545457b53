import { identity } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { identity_providers } from '../schema.ts';
import { readEntitlements } from './get-my-entitlements.ts';

/**
 * The entitlements of the user with a subject, for a back end of the application.
 * @param of.issuer `iss` of the tokens, an alias of the present issuer included; the present issuer when
 * absent
 * @throws AppError `application_not_found`; `user_not_found`; `conflict` without `issuer`, when several
 * issuers know the subject, or another one than the present
 */
export async function getSubjectEntitlements(
  app: App,
  { application_id, subject, issuer }: { application_id: string; subject: string; issuer?: string | undefined },
): Promise<PreparedBody> {
  const application = await requireApplication(app.db, application_id);
  const [provider] = await app.db
    .select({ issuer: identity_providers.issuer, aliases: identity_providers.issuer_aliases })
    .from(identity_providers)
    .where(eq(identity_providers.application_id, application_id));
  // A user belongs to the issuer, whichever of its names the tokens have.
  const presentIssuer = issuer !== undefined && provider?.aliases.includes(issuer) ? provider.issuer : issuer;
  const { users } = await app.ask(identity.queries.findUsersBySubject, {
    application_id,
    subject,
    issuer: presentIssuer,
  });
  const [user] = users;
  if (!user) return fail('user_not_found');
  // After a change of the issuer, the same subject may be another person.
  const isOther = presentIssuer === undefined && provider !== undefined && user.issuer !== provider.issuer;
  if (users.length > 1 || isOther)
    return fail('conflict', { message: 'A user of another issuer has this subject: send `issuer`.' });
  return readEntitlements(app, { application, user_id: user.user_id });
}
