import { z } from 'zod';
import { MissingConsents } from './fields.ts';
import type { ErrorTable } from './table.ts';

/** Errors about payments. */
export const billingErrors = {
  license_offer_required: [
    400,
    'A payment needs an accepted `license_offer` entry in `consents`; `missing` lists it, and is empty where no offer is published.',
    MissingConsents,
  ],
  receipt_contact_required: [
    400,
    'The application sends receipts, and no e-mail address is known: send `receipt_email` or `receipt_phone`.',
  ],
  idempotency_key_required: [400, 'This call needs an `Idempotency-Key`: made twice without one, it would act twice.'],
  free_plan_offline: [
    400,
    'A free price is never bought: the free tier works offline in the client.',
    z.object({
      is_free: z.literal(true).describe('The price is free'),
      requires_purchase: z.literal(false).describe('No payment is needed'),
      works_offline: z.literal(true).describe('The client needs no network for it'),
    }),
  ],
  plan_price_unavailable: [400, 'The price does not exist, is inactive, or its plan is not on sale.'],
  payments_disabled: [403, 'Payments are switched off for this application.'],
  payment_not_found: [404, 'No such payment.'],
  already_owned: [409, 'The user has everything that this price grants for life already.'],
  payment_not_refundable: [409, 'Only a succeeded payment can be refunded, and not beyond its amount.'],
  provider_error: [502, 'The payment provider refused the request or answered nonsense.'],
} as const satisfies ErrorTable;
