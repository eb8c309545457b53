import { identity } from '@platform/contracts';
import { type DatabasePlatform, defineService } from '@platform/runtime';
import { ensureFirstOwner } from './admins/ensure-first-owner.ts';
import { createLoginGuard } from './admins/login-guard.ts';
import type { App } from './app.ts';
import { identityConfig } from './config.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';

/** Users, administrators, legal documents and the consent ledger. */
export const identityService = defineService({
  contract: identity,
  config: identityConfig,
  migrations: new URL('../migrations/', import.meta.url),
  create({ platform, config }) {
    const app: App = {
      ...(platform satisfies DatabasePlatform),
      settings: config,
      loginGuard: createLoginGuard(platform.kv),
    };
    return { routes: routes(app), queries: queries(app), start: () => ensureFirstOwner(app) };
  },
});
