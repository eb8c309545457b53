import type { MetricDeclarations } from '@platform/runtime';

export const gatewayMetrics = ({ counter, gauge }: MetricDeclarations) => ({
  rateLimited: counter({
    name: 'http_rate_limited_total',
    help: 'Requests refused with 429, by rate class',
    labelNames: ['rate_class'],
  }),
  userTokensRefused: counter({
    name: 'user_token_refusals_total',
    help: 'User tokens that were refused, by the check that failed: provider, format, algorithm, key, issuer, audience, expiry, subject',
    labelNames: ['reason'],
  }),
  identityProviderKeysLost: gauge({
    name: 'identity_provider_keys_lost_seconds',
    help: 'How long the keys of an identity provider could not be fetched, of the one that is lost longest; 0 while all can',
  }),
});

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;
