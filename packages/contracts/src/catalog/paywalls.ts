import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import {
  AppCodeParams,
  ApplicationIdParams,
  Code,
  idOf,
  line,
  longText,
  pageQuery,
  text,
  Uuid,
  versionedFields,
} from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { BillingType, PlanPrice } from './plans.ts';

export const PaywallStatus = z.enum(['draft', 'active', 'archived']);

const itemFields = {
  is_recommended: z.boolean().describe('Whether clients highlight the offer'),
  badge: z.string().nullable().describe('Badge text'),
  custom_title: z.string().nullable().describe('Title in place of the plan name'),
  custom_subtitle: z.string().nullable().describe('Subtitle below the title'),
};

export const HiddenReason = z.enum(['price_inactive', 'plan_draft', 'plan_archived', 'plan_grants_nothing']);

export type HiddenReason = z.output<typeof HiddenReason>;

const hiddenReason = HiddenReason.nullable().describe(
  'Why clients do not get the item: its price is inactive, its plan is a draft or archived, or the plan grants nothing and the price is charged; null for an item that clients get',
);

export const Paywall = z
  .object({
    id: Uuid.describe('Id'),
    code: Code.describe('Code in the address that clients read; usually main'),
    name: z.string().describe('Label for administrators'),
    title: z.string().nullable().describe('Text that clients show'),
    subtitle: z.string().nullable().describe('Text that clients show'),
    status: PaywallStatus.describe('Clients get only an `active` paywall'),
    items: z
      .array(
        z.object({
          plan_price_id: Uuid.describe('Price on offer'),
          position: z.number().int().describe('Order'),
          ...itemFields,
          hidden_reason: hiddenReason,
        }),
      )
      .describe('Offers in display order, hidden ones included'),
    shown_items: z.int().describe('Number of items that clients get while the paywall is `active`; 0 shows no offer'),
    ...versionedFields,
  })
  .meta({ id: 'Paywall', description: 'A paywall as administrators see it' });

export const PublicPaywall = z
  .object({
    code: z.string().describe('Code of the paywall'),
    name: z.string().describe('Label for administrators'),
    title: z.string().nullable().describe('Text that clients show'),
    subtitle: z.string().nullable().describe('Text that clients show'),
    paywall_items: z
      .array(
        z.object({
          plan_price_id: Uuid.describe('Send this to POST /v1/payments'),
          position: z.number().int().describe('Display order, from 1'),
          ...itemFields,
          plan_prices: PlanPrice.describe('The price'),
          plan: z
            .object({
              id: Uuid.describe('Id'),
              code: z.string().describe('Code of the plan'),
              name: z.string().describe('Name to show'),
              billing_type: BillingType.describe('How the plan is charged'),
              duration_days: z.number().int().nullable().describe('Length of a term'),
              is_lifetime: z.boolean().describe('No expiry'),
            })
            .describe('The plan'),
          plan_entitlements: z
            .array(
              z.object({
                code: z.string().describe('Entitlement code'),
                name: z.string().describe('Label for administrators'),
                description: z.string().nullable().describe('Notes'),
              }),
            )
            .describe('Entitlements of the plan'),
        }),
      )
      .describe('Offers in display order'),
  })
  .meta({ id: 'PublicPaywall', description: 'A paywall as clients render it' });

/** Whether positions say one order: all items have one, and no two the same, or none has one. */
const hasOneOrder = (items: readonly { position?: number | undefined }[]): boolean => {
  const positions = items.flatMap(({ position }) => position ?? []);
  return positions.length === 0 || new Set(positions).size === items.length;
};

const PaywallParams = ApplicationIdParams.extend({
  paywall_id: idOf('paywall_id', 'Id of the paywall'),
});

