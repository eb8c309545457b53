import type { Lease } from '@platform/runtime';
import type { App } from '../app.ts';
import type { rechecks } from '../schema.ts';

export type RecheckRow = typeof rechecks.$inferSelect;

/** Rechecks of one site while a process works on them. */
export type RecheckLease = Lease<typeof rechecks>;

/** Dependencies of the work on rechecks. */
export type Rechecker = Pick<
  App,
  | 'db'
  | 'ask'
  | 'clock'
  | 'log'
  | 'metrics'
  | 'safeFetch'
  | 'publicFetch'
  | 'settings'
  | 'pageReader'
  | 'timing'
  | 'indexNow'
  | 'recrawlWork'
>;
