import { platform as contracts, gateway } from '@platform/contracts';
import { ConfigError, defineStatelessService, type LocalServices, type Platform } from '@platform/runtime';
import { createApplicationDirectory } from './application-directory.ts';
import { createClientIp } from './client-ip.ts';
import { type GatewayConfig, gatewayConfig } from './config.ts';
import { createAdminSessions } from './credentials/admin-sessions.ts';
import { createAuthenticate } from './credentials/authenticate.ts';
import { createFailedCredentials } from './credentials/failed-credentials.ts';
import { createUserTokens } from './credentials/user-tokens.ts';
import { createListener } from './listener.ts';
import { createRateLimits } from './rate-limits.ts';
import { routes } from './routes.ts';
import { createSiteDirectory } from './site-directory.ts';
import { remoteUpstream } from './upstreams/remote.ts';
import type { Upstream } from './upstreams/upstream.ts';

export const gatewayService = defineStatelessService({
  contract: gateway,
  config: gatewayConfig,
  create({ platform, config, local }) {
    const upstreams = openUpstreams(config, local, platform);
    const directory = createApplicationDirectory(platform);
    const sites = createSiteDirectory(platform);
    const adminSessions = createAdminSessions(platform);
    const userTokens = createUserTokens(platform);
    const failedCredentials = createFailedCredentials(config.RATE_LIMIT_FAILED_CREDENTIALS, platform);
    const authenticate = createAuthenticate({ config, directory, sites, adminSessions, userTokens });
    return {
      routes: routes(config, upstreams),
      queries: {},
      observers: [...directory.observers, ...sites.observers, ...adminSessions.observers, ...userTokens.observers],
      listener(own) {
        const listener = createListener({
          platform,
          own,
          upstreams,
          authenticate,
          failedCredentials,
          rateLimits: createRateLimits(config, platform.kv, platform.metrics),
          clientIp: createClientIp(config.TRUSTED_PROXIES, platform.log),
        });
        return Object.assign(listener, { keepAliveSeconds: config.KEEP_ALIVE_SECONDS });
      },
      async stop() {
        failedCredentials.stop();
        await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
      },
    };
  },
});

/** Every service but the gateway itself: in this process where it is given, else at its configured address. */
function openUpstreams(
  config: GatewayConfig,
  local: LocalServices,
  platform: Pick<Platform, 'log' | 'signer'>,
): Map<string, Upstream> {
  const addresses: Record<string, readonly string[]> = {
    identity: config.IDENTITY_URL,
    catalog: config.CATALOG_URL,
    billing: config.BILLING_URL,
    cms: config.CMS_URL,
    analytics: config.ANALYTICS_URL,
  };
  const names = Object.keys(contracts).filter((name) => name !== gateway.name);
  const missing = names.filter((name) => !local[name] && !addresses[name]?.length);
  if (missing.length > 0)
    throw new ConfigError(
      gateway.name,
      missing.map((name) => `${name.toUpperCase()}_URL: is missing`),
    );
  return new Map(
    names.map((name) => {
      const service = local[name];
      if (!service) return [name, remoteUpstream(addresses[name] ?? [], platform)];
      return [name, { handle: service.dispatch, isReady: service.isReady, close: async () => {} }];
    }),
  );
}
