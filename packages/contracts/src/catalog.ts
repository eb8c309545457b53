import { z } from 'zod';
import { admin, adminWrites, creates } from './admin-endpoints.ts';
import { EntitlementSnapshot, GrantSource } from './entitlement-snapshot.ts';
import {
  Amount,
  AppCodeParams,
  ApplicationIdParams,
  Code,
  Currency,
  HttpUrl,
  JsonWebKeySet,
  longText,
  pageQuery,
  SnakeCode,
  Timestamp,
  text,
  Uuid,
} from './fields.ts';
import { endpoint, event, query, service } from './kit.ts';
import { licenseKeyEndpoints } from './license-keys.ts';
import { isAmountTaken, isCurrencyTaken, isProviderRight, yookassaLimits } from './price-limits.ts';
import { settingsEndpoints } from './settings.ts';

/* ------------------------------------------------------------------------------------------- applications */

export const ApplicationStatus = z.enum(['active', 'draft', 'suspended', 'archived']);

/** The policy for a user that registers one device too many. */
export const DeviceLimitPolicy = z
  .enum(['reject', 'evict_oldest'])
  .describe('A device too many is refused, or the one that was seen longest ago is revoked for it');
export type DeviceLimitPolicy = z.output<typeof DeviceLimitPolicy>;

export const PublicKey = z
  .object({
    key: z.string().describe('`svc_pub_…`; it is in every client binary and can be read again'),
    created_at: Timestamp.describe('When it was made'),
    valid_until: Timestamp.nullable().describe('End of the grace period after a rotation; null for the current key'),
  })
  .meta({ id: 'PublicKey' });

/** Receipt fields of every sale of an application (54-FZ); amount, plan and buyer come from the payment. */
export const ReceiptSettings = z
  .strictObject({
    vat_code: z.number().int().min(1).max(12).describe('VAT rate, code of the provider'),
    payment_subject: z.string().min(1).max(40).default('service').describe('What is sold'),
    payment_mode: z.string().min(1).max(40).default('full_payment').describe('How it is paid'),
    tax_system_code: z.number().int().min(1).max(6).optional().describe('Tax system, code of the provider'),
  })
  .meta({ id: 'ReceiptSettings' });
export type ReceiptSettings = z.output<typeof ReceiptSettings>;

export const Application = z
  .object({
    id: Uuid.describe('Usable as `X-Application-Id`'),
    code: Code.describe('Stable code that clients use'),
    name: z.string().describe('Label'),
    description: z.string().nullable().describe('Text'),
    status: ApplicationStatus.describe('Only `active` is served publicly'),
    payments_enabled: z.boolean().describe('Whether paid checkout is on'),
    icon_url: z.string().nullable().describe('Public address of the icon'),
    website_url: z.string().nullable().describe('Marketing or product site'),
    offline_grace_days: z.number().int().describe('How many days a client may trust a snapshot without asking again'),
    return_url_schemes: z.array(z.string()).describe('App schemes that a return_url may use besides http and https'),
    receipt_settings: ReceiptSettings.nullable().describe('54-FZ receipts of payments; null sends none'),
    max_active_devices: z.number().int().describe('How many devices one user may have active at a time'),
    device_limit_policy: DeviceLimitPolicy,
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('Last change'),
  })
  .meta({ id: 'Application' });

const applicationFields = {
  receipt_settings: ReceiptSettings.nullable().describe('54-FZ receipts of payments; null sends none'),
  name: text(120).describe('Label'),
  description: longText(2000).nullable().describe('Text'),
  website_url: HttpUrl.nullable().describe('Marketing or product site'),
  payments_enabled: z.boolean().describe('Whether paid checkout is on'),
  offline_grace_days: z.number().int().min(1).max(90).describe('How many days a snapshot is trusted offline'),
  return_url_schemes: z
    .array(z.string().regex(/^[a-z][a-z0-9+.-]{1,40}$/, 'a URI scheme without the colon'))
    .max(10)
    .refine(
      (schemes) => !schemes.some((s) => ['javascript', 'data', 'file', 'vbscript', 'blob'].includes(s)),
      'an app scheme',
    )
    .describe('App schemes that a return_url may use besides http and https'),
  max_active_devices: z.number().int().min(1).max(1000).describe('How many devices one user may have active at a time'),
  device_limit_policy: DeviceLimitPolicy,
};

