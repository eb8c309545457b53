import { dayMs } from '@platform/runtime';
import { asc, desc, gte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ai_usage } from '../schema.ts';
import { dayOf, usageDays } from './budget.ts';

/** What the provider did on each of the last 90 days, newest first. */
export async function listAiUsage({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<(typeof ai_usage.$inferSelect)[]> {
  const since = dayOf(new Date(clock.now().getTime() - (usageDays - 1) * dayMs));
  return db.select().from(ai_usage).where(gte(ai_usage.day, since)).orderBy(desc(ai_usage.day), asc(ai_usage.feature));
}
