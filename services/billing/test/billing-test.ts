import { text } from 'node:stream/consumers';
import { catalog, billing as contract, identity, type PriceOffer, type ReceiptSettings } from '@platform/contracts';
import { type Listener, listen, newId } from '@platform/runtime';
import { createYookassaSandbox, type YookassaSandbox } from '@platform/sandbox';
import {
  anAdmin,
  anApplication,
  aUser,
  type FakeClock,
  fakeClock,
  type StartServiceOptions,
  startService,
  type TestService,
} from '@platform/testing';
import type { z } from 'zod';
import type { PaymentProvider } from '../src/providers/payment-provider.ts';
import { billingService } from '../src/service.ts';

export type BillingService = TestService<typeof contract>;
type Client = ReturnType<BillingService['as']>;
type Offer = z.output<typeof PriceOffer>;

export interface Buyer {
  user_id: string;
  client: Client;
}

export interface StartedPayment {
  payment_id: string;
  provider_payment_id: string;
}

export interface Purchase {
  user: Buyer;
  payment: StartedPayment;
}

interface PaymentFacts extends Record<string, unknown> {
  id: string;
  provider_payment_id: string | null;
}

export interface BillingTest {
  service: BillingService;
  application_id: string;
  yookassa: YookassaSandbox;
  /** Address of a path of the provider's API. */
  providerUrl(path: string): string;
  /** Stands until a test moves it. */
  clock: FakeClock;
  admin: Client;
  worker: Client;
  /** The answers of catalog, which a test may change. */
  catalog: {
    payments_enabled: boolean;
    offers: Offer[];
    /** Users with a grant that makes an open payment redundant. */
    covered: Set<string>;
    receipt_settings: ReceiptSettings | null;
  };
  /** The answers of identity, which a test may change. */
  identity: {
    /** The e-mail address that identity stores of each user. */
    email: string | null;
    /** Users with an e-mail address. */
    usersByEmail: Map<string, string[]>;
  };
  newBuyer(): Buyer;
  /** The body of a creating call for a plan. */
  bodyFor(planCode: string): Parameters<Client['createPayment']>[0]['body'];
  startPayment(client: Client, planCode: string): Promise<StartedPayment>;
  startPurchase(planCode?: string): Promise<Purchase>;
  /** A paid and settled purchase. */
  bought(planCode?: string): Promise<Purchase>;
  /** Asks about a payment as its owner. */
  sync(purchase: Purchase): ReturnType<Client['syncPayment']>;
  /** Delivers a notification of the provider. */
  notify(event: string, object: { id: string; payment_id?: string }): ReturnType<Client['receiveYookassaWebhook']>;
  /** Makes a refund in the provider's own cabinet, with its receipt where the payment has one, and returns its id. */
  refundInCabinet(providerPaymentId: string, amount: string, receipt?: object): Promise<string>;
  /** Asks for a refund as an administrator. A partial one without a key gets a key of its own. */
  refund(paymentId: string, amount?: number, key?: string): ReturnType<Client['refundPayment']>;
  /** Refunds of a purchase at the provider. */
  paidBack(purchase: Purchase): ReturnType<YookassaSandbox['refunds']>;
  refundRows(paymentId: string): Promise<Record<string, unknown>[]>;
  paymentsOf(userId: string): Promise<PaymentFacts[]>;
  /** The objects of the provider for the payments of a user. */
  providerPaymentsOf(userId: string): Promise<ReturnType<YookassaSandbox['payments']>>;
  /** Waits until every notification is delivered and every event is published. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

/** Answers of the provider to new payments, which a test may hold: the provider has done its work by then. */
export function heldAnswers() {
  let released: Promise<void> | undefined;
  const wrapProvider = (provider: PaymentProvider): PaymentProvider => {
    const held = async <T>(answer: Promise<T>): Promise<T> => {
      const result = await answer;
      await released;
      return result;
    };
    return {
      ...provider,
      createPayment: (...args) => held(provider.createPayment(...args)),
    };
  };
  return {
    overrides: { wrapProvider },
    /** Holds answers from now on. @returns releases them */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return () => {
        released = undefined;
        resolve();
      };
    },
  };
}

