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
  versionedFields,
} from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { PlanBackfill } from './plan-backfills.ts';
import { PlanParams } from './plan-params.ts';
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
    .describe('Formatted texts, for clients that do not format prices'),
  is_free: z.boolean().describe('Whether the price is free'),
  requires_purchase: z.boolean().describe('Whether a payment is required'),
  works_offline: z.boolean().describe('The free tier never needs the network'),
};

export const PlanPrice = z
  .object({
    id: Uuid.describe('Id of the price, used as `plan_price_id`'),
    amount: z.number().describe('Amount to charge; 0 for free'),
    currency: Currency.describe('ISO 4217'),
    discount_percent: z.number().int().describe('For display only: the charge is always `amount`'),
    payment_provider: PaymentProvider.describe('Payment provider that collects the amount'),
    is_active: z.boolean().describe('Listed and purchasable'),
    ...priceHelpers,
  })
  .meta({ id: 'PlanPrice' });

export const AdminPlanPrice = PlanPrice.extend({
  plan_id: Uuid.describe('Plan that the price belongs to'),
  ...versionedFields,
}).meta({ id: 'AdminPlanPrice', description: 'A price as administrators see it' });

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
    prices: z.array(AdminPlanPrice).describe('Prices, active first'),
    ...versionedFields,
  })
  .meta({ id: 'Plan' });

/** What a change of a plan or a price does to an active paywall. */
const AffectedPaywall = z
  .object({
    id: Uuid.describe('Id of the paywall'),
    code: z.string().describe('Code of the paywall'),
    hidden_items: z.int().describe('Number of items that clients no longer get'),
    is_empty: z.boolean().describe('Whether no item is left that clients get'),
  })
  .meta({ id: 'AffectedPaywall' });

export const ChangedPlan = Plan.extend({
  affected_paywalls: z
    .array(AffectedPaywall)
    .describe('Active paywalls that lose items by this change of the plan, by code'),
}).meta({ id: 'ChangedPlan' });
export const ChangedPlanPrice = AdminPlanPrice.extend({
  affected_paywalls: z
    .array(AffectedPaywall)
    .describe('Active paywalls that lose items by this change of the price, by code'),
}).meta({ id: 'ChangedPlanPrice' });

export const PlanWithEntitlements = ChangedPlan.extend({
  emptied_paywalls: z
    .array(z.object({ id: Uuid.describe('Id of the paywall'), code: z.string().describe('Code of the paywall') }))
    .describe(
      'Active paywalls with a charged price of this plan, while the plan grants nothing: they hide it, and nobody can buy it',
    ),
  backfill: PlanBackfill.nullable().describe('The backfill that `apply_to: owners` began; null without it'),
}).meta({ id: 'PlanWithEntitlements' });

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

const PlanCodes = z.array(EntitlementCode).max(100);

const durationDays = z.number().int().min(1).max(36_500);

export const rightTerm =
  'belongs to the billing types `one_time` and `recurring`: they need it, and the others take none';

/** Whether a plan has a term exactly if its type has one. */
export const hasRightTerm = (plan: { billing_type: z.output<typeof BillingType>; duration_days: number | null }) =>
  (plan.duration_days !== null) === ['one_time', 'recurring'].includes(plan.billing_type);

