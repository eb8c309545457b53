import type { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { identity_providers } from '../schema.ts';
import { applicationChanged, requireApplication } from './application.ts';

type Row = typeof identity_providers.$inferSelect;

const toIdentityProvider = ({ sealed_hs256_secret, updated_at, application_id: _, ...row }: Row) => ({
  ...row,
  has_hs256_secret: sealed_hs256_secret !== null,
  updated_at: updated_at.toISOString(),
});

/** How tokens of the application are verified, or null while nothing is set. Throws `application_not_found`. */
export async function getIdentityProvider({ db }: Pick<App, 'db'>, applicationId: string) {
  await requireApplication(db, applicationId);
  const [row] = await db.select().from(identity_providers).where(eq(identity_providers.application_id, applicationId));
  return row ? toIdentityProvider(row) : null;
}

/** Sets how tokens are verified. A shared secret is encrypted at once and never shown again. Throws `application_not_found`. */
export async function setIdentityProvider(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'sealer'>,
  applicationId: string,
  { hs256_secret, ...input }: EndpointRequest<typeof catalog.endpoints.setIdentityProvider>['body'],
) {
  return app.db.transaction(async (tx) => {
    const application = await requireApplication(tx, applicationId);
    const values = {
      ...input,
      sealed_hs256_secret:
        hs256_secret === null ? null : app.sealer.seal(hs256_secret, identityProviderSealContext(applicationId)),
      updated_at: app.clock.now(),
    };
    await tx
      .insert(identity_providers)
      .values({ application_id: applicationId, ...values })
      .onConflictDoUpdate({ target: identity_providers.application_id, set: values });
    await applicationChanged(app, tx, application);
    return toIdentityProvider({ application_id: applicationId, ...values });
  });
}

/** Binds the ciphertext to its application; the gateway opens it with the same words. */
const identityProviderSealContext = (applicationId: string): string => `identity_provider:${applicationId}`;
