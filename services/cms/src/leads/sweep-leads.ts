import { dayMs, defineStatement, deleteInSteps, runStatement } from '@platform/runtime';
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { leads } from '../schema.ts';
import { sweepErasures } from './erased-subjects.ts';
import type { LeadRow } from './lead-content.ts';
import { removeLeads } from './remove-leads.ts';

/** Spam that a site retains, and for how long. */
const maxSpam = 1_000;
const spamDays = 30;
const defaultRetentionDays = 365;
const refusalDays = 400;
const batchSize = 200;

/** Spam that is not being released. */
const isSpam = and(eq(leads.state, 'spam'), isNull(leads.release_origin));
const isFinished = inArray(leads.state, ['new', 'in_progress', 'done']);

/** Removes the oldest spam of a site beyond the newest thousand. */
export async function trimSpam({ db }: Pick<App, 'db'>, siteId: string): Promise<void> {
  const rows = await db
    .select({ id: leads.id, subject_id: leads.subject_id })
    .from(leads)
    .where(and(eq(leads.site_id, siteId), isSpam))
    .orderBy(desc(leads.id))
    .offset(maxSpam)
    .limit(batchSize);
  if (rows.length > 0) await db.transaction((tx) => removeLeads(tx, rows, isSpam));
}

/**
 * Removes expired rows: spam after 30 days, and leads after `retention_days` of their site. The keys of
 * persons without other rows are destroyed. The records in the consent ledger stay as proof that the leads
 * were lawful; only an erasure makes them unreadable.
 */
export async function sweepLeads({ db, pool, clock }: Pick<App, 'db' | 'pool' | 'clock'>): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  await removeBatches(db, isSpam, () => runStatement<Aged>(db, agedSpam, [daysAgo(spamDays), batchSize]));
  await removeBatches(db, isFinished, () => runStatement<Aged>(db, agedLeads, [now, defaultRetentionDays, batchSize]));
  await sweepErasures({ pool }, now);
  await deleteInSteps(pool, {
    table: 'cms.lead_refusals',
    condition: 'day < $1',
    values: [daysAgo(refusalDays).toISOString().slice(0, 10)],
  });
}

type Aged = Pick<LeadRow, 'id' | 'subject_id'>;

async function removeBatches(db: App['db'], isStill: SQL | undefined, find: () => Promise<{ rows: Aged[] }>) {
  for (let rowCount = batchSize; rowCount === batchSize; ) {
    const { rows } = await find();
    rowCount = rows.length;
    if (rowCount > 0) await db.transaction((tx) => removeLeads(tx, rows, isStill));
  }
}

/** Site by site: the time of each has an index, and its spam is short. */
const agedSpam = defineStatement({
  name: 'aged_spam',
  text: `SELECT aged.id, aged.subject_id FROM cms.sites CROSS JOIN LATERAL (
      SELECT id, subject_id FROM cms.leads
      WHERE site_id = sites.id AND state = 'spam' AND release_origin IS NULL AND created_at < $1 LIMIT $2
    ) AS aged LIMIT $2`,
});
const agedLeads = defineStatement({
  name: 'aged_leads',
  text: `SELECT aged.id, aged.subject_id FROM cms.sites LEFT JOIN cms.lead_settings AS settings ON settings.site_id = sites.id
    CROSS JOIN LATERAL (
      SELECT id, subject_id FROM cms.leads
      WHERE site_id = sites.id AND state IN ('new', 'in_progress', 'done')
        AND created_at < $1::timestamptz - make_interval(days => coalesce(settings.retention_days, $2))
      ORDER BY created_at LIMIT $3
    ) AS aged LIMIT $3`,
});
