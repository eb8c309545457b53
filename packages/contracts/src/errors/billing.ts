import { z } from 'zod';
import { MissingConsents } from './fields.ts';
import type { ErrorTable } from './table.ts';

/** Errors about payments. */
export const billingErrors = {
  license_offer_required: [
    400,
    'A payment needs an accepted `license_offer` entry in `consents`; `missing` lists it, and is empty where no offer is published.',
    'Show the license offer with its own checkbox, and send its entry with `accepted: true`. If `missing` is empty, publish a license offer first.',
    MissingConsents,
  ],
  shop_refused: [
    400,
    'The payment provider does not accept this shop: the message says why. Nothing was changed.',
    'Copy the shop id and the secret key from the cabinet of the provider again, and check that the shop is enabled there.',
  ],
  receipt_contact_required: [
    400,
    'The application sends receipts, and no e-mail address is known: send `receipt_email` or `receipt_phone`.',
    'Ask the buyer for an e-mail address or a phone number, and send it as `receipt_email` or `receipt_phone`.',
  ],
  idempotency_key_required: [
    400,
    'This call requires an `Idempotency-Key`: without a key, a repeat would run the operation twice.',
    'Create one random key for the operation, for example a UUID, and send it as `Idempotency-Key`. Use the same key for every repeat.',
  ],
  free_plan_offline: [
    400,
    'A free price needs no payment: the free tier works offline in the client.',
    'Do not start a payment for this price. Unlock the codes of the free plan in the client without a payment.',
    z.object({
      is_free: z.literal(true).describe('The price is free'),
      requires_purchase: z.literal(false).describe('No payment is needed'),
      works_offline: z.literal(true).describe('The client needs no network for it'),
    }),
  ],
  plan_price_unavailable: [
    400,
    'The price does not exist, is inactive, or its plan is not on sale.',
    'Read the paywall again and offer a price that it lists. An administrator sets `is_active` of the price, and the status `active` of its plan.',
  ],
  payments_disabled: [
    403,
    'Payments are switched off for this application.',
    'Set `payments_enabled` of the application to true, as an administrator.',
  ],
  payment_not_found: [
    404,
    'No such payment.',
    'Use the `payment_id` from the answer to the start of the payment, with a token of the same user and the same application.',
  ],
  refund_not_found: [
    404,
    'No such refund in this application.',
    'List the refunds of the application, and use an id from there.',
  ],
  already_owned: [
    409,
    'The user already has all entitlements of this price or license key for life.',
    'Read the entitlements again and unlock their features. Offer a price with other entitlements.',
  ],
  payment_not_refundable: [
    409,
    'Only a succeeded payment can be refunded, up to its amount.',
    'Read the payment: its status must be `succeeded`. Earlier refunds reduce the amount that can be refunded.',
  ],
  provider_error: [
    502,
    'A provider refused the request, did not answer, or sent an invalid answer.',
    'Repeat the call with the same `Idempotency-Key`. If the error persists, check the credentials of the provider.',
  ],
} as const satisfies ErrorTable;
