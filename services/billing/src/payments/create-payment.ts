import type { ConsentProblem, PriceOffer } from '@platform/contracts';
import { billing, catalog, identity } from '@platform/contracts';
import type { ContextOf, EndpointRequest } from '@platform/contracts/kit';
import { errorText, fail, invalidField, newId, relayedError } from '@platform/runtime';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { unwrap } from '../providers/unwrap.ts';
import { type PaymentConsent, payments } from '../schema.ts';
import { findCurrentShop, type ShopRow } from '../shops/shop.ts';
import { settleForOwner } from './ask-sparingly.ts';
import { assertAddsSomething } from './assert-adds-something.ts';
import { isPaidElsewhere } from './buyer-state.ts';
import { isReusable, nextCheck, type PaymentRow } from './payment.ts';
import { resolveReceipt, type SaleReceipt } from './receipt-contact.ts';
import { registerAtProvider } from './settle-payment.ts';
import { toStarted } from './started-payment.ts';

type Endpoint = typeof billing.endpoints.createPayment;
type Body = EndpointRequest<Endpoint>['body'];
type Context = ContextOf<Endpoint>;
type Offer = z.output<typeof PriceOffer>;
type Attribution = Pick<PaymentRow, 'acquisition_source' | 'utm_medium' | 'utm_campaign' | 'utm_content'>;

/**
 * Starts a payment: the price is offered and adds something, the form is complete, the consents are in the
 * ledger, our row is written, and only then is the provider asked, with our id as its idempotence key. A
 * crash at any point leaves something that the next click or the reconcile finishes.
 * @throws AppError the codes that the contract lists
 */
export async function createPayment(app: App, context: Context, body: Body) {
  const { application, user } = context;
  if (body.application_code !== undefined && body.application_code !== application.code)
    return fail('application_mismatch');
  const [{ application: facts }, { offer }] = await Promise.all([
    app.ask(catalog.queries.getApplicationFacts, { application_id: application.id }),
    app.ask(catalog.queries.getPriceOffer, { application_id: application.id, plan_price_id: body.plan_price_id }),
  ]);
  if (!facts) return fail('application_not_found');
  if (!offer) return fail('plan_price_unavailable');
  if (offer.is_free)
    return fail('free_plan_offline', { fields: { is_free: true, requires_purchase: false, works_offline: true } });
  if (!offer.is_purchasable) return fail('plan_price_unavailable');
  if (!facts.payments_enabled) return fail('payments_disabled');
  assertReturnUrl(body.return_url, facts.return_url_schemes);
  const form = { application_id: application.id, purpose: 'payment', consents: body.consents } as const;
  const [{ problem }] = await Promise.all([
    app.ask(identity.queries.checkConsents, form),
    assertAddsSomething(app, {
      application_id: application.id,
      user_id: user.id,
      entitlement_codes: offer.entitlement_codes,
    }),
  ]);
  if (problem) return failWith(problem);
  const line = facts.receipt_settings && { description: offer.plan_name, ...facts.receipt_settings };
  const receipt = await resolveReceipt(app, context, body, line);

  // Every click has proved by now that it may buy; equal clicks that come at once share what follows.
  const payment = await app.singleFlight(
    `create:${user.id}:${offer.plan_price_id}:${JSON.stringify([body.return_url, body.consents])}`,
    () => openPayment(app, { context, offer, body, receipt }),
  );
  return toStarted(payment);
}

/** What a user orders: the offer, and the receipt that goes with it. */
interface Order {
  context: Context;
  offer: Offer;
  body: Body;
  receipt: SaleReceipt | null;
}

/**
 * The open payment of this user for this price, the present one while it is fresh and leads back to the same address,
 * else a new one. The provider is asked first: a payment that was paid or declined meanwhile is not handed out again,
 * nor one whose place another one took and that was paid.
 */
async function openPayment(app: App, order: Order, triesLeft = 3): Promise<PaymentRow> {
  const { context, body } = order;
  const open = await readOpen(app, order);
  const refreshed = await Promise.all(open.map((payment) => refreshOpen(app, payment)));
  // The user has paid it: it is the purchase, and nothing is sold twice. One with a reason goes back.
  const paid = refreshed.find(({ status, status_reason }) => status === 'succeeded' && status_reason === null);
  if (paid) return paid;
  const present = refreshed.find(({ status, superseded_at }) => status === 'pending' && superseded_at === null);
  const shop = await findCurrentShop(app, context.application.id);
  const isOfShop = present?.application_shop_id === (shop?.id ?? null);
  if (present && isOfShop && isReusable(present, body, app.clock.now()) && !(await isPaidElsewhere(app, present.id))) {
    // This click may accept newer versions than the first one.
    await storeConsents(app, present, await recordConsents(app, context, body, present.id));
    return withProvider(app, present);
  }
  if (present) await supersede(app, present);

  const id = newId();
  const consents = await recordConsents(app, context, body, id);
  const attribution = await app.ask(identity.queries.getUserAttribution, {
    application_id: context.application.id,
    user_id: context.user.id,
  });
  const inserted = await insertPayment(app, { ...order, id, consents, attribution, shop });
  if (inserted) return withProvider(app, inserted);
  // Another process was faster: its payment is the one, unless it leads back to another address.
  return triesLeft > 0 ? openPayment(app, order, triesLeft - 1) : fail('service_unavailable');
}