export const paywallEndpoints = feature('Paywalls', 'The offers that clients show, in order.', {
  getPaywall: endpoint({
    method: 'GET',
    path: '/v1/applications/{app_code}/paywalls/{paywall_code}',
    summary: 'Read a paywall',
    auth: 'key',
    rate: 'public_key',
    cache: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=604800',
    params: AppCodeParams.extend({
      paywall_code: z.string().max(63).describe('Code of the paywall, usually main').meta({ resource: 'paywall_code' }),
    }),
    response: PublicPaywall,
    errors: ['paywall_not_found'],
  }),
  listPaywalls: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/paywalls',
    summary: 'List paywalls',
    paginated: true,
    params: ApplicationIdParams,
    query: z.object({ ...pageQuery, status: PaywallStatus.optional().describe('Only with this status') }),
    response: Paywall,
    errors: ['application_not_found'],
  }),
  getPaywallById: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
    summary: 'Read a paywall as administrators see it',
    versioned: true,
    params: PaywallParams,
    response: Paywall,
    errors: ['application_not_found', 'paywall_not_found'],
  }),
  createPaywall: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/paywalls',
    summary: 'Create a paywall',
    description: 'Clients read it by its code when it is active. It is empty until it has items.',
    params: ApplicationIdParams,
    body: z
      .strictObject({
        code: Code.describe('Code in the address that clients read; usually main'),
        name: text(120).describe('Label for administrators'),
        title: line(300).nullable().default(null).describe('Text that clients show'),
        subtitle: longText(600).nullable().default(null).describe('Text that clients show'),
        status: z
          .enum(['draft', 'active'])
          .default('active')
          .describe('Initial status; an `active` paywall is served at once'),
      })
      .meta({ id: 'PaywallCreate' }),
    response: Paywall,
    errors: ['application_not_found', 'conflict'],
  }),
  updatePaywall: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
    summary: 'Change a paywall',
    description:
      'Absent fields stay. Clients read the change from the next read on. An archived paywall is not found by clients; the status `active` brings it back.',
    versioned: true,
    params: PaywallParams,
    body: z
      .strictObject({
        name: text(120).optional().describe('Label for administrators'),
        title: line(300).nullable().optional().describe('Text that clients show; null clears it'),
        subtitle: longText(600).nullable().optional().describe('Text that clients show; null clears it'),
        status: PaywallStatus.optional().describe('Clients get only an `active` paywall'),
        code: Code.optional().describe('Code in the address that clients read; only of a paywall that is not `active`'),
      })
      .meta({ id: 'PaywallPatch', example: { title: 'Choose a plan' } }),
    fixedFields: { items: 'send them to PUT …/paywalls/{paywall_id}/items.' },
    response: Paywall,
    errors: ['application_not_found', 'paywall_not_found', 'conflict', 'field_in_use'],
  }),
  archivePaywall: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
    summary: 'Archive a paywall: it is no longer served',
    versioned: true,
    description: 'Its items stay. A repeat changes nothing. A PATCH of the status restores the paywall.',
    params: PaywallParams,
    response: Paywall,
    errors: ['application_not_found', 'paywall_not_found'],
  }),
  setPaywallItems: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}/items',
    summary: 'Set the offers of a paywall, in order',
    versioned: true,
    description:
      'Accepts the `items` of a read unchanged. An offer that is not on sale is accepted, because a paywall may be prepared before its plans are on sale: clients do not get it, the answer has the reason in its `hidden_reason`, and `shown_items` counts the others. If the items have a `position`, it decides the order; otherwise the list does. The answer numbers positions from 1.',
    params: PaywallParams,
    body: z
      .strictObject({
        items: z
          .array(
            z.strictObject({
              plan_price_id: idOf('plan_price_id', 'Price on offer'),
              position: z.int().min(0).max(1_000_000).optional().describe('Order; in every item or in none'),
              is_recommended: z.boolean().default(false).describe('Whether clients highlight the offer'),
              badge: line(60).nullable().default(null).describe('Badge text'),
              custom_title: line(200).nullable().default(null).describe('Title in place of the plan name'),
              custom_subtitle: line(300).nullable().default(null).describe('Subtitle below the title'),
              hidden_reason: HiddenReason.nullable().optional().describe('As it was read; it changes nothing'),
            }),
          )
          .max(50)
          .refine(
            (items) => new Set(items.map((i) => i.plan_price_id)).size === items.length,
            'has a price twice: offer each price once',
          )
          .refine(hasOneOrder, 'has to have a position in every entry or in none, and no position twice')
          .describe('Offers in display order; they replace the current ones'),
      })
      .meta({ id: 'PaywallItems' }),
    response: Paywall,
    errors: ['application_not_found', 'paywall_not_found', 'plan_price_not_found'],
  }),
});
