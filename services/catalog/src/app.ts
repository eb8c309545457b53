import type { PreparedBody } from '@platform/contracts/kit';
import type { DatabasePlatform, PreparedCache } from '@platform/runtime';
import type { LRUCache } from 'lru-cache';
import type { SnapshotSigner } from './grants/snapshot-token.ts';

export interface EntitlementsAnswer {
  /** What it was made from. */
  source: string;
  body: PreparedBody;
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** What the use cases of this service work with; each takes the part it needs. */
export interface App extends DatabasePlatform {
  /** Public reads, grouped by application id. */
  publicReads: PreparedCache;
  snapshots: SnapshotSigner;
  /** The last entitlements answer of each user, given again while the grants behind it are the same. */
  answers: LRUCache<string, EntitlementsAnswer>;
}
