import { and, asc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { subscribers } from '../schema.ts';

const batchSize = 500;

/** Removes subscribers who did not confirm in time. Their lead stays as long as other leads. */
export async function dropUnconfirmed({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const isExpired = and(eq(subscribers.status, 'pending'), lt(subscribers.confirm_until, clock.now()));
  for (let found = batchSize; found === batchSize; ) {
    const rows = await db
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(isExpired)
      .orderBy(asc(subscribers.id))
      .limit(batchSize);
    found = rows.length;
    for (const { id } of rows) await db.delete(subscribers).where(and(eq(subscribers.id, id), isExpired));
  }
}
