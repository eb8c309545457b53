import type { DatabasePlatform, Geo, TokenSigner } from '@platform/runtime';
import type { LoginGuard } from './admins/login-guard.ts';
import type { IdentityConfig } from './config.ts';
import type { LedgerVerifications } from './consents/verify-ledger.ts';

/** What the use cases of this service work with. */
export interface App extends DatabasePlatform {
  settings: IdentityConfig;
  loginGuard: LoginGuard;
  /** Signs consent receipts and chain heads. */
  evidence: TokenSigner;
  geo: Geo;
  verifications: LedgerVerifications;
}
