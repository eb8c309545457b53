import type { MetricDeclarations } from '@platform/runtime';

export const identityMetrics = ({ gauge }: MetricDeclarations) => ({
  ledgersNotIntact: gauge({
    name: 'consent_ledgers_not_intact',
    help: 'Consent ledgers whose last verification found a bad record',
  }),
  oldestVerification: gauge({
    name: 'consent_ledger_oldest_verification_seconds',
    help: 'Age of the oldest verification of a consent ledger that waits or runs',
  }),
});

export type IdentityMetrics = ReturnType<typeof identityMetrics>;
