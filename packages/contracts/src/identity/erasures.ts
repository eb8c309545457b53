import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { filterZone, idOf, pageQuery, Timestamp, timeFrom, timeUntil, Uuid } from '../fields.ts';
import { endpoint, feature, query } from '../kit.ts';

/** Kinds of owners of erased persons. */
export const ErasureOwnerType = z.enum(['application', 'cms_site', 'brand']);

/** Kinds of persons that the platform erases, and the texts and authors of a site that may be about one. */
export const ErasedPerson = z.enum(['user', 'site_person', 'brand_person', 'customer', 'site_text', 'site_author']);

/**
 * Why data was destroyed (152-FZ, articles 20 and 21). A closed list: a free text would name the person in a
 * record that stays for years.
 */
export const ErasureReason = z.enum([
  'person_request',
  'consent_withdrawn',
  'purpose_reached',
  'unlawful_processing',
  'authority_demand',
  'retention_ended',
]);

export type ErasureReason = z.output<typeof ErasureReason>;

/** The reasons that an administrator may state; only the platform ends retention. */
export const AdminErasureReason = ErasureReason.exclude(['retention_ended'])
  .describe(
    'Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the processing was unlawful, or an authority demands it',
  )
  .meta({ example: 'person_request' });

/** Categories of personal data that an erasure destroys. */
export const ErasureCategory = z.enum([
  'profile',
  'identity_provider_account',
  'devices',
  'consent_identifiers',
  'receipt_contact',
  'support_requests',
  'analytics_identifiers',
  'license_installations',
  'form_submissions',
  'newsletter_subscription',
  'channel_author',
  'channel_messages',
  'published_text',
  'author_profile',
  'site_files',
]);
export type ErasureCategory = z.output<typeof ErasureCategory>;

/** What the erasure of a user covers, in all services. */
export const categoriesOfUsers = [
  'profile',
  'identity_provider_account',
  'devices',
  'consent_identifiers',
  'receipt_contact',
  'support_requests',
  'analytics_identifiers',
  'license_installations',
] as const satisfies readonly ErasureCategory[];

/** What the removal of a customer covers. */
export const categoriesOfCustomers = [
  'profile',
  'identity_provider_account',
] as const satisfies readonly ErasureCategory[];

/** Who destroyed the data and why, in the event of an erasure. Events of the release before are of the person. */
export const erasureFacts = {
  erased_by: z.enum(['person', 'admin', 'platform']).default('person'),
  admin_id: Uuid.nullable().default(null),
  reason: ErasureReason.default('person_request'),
};
export const ErasureFacts = z.object(erasureFacts);
export type ErasureFacts = z.output<typeof ErasureFacts>;

export const ErasureRecord = z
  .object({
    id: Uuid.describe('Id of the record'),
    owner_type: ErasureOwnerType.describe('Kind of the owner of the data'),
    owner_id: Uuid.describe('Application, site or brand whose person was erased'),
    person: ErasedPerson.describe(
      'A user, a person of forms and newsletters, a person of a social channel, an imported customer who never registered, or a destroyed text or author of a site',
    ),
    pseudonym: z
      .string()
      .describe('Keyed hash of the id of the person, base64url. Only the platform, with its keys, can compute it'),
    erased_at: Timestamp.describe('When the data was destroyed'),
    erased_by: z
      .enum(['person', 'admin', 'platform'])
      .describe('`person`: in the application or by a link; `platform`: the retention ended'),
    admin_id: Uuid.nullable().describe('Administrator or admin API key; null unless `erased_by` is `admin`'),
    reason: ErasureReason.describe('Why the data was destroyed'),
    categories: z
      .array(ErasureCategory)
      .describe('Categories of personal data that were destroyed, as far as the platform had them'),
    receipt: z.string().describe('Compact JWS (EdDSA) of this record; keys at /.well-known/consents-jwks.json'),
  })
  .meta({ id: 'ErasureRecord', description: 'Proof of an erasure. It names no person' });

export const erasureEndpoints = feature('Erasures', 'Records of destroyed personal data.', {
  listErasures: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/admin/erasures',
    keyScope: 'own_rows',
    summary: 'List or export the records of erasures, newest first',
    description:
      'One record for each erased person, and for each destroyed text or author of a site: the log of destruction that 152-FZ, article 21 part 7, and order 179 of Roskomnadzor require. A record is never changed or removed. With `format=csv`, all records that match are streamed.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    query: z.object({
      ...pageQuery,
      owner_type: ErasureOwnerType.optional().describe('Only of owners of this kind'),
      owner_id: Uuid.optional()
        .describe('Only of this application, site or brand')
        .meta({ resource: 'erasure_owner_id' }),
      person_id: Uuid.optional()
        .describe(
          'Only of the person who had this id: the id of a user, the `subject_id` of a person without an account, or the id of a destroyed text or author',
        )
        .meta({ resource: 'erased_person_id' }),
      from: timeFrom('Erased'),
      to: timeUntil('Erased'),
      ...filterZone,
      format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file'),
    }),
    response: ErasureRecord,
  }),
  getErasure: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/admin/erasures/{erasure_id}',
    summary: 'Read the record of one erasure',
    params: z.object({ erasure_id: idOf('erasure_id', 'Id of the record') }),
    response: ErasureRecord,
    errors: ['erasure_not_found'],
  }),
});

export const erasureQueries = {
  getErasureOwner: query(
    'query.identity.erasures.owner',
    'The application, site or brand of a record of an erasure; null for an unknown one.',
    z.object({ erasure_id: Uuid }),
    z.object({ owner_id: Uuid.nullable() }),
  ),
} as const;
