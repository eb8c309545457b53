import type { PreparedBody } from '@platform/contracts/kit';
import type { AssetStore, BackgroundWork, DatabasePlatform, Geo, ReadCache } from '@platform/runtime';
import type { LRUCache } from 'lru-cache';
import type { Dependencies } from './dependencies.ts';
import type { GrantInput } from './grants/fold-terms.ts';
import type { SnapshotSigner } from './grants/snapshot-token.ts';
import type { LicenseGuard } from './license-keys/license-guard.ts';
import type { CatalogMetrics } from './metrics.ts';
import type { CurrentSettings } from './settings/evaluable-settings.ts';

export interface EntitlementsAnswer {
  /** The input that it was made from. */
  source: string;
  body: PreparedBody;
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform<CatalogMetrics, Dependencies> {
  /** Public reads, grouped by application id. */
  publicReads: ReadCache<PreparedBody>;
  /** Remote parameters and flags by application id. */
  settings: ReadCache<CurrentSettings>;
  /** Grants that count for flags, by user id. */
  grantTerms: ReadCache<GrantInput[]>;
  /** Answers of flag and config reads by what they depend on: many clients ask the same again. */
  flagAnswers: LRUCache<string, PreparedBody>;
  geo: Geo;
  /** Uploaded files, public under names that are made from them. */
  assets: AssetStore;
  /** The last address of each user, so that identity gets moves and not every read. */
  lastAddresses: LRUCache<string, string>;
  licenseGuard: LicenseGuard;
  snapshots: SnapshotSigner;
  /** Ends what the keys of revoked batches have granted. */
  revocationRunner: Pick<BackgroundWork, 'wake'>;
  /** Brings owners of plans to new entitlements. */
  backfillRunner: Pick<BackgroundWork, 'wake'>;
  /** The last entitlements answer of each user, given again while the grants behind it are the same. */
  answers: LRUCache<string, EntitlementsAnswer>;
}
