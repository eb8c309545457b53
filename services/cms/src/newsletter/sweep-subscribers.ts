import type { ErasureCategory } from '@platform/contracts';
import { dayMs } from '@platform/runtime';
import { and, asc, eq, lt, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { lockSubjects } from '../leads/lock-subjects.ts';
import { byAdmin, forgetSubjects, hasRows, reportExpired } from '../leads/remove-leads.ts';
import { destroyKey } from '../personal-data/subject-keys.ts';
import { sites, subscribers } from '../schema.ts';

const batchSize = 500;

/** Art. 21 part 5 of 152-FZ: after a withdrawal personal data goes within 30 days. */
const endedDays = 30;

type Sweeper = Pick<App, 'db' | 'emit' | 'clock'>;

/**
 * Removes subscribers that were not confirmed in time, and those that were unsubscribed 30 days ago. Their
 * leads stay as long as other leads. A person without a lead loses the key here. A person that was never
 * confirmed is erased in the ledger too; after an unsubscription the records there stay as evidence until an
 * erasure. Each removal leaves a record.
 */
export async function sweepSubscribers(app: Sweeper): Promise<void> {
  const now = app.clock.now();
  const ended = new Date(now.getTime() - endedDays * dayMs);
  await remove(app, true, and(eq(subscribers.status, 'pending'), lt(subscribers.confirm_until, now)));
  await remove(
    app,
    false,
    and(
      eq(subscribers.status, 'unsubscribed'),
      lt(subscribers.unsubscribed_at, ended),
      eq(subscribers.is_withdrawal_due, false),
    ),
  );
}

const retentionEnded = {
  ...byAdmin(null, 'retention_ended'),
  categoriesOf: (): ErasureCategory[] => ['newsletter_subscription'],
};

async function remove(app: Sweeper, forgets: boolean, isExpired: SQL | undefined): Promise<void> {
  const { db } = app;
  for (let rowCount = batchSize; rowCount === batchSize; ) {
    const rows = await db
      .select({
        id: subscribers.id,
        subject_id: subscribers.subject_id,
        site_id: subscribers.site_id,
        application_id: sites.application_id,
      })
      .from(subscribers)
      .innerJoin(sites, eq(sites.id, subscribers.site_id))
      .where(isExpired)
      .orderBy(asc(subscribers.id))
      .limit(batchSize);
    rowCount = rows.length;
    for (const { id, subject_id, ...about } of rows)
      await db.transaction(async (tx) => {
        await lockSubjects(tx, [subject_id]);
        const { rowCount } = await tx.delete(subscribers).where(and(eq(subscribers.id, id), isExpired));
        if (rowCount === 0) return;
        const isLast = !(await hasRows(tx, subject_id));
        if (isLast) await destroyKey(tx, subject_id);
        if (isLast && forgets) await forgetSubjects(app, tx, [subject_id], { ...retentionEnded, ...about });
        else await reportExpired(app, tx, [{ subject_id, ...about }], 'newsletter_subscription');
      });
  }
}
