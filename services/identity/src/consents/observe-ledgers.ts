import type { App } from '../app.ts';

/** Ledgers whose last verification found a problem. */
const text = `SELECT count(*)::int AS ledgers FROM identity.ledger_verifications AS v
   WHERE problem IS NOT NULL
     AND NOT EXISTS (SELECT FROM identity.ledger_verifications AS o
                      WHERE o.owner_type = v.owner_type AND o.owner_id = v.owner_id AND o.finished_at > v.finished_at)`;

/** Reports the number of ledgers that are not intact. */
export function observeLedgers({ metrics, pool }: Pick<App, 'metrics' | 'pool'>): void {
  metrics.onScrape(async () => {
    const { rows } = await pool.query<{ ledgers: number }>(text);
    metrics.ledgersNotIntact.set(rows[0]?.ledgers ?? 0);
  });
}
