import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { rechecks } from '../schema.ts';

export type RecheckRow = typeof rechecks.$inferSelect;

/** Dependencies of the work on rechecks. */
export type Rechecker = Pick<
  App,
  | 'db'
  | 'ask'
  | 'clock'
  | 'log'
  | 'safeFetch'
  | 'publicFetch'
  | 'settings'
  | 'pageReader'
  | 'timing'
  | 'indexNow'
  | 'recrawlWork'
>;

/** Condition: this process still holds the row, and no newer order replaced it. */
export const isHeld = (batch: readonly RecheckRow[]) =>
  sql`(${rechecks.id}, ${rechecks.attempt}) IN (${sql.join(
    batch.map(({ id, attempt }) => sql`(${id}::uuid, ${attempt}::int)`),
    sql`, `,
  )})`;