export interface BillingOptions extends Pick<StartServiceOptions, 'env' | 'overrides'> {
  /** Whether the provider sends notifications, as in production. */
  webhooks?: boolean;
  /** The clock of the provider; the system's when absent. */
  providerClock?: FakeClock;
}

const shop = { shopId: '100500', secretKey: 'test_secret' };
const webhookPath = '/webhook';

const offerOf = (changes: Pick<Offer, 'plan_code' | 'amount'> & Partial<Offer>): Offer => ({
  plan_price_id: newId(),
  plan_id: newId(),
  plan_name: `The plan ${changes.plan_code}`,
  currency: 'RUB',
  payment_provider: 'yookassa',
  is_free: false,
  is_purchasable: true,
  duration_days: null,
  is_lifetime: false,
  entitlement_codes: ['notes_unlimited', 'export_pdf'],
  ...changes,
});

/** Billing with the sandbox of its provider; catalog offers three plans, and identity accepts every form. */
export async function startBilling({
  webhooks = false,
  providerClock,
  ...options
}: BillingOptions = {}): Promise<BillingTest> {
  const clock = fakeClock();
  const { front, yookassa, apiUrl, stopSandbox } = await openSandbox(webhooks, providerClock);
  const env = {
    YOOKASSA_API_URL: apiUrl,
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    YOOKASSA_TEST_PAYMENTS: 'accept',
    ...options.env,
  };
  const service = await startService(billingService, { ...options, clock, env });
  const application = anApplication();
  const facts: BillingTest['catalog'] = {
    payments_enabled: true,
    offers: [
      offerOf({ plan_code: 'free', amount: 0, is_free: true, payment_provider: 'free' }),
      offerOf({ plan_code: 'monthly', amount: 299, duration_days: 30 }),
      offerOf({ plan_code: 'lifetime', amount: 4990, is_lifetime: true }),
    ],
    covered: new Set(),
    receipt_settings: null,
  };
  const people: BillingTest['identity'] = { email: null, usersByEmail: new Map() };
  await answerFor(service, application, { facts, people });
  const outside = service.as({});
  // A repeated notification may come while the service stops.
  front.notify = (body) =>
    outside.receiveYookassaWebhook({ query: {}, body }).then(
      ({ status }) => status,
      () => 503,
    );

  const bodyFor: BillingTest['bodyFor'] = (planCode) => ({
    plan_price_id: facts.offers.find(({ plan_code }) => plan_code === planCode)?.plan_price_id ?? newId(),
    return_url: 'https://app.example.test/return',
    consents: [{ document_id: newId(), version: '1', checkbox_text: 'I accept the offer', accepted: true }],
  });
  const newBuyer = (): Buyer => {
    const user = aUser();
    return { user_id: user.id, client: service.as({ application, user }) };
  };
  const startPayment: BillingTest['startPayment'] = async (client, planCode) => {
    const { status, data, body } = await client.createPayment({ body: bodyFor(planCode) });
    if (status !== 201 || data.confirmation_url === null) throw new Error(`no payment: ${JSON.stringify(body)}`);
    return data;
  };
  const startPurchase: BillingTest['startPurchase'] = async (planCode = 'monthly') => {
    const user = newBuyer();
    return { user, payment: await startPayment(user.client, planCode) };
  };
  const sync: BillingTest['sync'] = ({ user, payment }) =>
    user.client.syncPayment({ params: { payment_id: payment.payment_id } });
  const untilIdle = async () => {
    await yookassa.flush();
    await service.published(contract.events.paymentCreated);
  };
  const paymentsOf = (userId: string) =>
    service.database.query<PaymentFacts>('SELECT * FROM billing.payments WHERE user_id = $1 ORDER BY id', [userId]);

  const admin = service.as({ admin: anAdmin() });

  return {
    service,
    yookassa,
    providerUrl: (path) => `${apiUrl}${path}`,
    clock,
    admin,
    worker: outside,
    catalog: facts,
    identity: people,
    application_id: application.id,
    newBuyer,
    bodyFor,
    startPayment,
    startPurchase,
    async bought(planCode) {
      const purchase = await startPurchase(planCode);
      yookassa.pay(purchase.payment.provider_payment_id);
      await sync(purchase);
      await untilIdle();
      return purchase;
    },
    sync,
    notify: (event, object) => outside.receiveYookassaWebhook({ query: {}, body: { event, object } }),
    async refundInCabinet(providerPaymentId, amount, receipt) {
      const response = await fetch(`${apiUrl}/refunds`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`,
          'idempotence-key': newId(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ payment_id: providerPaymentId, amount: { value: amount, currency: 'RUB' }, receipt }),
      });
      const refund = (await response.json()) as { id?: string };
      if (response.status !== 200 || refund.id === undefined) throw new Error(JSON.stringify(refund));
      return refund.id;
    },
    refund: (payment_id, amount, key = amount === undefined ? undefined : newId()) =>
      admin.refundPayment({
        params: { payment_id },
        body: { amount },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    paidBack: ({ payment }) =>
      yookassa.refunds().filter(({ payment_id }) => payment_id === payment.provider_payment_id),
    refundRows: (paymentId) =>
      service.database.query('SELECT * FROM billing.refunds WHERE payment_id = $1 ORDER BY id', [paymentId]),
    paymentsOf,
    async providerPaymentsOf(userId) {
      const ids = new Set((await paymentsOf(userId)).map(({ id }) => id));
      return yookassa.payments().filter(({ metadata }) => ids.has(metadata.payment_id ?? ''));
    },
    untilIdle,
    async stop() {
      await service.stop();
      await stopSandbox();
    },
  };
}

type Notification = Parameters<Client['receiveYookassaWebhook']>[0]['body'];

/** The sandbox on a server of its own. It needs the address of its receiver before billing exists. */
async function openSandbox(webhooks: boolean, providerClock?: FakeClock) {
  const front: { answer: Listener; notify(body: Notification): Promise<number> } = {
    answer: (_req, res) => void res.writeHead(503).end(),
    notify: async () => 503,
  };
  const server = await listen(
    async (req, res) => {
      if (req.url !== webhookPath) return front.answer(req, res);
      res.writeHead(await front.notify(JSON.parse(await text(req)))).end();
    },
    { port: 0, host: '127.0.0.1' },
  );
  const address = `http://127.0.0.1:${server.port}`;
  const webhookUrl = webhooks ? `${address}${webhookPath}` : null;
  const now = () => providerClock?.now() ?? new Date();
  const yookassa = createYookassaSandbox({ ...shop, publicUrl: address, webhookUrl, now });
  front.answer = yookassa.handler;
  const stopSandbox = async () => {
    await yookassa.stop();
    await server.close(0);
  };
  return { front, yookassa, apiUrl: `${address}/v3`, stopSandbox };
}

async function answerFor(
  service: BillingService,
  { id, code }: { id: string; code: string },
  { facts, people }: { facts: BillingTest['catalog']; people: BillingTest['identity'] },
): Promise<void> {
  await service.answer(catalog.queries.getApplicationFacts, ({ application_id }) => ({
    application:
      application_id === id
        ? {
            id,
            code,
            name: 'Demo',
            status: 'active' as const,
            payments_enabled: facts.payments_enabled,
            return_url_schemes: ['demonotes'],
            receipt_settings: facts.receipt_settings,
            max_active_devices: 10,
            device_limit_policy: 'reject' as const,
          }
        : null,
  }));
  await service.answer(catalog.queries.getPriceOffer, ({ plan_price_id }) => ({
    offer: facts.offers.find((offer) => offer.plan_price_id === plan_price_id) ?? null,
  }));
  await service.answer(catalog.commands.trackPurchase, () => ({}));
  await service.answer(catalog.queries.ownsForLifetime, () => ({ owned: false }));
  await service.answer(catalog.queries.isPlanCovered, ({ user_id }) => ({ covered: facts.covered.has(user_id) }));
  await service.answer(identity.queries.checkConsents, () => ({ problem: null }));
  await service.answer(identity.commands.recordConsents, ({ consents }) => ({
    problem: null,
    consents: consents.map(({ document_id, version, accepted }) => ({
      consent_id: newId(),
      document_id,
      doc_kind: 'license_offer',
      version,
      accepted,
    })),
  }));
  await service.answer(identity.queries.getUserAttribution, () => ({ acquisition_source: null, email: people.email }));
  await service.answer(identity.queries.findUsersByEmail, ({ email }) => ({
    user_ids: people.usersByEmail.get(email) ?? [],
  }));
}
