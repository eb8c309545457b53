import { catalog, platform as contracts, gateway, routeTable, upstreamNames } from '@platform/contracts';
import {
  createContextSigner,
  createGatewaySealer,
  defineService,
  deriveContextKey,
  overridable,
} from '@platform/runtime';
import { createApplicationDirectory } from './application-directory.ts';
import { createClientIp } from './client-ip.ts';
import { gatewayConfig } from './config.ts';
import { createAdminCredentials } from './credentials/admin-credentials.ts';
import { Authenticator } from './credentials/authenticate.ts';
import { createFailedCredentials } from './credentials/failed-credentials.ts';
import { KeyScopeGuard } from './credentials/key-scope.ts';
import { createKeySets } from './credentials/key-sets.ts';
import { createKeyUses } from './credentials/key-uses.ts';
import { createTokenVerifier } from './credentials/token-verifier.ts';
import { UserTokens } from './credentials/user-tokens.ts';
import { dependencies } from './dependencies.ts';
import { createListener } from './listener.ts';
import { gatewayMetrics } from './metrics.ts';
import { createRateLimits } from './rate-limits.ts';
import { routes } from './routes.ts';
import { createSiteDirectory } from './site-directory.ts';
import { observes } from './subscriptions.ts';
import { openUpstreams } from './upstreams/open-upstreams.ts';

export const gatewayService = defineService({
  migrations: undefined,
  contract: gateway,
  dependencies,
  observes,
  config: gatewayConfig,
  usesKeyValue: true,
  internetPorts: [443],
  isGateway: true,
  overrides: overridable<{ keysTimeoutMs: number }>(),
  metrics: gatewayMetrics,
  create({ platform, config, local, overrides }) {
    const signer = createContextSigner(config.PLATFORM_CONTEXT_SECRETS, platform.clock);
    const upstreams = openUpstreams(upstreamNames, { config, local, log: platform.log, signer });
    const directory = createApplicationDirectory(platform);
    const sites = createSiteDirectory(platform);
    const adminCredentials = createAdminCredentials(platform);
    const keySets = createKeySets({ ...platform, timeoutMs: overrides.keysTimeoutMs });
    const sealer = createGatewaySealer(
      config.PLATFORM_CONTEXT_SECRETS.map((secret) => deriveContextKey(secret, catalog.name)),
    );
    const verifyToken = createTokenVerifier({ keySets, sealer });
    const userTokens = new UserTokens(platform, verifyToken);
    const failedCredentials = createFailedCredentials(config.RATE_LIMIT_FAILED_CREDENTIALS, platform);
    const { authenticate } = new Authenticator({
      config,
      directory,
      sites,
      adminCredentials,
      userTokens,
      ask: platform.ask,
      keyUses: createKeyUses(platform),
      keyScope: new KeyScopeGuard({ ask: platform.ask, directory, sites }),
    });
    return {
      routes: routes(config, platform.config.PUBLIC_API_URL, upstreams, { ask: platform.ask, verifyToken }),
      queries: {},
      commands: {},
      observers: [...directory.observers, ...sites.observers, ...adminCredentials.observers, ...userTokens.observers],
      listener(ownHandler) {
        const listener = createListener({
          routes: routeTable(contracts),
          platform,
          ownHandler,
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
