import { rateClasses, type UrlVariable, upstreamNames, urlVariable } from '@platform/contracts';
import type { RateClass } from '@platform/contracts/kit';
import { ContextSecrets, List } from '@platform/runtime';
import { z } from 'zod';

const limit = (rateClass: RateClass) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(rateClasses[rateClass].perMinute)
    .describe(`Requests per minute of rate class ${rateClass}`);

const addresses = (service: string) =>
  List.pipe(z.array(z.url())).describe(
    `Address of the ${service} service, or of each of its replicas, comma-separated; not needed inside one process`,
  );

/** One variable a service, in the order of the services. */
export const addressFields = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [urlVariable(name), addresses(name)])) as Record<
    UrlVariable<Name>,
    ReturnType<typeof addresses>
  >;

export const gatewayConfig = z.object({
  PLATFORM_CONTEXT_SECRETS: ContextSecrets.describe(
    'Secrets from which the context keys of each service are derived; the first signs',
  ),
  ...addressFields(upstreamNames),
  WORKER_SECRET: z.string().min(24).describe('Secret of the scheduler, at least 24 characters'),
  PAYMENT_WEBHOOK_TOKEN: z.string().min(24).describe('Token in the webhook address, at least 24 characters'),
  TRUSTED_PROXIES: List.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))).describe(
    'Addresses or networks of the proxies in front of the gateway, whose X-Forwarded-For is trusted',
  ),
  KEEP_ALIVE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(75)
    .describe(
      'Seconds that an idle connection is kept. Must be longer than the idle timeout of the load balancer in front, which otherwise sends a request to a closing connection and answers 502',
    ),
  PAGESPEED_API_KEY: z.string().optional().describe('Key of the performance API for site audits'),
  RATE_LIMIT_PUBLIC_IP: limit('public_ip'),
  RATE_LIMIT_PUBLIC_ASSETS: limit('public_assets'),
  RATE_LIMIT_PUBLIC_EVENTS: limit('public_events'),
  RATE_LIMIT_PUBLIC_SITES: limit('public_sites'),
  RATE_LIMIT_LEADS: limit('leads'),
  RATE_LIMIT_PUBLIC_KEY: limit('public_key'),
  RATE_LIMIT_EVALUATIONS: limit('evaluations'),
  RATE_LIMIT_BACK_ENDS: limit('back_ends'),
  RATE_LIMIT_USER: limit('user'),
  RATE_LIMIT_PAYMENTS: limit('payments'),
  RATE_LIMIT_LICENSE_ACTIVATION: limit('license_activation'),
  RATE_LIMIT_SUPPORT: limit('support'),
  RATE_LIMIT_ADMIN_LOGIN: limit('admin_login'),
  RATE_LIMIT_ADMIN: limit('admin'),
  RATE_LIMIT_WEBHOOKS: limit('webhooks'),
  RATE_LIMIT_WORKER: limit('worker'),
  RATE_LIMIT_FAILED_CREDENTIALS: limit('failed_credentials'),
});

export type GatewayConfig = z.output<typeof gatewayConfig>;
