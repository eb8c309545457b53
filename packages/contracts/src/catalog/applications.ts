import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import {
  AppCodeParams,
  ApplicationIdParams,
  Code,
  HttpUrl,
  longText,
  pageQuery,
  Timestamp,
  text,
  Uuid,
  versionedFields,
} from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { Measure, PaymentMode, PaymentSubject } from '../receipt-words.ts';
import { ResolvedIdentityProvider } from './identity-provider.ts';
import { PublicKeys } from './public-keys.ts';

export const ApplicationStatus = z.enum(['active', 'draft', 'suspended', 'archived']);

/** The policy for a user that registers one device too many. */
export const DeviceLimitPolicy = z
  .enum(['reject', 'evict_oldest'])
  .describe('At the device limit, the new device is refused, or the least recently seen device is revoked for it');

export type DeviceLimitPolicy = z.output<typeof DeviceLimitPolicy>;

/**
 * VAT rates by the codes of the provider (https://yookassa.ru/developers/54fz/parameters-values). Since 1 January 2026 the
 * common rate is 22 %.
 */
export const VatCode = z
  .int()
  .min(1)
  .max(12)
  .describe(
    'VAT: 1 none, 2 0 %, 3 10 %, 4 20 %, 5 10/110, 6 20/120, 7 5 %, 8 7 %, 9 5/105, 10 7/107, 11 22 %, 12 22/122',
  );
const formerVatCodes = [4, 6];

const receiptFields = {
  vat_code: VatCode,
  tax_system_code: z.number().int().min(1).max(6).optional().describe('Tax system, code of the provider'),
};

/**
 * Receipt fields of every sale of an application (54-FZ); amount, plan and buyer come from the payment. Words that were
 * stored before they were checked are answered as they are.
 */
export const ReceiptSettings = z
  .object({
    ...receiptFields,
    payment_subject: z.string().describe('Kind of the product'),
    payment_mode: z.string().describe('Kind of the payment'),
    measure: z.string().optional().describe('Unit of the quantity'),
  })
  .meta({ id: 'ReceiptSettings' });

const ReceiptSettingsInput = z
  .strictObject({
    ...receiptFields,
    vat_code: VatCode.refine(
      (code) => !formerVatCodes.includes(code),
      'is a rate that new sales have not had since 2026-01-01: send 11 for 22 %, or 12 for 22/122',
    ),
    payment_subject: PaymentSubject.default('service').describe('Kind of the product'),
    payment_mode: PaymentMode.default('full_payment').describe('Kind of the payment'),
    measure: Measure.optional().describe(
      'Unit of the quantity, usually `piece`; required with the receipts of the provider and with FFD 1.2',
    ),
  })
  .meta({ id: 'ReceiptSettingsInput' });

export type ReceiptSettings = z.output<typeof ReceiptSettings>;

export const Application = z
  .object({
    id: Uuid.describe('Usable as `X-Application-Id`'),
    code: Code.describe('Stable code that clients use'),
    name: z.string().describe('Label'),
    description: z.string().nullable().describe('Text'),
    status: ApplicationStatus.describe('Only an `active` application is served publicly'),
    payments_enabled: z.boolean().describe('Whether paid checkout is on'),
    icon_url: z.string().nullable().describe('Public address of the icon'),
    website_url: z.string().nullable().describe('Marketing or product site'),
    offline_grace_days: z
      .number()
      .int()
      .describe('Number of days for which a client may trust an entitlement snapshot offline'),
    return_url_schemes: z.array(z.string()).describe('App schemes that a return_url may use besides http and https'),
    receipt_settings: ReceiptSettings.nullable().describe('54-FZ receipts of payments; null sends none'),
    max_active_devices: z.number().int().describe('Limit of active devices of one user'),
    device_limit_policy: DeviceLimitPolicy,
    ...versionedFields,
  })
  .meta({ id: 'Application' });

const ApplicationWithKeys = Application.extend(PublicKeys.shape).meta({ id: 'ApplicationWithKeys' });

