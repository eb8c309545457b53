import type { App } from '../app.ts';

const text = `SELECT count(*)::int AS payments, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
              FROM billing.payments WHERE status = 'pending'`;

/** Reports the number and age of open payments: they age when the provider or the reconcile fails. */
export function observePending({ metrics, pool }: Pick<App, 'metrics' | 'pool'>): void {
  metrics.onScrape(async () => {
    const { rows } = await pool.query<{ payments: number; oldest: number }>(text);
    metrics.paymentsPending.set(rows[0]?.payments ?? 0);
    metrics.paymentsOldestPending.set(rows[0]?.oldest ?? 0);
  });
}
