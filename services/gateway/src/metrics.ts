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
    help: 'Seconds since the keys of an identity provider could be fetched, for the provider with the longest failure; 0 without a failure',
  }),
});

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;
