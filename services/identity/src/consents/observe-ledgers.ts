import type { App } from '../app.ts';

/** Ledgers whose last verification found a problem, and the request of the oldest verification that did not end. */
const text = `SELECT count(*)::int AS ledgers,
       (SELECT min(requested_at) FROM identity.ledger_verifications WHERE finished_at IS NULL) AS oldest
  FROM identity.ledger_verifications AS v
   WHERE problem IS NOT NULL
     AND NOT EXISTS (SELECT FROM identity.ledger_verifications AS o
                      WHERE o.owner_type = v.owner_type AND o.owner_id = v.owner_id AND o.finished_at > v.finished_at)`;

/** Reports the number of ledgers that are not intact, and the seconds that the oldest verification takes. */
export function observeLedgers({ metrics, pool, clock }: Pick<App, 'metrics' | 'pool' | 'clock'>): void {
  metrics.onScrape(async () => {
    const { rows } = await pool.query<{ ledgers: number; oldest: Date | null }>(text);
    metrics.ledgersNotIntact.set(rows[0]?.ledgers ?? 0);
    const oldest = rows[0]?.oldest;
    metrics.oldestVerification.set(oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0);
  });
}