const applicationFields = {
  receipt_settings: ReceiptSettingsInput.nullable().describe('54-FZ receipts of payments; null sends none'),
  name: text(120).describe('Label'),
  description: longText(2000).nullable().describe('Text'),
  website_url: HttpUrl.nullable().describe('Marketing or product site'),
  payments_enabled: z.boolean().describe('Whether paid checkout is on'),
  offline_grace_days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .describe('Number of days for which a client may trust an entitlement snapshot offline'),
  return_url_schemes: z
    .array(z.string().regex(/^[a-z][a-z0-9+.-]{1,40}$/, 'has to be a URI scheme without the colon, such as `notes`'))
    .max(10)
    .refine(
      (schemes) => !schemes.some((s) => ['javascript', 'data', 'file', 'vbscript', 'blob'].includes(s)),
      'has a scheme that browsers run or read themselves: name the schemes of your apps only',
    )
    .describe('App schemes that a return_url may use besides http and https'),
  max_active_devices: z.number().int().min(1).max(1000).describe('Limit of active devices of one user'),
  device_limit_policy: DeviceLimitPolicy,
};

const confirmedCode = Code.optional()
  .describe('Code of the application; required to archive it')
  .meta({ resource: 'confirmed_application_code' });

export const ResolvedApplication = z.object({
  id: Uuid,
  code: z.string(),
  status: ApplicationStatus,
  public_keys: z.array(
    z.object({
      // These defaults: absent in answers of the release before.
      id: Uuid.nullable().default(null),
      key: z.string(),
      valid_until: Timestamp.nullable(),
      /** Whether `notePublicKeyUse` would write something. */
      is_use_stale: z.boolean().default(false),
    }),
  ),
  identity_provider: ResolvedIdentityProvider.nullable(),
});

export type ResolvedApplication = z.output<typeof ResolvedApplication>;

