import type { PreparedBody } from '@platform/contracts/kit';
import type { BackgroundWork, DatabasePlatform, Geo, ReadCache, TokenSigner } from '@platform/runtime';
import type { LRUCache } from 'lru-cache';
import type { LoginGuard } from './admins/login-guard.ts';
import type { Passwords } from './admins/passwords.ts';
import type { IdentityConfig } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import type { ErasurePseudonyms } from './erasures/erasure-pseudonyms.ts';
import type { LegalRenderer } from './legal/legal-renderer.ts';
import type { OwnersFacts } from './legal/owner-facts.ts';
import type { IdentityMetrics } from './metrics.ts';

/** Dependencies of the use cases of this service. */
export interface App extends DatabasePlatform<IdentityMetrics, Dependencies> {
  settings: IdentityConfig;
  passwords: Passwords;
  loginGuard: LoginGuard;
  /** Rendered pages of legal documents: rendering a long one takes as long as hundreds of requests. */
  legalPages: LRUCache<string, string>;
  /** Public reads of legal documents, grouped by the id of their owner. */
  legalReads: ReadCache<PreparedBody>;
  /** Where links of legal texts lead. */
  ownersFacts: OwnersFacts;
  /** Renders Markdown in a separate thread. */
  renderer: LegalRenderer;
  /** Signs receipts of consents and erasures, and chain heads. */
  evidence: TokenSigner;
  /** Pseudonyms of erased persons. */
  erasurePseudonyms: ErasurePseudonyms;
  geo: Geo;
  /** Verifies ledgers in the background. */
  verificationRunner: BackgroundWork;
}
