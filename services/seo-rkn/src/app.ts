import type { DatabasePlatform } from '@platform/runtime';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export type App = DatabasePlatform;
