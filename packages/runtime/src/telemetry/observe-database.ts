import type { DatabaseHandle } from '../db/database.ts';
import type { Metrics } from './metrics.ts';

/**
 * Reports, on each scrape, how busy the connections of a service are and the backlog in its tables: events
 * for the bus, dead letters for a replay, overdue jobs. Every replica reports the same numbers of the tables.
 */
export function observeDatabase(metrics: Metrics, service: string, handle: DatabaseHandle): void {
  const text = `SELECT
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM "${service}"."outbox") AS oldest,
    (SELECT count(*)::int FROM "${service}"."outbox") AS depth,
    (SELECT count(*)::int FROM "${service}"."dead_letters") AS dead,
    (SELECT coalesce(extract(epoch FROM now() - min(greatest(due_at, lease_until))), 0)::float8 FROM "${service}"."jobs"
     WHERE greatest(due_at, lease_until) < now()) AS overdue`;
  metrics.onScrape(async () => {
    for (const [pool, connections] of Object.entries({ main: handle.pool, reports: handle.reports })) {
      if (connections === null) continue;
      const { totalCount, idleCount, waitingCount } = connections;
      metrics.poolConnections.set({ service, pool, state: 'busy' }, totalCount - idleCount);
      metrics.poolConnections.set({ service, pool, state: 'idle' }, idleCount);
      metrics.poolConnections.set({ service, pool, state: 'waiting' }, waitingCount);
    }
    const { rows } = await handle.pool.query<{ oldest: number; depth: number; dead: number; overdue: number }>(text);
    const [row] = rows;
    if (!row) return;
    metrics.outboxOldest.set({ service }, row.oldest);
    metrics.outboxDepth.set({ service }, row.depth);
    metrics.deadLettersWaiting.set({ service }, row.dead);
    metrics.jobOverdue.set({ service }, row.overdue);
  });
}
