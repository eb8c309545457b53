import type { DatabasePlatform, SingleFlight } from '@platform/runtime';
import type { BillingConfig } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import type { BillingMetrics } from './metrics.ts';
import type { Question } from './payments/question.ts';
import type { PaymentProvider, ShopCredentials } from './providers/payment-provider.ts';
import type { ProviderOf } from './shops/shop-providers.ts';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform<BillingMetrics, Dependencies> {
  settings: BillingConfig;
  /** The shop of the installation. Requests are built alike for every shop. */
  provider: PaymentProvider;
  /** The shop of a payment, `application_shop_id`. */
  providerOf: ProviderOf;
  /** A shop with credentials that are not stored yet. */
  openShop(credentials: ShopCredentials): PaymentProvider;
  /** Collapses equal work that runs at once in this process: one provider call for many clicks and polls. */
  singleFlight: SingleFlight;
  /**
   * The same for questions about state that others change: no caller gets an answer older than its question.
   */
  nextFlight: SingleFlight;
  /** Questions of reads and owners that are on their way to the provider, by payment. */
  questions: Map<string, Question>;
}
