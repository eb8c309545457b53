import type { MetricDeclarations } from '@platform/runtime';

export const identityMetrics = ({ gauge }: MetricDeclarations) => ({
  ledgersNotIntact: gauge({
    name: 'consent_ledgers_not_intact',
    help: 'Consent ledgers whose last verification found a bad record',
  }),
});

export type IdentityMetrics = ReturnType<typeof identityMetrics>;
