import { dayMs, defineStatement, deleteInSteps, runStatement, type Tx } from '@platform/runtime';
import { and, desc, eq, inArray, isNull, not, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { leads } from '../schema.ts';
import { sweepErasures } from './erased-subjects.ts';
import type { LeadRow } from './lead-content.ts';
import { removeLeads, reportExpired } from './remove-leads.ts';

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
 * were lawful; only an erasure makes them unreadable. The end of the last lead of a person leaves a record.
 */
export async function sweepLeads(app: Pick<App, 'db' | 'pool' | 'clock' | 'emit'>): Promise<void> {
  const { db, pool, clock } = app;
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const findSpam = () => runStatement<Aged>(db, agedSpam, [daysAgo(spamDays), batchSize]);
  await removeBatches(findSpam, (rows) => db.transaction((tx) => removeLeads(tx, rows, isSpam)));
  const findLeads = () => runStatement<AgedLead>(db, agedLeads, [now, defaultRetentionDays, batchSize]);
  await removeBatches(findLeads, (rows) => db.transaction((tx) => expireLeads(app, tx, rows)));
  await sweepErasures({ pool }, now);
  await deleteInSteps(pool, {
    table: 'cms.lead_refusals',
    condition: 'day < $1',
    values: [daysAgo(refusalDays).toISOString().slice(0, 10)],
  });
}

type Aged = Pick<LeadRow, 'id' | 'subject_id'>;
type AgedLead = Pick<LeadRow, 'id' | 'subject_id' | 'site_id'> & { application_id: string | null };

async function removeBatches<Row>(find: () => Promise<{ rows: Row[] }>, remove: (rows: Row[]) => Promise<unknown>) {
  for (let rowCount = batchSize; rowCount === batchSize; ) {
    const { rows } = await find();
    rowCount = rows.length;
    if (rowCount > 0) await remove(rows);
  }
}

/**
 * Removes leads whose retention ended, and reports the persons of whom no lead is left. Spam counts for nothing here: it
 * goes without a record, because a flood of it would fill the records, which are never removed.
 */
async function expireLeads(app: Pick<App, 'emit' | 'clock'>, tx: Tx, rows: readonly AgedLead[]): Promise<void> {
  const { subjects } = await removeLeads(tx, rows, isFinished);
  const remaining = await tx
    .selectDistinct({ subject_id: leads.subject_id })
    .from(leads)
    .where(and(inArray(leads.subject_id, subjects), not(isSpam as SQL)));
  const withLeads = new Set(remaining.map(({ subject_id }) => subject_id));
  const ended = subjects.filter((subject_id) => !withLeads.has(subject_id));
  const expired = new Map(rows.map((row) => [row.subject_id, row]));
  await reportExpired(
    app,
    tx,
    ended.flatMap((subject_id) => expired.get(subject_id) ?? []),
    'form_submissions',
  );
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
  text: `SELECT aged.id, aged.subject_id, sites.id AS site_id, sites.application_id FROM cms.sites LEFT JOIN cms.lead_settings AS settings ON settings.site_id = sites.id
    CROSS JOIN LATERAL (
      SELECT id, subject_id FROM cms.leads
      WHERE site_id = sites.id AND state IN ('new', 'in_progress', 'done')
        AND created_at < $1::timestamptz - make_interval(days => coalesce(settings.retention_days, $2))
      ORDER BY created_at LIMIT $3
    ) AS aged LIMIT $3`,
});
