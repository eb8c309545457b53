import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { ApplicationIdParams, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature, query } from '../kit.ts';

const owner = { auth: 'admin', role: 'owner', rate: 'admin' } as const;

export const ApplicationShop = z
  .object({
    source: z
      .enum(['application', 'installation'])
      .describe('`installation`: the application has no shop, and its payments go to the shop of the environment'),
    shop_id: z.string().nullable().describe('Id of the shop at the provider; null for the shop of the installation'),
    key_hint: z
      .string()
      .nullable()
      .describe('Last four characters of the stored key; the key itself is never answered'),
    is_test: z.boolean().nullable().describe('Whether it is a test shop of the provider'),
    created_at: Timestamp.nullable().describe('When the application first had this shop'),
    updated_at: Timestamp.nullable().describe('Time of the last change'),
  })
  .meta({ id: 'ApplicationShop', description: 'The shop at the payment provider to which new payments go' });

export const shopEndpoints = feature('Shops', 'Shops of applications at the payment provider.', {
  getApplicationShop: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/shop',
    summary: 'Read the shop of an application',
    params: ApplicationIdParams,
    response: ApplicationShop,
    errors: ['application_not_found'],
  }),
  setApplicationShop: endpoint({
    ...owner,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/shop',
    summary: 'Set the shop of an application, or another key of it',
    description: [
      'The provider is asked whether id and key belong together, before anything is stored; without an answer nothing is',
      'changed (`service_unavailable`), and the call can be repeated. New payments go to this shop. A payment keeps the',
      'shop that it was started with: it is settled and refunded there, also after a change of the shop. Enter',
      '`webhook_url` in the cabinet of the provider.',
    ].join(' '),
    timeoutSeconds: 45,
    params: ApplicationIdParams,
    body: z
      .strictObject({
        shop_id: z
          .string()
          .regex(/^\d{1,20}$/, 'has to be the digits of the shop id')
          .describe('Id of the shop at the provider')
          .meta({ resource: 'provider_shop_id', example: '100500' }),
        secret_key: z
          .string()
          .regex(/^[\x21-\x7e]{8,200}$/, 'has to be 8 to 200 printable characters without blanks')
          .describe('Secret key of the shop; stored encrypted')
          .meta({ resource: 'provider_secret_key', example: 'test_Fh8hUAVVBGUGbjmlzba6TB0iyUbos_lueTHE-axOwM0' }),
        rotate_webhook_token: z
          .boolean()
          .default(false)
          .describe('Makes a new `webhook_url` for a shop that has one; the former address is refused at once'),
      })
      .meta({ id: 'ApplicationShopSet' }),
    response: ApplicationShop.extend({
      webhook_url: z
        .string()
        .nullable()
        .describe(
          'Notification address with its token, shown only when it is new: for a new shop, and with `rotate_webhook_token`',
        ),
    }).meta({ id: 'ApplicationShopWithWebhook' }),
    audit: ApplicationShop,
    errors: ['application_not_found', 'shop_refused', 'conflict', 'service_unavailable'],
  }),
  removeApplicationShop: endpoint({
    ...owner,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/shop',
    summary: 'Return an application to the shop of the installation',
    description:
      'New payments go to the shop of the installation. Payments of the former shop are still settled and refunded there, so its key stays stored and its webhook address stays valid. It is undone by setting the shop again. A repeat changes nothing.',
    params: ApplicationIdParams,
    response: ApplicationShop,
    errors: ['application_not_found'],
  }),
});

export const shopQueries = {
  getPaymentOwner: query(
    'query.billing.payments.owner',
    'The application of a payment; null for an unknown one.',
    z.object({ payment_id: Uuid }),
    z.object({ application_id: Uuid.nullable() }),
  ),
  resolveWebhookToken: query(
    'query.billing.shops.resolve_webhook_token',
    'The shop of an application whose notification address has a token with this hash; null for an unknown one.',
    z.object({ token_hash: z.string() }),
    z.object({ shop: z.object({ id: Uuid }).nullable() }),
  ),
} as const;
