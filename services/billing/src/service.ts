import { billing } from '@platform/contracts';
import { defineService, nextFlight, overridable, singleFlight } from '@platform/runtime';
import type { App } from './app.ts';
import { commands } from './commands.ts';
import { billingConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { dependencies } from './dependencies.ts';
import { billingMetrics } from './metrics.ts';
import { observePending } from './payments/observe-pending.ts';
import { judgedFields } from './payments/payment.ts';
import { readStarted } from './payments/started-payment.ts';
import type { PaymentProvider, ShopCredentials } from './providers/payment-provider.ts';
import { yookassa } from './providers/yookassa.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';
import { refunds } from './schema.ts';
import { sealed } from './sealed.ts';
import { createProviderOf } from './shops/shop-providers.ts';
import { consumes } from './subscriptions.ts';

export const billingService = defineService({
  contract: billing,
  dependencies,
  consumes,
  config: billingConfig,
  internetPorts: [443],
  metrics: billingMetrics,
  overrides: overridable<{ wrapProvider: (provider: PaymentProvider) => PaymentProvider; providerTimeoutMs: number }>(),
  migrations: new URL('../migrations', import.meta.url),
  sealed,
  create({ platform, config, overrides }) {
    const client = yookassa({
      apiUrl: config.YOOKASSA_API_URL,
      metrics: platform.metrics,
      timeoutMs: overrides.providerTimeoutMs,
    });
    const openShop = (credentials: ShopCredentials): PaymentProvider => {
      const shop = client.open(credentials);
      return overrides.wrapProvider?.(shop) ?? shop;
    };
    const provider = openShop({ shopId: config.YOOKASSA_SHOP_ID, secretKey: config.YOOKASSA_SECRET_KEY });
    const app: App = {
      ...platform,
      settings: config,
      provider,
      providerOf: createProviderOf(platform, provider, openShop),
      openShop,
      singleFlight: singleFlight(),
      nextFlight: nextFlight(),
      questions: new Map(),
    };
    observePending(app);
    // The alert takes the increase of each: one that came into being with its first mismatch would have none.
    for (const field of [...judgedFields, 'refund']) app.metrics.paymentMismatches.inc({ field }, 0);
    app.metrics.receiptsNotRegistered.inc(0);
    for (const cause of refunds.automatic_cause.enumValues)
      for (const outcome of ['begun', 'refused']) app.metrics.automaticRefunds.inc({ cause, outcome }, 0);
    return {
      routes: routes(app),
      refresh: { createPayment: ({ payment_id }) => readStarted(app, payment_id) },
      queries: queries(app),
      commands: commands(app),
      consumers: consumers(app),
      stop: () => client.close(),
    };
  },
});
