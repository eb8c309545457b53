import type { ResolvedApplication } from '@platform/contracts';
import { findRow, isUseStale, isUuid } from '@platform/runtime';
import { eq, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applications, identity_providers, public_keys } from '../schema.ts';
import { livePublicKeys } from './application.ts';
import { identityProviderSealContext } from './identity-provider.ts';

type Key = { code: string } | { id: string } | { public_key: string };

/**
 * An application, in any status, with what the gateway needs to check credentials; null when there is none.
 * A shared secret leaves sealed for the gateway, which has no key of the stored one.
 * Expired public keys find nothing.
 */
export async function resolveApplication(
  app: Pick<App, 'db' | 'clock' | 'sealer' | 'gatewaySealer' | 'log'>,
  by: Key,
): Promise<ResolvedApplication | null> {
  const { db, clock } = app;
  const now = clock.now();
  const [application] = await find(db, now, by);
  if (!application) return null;
  const [keys, [idp]] = await Promise.all([
    livePublicKeys(db, application.id, now),
    db.select().from(identity_providers).where(eq(identity_providers.application_id, application.id)),
  ]);
  return {
    id: application.id,
    code: application.code,
    status: application.status,
    public_keys: keys.map((key) => ({
      id: key.id,
      key: key.key,
      valid_until: key.valid_until?.toISOString() ?? null,
      is_use_stale: isUseStale(key, now),
    })),
    identity_provider: idp
      ? {
          issuer: idp.issuer,
          issuer_aliases: idp.issuer_aliases,
          audience: idp.audience,
          allow_missing_audience: idp.allow_missing_audience,
          jwks_url: idp.jwks_url,
          sealed_hs256_secret: idp.sealed_hs256_secret && sealForGateway(app, application.id, idp.sealed_hs256_secret),
          authorized_party: idp.authorized_party,
          saved_at: idp.updated_at.toISOString(),
        }
      : null,
  };
}

/**
 * A stored secret, sealed for the gateway. One that does not open leaves as it is stored, with an ERROR: the
 * gateway cannot open it either, so tokens with that secret fail and nothing else of the application does.
 */
function sealForGateway(
  { sealer, gatewaySealer, log }: Pick<App, 'sealer' | 'gatewaySealer' | 'log'>,
  application_id: string,
  storedSecret: string,
): string {
  const context = identityProviderSealContext(application_id);
  try {
    return gatewaySealer.seal(sealer.open(storedSecret, context), context);
  } catch (error) {
    log.error({ err: error, application_id }, 'the shared secret of an identity provider cannot be decrypted');
    return storedSecret;
  }
}

async function find(db: App['db'], now: Date, by: Key) {
  const where = (condition: SQL) => db.select().from(applications).where(condition);
  if ('code' in by) return where(eq(applications.code, by.code));
  if ('id' in by) return isUuid(by.id) ? where(eq(applications.id, by.id)) : [];
  const key = await findRow(db, public_keys, { key: by.public_key });
  const isLive = key && (key.valid_until === null || key.valid_until > now);
  return isLive ? where(eq(applications.id, key.application_id)) : [];
}

/** Facts of an application for other services; null when there is none. */
export async function getApplicationFacts({ db }: Pick<App, 'db'>, id: string) {
  const [row, provider] = await Promise.all([
    findRow(db, applications, { id }),
    findRow(db, identity_providers, { application_id: id }),
  ]);
  if (!row) return null;
  const { code, name, status, payments_enabled, return_url_schemes, receipt_settings } = row;
  const { max_active_devices, device_limit_policy, website_url } = row;
  return {
    id,
    code,
    name,
    status,
    payments_enabled,
    return_url_schemes,
    receipt_settings,
    max_active_devices,
    device_limit_policy,
    issuer: provider?.issuer ?? null,
    issuer_aliases: provider?.issuer_aliases ?? [],
    website_url,
  };
}
