import type { DatabasePlatform } from '@platform/runtime';
import type { LoginGuard } from './admins/login-guard.ts';
import type { IdentityConfig } from './config.ts';

/** What the use cases of this service work with. */
export interface App extends DatabasePlatform {
  settings: IdentityConfig;
  loginGuard: LoginGuard;
}
