import type { PreparedBody } from '@platform/contracts/kit';
import type { DatabasePlatform, ReadCache } from '@platform/runtime';

/** What the use cases of this service work with; each takes the part it needs. */
export interface App extends DatabasePlatform {
  /** Public reads, grouped by site id. */
  publicReads: ReadCache<PreparedBody>;
}
