import { and, asc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { lockSubjects } from '../leads/lock-subjects.ts';
import { forgetSubjects, hasRows } from '../leads/remove-leads.ts';
import { destroyKey } from '../personal-data/subject-keys.ts';
import { sites, subscribers } from '../schema.ts';

const batchSize = 500;

/**
 * Removes subscribers that were not confirmed in time. Their lead stays as long as other leads; without one the
 * person is erased, here and in the ledger.
 */
export async function dropUnconfirmed(app: Pick<App, 'db' | 'emit' | 'clock'>): Promise<void> {
  const { db, clock } = app;
  const isExpired = and(eq(subscribers.status, 'pending'), lt(subscribers.confirm_until, clock.now()));
  for (let found = batchSize; found === batchSize; ) {
    const rows = await db
      .select({ id: subscribers.id, subject_id: subscribers.subject_id, application_id: sites.application_id })
      .from(subscribers)
      .innerJoin(sites, eq(sites.id, subscribers.site_id))
      .where(isExpired)
      .orderBy(asc(subscribers.id))
      .limit(batchSize);
    found = rows.length;
    for (const { id, subject_id, application_id } of rows)
      await db.transaction(async (tx) => {
        await lockSubjects(tx, [subject_id]);
        const { rowCount } = await tx.delete(subscribers).where(and(eq(subscribers.id, id), isExpired));
        if (rowCount === 0 || (await hasRows(tx, subject_id))) return;
        await destroyKey(tx, subject_id);
        await forgetSubjects(app, tx, [subject_id], application_id);
      });
  }
}