export const applicationEndpoints = feature('Applications', 'Applications with their status, public keys and icon.', {
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
  getAsset: endpoint({
    method: 'GET',
    path: '/assets/{name}',
    summary: 'Read an uploaded file',
    description: 'The file name is derived from the content, so the file at this address never changes.',
    auth: 'none',
    rate: 'public_assets',
    cache: 'public, max-age=31536000, immutable',
    produces: 'file',
    params: z.object({ name: z.string().describe('File name from `icon_url`').meta({ resource: 'asset_name' }) }),
    errors: ['not_found'],
  }),
  listApplications: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications',
    keyScope: 'own_rows',
    summary: 'List applications',
    paginated: true,
    query: z.object({
      ...pageQuery,
      status: ApplicationStatus.optional().describe('Only with this status; without it, all but archived ones'),
    }),
    response: Application,
  }),
  createApplication: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications',
    summary: 'Create an application with its public key',
    description:
      'The application is a draft or active as `status` says; clients find it when it is active. Its code cannot be changed later.',
    body: z
      .strictObject({
        code: Code.describe('Stable code that clients use; it can be changed until the application has users'),
        name: applicationFields.name,
        description: applicationFields.description.optional(),
        website_url: applicationFields.website_url.optional(),
        status: z
          .enum(['active', 'draft'])
          .default('active')
          .describe('Initial status; an `active` application is served at once'),
        payments_enabled: applicationFields.payments_enabled.default(false),
        offline_grace_days: applicationFields.offline_grace_days.default(7),
        return_url_schemes: applicationFields.return_url_schemes.default([]),
        receipt_settings: applicationFields.receipt_settings.default(null),
        max_active_devices: applicationFields.max_active_devices.default(10),
        device_limit_policy: applicationFields.device_limit_policy.default('reject'),
      })
      .meta({ id: 'ApplicationCreate' }),
    response: ApplicationWithKeys,
    errors: ['conflict'],
  }),
  getApplication: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}',
    summary: 'Read an application with its public keys',
    versioned: true,
    params: ApplicationIdParams,
    response: ApplicationWithKeys,
    errors: ['application_not_found'],
  }),
  updateApplication: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}',
    summary: 'Change an application',
    description:
      'An archived application takes no change but its restoration by an owner, a PATCH of `status` with or without other fields, and another `code`, which frees the present one. `code` changes only while no user was ever registered (`field_in_use`); clients that were built with the present code get 404. Archiving requires `confirm`.',
    versioned: true,
    params: ApplicationIdParams,
    body: z
      .strictObject({
        name: applicationFields.name.optional(),
        description: applicationFields.description.optional(),
        website_url: applicationFields.website_url.optional(),
        status: ApplicationStatus.optional().describe(
          'draft → active ⇄ suspended, and from each of them to archived. An owner restores an archived application to `active`, `suspended` or the status that it had. Only `active` is served',
        ),
        payments_enabled: applicationFields.payments_enabled.optional(),
        offline_grace_days: applicationFields.offline_grace_days.optional(),
        return_url_schemes: applicationFields.return_url_schemes.optional(),
        receipt_settings: applicationFields.receipt_settings.optional(),
        max_active_devices: applicationFields.max_active_devices.optional(),
        device_limit_policy: applicationFields.device_limit_policy.optional(),
        confirm: confirmedCode,
        code: Code.optional().describe(
          'Stable code that clients use; it changes only while the application has no user',
        ),
      })
      .meta({ id: 'ApplicationPatch', example: { name: 'Notes' } }),
    fixedFields: { icon_url: 'send the file to PUT …/icon.' },
    response: Application,
    errors: ['application_not_found', 'conflict', 'confirmation_required', 'field_in_use'],
  }),
  archiveApplication: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}',
    keyScope: 'refused',
    summary: 'Archive an application: it is no longer served',
    versioned: true,
    description:
      'All clients of the application get 404 at once, its users lose what they read from the platform, and nothing new can be created in it. `confirm` has its code; without it, the answer is 409 `confirmation_required`. No data is deleted: payments, consents and grants stay. A repeat changes nothing. An owner restores the application with a PATCH of its `status`.',
    params: ApplicationIdParams,
    query: z.object({ confirm: confirmedCode }),
    response: Application,
    errors: ['application_not_found', 'confirmation_required'],
  }),
  setApplicationIcon: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/icon',
    summary: 'Upload the icon of an application',
    versioned: true,
    description:
      'A still image in PNG, WebP or SVG with sides of 16 to 2048 pixels; the type is detected from the content. Metadata is removed. Elements of an SVG that draw nothing are removed; an SVG that runs scripts or loads resources is refused. The file of the previous icon stays at its address, because caches keep it without revalidation.',
    upload: { maxBytes: 1_048_576, types: ['image/png', 'image/webp', 'image/svg+xml'] },
    params: ApplicationIdParams,
    response: Application,
    errors: ['application_not_found', 'conflict'],
  }),
  deleteApplicationIcon: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/icon',
    summary: 'Remove the icon of an application',
    versioned: true,
    description:
      'The file stays at its address, because caches keep it without revalidation. Clients show no icon from the next read on. It is undone by uploading the icon again.',
    params: ApplicationIdParams,
    response: Application,
    errors: ['application_not_found', 'conflict'],
  }),
});

export const applicationEvents = {
  applicationCreated: event(
    'application.created',
    'An application was created.',
    z.object({ application_id: Uuid, code: z.string() }),
  ),
  applicationUpdated: event(
    'application.updated',
    'An application changed: its fields, status, keys or identity provider.',
    z.object({ application_id: Uuid, code: z.string() }),
  ),
} as const;

export const applicationQueries = {
  resolveApplication: query(
    'query.catalog.applications.resolve',
    'An application by code, id or public key, with the data that the gateway needs to check credentials.',
    z.union([z.object({ code: z.string() }), z.object({ id: z.string() }), z.object({ public_key: z.string() })]),
    z.object({ application: ResolvedApplication.nullable() }),
  ),
  getApplicationFacts: query(
    'query.catalog.applications.facts',
    'The data of an application that other services need.',
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
          // These defaults: absent in answers of the release before.
          issuer: z
            .string()
            .nullable()
            .default(null)
            .describe('To which users of tokens belong; null without a provider'),
          issuer_aliases: z.array(z.string()).default([]),
          website_url: z.string().nullable().default(null),
        })
        .nullable(),
    }),
  ),
} as const;
