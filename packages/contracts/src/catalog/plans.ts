import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import {
  Amount,
  ApplicationIdParams,
  Code,
  Currency,
  EntitlementCode,
  idOf,
  pageQuery,
  text,
  Uuid,
} from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { isAmountTaken, isCurrencyTaken, isProviderRight, yookassaLimits } from './price-limits.ts';

export const BillingType = z.enum(['one_time', 'recurring', 'lifetime', 'free']);

export const PlanStatus = z.enum(['draft', 'active', 'archived']);

export const PaymentProvider = z.enum(['yookassa', 'free']);

const priceHelpers = {
  compare_at_amount: z.number().nullable().describe('Strike-through value derived from the discount'),
  has_discount: z.boolean().describe('Whether to show the strike-through value'),
  display: z
    .object({
      amount: z.string().describe('Formatted amount'),
      compare_at_amount: z.string().nullable().describe('Formatted strike-through value'),
      discount: z.string().nullable().describe('For example −30 %'),
    })
    .describe('Texts for a client that formats nothing itself'),
  is_free: z.boolean().describe('Costs nothing'),
  requires_purchase: z.boolean().describe('Has to be paid for'),
  works_offline: z.boolean().describe('The free tier never needs the network'),
};

export const PlanPrice = z
  .object({
    id: Uuid.describe('Used as `plan_price_id`'),
    amount: z.number().describe('What is charged; 0 for free'),
    currency: Currency.describe('ISO 4217'),
    discount_percent: z.number().int().describe('Cosmetic only: the charge is always `amount`'),
    payment_provider: PaymentProvider.describe('Payment provider that collects the amount'),
    is_active: z.boolean().describe('Listed and purchasable'),
    ...priceHelpers,
  })
  .meta({ id: 'PlanPrice' });

export const Plan = z
  .object({
    id: Uuid.describe('Id'),
    code: Code.describe('Stable code'),
    name: z.string().describe('Shown on the paywall'),
    billing_type: BillingType.describe('How the plan is charged'),
    duration_days: z.number().int().nullable().describe('Length of a term; null without an end'),
    is_lifetime: z.boolean().describe('True means no expiry'),
    status: PlanStatus.describe('`active` plans appear on paywalls'),
    entitlement_codes: z.array(z.string()).describe('Granted on purchase'),
    prices: z.array(PlanPrice).describe('Prices, active first'),
  })
  .meta({ id: 'Plan' });

const PlanParams = ApplicationIdParams.extend({
  plan_id: idOf('plan_id', 'Id of the plan'),
});

/** The terms of a plan price for a buyer, as billing stores them with the payment. */
export const PriceOffer = z.object({
  plan_price_id: Uuid,
  amount: z.number(),
  currency: z.string(),
  payment_provider: PaymentProvider,
  is_free: z.boolean(),
  is_purchasable: z.boolean(),
  plan_id: Uuid,
  plan_code: z.string(),
  plan_name: z.string(),
  duration_days: z.number().int().nullable(),
  is_lifetime: z.boolean(),
  entitlement_codes: z.array(z.string()),
});

