import { type catalog, identity } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, fail, findRow, requireOpen, withIsoTimes } from '@platform/runtime';
import type { App } from '../app.ts';
import { identity_providers } from '../schema.ts';
import { applicationChanged, requireApplication, requireOpenApplication } from './application.ts';
import { checkJwks } from './check-jwks.ts';

type Row = typeof identity_providers.$inferSelect;

const toIdentityProvider = ({ sealed_hs256_secret, application_id: _, ...row }: Row) => ({
  ...withIsoTimes(row),
  has_hs256_secret: sealed_hs256_secret !== null,
});

/** How tokens of the application are verified, or null while nothing is set. */
export async function getIdentityProvider({ db }: Pick<App, 'db'>, applicationId: string) {
  await requireApplication(db, applicationId);
  const row = await findRow(db, identity_providers, { application_id: applicationId });
  return row ? toIdentityProvider(row) : null;
}

/**
 * Sets how tokens are verified, after a check of the public keys. A shared secret is encrypted at once and
 * never shown again.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`; `validation_failed` naming `jwks_url` when no key there can
 * verify a token; `precondition_failed`; `issuer_has_users` when another issuer would leave users behind and that is not confirmed
 */
export async function setIdentityProvider(
  app: App,
  applicationId: string,
  {
    hs256_secret,
    skip_check,
    confirm,
    ...input
  }: EndpointRequest<typeof catalog.endpoints.setIdentityProvider>['body'],
  ifMatch: number | null,
) {
  requireOpen(await requireApplication(app.db, applicationId));
  const knownProvider = await findRow(app.db, identity_providers, { application_id: applicationId });
  assertVersion(ifMatch, knownProvider?.version);
  if (knownProvider && knownProvider.issuer !== input.issuer && !confirm)
    await assertNoUsers(app, applicationId, knownProvider.issuer);
  const checked =
    skip_check || input.jwks_url === null
      ? null
      : await checkJwks(app.safeFetch, input.jwks_url, { mayBeEmpty: hs256_secret !== null });
  return app.db.transaction(async (tx) => {
    const application = await requireOpenApplication(tx, applicationId);
    const present = await findRow(tx, identity_providers, { application_id: applicationId }, 'update');
    assertVersion(ifMatch, present?.version);
    // Another administrator changed it after the users were counted.
    if (present && present.issuer !== knownProvider?.issuer && !confirm) return fail('conflict');
    const now = app.clock.now();
    const values = {
      ...input,
      jwks_url: checked?.jwks_url ?? input.jwks_url,
      sealed_hs256_secret:
        hs256_secret === null ? null : app.sealer.seal(hs256_secret, identityProviderSealContext(applicationId)),
      version: (present?.version ?? 0) + 1,
      updated_at: now,
    };
    const created_at = present?.created_at ?? now;
    await tx
      .insert(identity_providers)
      .values({ application_id: applicationId, created_at, ...values })
      .onConflictDoUpdate({ target: identity_providers.application_id, set: values });
    await applicationChanged(app, tx, application);
    const since = toIdentityProvider({ application_id: applicationId, created_at, ...values });
    await app.audit.record(tx, {
      before: present ? toIdentityProvider(present) : null,
      after: since,
      secrets: hs256_secret === null ? [] : ['hs256_secret'],
    });
    return { ...since, check: checked?.check ?? null };
  });
}

/** @throws `issuer_has_users` with their number */
async function assertNoUsers({ ask }: Pick<App, 'ask'>, application_id: string, issuer: string): Promise<void> {
  const { user_count } = await ask(identity.queries.countUsersOfIssuer, { application_id, issuer });
  if (user_count === 0) return;
  fail('issuer_has_users', {
    message: `${user_count} user(s) belong to ${issuer} and would not be found under another issuer. If only the domain changes, keep issuer and add the new value to issuer_aliases; to bring the users along, send confirm: true and import a file of their old and new subjects (POST …/users/logins/import).`,
    fields: { user_count },
  });
}

/**
 * Associated data of a shared secret, as it is stored and as the gateway gets it: binds it to its
 * application.
 */
export const identityProviderSealContext = (applicationId: string): string => `identity_provider:${applicationId}`;
