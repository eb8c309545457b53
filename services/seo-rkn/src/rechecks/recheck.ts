import type { Lease } from '@platform/runtime';
import type { App, AppParts } from '../app.ts';
import type { rechecks } from '../schema.ts';

export type RecheckRow = typeof rechecks.$inferSelect;

/** Rechecks of one site while a process works on them. */
export type RecheckLease = Lease<typeof rechecks>;

/** Dependencies of the work on rechecks. */
export type Rechecker = AppParts & Pick<App, 'indexNow' | 'recrawlWork'>;
