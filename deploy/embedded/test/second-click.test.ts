import { describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
import { adminOf, paymentBody, paymentsOf } from './shop.ts';
import { until } from './test-platform.ts';
import {
  dayMs,
  demoApp,
  expectGrantedOnce,
  expectNothingGranted,
  grantsOf,
  providerPaymentsOf,
  startPurchase,
  sync,
  useWatchedShop,
  type WatchedShop,
} from './watched-shop.ts';

/** The provider sends no notifications: payments settle only by a sync. */
let quiet: WatchedShop;
useWatchedShop({ webhooks: false }, (shop) => {
  quiet = shop;
});

describe('a second click', () => {
  test('after the first payment was paid without a notification is answered with that one, and no plan is sold twice', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    quiet.clock.advance({ minutes: 15 });
    const { status, data } = await user.client.createPayment({ body: await paymentBody(quiet, 'monthly') });
    expect(status).toBe(201);
    expect(data).toMatchObject({ payment_id: payment.payment_id, status: 'succeeded', confirmation_url: null });
    await expectGrantedOnce(quiet, user.user_id);
    expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
    expect(quiet.eventsOf('payment.created', user.user_id)).toHaveLength(1);
  });

  test('that accepts a newer offer than the first one is answered with the same payment and puts it in the ledger', async () => {
    const { user, payment } = await startPurchase(quiet);
    const reference = `payment:${payment.payment_id}`;
    const accepted = async () =>
      (
        await quiet.database.query<{ document_id: string; version: string }>(
          'SELECT document_id, version FROM identity.consent_ledger WHERE user_id = $1 AND reference = $2 ORDER BY seq',
          [user.user_id, reference],
        )
      ).map(({ document_id, version }) => ({ document_id, version }));
    const [older] = await quiet.consents(['license_offer']);
    const admin = await adminOf(quiet);
    const params = { owner_type: 'application', owner_id: quiet.demo.application_id, kind: 'license_offer' } as const;
    const { data: draft } = await admin.saveLegalDraft({
      params,
      body: { title: 'Offer', body: `A newer text: ${newId()}` },
    });
    const newer = (await admin.publishLegalDocument({ params, ...publicationOf(draft) })).data;
    expect(newer).toMatchObject({ id: older?.document_id, version: String(Number(older?.version) + 1) });
    const before = { document_id: newer.id, version: older?.version };
    expect(await accepted()).toEqual([before]);

    for (let click = 0; click < 2; click += 1) {
      expect((await quiet.startPayment(user.client, 'monthly')).payment_id).toBe(payment.payment_id);
      expect(await accepted()).toEqual([before, { document_id: newer.id, version: newer.version }]);
    }
  });

  test('on a payment that the provider disagrees about starts another one, which can be paid', async () => {
    const purchase = await startPurchase(quiet);
    const { user, payment } = purchase;
    quiet.sandboxes.yookassa.tamper(payment.provider_payment_id, { amount: '1.00' });
    expect((await sync(purchase)).data).toMatchObject({ status: 'pending' });
    expect(quiet.errors()).toMatchObject([expect.stringContaining('reports other values for a payment')]);

    const second = await quiet.startPayment(user.client, 'monthly');
    expect(second.payment_id).not.toBe(payment.payment_id);
    expect(second.provider_payment_id).not.toBe(payment.provider_payment_id);
    quiet.sandboxes.yookassa.pay(second.provider_payment_id);
    expect((await sync({ user, payment: second })).data).toMatchObject({ status: 'succeeded' });
    await quiet.untilIdle();
    expect(await grantsOf(quiet, user.user_id)).toMatchObject([{ source_id: second.payment_id, revoked_at: null }]);
  });
});

describe('payments that are not paid', () => {
  test('one that expired is found by a sync', async () => {
    const purchase = await startPurchase(quiet);
    quiet.sandboxes.yookassa.expire(purchase.payment.provider_payment_id);
    expect((await sync(purchase)).data).toMatchObject({ status: 'canceled', status_reason: 'expired_on_confirmation' });
    await expectNothingGranted(quiet, purchase.user.user_id);
  });

  test('an open one is answered again for 15 minutes, then replaced; when both are paid, one counts and one goes back', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.clock.advance({ minutes: 14, seconds: 59 });
    expect((await quiet.startPayment(user.client, 'monthly')).payment_id).toBe(payment.payment_id);
    quiet.clock.advance({ seconds: 1 });
    const second = await quiet.startPayment(user.client, 'monthly');
    expect(second.payment_id).not.toBe(payment.payment_id);
    expect(second.confirmation_url).not.toBe(payment.confirmation_url);
    // Catalog learns of a payment from its event, which arrives before any real buyer pays.
    await quiet.untilIdle();
    const providerIds = [payment.provider_payment_id, second.provider_payment_id];
    for (const id of providerIds) quiet.sandboxes.yookassa.pay(id);
    // The second click has asked about the first payment: the next question is allowed after three seconds.
    quiet.clock.advance({ seconds: 3 });
    const end = new Date(quiet.clock.now().getTime() + 30 * dayMs).toISOString();
    await until('one of them is paid back', async () => {
      await user.client.getMyEntitlements(demoApp);
      return quiet.sandboxes.yookassa.refunds().some(({ payment_id }) => providerIds.includes(payment_id));
    });
    await quiet.untilIdle();
    expect((await user.client.getMyEntitlements(demoApp)).data.expires_at).toBe(end);
    const rows = await paymentsOf(quiet, user.user_id);
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['refunded', 'succeeded']);
    expect(rows.find(({ status }) => status === 'refunded')).toMatchObject({ status_reason: 'paid_twice' });
  });
});

describe('rules of a purchase', () => {
  test('the license offer is accepted in its published version, and the acceptance is in the ledger', async () => {
    const user = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    const [offer] = body.consents;
    if (!offer) throw new Error('the demo application has no license offer');
    const pay = (consents: typeof body.consents) => user.client.createPayment({ body: { ...body, consents } });

    for (const consents of [[], [{ ...offer, accepted: false }], await quiet.consents(['privacy_policy'])]) {
      const reply = await pay(consents);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        error: 'license_offer_required',
        missing: [{ doc_kind: 'license_offer', document_id: offer.document_id, version: offer.version }],
      });
    }
    const stale = await pay([{ ...offer, version: '0' }]);
    expect(stale.status).toBe(400);
    expect(stale.body).toMatchObject({
      error: 'consent_version_mismatch',
      document_id: offer.document_id,
      published_version: offer.version,
    });
    expect((await pay([offer, { ...offer, document_id: newId() }])).error).toBe('consent_document_unknown');
    expect(await paymentsOf(quiet, user.user_id)).toEqual([]);

    const { data } = await pay([offer]);
    const ledger = await quiet.database.query(
      'SELECT doc_kind, version, accepted, source, reference FROM identity.consent_ledger WHERE user_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.user_id],
    );
    expect(ledger).toEqual([
      {
        doc_kind: 'license_offer',
        version: offer.version,
        accepted: true,
        source: 'paywall',
        reference: `payment:${data.payment_id}`,
      },
    ]);
  });
});