export const IdentityProvider = z
  .object({
    issuer: z.string().describe('Exact `iss` of the tokens'),
    audience: z.string().describe('A value that `aud` must contain'),
    jwks_url: z.string().nullable().describe('Where the public keys are; null for a shared secret'),
    has_hs256_secret: z.boolean().describe('A shared secret is stored; it is never shown again'),
    authorized_party: z.string().nullable().describe('When set, `azp` must equal it (Keycloak)'),
    updated_at: Timestamp.describe('Last change'),
  })
  .meta({ id: 'IdentityProvider' });

/* ------------------------------------------------------------------------------------------------ catalog */

export const Entitlement = z
  .object({
    id: Uuid.describe('Id'),
    code: SnakeCode.describe('What clients gate on'),
    name: z.string().describe('Label for administrators'),
    description: z.string().nullable().describe('Notes'),
  })
  .meta({ id: 'Entitlement' });

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
    payment_provider: PaymentProvider.describe('Who takes the money'),
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

export const PaywallStatus = z.enum(['draft', 'active', 'archived']);
const itemFields = {
  is_recommended: z.boolean().describe('Highlight'),
  badge: z.string().nullable().describe('Badge text'),
  custom_title: z.string().nullable().describe('Instead of the plan name'),
  custom_subtitle: z.string().nullable().describe('Below the title'),
};

export const Paywall = z
  .object({
    id: Uuid.describe('Id'),
    code: Code.describe('Clients ask by it; usually main'),
    name: z.string().describe('Label for administrators'),
    title: z.string().nullable().describe('Client copy'),
    subtitle: z.string().nullable().describe('Client copy'),
    status: PaywallStatus.describe('Only `active` is served'),
    items: z
      .array(
        z.object({
          plan_price_id: Uuid.describe('Price on offer'),
          position: z.number().int().describe('Order'),
          ...itemFields,
        }),
      )
      .describe('Offers in display order'),
  })
  .meta({ id: 'Paywall', description: 'A paywall as administrators see it' });

export const PublicPaywall = z
  .object({
    code: z.string().describe('Code of the paywall'),
    name: z.string().describe('Label'),
    title: z.string().nullable().describe('Client copy'),
    subtitle: z.string().nullable().describe('Client copy'),
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
                name: z.string().describe('Label'),
                description: z.string().nullable().describe('Notes'),
              }),
            )
            .describe('What the plan grants'),
        }),
      )
      .describe('Offers in display order'),
  })
  .meta({ id: 'PublicPaywall', description: 'A paywall as clients render it' });

/* ------------------------------------------------------------------------------------------------- grants */

/** Terms of the codes of one grant: a code that the user has already is prolonged, another one starts at once. */
const CodeTerms = z
  .array(
    z.object({
      code: z.string().describe('Entitlement code'),
      starts_at: Timestamp.describe('Start of its coverage by this grant'),
      expires_at: Timestamp.nullable().describe('End, exclusive; null for lifetime'),
    }),
  )
  .describe('Term of each code; codes that have not begun because of a lifetime are left out');

