import type { MetricDeclarations } from '@platform/runtime';

export const billingMetrics = ({ counter, gauge }: MetricDeclarations) => ({
  payments: counter({
    name: 'payments_total',
    help: 'Payments by the state that they reached',
    labelNames: ['status'],
  }),
  paymentsPending: gauge({
    name: 'payments_pending',
    help: 'Payments that are neither paid nor canceled yet',
  }),
  paymentsOldestPending: gauge({
    name: 'payments_oldest_pending_seconds',
    help: 'Seconds that the oldest pending payment has been waiting',
  }),
  paymentMismatches: counter({
    name: 'payment_mismatches_total',
    help: 'Payments for which the provider reports another id, amount, currency or metadata: check at once',
    labelNames: ['field'],
  }),
  automaticRefunds: counter({
    name: 'automatic_refunds_total',
    help: 'Automatic refunds of the platform; refund the payments of refused ones by hand',
    labelNames: ['cause', 'outcome'],
  }),
  receiptsNotRegistered: counter({
    name: 'receipts_not_registered_total',
    help: 'Fiscal receipts (54-FZ) that were not registered: ask the support of the provider',
  }),
  providerCalls: counter({
    name: 'provider_calls_total',
    help: 'Calls to external providers by outcome',
    labelNames: ['provider', 'operation', 'outcome'],
  }),
});

export type BillingMetrics = ReturnType<typeof billingMetrics>;
