import type { IncomingMessage } from 'node:http';
import { type Answer, jsonAnswer, seeOther } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { preferredLanguage } from '../http/page.ts';
import { checkoutPage, finishedPage, unknownPaymentPage } from './checkout-page.ts';
import { reported } from './payment.ts';
import type { Shop } from './shop.ts';
import { findTestCard } from './test-cards.ts';

/**
 * Answers the checkout page of a payment. A POST charges the card and goes back to the shop's `return_url` as
 * it was given, whether the card was accepted or declined: the shop learns the result from the API or a
 * webhook only. A payer that leaves goes back too; the payment stays pending until it expires.
 * @param req GET, or a form POST with the field `card` or `leave`
 * @param paymentId from the path
 * @param shop the shop behind the page
 */
export async function checkoutAnswer(
  req: IncomingMessage,
  paymentId: string,
  shop: Pick<Shop, 'find' | 'pay'>,
): Promise<Answer> {
  const language = preferredLanguage(req.headers['accept-language']);
  const method = req.method ?? 'GET';
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return jsonAnswer(405, { error: 'method_not_allowed' }, { allow: 'GET, POST' });
  }
  const form = new URLSearchParams(method === 'POST' ? ((await readBody(req)) ?? '') : '');
  const record = shop.find(paymentId);
  if (record === undefined || record.payment.confirmation === undefined) return unknownPaymentPage(language);
  if (method !== 'POST') {
    return record.payment.status === 'pending'
      ? checkoutPage(reported(record), language)
      : finishedPage(reported(record), language, record.payment.confirmation.return_url);
  }
  const { return_url } = record.payment.confirmation;
  // A second click on "Pay" arrives here: the first one has decided already.
  if (record.payment.status !== 'pending') return seeOther(return_url);
  if (form.has('leave')) return seeOther(return_url);
  const card = findTestCard(form.get('card') ?? '');
  if (card === undefined) return checkoutPage(reported(record), language, true);
  shop.pay(paymentId, card);
  return seeOther(return_url);
}
