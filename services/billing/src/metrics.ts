import type { MetricDeclarations } from '@platform/runtime';

export const billingMetrics = ({ counter, gauge }: MetricDeclarations) => ({
  payments: counter({
    name: 'payments_total',
    help: 'Payments by the state they reached',
    labelNames: ['status'],
  }),
  paymentsPending: gauge({
    name: 'payments_pending',
    help: 'Payments that are neither paid nor canceled yet',
  }),
  paymentsOldestPending: gauge({
    name: 'payments_oldest_pending_seconds',
    help: 'How long the oldest pending payment has been waiting',
  }),
  paymentMismatches: counter({
    name: 'payment_mismatches_total',
    help: 'Payments where the provider disagrees with us on id, amount, currency or metadata: look at once',
    labelNames: ['field'],
  }),
  automaticRefunds: counter({
    name: 'automatic_refunds_total',
    help: 'Refunds that the platform began by itself, and those of them that the provider refused: pay those back by hand',
    labelNames: ['cause', 'outcome'],
  }),
  providerCalls: counter({
    name: 'provider_calls_total',
    help: 'Calls to outside providers by outcome',
    labelNames: ['provider', 'operation', 'outcome'],
  }),
});

export type BillingMetrics = ReturnType<typeof billingMetrics>;