/** The row as the provider has it now, or as it is known where the provider does not answer. */
const refreshOpen = (app: App, payment: PaymentRow): Promise<PaymentRow> =>
  payment.provider_payment_id === null || payment.mismatch !== null
    ? Promise.resolve(payment)
    : settleForOwner(app, payment).catch((error: unknown) => {
        const facts = { payment_id: payment.id, reason: errorText(error) };
        app.log.warn(facts, 'an open payment could not be checked; it is handed out as it is known');
        return payment;
      });

/**
 * Appends the form to the ledger, once for each version of a document and payment.
 * @returns the entries of this payment, in their order
 * @throws the codes of a refused form
 */
async function recordConsents(app: App, context: Context, body: Body, paymentId: string): Promise<PaymentConsent[]> {
  const { problem, consents } = await app.call(identity.commands.recordConsents, {
    application_id: context.application.id,
    purpose: 'payment',
    consents: body.consents,
    user_id: context.user.id,
    source: 'paywall',
    reference: `payment:${paymentId}`,
    client_ip: context.client_ip,
    user_agent: context.user_agent,
    platform: body.platform || null,
    metadata: { payment_id: paymentId },
  });
  if (problem) failWith(problem);
  return consents;
}

/** Stores which entries of the ledger belong to a payment, where they are more than before. */
async function storeConsents({ db }: Pick<App, 'db'>, payment: PaymentRow, consents: PaymentConsent[]): Promise<void> {
  if (consents.length <= payment.consents.length) return;
  await db.update(payments).set({ consents }).where(eq(payments.id, payment.id));
}

/** A click asks about so many payments at most. */
const openLimit = 5;

/**
 * The payments of this user for this price that may still be paid, the one that may be handed out again first. The
 * provider cannot cancel those whose place a newer one took.
 */
const readOpen = ({ db }: Pick<App, 'db'>, { context, offer }: Order): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.application_id, context.application.id),
        eq(payments.user_id, context.user.id),
        eq(payments.plan_price_id, offer.plan_price_id),
        eq(payments.status, 'pending'),
      ),
    )
    .orderBy(desc(isNull(payments.superseded_at)), desc(payments.id))
    .limit(openLimit);

/** Makes room for a new attempt: the old payment may still be paid, so it stays watched. */
async function supersede({ db, clock }: Pick<App, 'db' | 'clock'>, payment: PaymentRow): Promise<void> {
  await db
    .update(payments)
    .set({ superseded_at: clock.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.status, 'pending')));
}

/** Writes the row and `payment.created`; null when another open payment was faster. */
async function insertPayment(
  app: App,
  order: Order & { id: string; consents: PaymentConsent[]; attribution: Attribution; shop: ShopRow | undefined },
): Promise<PaymentRow | null> {
  const { id, context, offer, body } = order;
  const { application, user } = context;
  const now = app.clock.now();
  const amount = offer.amount.toFixed(2);
  const { acquisition_source, utm_medium, utm_campaign, utm_content } = order.attribution;
  return app.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(payments)
      .values({
        id,
        application_id: application.id,
        application_code: application.code,
        user_id: user.id,
        plan_price_id: offer.plan_price_id,
        plan_id: offer.plan_id,
        plan_code: offer.plan_code,
        duration_days: offer.duration_days,
        is_lifetime: offer.is_lifetime,
        entitlement_codes: offer.entitlement_codes,
        amount,
        currency: offer.currency,
        status: 'pending',
        provider: 'yookassa',
        application_shop_id: order.shop?.id ?? null,
        provider_shop_id: order.shop?.shop_id ?? app.settings.YOOKASSA_SHOP_ID,
        provider_request: app.provider.buildPaymentRequest({
          payment_id: id,
          application_code: application.code,
          amount,
          currency: offer.currency,
          description: offer.plan_name,
          return_url: body.return_url,
          receipt: order.receipt,
        }),
        return_url: body.return_url,
        receipt: order.receipt?.line ?? null,
        consents: order.consents,
        acquisition_source,
        utm_medium,
        utm_campaign,
        utm_content,
        created_at: now,
        next_check_at: nextCheck({ created_at: now }, now),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) return null;
    app.metrics.payments.inc({ status: 'pending' });
    await app.emit(
      tx,
      billing.events.paymentCreated,
      {
        payment_id: row.id,
        user_id: row.user_id,
        plan_code: row.plan_code,
        amount: offer.amount,
        currency: row.currency,
      },
      { application_id: row.application_id, occurred_at: now },
    );
    return row;
  });
}

/**
 * The payment with the provider's id and address.
 * @throws `provider_error`, `service_unavailable`
 */
async function withProvider(app: App, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.provider_payment_id !== null) return payment;
  const result = await registerAtProvider(app, payment);
  if (result.kind === 'denied')
    app.log.error(
      { payment_id: payment.id, reason: result.reason },
      'the payment provider refuses the credentials of the platform',
    );
  const reported = unwrap(result);
  return { ...payment, provider_payment_id: reported.id, confirmation_url: reported.confirmation_url };
}

/** http(s), or a scheme that the application registered; never something a browser would run. */
function assertReturnUrl(returnUrl: string, schemes: readonly string[]): void {
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : null;
  const scheme = url?.protocol.slice(0, -1);
  if (!scheme || !['http', 'https', ...schemes].includes(scheme))
    invalidField(
      'return_url',
      'has to be an http or https address, or use one of `return_url_schemes` of the application',
    );
}

function failWith({ error, ...fields }: ConsentProblem): never {
  const hasNoOffer = error === 'license_offer_required' && fields.missing?.length === 0;
  const message = hasNoOffer
    ? 'The application has published no license offer: without one that can be accepted it sells nothing.'
    : undefined;
  throw relayedError(error, fields, message);
}
