import { dayMs } from '@platform/runtime';
import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { lead_refusals, lead_settings, leads } from '../schema.ts';
import { removeLeads } from './remove-leads.ts';

/** Spam that a site keeps, and for how long. */
const maxSpam = 1_000;
const spamDays = 30;
const defaultRetentionDays = 365;
const refusalDays = 400;
const batchSize = 200;

const settledStates = ['new', 'in_progress', 'done'] as const;

/** Removes the oldest spam of a site beyond the newest thousand. */
export async function trimSpam({ db }: Pick<App, 'db'>, siteId: string): Promise<void> {
  const rows = await db
    .select({ id: leads.id, subject_id: leads.subject_id })
    .from(leads)
    .where(and(eq(leads.site_id, siteId), eq(leads.state, 'spam')))
    .orderBy(desc(leads.id))
    .offset(maxSpam)
    .limit(batchSize);
  if (rows.length > 0) await db.transaction((tx) => removeLeads(tx, rows, ['spam']));
}

/**
 * Removes what is kept no longer: spam after 30 days, leads after `retention_days` of their site, with the keys of
 * people who have nothing else here. The records in the consent ledger stay: they prove that the leads were
 * lawful. An erasure ends those too.
 */
export async function sweepLeads(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.now().getTime();
  const spamEnd = new Date(now - spamDays * dayMs);
  const aged = (states: readonly ('spam' | (typeof settledStates)[number])[], condition: ReturnType<typeof and>) =>
    removeBatches(app, states, condition);
  await aged(['spam'], and(eq(leads.state, 'spam'), lt(leads.created_at, spamEnd)));
  const end = sql`${new Date(now).toISOString()}::timestamptz - make_interval(days => coalesce(
    (SELECT ${lead_settings.retention_days} FROM ${lead_settings} WHERE ${lead_settings.site_id} = ${leads.site_id}), ${defaultRetentionDays}))`;
  await aged(
    settledStates,
    and(ne(leads.state, 'spam'), ne(leads.state, 'recording'), sql`${leads.created_at} < ${end}`),
  );
  const day = new Date(now - refusalDays * dayMs).toISOString().slice(0, 10);
  await app.db.delete(lead_refusals).where(lt(lead_refusals.day, day));
}

async function removeBatches(
  { db }: Pick<App, 'db'>,
  states: readonly ('spam' | (typeof settledStates)[number])[],
  condition: ReturnType<typeof and>,
): Promise<void> {
  for (let found = batchSize; found === batchSize; ) {
    const rows = await db
      .select({ id: leads.id, subject_id: leads.subject_id })
      .from(leads)
      .where(condition)
      .orderBy(asc(leads.created_at))
      .limit(batchSize);
    found = rows.length;
    if (found > 0) await db.transaction((tx) => removeLeads(tx, rows, states));
  }
}