export const planEndpoints = feature('Plans', 'Plans, their prices and their entitlements.', {
  listPlans: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans',
    summary: 'List plans with prices and entitlements',
    paginated: true,
    params: ApplicationIdParams,
    query: z.object({ ...pageQuery, status: PlanStatus.optional().describe('Only with this status') }),
    response: Plan,
    errors: ['application_not_found'],
  }),
  getPlan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Read a plan with prices and entitlements',
    versioned: true,
    params: PlanParams,
    response: Plan,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  createPlan: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/plans',
    summary: 'Create a plan',
    description: 'It is on sale when it is active, has an active price, and a paywall lists the price.',
    params: ApplicationIdParams,
    body: z
      .strictObject({
        code: Code.describe('Stable code; it can be changed until the plan is in use'),
        name: text(120).describe('Shown on the paywall'),
        billing_type: BillingType.describe(
          '`one_time` and `recurring` are timed, `lifetime` and `free` have no term. A `recurring` plan is not charged again by itself: the person buys the next term',
        ),
        duration_days: durationDays.nullable().default(null).describe('Required for timed plans'),
        status: z
          .enum(['draft', 'active'])
          .default('active')
          .describe('Initial status; an `active` plan is sold at once'),
        entitlement_codes: z.array(EntitlementCode).max(100).default([]).describe('Granted on purchase'),
      })
      .refine(hasRightTerm, { message: rightTerm, path: ['duration_days'] })
      .meta({ id: 'PlanCreate' }),
    response: Plan,
    errors: ['application_not_found', 'entitlement_not_found', 'conflict'],
  }),
  updatePlan: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Change a plan',
    versioned: true,
    description:
      'Absent fields stay. An archived plan leaves all paywalls at once, and its owners keep what they have; the status `active` puts it on sale again. `code`, `billing_type` and `duration_days` change only while nothing refers to the plan: no payment of any status, no grant, no license key and no imported purchase (`field_in_use`). The code of an archived plan that was never in use is free again after a change of it.',
    params: PlanParams,
    body: z
      .strictObject({
        name: text(120).optional().describe('Shown on the paywall'),
        status: PlanStatus.optional().describe('Only `active` plans are sold'),
        code: Code.optional().describe('Stable code, until the plan is in use'),
        billing_type: BillingType.optional().describe('How the plan is charged, until the plan is in use'),
        duration_days: durationDays
          .nullable()
          .optional()
          .describe('Length of a term, until the plan is in use; null for types without a term'),
      })
      .meta({ id: 'PlanPatch', example: { name: 'Pro' } }),
    fixedFields: {
      entitlement_codes: 'send the codes to PUT …/plans/{plan_id}/entitlements.',
      prices: 'use POST …/plans/{plan_id}/prices for a new price, and PATCH for one of them.',
      is_lifetime: 'it follows from billing_type.',
    },
    response: ChangedPlan,
    audit: Plan,
    errors: ['application_not_found', 'plan_not_found', 'conflict', 'field_in_use'],
  }),
  archivePlan: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
    summary: 'Archive a plan: it is no longer sold',
    versioned: true,
    description:
      'Existing purchases stay. `affected_paywalls` names the paywalls that lose offers. A repeat changes nothing. A PATCH of the status restores the plan.',
    params: PlanParams,
    response: ChangedPlan,
    audit: Plan,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  createPlanPrice: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices',
    summary: 'Add a price to a plan',
    description:
      'Amount and currency can be changed until a payment refers to the price. After that, to reprice, add a price and deactivate the old one.',
    params: PlanParams,
    body: z
      .strictObject({
        amount: Amount.describe('Amount to charge, from 1 to 350000; 0 is free for any type of plan'),
        currency: Currency.describe('ISO 4217; RUB for an amount that is charged'),
        discount_percent: z.number().int().min(0).max(99).default(0).describe('For display only'),
        payment_provider: PaymentProvider.optional().describe(
          'Derived from the amount: `free` if and only if the amount is 0',
        ),
        is_active: z.boolean().default(true).describe('Listed and purchasable'),
      })
      .refine(isProviderRight, {
        message: 'has to be `free` for the amount 0, and another provider for every other amount',
        path: ['payment_provider'],
      })
      .refine(isAmountTaken, {
        message: `has to be from ${yookassaLimits.min} to ${yookassaLimits.max}: the provider takes no other amount in one payment`,
        path: ['amount'],
      })
      .refine(isCurrencyTaken, {
        message: `has to be ${yookassaLimits.currencies.join(' or ')}: the provider takes no other currency`,
        path: ['currency'],
      })
      .meta({ id: 'PlanPriceCreate' }),
    response: AdminPlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'conflict'],
  }),
  updatePlanPrice: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
    summary: 'Activate, deactivate or re-label a price',
    description:
      'Absent fields stay. An inactive price leaves all paywalls at once, and payments that were started go on; `is_active: true` brings it back. Amount and currency change only while no payment of any status refers to the price (`field_in_use`). To reprice a sold price, add a price to the plan, put it on the paywalls in place of this one, and deactivate this one.',
    versioned: true,
    params: PlanParams.extend({ plan_price_id: idOf('plan_price_id', 'Id of the price') }),
    body: z
      .strictObject({
        is_active: z.boolean().optional().describe('Listed and purchasable'),
        discount_percent: z.number().int().min(0).max(99).optional().describe('For display only'),
        amount: Amount.optional().describe('Amount to charge, until a payment refers to the price'),
        currency: Currency.optional().describe('ISO 4217, until a payment refers to the price'),
      })
      .meta({ id: 'PlanPricePatch', example: { is_active: false } }),
    fixedFields: {
      payment_provider: 'it follows from the amount.',
      plan_id: 'a price stays in its plan. Add a price to the other plan.',
    },
    response: ChangedPlanPrice,
    audit: AdminPlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'plan_price_not_found', 'conflict', 'field_in_use'],
  }),
  archivePlanPrice: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
    summary: 'Archive a price: it is no longer active',
    versioned: true,
    description:
      'Existing payments keep the price. `affected_paywalls` names the paywalls that lose offers. A repeat changes nothing. A PATCH of `is_active` restores the price.',
    params: PlanParams.extend({ plan_price_id: idOf('plan_price_id', 'Id of the price') }),
    response: ChangedPlanPrice,
    audit: AdminPlanPrice,
    errors: ['application_not_found', 'plan_not_found', 'plan_price_not_found'],
  }),
  setPlanEntitlements: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/entitlements',
    summary: 'Set the entitlements of a plan',
    versioned: true,
    description:
      'Applies to purchases that start after the change. With `apply_to: owners` each user who owns the plan by now gets the same codes, too, whatever the source is: a backfill in the background gives each grant of the plan the codes that it lacks, from now to its end, and a refund takes them with the grant. What users bought otherwise keeps its time. It takes back what an earlier backfill gave and the plan lacks now; what a purchase itself granted stays. A repeat with the same codes goes on where the owners differ. An archived entitlement may stay in a plan, but cannot be added to a plan (`conflict`). A plan that grants nothing is not sold for money: `emptied_paywalls` names the paywalls that offer it.',
    params: PlanParams,
    body: z
      .strictObject({
        entitlement_codes: PlanCodes.optional().describe('Codes that the plan grants; they replace the present ones'),
        codes: PlanCodes.optional()
          .describe('The same under the former name: use `entitlement_codes`')
          .meta({ deprecated: true }),
        apply_to: z
          .enum(['new', 'owners'])
          .default('new')
          .describe('`new`: purchases from now on; `owners`: also all users who own the plan'),
      })
      .refine(({ codes, entitlement_codes }) => (codes === undefined) !== (entitlement_codes === undefined), {
        path: ['entitlement_codes'],
        message: 'is missing, or stands beside `codes`, its former name: send `entitlement_codes` alone',
      })
      .meta({ id: 'PlanEntitlements', example: { entitlement_codes: ['pro'], apply_to: 'new' } }),
    response: PlanWithEntitlements,
    audit: Plan.extend({ backfill_id: Uuid.nullable().optional().describe('The backfill of the owners') }),
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
    'The data of a price that a purchase needs; null when the application has no such price.',
    z.object({ application_id: Uuid, plan_price_id: Uuid }),
    z.object({ offer: PriceOffer.nullable() }),
  ),
} as const;