export const planEndpoints = feature('Plans', 'Plans, their prices and what they grant.', {
  listPlans: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans',
    summary: 'List plans with prices and entitlements',
    paginated: true,
    params: ApplicationIdParams,
    query: z.object({ ...pageQuery, status: PlanStatus.optional().describe('Only these') }),
    response: Plan,
    errors: ['application_not_found'],
  }),
  getPlan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Read a plan with prices and entitlements',
    params: PlanParams,
    response: Plan,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  createPlan: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/plans',
    summary: 'Create a plan',
    params: ApplicationIdParams,
    body: z
      .strictObject({
        code: Code.describe('Stable code; never changes'),
        name: text(120).describe('Shown on the paywall'),
        billing_type: BillingType.describe('`one_time` and `recurring` are timed, `lifetime` and `free` have no term'),
        duration_days: z
          .number()
          .int()
          .min(1)
          .max(36_500)
          .nullable()
          .default(null)
          .describe('Required for timed plans'),
        status: z.enum(['draft', 'active']).default('active').describe('Whether it may be sold at once'),
        entitlement_codes: z.array(EntitlementCode).max(100).default([]).describe('Granted on purchase'),
      })
      .refine((plan) => (plan.duration_days !== null) === ['one_time', 'recurring'].includes(plan.billing_type), {
        message: 'timed plans (one_time, recurring) have duration_days, the others have none',
        path: ['duration_days'],
      })
      .meta({ id: 'PlanCreate' }),
    response: Plan,
    errors: ['application_not_found', 'entitlement_not_found', 'conflict'],
  }),
  updatePlan: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Change name or status of a plan',
    params: PlanParams,
    body: z
      .strictObject({
        name: text(120).optional().describe('Shown on the paywall'),
        status: PlanStatus.optional().describe('Only `active` plans are sold'),
      })
      .meta({ id: 'PlanPatch' }),
    response: Plan,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  archivePlan: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Archive a plan: it is no longer sold',
    description: 'What was bought stays. A repeat changes nothing; a PATCH of the status takes it back.',
    params: PlanParams,
    response: Plan,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  createPlanPrice: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices',
    summary: 'Add a price to a plan',
    description: 'Amount and currency never change: to reprice, add a price and deactivate the old one.',
    params: PlanParams,
    body: z
      .strictObject({
        amount: Amount.describe('What is charged, from 1 to 350000; 0 is free, whatever the plan is'),
        currency: Currency.describe('ISO 4217; RUB for an amount that is charged'),
        discount_percent: z.number().int().min(0).max(99).default(0).describe('Cosmetic only'),
        payment_provider: PaymentProvider.optional().describe('Follows from the amount: `free` exactly when it is 0'),
        is_active: z.boolean().default(true).describe('Listed and purchasable'),
      })
      .refine(isProviderRight, {
        message: 'payment_provider is `free` exactly when the amount is 0',
        path: ['payment_provider'],
      })
      .refine(isAmountTaken, {
        message: `the provider takes from ${yookassaLimits.min} to ${yookassaLimits.max} in one payment`,
        path: ['amount'],
      })
      .refine(isCurrencyTaken, {
        message: `the provider takes ${yookassaLimits.currencies.join(', ')}`,
        path: ['currency'],
      })
      .meta({ id: 'PlanPriceCreate' }),
    response: PlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'conflict'],
  }),
  updatePlanPrice: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
    summary: 'Activate, deactivate or re-label a price',
    params: PlanParams.extend({ plan_price_id: idOf('plan_price_id', 'Id of the price') }),
    body: z
      .strictObject({
        is_active: z.boolean().optional().describe('Listed and purchasable'),
        discount_percent: z.number().int().min(0).max(99).optional().describe('Cosmetic only'),
      })
      .meta({ id: 'PlanPricePatch' }),
    response: PlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'plan_price_not_found'],
  }),
  archivePlanPrice: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
    summary: 'Archive a price: it is no longer active',
    description: 'Payments keep it. A repeat changes nothing; a PATCH of `is_active` takes it back.',
    params: PlanParams.extend({ plan_price_id: idOf('plan_price_id', 'Id of the price') }),
    response: PlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'plan_price_not_found'],
  }),
  setPlanEntitlements: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/entitlements',
    summary: 'Set what a plan grants',
    description:
      'Holds for purchases started from now on; what was bought before stays as it was sold. An archived entitlement may stay in a plan, and cannot be added to one (`conflict`).',
    params: PlanParams,
    body: z
      .strictObject({ codes: z.array(EntitlementCode).max(100).describe('Entitlement codes') })
      .meta({ id: 'PlanEntitlements' }),
    response: Plan,
    errors: ['application_not_found', 'plan_not_found', 'entitlement_not_found', 'conflict'],
  }),
});

export const planEvents = {
  catalogUpdated: event(
    'catalog.updated',
    'Plans, prices, entitlements or paywalls of an application changed.',
    z.object({ application_id: Uuid }),
  ),
} as const;

export const planQueries = {
  getPriceOffer: query(
    'query.catalog.prices.offer',
    'What a price of an application means to a buyer; null when the application has no such price.',
    z.object({ application_id: Uuid, plan_price_id: Uuid }),
    z.object({ offer: PriceOffer.nullable() }),
  ),
} as const;
