import { isAppError } from '@platform/runtime';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { leads } from '../schema.ts';
import { finishLead, isWaiting, openWaiting } from './finish-lead.ts';

/** A call that stores a lead finishes it itself, in less than this. */
const ownTimeMs = 30_000;
const batchSize = 100;

/**
 * Completes leads after a crash or an outage: new and released leads that wait for their records in the
 * ledger. It stops when the ledger does not answer. Several processes may run it at once: a lead is finished
 * once.
 */
export async function finishRecordingLeads(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - ownTimeMs);
  const rows = await app.db
    .select()
    .from(leads)
    .where(and(isWaiting, lt(leads.updated_at, before)))
    .orderBy(asc(leads.updated_at))
    .limit(batchSize);
  for (const lead of rows) {
    try {
      const opened = await openWaiting(app, lead);
      if (opened) await finishLead(app, opened);
      else await postpone(app, lead.id);
    } catch (error) {
      if (isAppError(error) && error.status < 500) {
        await postpone(app, lead.id);
        continue;
      }
      if (isAppError(error, 'service_unavailable')) {
        app.log.warn({ waiting: rows.length }, 'leads wait: the consent ledger does not answer');
        return;
      }
      await postpone(app, lead.id);
      app.log.error({ err: error, lead_id: lead.id }, 'a lead could not be settled');
    }
  }
}

/** The next run tries other leads first. */
const postpone = ({ db, clock }: Pick<App, 'db' | 'clock'>, id: string) =>
  db
    .update(leads)
    .set({ updated_at: clock.now() })
    .where(and(eq(leads.id, id), isWaiting));
