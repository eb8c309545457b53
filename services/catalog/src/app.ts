import type { DatabasePlatform, PreparedCache } from '@platform/runtime';
import type { SnapshotSigner } from './grants/snapshot-token.ts';

/** What the use cases of this service work with; each takes the part it needs. */
export interface App extends DatabasePlatform {
  /** Public reads, grouped by application id. */
  publicReads: PreparedCache;
  snapshots: SnapshotSigner;
}