export const Grant = z
  .object({
    id: Uuid.describe('Id of the grant'),
    source: GrantSource.describe('What caused it'),
    source_id: z.string().describe('Id of the payment, license activation or admin grant'),
    plan_code: z.string().nullable().describe('Plan, if it came from one'),
    entitlement_codes: z.array(z.string()).describe('What it grants'),
    starts_at: Timestamp.describe(
      'First start of its codes; the end of the year 9999 while a lifetime covers them all',
    ),
    expires_at: Timestamp.nullable().describe('Last end of its codes, exclusive; null for lifetime'),
    terms: CodeTerms,
    revoked_at: Timestamp.nullable().describe('Set when it was revoked; it covers nothing from then on'),
    reason: z.string().nullable().describe('Why an administrator granted or revoked it'),
    created_at: Timestamp.describe('When it was written'),
  })
  .meta({ id: 'Grant' });
export const UserGrantRow = Grant;

/**
 * A grant and its term. `revision` counts the changes of the grants of the user: a consumer keeps the term of the highest
 * one. The previous release sends neither `terms` nor `revision`.
 */
const GrantEvent = z.object({
  grant_id: Uuid,
  user_id: Uuid,
  source: GrantSource,
  source_id: z.string(),
  plan_code: z.string().nullable(),
  entitlement_codes: z.array(z.string()),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
  terms: CodeTerms.default([]),
  revision: z.int().min(0).default(0),
});

const PlanParams = ApplicationIdParams.extend({ plan_id: Uuid.describe('Id of the plan') });
const PaywallParams = ApplicationIdParams.extend({ paywall_id: Uuid.describe('Id of the paywall') });
const UserParams = ApplicationIdParams.extend({ user_id: Uuid.describe('Id of the user') });

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

export const ResolvedApplication = z.object({
  id: Uuid,
  code: z.string(),
  status: ApplicationStatus,
  public_keys: z.array(z.object({ key: z.string(), valid_until: Timestamp.nullable() })),
  identity_provider: z
    .object({
      issuer: z.string(),
      audience: z.string(),
      jwks_url: z.string().nullable(),
      /** Encrypted with the platform key; only the gateway opens it. */
      sealed_hs256_secret: z.string().nullable(),
      authorized_party: z.string().nullable(),
    })
    .nullable(),
});
export type ResolvedApplication = z.output<typeof ResolvedApplication>;

export const catalog = service({
  name: 'catalog',
  endpoints: {
    getPaywall: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/paywalls/{paywall_code}',
      summary: 'Read a paywall',
      auth: 'key',
      rate: 'public_key',
      cache: 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
      params: AppCodeParams.extend({ paywall_code: z.string().max(63).describe('Code of the paywall, usually main') }),
      response: PublicPaywall,
      errors: ['paywall_not_found'],
    }),
    getBranding: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/branding',
      summary: 'Read name, icon and site of the application',
      auth: 'key',
      rate: 'public_key',
      cache: 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
      params: AppCodeParams,
      response: z
        .object({
          code: z.string().describe('Code of the application'),
          name: z.string().describe('Name'),
          description: z.string().nullable().describe('Text'),
          icon_url: z.string().nullable().describe('Icon'),
          website_url: z.string().nullable().describe('Site'),
        })
        .meta({ id: 'Branding' }),
    }),
    getMyEntitlements: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/entitlements/me',
      summary: 'Read what the user may use now',
      description:
        'Evaluated at the time of the read, end exclusive. While the user has an open payment, the provider is asked first, so the read after a checkout already shows what was bought.',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      response: EntitlementSnapshot,
    }),
    getSnapshotKeys: endpoint({
      method: 'GET',
      path: '/.well-known/jwks.json',
      summary: 'Public keys that verify snapshot tokens',
      auth: 'none',
      rate: 'public_ip',
      cache: 'public, max-age=300',
      produces: 'json_document',
      response: JsonWebKeySet,
    }),

    getAsset: endpoint({
      method: 'GET',
      path: '/assets/{name}',
      summary: 'Read an uploaded file',
      description: 'The name is made from the content, so what stands under it never changes.',
      auth: 'none',
      rate: 'public_assets',
      cache: 'public, max-age=31536000, immutable',
      produces: 'file',
      params: z.object({ name: z.string().describe('As it stands in `icon_url`') }),
      errors: ['not_found'],
    }),

    ...settingsEndpoints,
    ...licenseKeyEndpoints,

    listApplications: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications',
      summary: 'List applications',
      paginated: true,
      query: z.object({ ...pageQuery, status: ApplicationStatus.optional().describe('Only these') }),
      response: Application,
    }),
    createApplication: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications',
      summary: 'Create an application with its public key',
      body: z
        .strictObject({
          code: Code.describe('Stable code that clients use; never changes'),
          name: applicationFields.name,
          description: applicationFields.description.optional(),
          website_url: applicationFields.website_url.optional(),
          status: z.enum(['active', 'draft']).default('active').describe('Whether it is served at once'),
          payments_enabled: applicationFields.payments_enabled.default(false),
          offline_grace_days: applicationFields.offline_grace_days.default(7),
          return_url_schemes: applicationFields.return_url_schemes.default([]),
          receipt_settings: applicationFields.receipt_settings.default(null),
          max_active_devices: applicationFields.max_active_devices.default(10),
          device_limit_policy: applicationFields.device_limit_policy.default('reject'),
        })
        .meta({ id: 'ApplicationCreate' }),
      response: Application.extend({ public_keys: z.array(PublicKey).describe('Live keys, newest first') }).meta({
        id: 'ApplicationWithKeys',
      }),
      errors: ['conflict'],
    }),
    getApplication: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}',
      summary: 'Read an application with its public keys',
      params: ApplicationIdParams,
      response: Application.extend({ public_keys: z.array(PublicKey).describe('Live keys, newest first') }),
      errors: ['application_not_found'],
    }),
    updateApplication: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/applications/{application_id}',
      summary: 'Change an application',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          name: applicationFields.name.optional(),
          description: applicationFields.description.optional(),
          website_url: applicationFields.website_url.optional(),
          status: ApplicationStatus.optional().describe(
            'draft → active ⇄ suspended, and from each of them to archived, which is final. Only `active` is served',
          ),
          payments_enabled: applicationFields.payments_enabled.optional(),
          offline_grace_days: applicationFields.offline_grace_days.optional(),
          return_url_schemes: applicationFields.return_url_schemes.optional(),
          receipt_settings: applicationFields.receipt_settings.optional(),
          max_active_devices: applicationFields.max_active_devices.optional(),
          device_limit_policy: applicationFields.device_limit_policy.optional(),
        })
        .meta({ id: 'ApplicationPatch' }),
      response: Application,
      errors: ['application_not_found', 'conflict'],
    }),
    setApplicationIcon: endpoint({
      ...adminWrites,
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/icon',
      summary: 'Upload the icon of an application',
      description:
        'PNG, WebP or SVG, told by its content; 16 to 2048 pixels a side, one still picture. Metadata is taken out, and of an SVG whatever does not draw; one that would run or load something is refused. The file of the icon before stays where it is: its address is in caches that never ask again.',
      upload: { maxBytes: 1_048_576, types: ['image/png', 'image/webp', 'image/svg+xml'] },
      params: ApplicationIdParams,
      response: Application,
      errors: ['application_not_found', 'conflict'],
    }),
    deleteApplicationIcon: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/admin/applications/{application_id}/icon',
      summary: 'Take the icon off an application',
      description: 'The file stays where it is: its address is in caches that never ask again.',
      params: ApplicationIdParams,
      response: Application,
      errors: ['application_not_found', 'conflict'],
    }),
    rotatePublicKey: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/keys/rotate',
      summary: 'Make a new public key; the old one lives on for a while',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          grace_hours: z.number().int().min(0).max(720).default(24).describe('How long the old key stays valid'),
        })
        .meta({ id: 'KeyRotation' }),
      response: z
        .object({ public_keys: z.array(PublicKey).describe('Live keys, newest first') })
        .meta({ id: 'PublicKeys' }),
      errors: ['application_not_found'],
    }),
    getIdentityProvider: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/identity-provider',
      summary: 'Read how tokens of the application are verified',
      params: ApplicationIdParams,
      response: IdentityProvider.nullable(),
      errors: ['application_not_found'],
    }),
    setIdentityProvider: endpoint({
      ...adminWrites,
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/identity-provider',
      summary: 'Set how tokens of the application are verified',
      description:
        'The keys at `jwks_url` are read first: where they cannot be read, or none of them can verify a token, nothing is saved.',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          issuer: text(512).describe('Exact `iss`, with or without the trailing slash that the tokens have'),
          audience: text(512).describe('A value that `aud` must contain'),
          jwks_url: HttpUrl.nullable().default(null).describe('Public keys; it must not redirect'),
          hs256_secret: z
            .string()
            .min(32)
            .max(512)
            .nullable()
            .default(null)
            .describe('Legacy shared secret instead of keys'),
          authorized_party: text(512).nullable().default(null).describe('When set, `azp` must equal it'),
          skip_check: z.boolean().default(false).describe('Save it without a check of jwks_url'),
        })
        .refine((idp) => (idp.jwks_url === null) !== (idp.hs256_secret === null), {
          message: 'give jwks_url or hs256_secret, not both',
          path: ['jwks_url'],
        })
        .meta({ id: 'IdentityProviderBody' }),
      response: IdentityProvider.extend({
        check: z
          .object({
            ok: z.literal(true).describe('The keys were read just now'),
            key_count: z.int().describe('How many of them can verify tokens'),
            algorithms: z.array(z.string()).describe('With which algorithms'),
          })
          .nullable()
          .describe('Keys found at jwks_url; null without a check'),
      }).meta({ id: 'CheckedIdentityProvider' }),
      audit: IdentityProvider,
      errors: ['application_not_found'],
    }),

    listEntitlements: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/entitlements',
      summary: 'List entitlements',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object(pageQuery),
      response: Entitlement,
      errors: ['application_not_found'],
    }),
    createEntitlement: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/entitlements',
      summary: 'Create an entitlement',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          code: SnakeCode.describe('What clients gate on; never changes'),
          name: text(120).describe('Label'),
          description: longText(2000).nullable().default(null).describe('Notes'),
        })
        .meta({ id: 'EntitlementCreate' }),
      response: Entitlement,
      errors: ['application_not_found', 'conflict'],
    }),
    updateEntitlement: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
      summary: 'Change label or notes of an entitlement',
      params: ApplicationIdParams.extend({ entitlement_id: Uuid.describe('Id of the entitlement') }),
      body: z
        .strictObject({
          name: text(120).optional().describe('Label'),
          description: longText(2000).nullable().optional().describe('Notes; null clears them'),
        })
        .meta({ id: 'EntitlementPatch' }),
      response: Entitlement,
      errors: ['application_not_found', 'entitlement_not_found'],
    }),
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
          billing_type: BillingType.describe(
            '`one_time` and `recurring` are timed, `lifetime` and `free` have no term',
          ),
          duration_days: z
            .number()
            .int()
            .min(1)
            .max(36_500)
            .nullable()
            .default(null)
            .describe('Required for timed plans'),
          status: z.enum(['draft', 'active']).default('active').describe('Whether it may be sold at once'),
          entitlement_codes: z.array(SnakeCode).max(100).default([]).describe('Granted on purchase'),
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
      params: PlanParams.extend({ plan_price_id: Uuid.describe('Id of the price') }),
      body: z
        .strictObject({
          is_active: z.boolean().optional().describe('Listed and purchasable'),
          discount_percent: z.number().int().min(0).max(99).optional().describe('Cosmetic only'),
        })
        .meta({ id: 'PlanPricePatch' }),
      response: PlanPrice,
      errors: ['application_not_found', 'plan_not_found', 'plan_price_not_found'],
    }),
    setPlanEntitlements: endpoint({
      ...adminWrites,
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/plans/{plan_id}/entitlements',
      summary: 'Set what a plan grants',
      description: 'Holds for purchases started from now on; what was bought before stays as it was sold.',
      params: PlanParams,
      body: z
        .strictObject({ codes: z.array(SnakeCode).max(100).describe('Entitlement codes') })
        .meta({ id: 'PlanEntitlements' }),
      response: Plan,
      errors: ['application_not_found', 'plan_not_found', 'entitlement_not_found'],
    }),
    listPaywalls: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/paywalls',
      summary: 'List paywalls',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object(pageQuery),
      response: Paywall,
      errors: ['application_not_found'],
    }),
    createPaywall: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/paywalls',
      summary: 'Create a paywall',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          code: Code.describe('Clients ask by it; usually main'),
          name: text(120).describe('Label'),
          title: longText(300).nullable().default(null).describe('Client copy'),
          subtitle: longText(600).nullable().default(null).describe('Client copy'),
          status: z.enum(['draft', 'active']).default('active').describe('Whether it is served at once'),
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
      params: PaywallParams,
      body: z
        .strictObject({
          name: text(120).optional().describe('Label'),
          title: longText(300).nullable().optional().describe('Client copy; null clears it'),
          subtitle: longText(600).nullable().optional().describe('Client copy; null clears it'),
          status: PaywallStatus.optional().describe('Only `active` is served'),
        })
        .meta({ id: 'PaywallPatch' }),
      response: Paywall,
      errors: ['application_not_found', 'paywall_not_found'],
    }),
    setPaywallItems: endpoint({
      ...adminWrites,
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}/items',
      summary: 'Set the offers of a paywall, in order',
      params: PaywallParams,
      body: z
        .strictObject({
          items: z
            .array(
              z.strictObject({
                plan_price_id: Uuid.describe('Price on offer'),
                is_recommended: z.boolean().default(false).describe('Highlight'),
                badge: longText(60).nullable().default(null).describe('Badge text'),
                custom_title: longText(200).nullable().default(null).describe('Instead of the plan name'),
                custom_subtitle: longText(300).nullable().default(null).describe('Below the title'),
              }),
            )
            .max(50)
            .refine((items) => new Set(items.map((i) => i.plan_price_id)).size === items.length, 'each price once')
            .describe('Offers in display order; they replace the present ones'),
        })
        .meta({ id: 'PaywallItems' }),
      response: Paywall,
      errors: ['application_not_found', 'paywall_not_found', 'plan_price_not_found'],
    }),
    grantEntitlements: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/users/{user_id}/grants',
      summary: 'Grant a plan or entitlements to a user',
      params: UserParams,
      body: z
        .strictObject({
          plan_code: Code.optional().describe('Grant what this plan grants'),
          entitlement_codes: z.array(SnakeCode).min(1).max(100).optional().describe('Grant these codes instead'),
          starts_at: Timestamp.optional().describe('Makes a fixed window from here, which moves no other grant'),
          expires_at: Timestamp.nullable()
            .optional()
            .describe(
              'Makes a fixed window until here; null for lifetime. Without dates the time of the plan is added',
            ),
          reason: text(500).describe('Reason, kept with the grant'),
        })
        .refine((grant) => (grant.plan_code === undefined) !== (grant.entitlement_codes === undefined), {
          message: 'give plan_code or entitlement_codes, not both',
          path: ['plan_code'],
        })
        .meta({ id: 'GrantCreate' }),
      response: Grant,
      errors: ['application_not_found', 'user_not_found', 'plan_not_found', 'entitlement_not_found'],
    }),
    revokeGrant: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}',
      summary: 'Take a grant back, now',
      params: UserParams.extend({ grant_id: Uuid.describe('Id of the grant') }),
      response: Grant,
      errors: ['application_not_found', 'grant_not_found'],
    }),
  },

  events: {
    applicationCreated: event(
      'application.created',
      'An application was made.',
      z.object({ application_id: Uuid, code: z.string() }),
    ),
    applicationUpdated: event(
      'application.updated',
      'Something of an application changed: fields, status, keys or identity provider.',
      z.object({ application_id: Uuid, code: z.string() }),
    ),
    licenseKeyActivated: event(
      'license_key.activated',
      'A user activated a license key for the first time.',
      z.object({ license_key_id: Uuid, batch_id: Uuid, user_id: Uuid, plan_code: z.string(), grant_id: Uuid }),
    ),
    settingsUpdated: event(
      'settings.updated',
      'A remote parameter or feature flag of an application changed.',
      z.object({ application_id: Uuid, revision: z.int() }),
    ),
    catalogUpdated: event(
      'catalog.updated',
      'Plans, prices, entitlements or paywalls of an application changed.',
      z.object({ application_id: Uuid }),
    ),
    entitlementGranted: event(
      'entitlement.granted',
      'A user was granted entitlements; once for each source. It has the term that the grant has at this moment.',
      GrantEvent,
    ),
    entitlementRescheduled: event(
      'entitlement.rescheduled',
      'The term of a grant moved because another grant of the user was revoked, or arrived late.',
      GrantEvent,
    ),
    entitlementRevoked: event(
      'entitlement.revoked',
      'A grant was revoked. Its term ends with the revocation.',
      GrantEvent.partial({ plan_code: true, starts_at: true, expires_at: true }),
    ),
  },

  queries: {
    resolveApplication: query(
      'query.catalog.applications.resolve',
      'An application by code, id or public key, with what the gateway needs to check credentials.',
      z.union([z.object({ code: z.string() }), z.object({ id: z.string() }), z.object({ public_key: z.string() })]),
      z.object({ application: ResolvedApplication.nullable() }),
    ),
    getApplicationFacts: query(
      'query.catalog.applications.facts',
      'What other services need to know of an application.',
      z.object({ application_id: Uuid }),
      z.object({
        application: z
          .object({
            id: Uuid,
            code: z.string(),
            name: z.string(),
            status: ApplicationStatus,
            payments_enabled: z.boolean(),
            return_url_schemes: z.array(z.string()),
            receipt_settings: ReceiptSettings.nullable(),
            max_active_devices: z.number().int(),
            device_limit_policy: DeviceLimitPolicy,
          })
          .nullable(),
      }),
    ),
    getPriceOffer: query(
      'query.catalog.prices.offer',
      'What a price of an application means to a buyer; null when the application has no such price.',
      z.object({ application_id: Uuid, plan_price_id: Uuid }),
      z.object({ offer: PriceOffer.nullable() }),
    ),
    isPlanCovered: query(
      'query.catalog.grants.covered',
      'Whether a user was given, since a payment began, what it would grant: by an administrator or a license, for at least as long.',
      z.object({
        application_id: Uuid,
        user_id: Uuid,
        plan_id: Uuid,
        entitlement_codes: z.array(z.string()),
        granted_after: Timestamp,
        covers_until: Timestamp.nullable(),
      }),
      z.object({ covered: z.boolean() }),
    ),
    ownsForLifetime: query(
      'query.catalog.grants.owned',
      'Whether a user has all of these codes for life, from whatever sources: a purchase of them would add nothing.',
      z.object({ application_id: Uuid, user_id: Uuid, entitlement_codes: z.array(z.string()) }),
      z.object({ owned: z.boolean() }),
    ),
    listUserGrants: query(
      'query.catalog.grants.list',
      'Every grant of a user, newest first. The previous release answers no `terms`.',
      z.object({ application_id: Uuid, user_id: Uuid }),
      z.object({ grants: z.array(Grant.extend({ terms: CodeTerms.default([]) })) }),
    ),
  },
});
