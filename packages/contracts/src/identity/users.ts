import { z } from 'zod';
import { AppCodeParams, foldedLine, HttpUrl, line, Timestamp, TimeZone, text, Uuid } from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { ConsentEntries, ReconsentState } from './consents.ts';
import { erasureFacts } from './erasures.ts';

const nullableText = (description: string) => z.string().nullable().describe(description);

export const User = z
  .object({
    id: Uuid.describe('Id of the user in this application'),
    email: nullableText('E-mail that the identity provider has verified'),
    display_name: nullableText('Name to show'),
    avatar_url: nullableText('Picture to show'),
    platform: nullableText('Client platform at registration'),
    country_code: nullableText(
      'ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com)',
    ),
    city: nullableText('City, from the client address'),
    timezone: nullableText('IANA time zone'),
    utm_source: nullableText('First-touch attribution'),
    utm_medium: nullableText('First-touch attribution; payments inherit it'),
    utm_campaign: nullableText('First-touch attribution; equals a social brand code; payments inherit it'),
    utm_content: nullableText(
      'First-touch attribution: the slug of the text of a site, or the `ref` of the social post, that led to the registration; payments inherit it',
    ),
    acquisition_source: nullableText(
      'Channel of the user: `acquisition_source`, or `utm_source` without it; payments and analytics inherit it',
    ),
    created_at: Timestamp.describe('When the user registered'),
  })
  .meta({ id: 'User', description: 'A user of one application' });

const utm = foldedLine(200).optional();

export const RegisterBody = z
  .object({
    platform: line(32)
      .optional()
      .describe('For example web, android, ios; the consent ledger stores `other` for a name that it does not know'),
    explicit_consent: z
      .boolean()
      .default(false)
      .describe('True only from a screen with checkboxes; consents are stored only if it is true'),
    consents: ConsentEntries.default([]).describe('One entry for each checkbox'),
    utm_source: utm.describe('Stored at the first registration, never overwritten'),
    utm_medium: utm.describe('Stored at the first registration, never overwritten'),
    utm_campaign: utm.describe('Stored at the first registration, never overwritten'),
    utm_content: utm.describe('Stored at the first registration, never overwritten'),
    acquisition_source: utm.describe('Channel of the user; `utm_source` is used if it is absent or empty'),
    timezone: TimeZone.optional().describe('Time zone of the device: its IANA name, or an offset such as `+03:00`'),
    avatar_url: HttpUrl.optional().describe('Picture, instead of the picture in the token'),
  })
  .meta({ id: 'RegisterBody' });

/** The feature of the endpoints of users, of those for administrators too. */
export const usersFeature = [
  'Users',
  'Registration, the profile of the user, erasure, and users for administrators.',
] as const;

export const userEndpoints = feature(...usersFeature, {
  registerUser: endpoint({
    method: 'POST',
    path: '/v1/applications/{app_code}/users/register',
    summary: 'Register the token holder, or refresh the profile',
    repeatable: true,
    description:
      'An upsert, to be called after every login. A first registration needs `explicit_consent: true` and an accepted entry for every published agreement and personal-data consent.',
    auth: 'user',
    unregistered: true,
    rate: 'user',
    params: AppCodeParams,
    body: RegisterBody,
    response: z
      .object({
        user: User,
        created: z.boolean().describe('True when this call registered the user'),
        ...ReconsentState.shape,
      })
      .meta({ id: 'Registration' }),
    errors: ['consents_required', 'consent_version_mismatch', 'consent_document_unknown'],
  }),
  getMyProfile: endpoint({
    method: 'GET',
    path: '/v1/applications/{app_code}/users/me',
    summary: 'Read the profile of the user',
    auth: 'user',
    rate: 'user',
    params: AppCodeParams,
    response: User,
  }),
  updateMyProfile: endpoint({
    method: 'PATCH',
    path: '/v1/applications/{app_code}/users/me',
    summary: 'Change the profile of the user',
    description: 'Absent fields stay. Values that the user sets here survive later sign-ins, whose token has others.',
    auth: 'user',
    rate: 'user',
    params: AppCodeParams,
    body: z
      .object({
        display_name: text(120).nullable().optional().describe('Name to show; null clears it'),
        avatar_url: HttpUrl.nullable().optional().describe('Picture to show; null clears it'),
        timezone: TimeZone.nullable()
          .optional()
          .describe('Time zone: its IANA name, or an offset such as `+03:00`; null clears it'),
      })
      .meta({ id: 'ProfilePatch' }),
    response: User,
  }),
  eraseMe: endpoint({
    method: 'DELETE',
    path: '/v1/applications/{app_code}/users/me',
    summary: 'Erase the personal data of the user',
    description:
      'Personal fields are removed everywhere, and the token belongs to no user until its holder registers again. Payments and the proof of consents remain under a pseudonym (152-FZ, article 21). It cannot be undone.',
    auth: 'user',
    rate: 'user',
    status: 204,
    params: AppCodeParams,
    errors: ['user_not_found'],
  }),
});

export const userEvents = {
  userRegistered: event(
    'user.registered',
    'A user was registered.',
    z.object({
      user_id: Uuid,
      platform: z.string().nullable(),
      acquisition_source: z.string().nullable().describe('`acquisition_source`, or `utm_source` without it'),
      // These defaults: absent in events of the release before.
      utm_source: z.string().nullable().default(null),
      utm_medium: z.string().nullable().default(null),
      utm_campaign: z.string().nullable(),
      utm_content: z.string().nullable().default(null),
      country_code: z.string().nullable(),
    }),
  ),
  userErased: event(
    'user.erased',
    'A user was erased: every service removes its personal data of the user.',
    z.object({ user_id: Uuid, ...erasureFacts }),
  ),
} as const;

/** Users, by id or by subject, of one question. */
export const maxResolvedUsers = 500;

export const userQueries = {
  resolveUser: query(
    'query.identity.users.resolve',
    'The user of an application for a verified token; null before registration.',
    z.object({ application_id: Uuid, issuer: z.string(), subject: z.string() }),
    z.object({ user_id: Uuid.nullable() }),
  ),
  getUserAttribution: query(
    'query.identity.users.attribution',
    'The attribution that a payment inherits from its user.',
    z.object({ application_id: Uuid, user_id: Uuid }),
    z.object({
      acquisition_source: z.string().nullable(),
      // Absent in answers of the release before.
      utm_medium: z.string().nullable().default(null),
      utm_campaign: z.string().nullable().default(null),
      utm_content: z.string().nullable().default(null),
      email: z.string().nullable(),
    }),
  ),
  findUsersBySubject: query(
    'query.identity.users.by_subject',
    'The users of an application with this subject, two at most. The same subject may exist under several issuers.',
    z.object({ application_id: Uuid, subject: z.string(), issuer: z.string().optional() }),
    z.object({ users: z.array(z.object({ user_id: Uuid, issuer: z.string() })) }),
  ),
  resolveUsers: query(
    'query.identity.users.resolve_many',
    'The users of an application by id, and by their subjects at an issuer, in the order of the question. Null for an unknown and for an erased user.',
    z.object({
      application_id: Uuid,
      user_ids: z.array(Uuid).max(maxResolvedUsers),
      issuers: z
        .array(z.object({ issuer: z.string(), subjects: z.array(z.string()).max(maxResolvedUsers) }))
        .max(maxResolvedUsers),
    }),
    z.object({
      user_ids: z.array(Uuid.nullable()),
      issuers: z.array(z.object({ user_ids: z.array(Uuid.nullable()) })),
    }),
  ),
  findUsersByEmail: query(
    'query.identity.users.by_email',
    'The users of an application with this e-mail address, in any case, newest first and 100 at most.',
    z.object({ application_id: Uuid, email: z.string() }),
    z.object({ user_ids: z.array(Uuid) }),
  ),
  countUsersOfIssuer: query(
    'query.identity.users.count_of_issuer',
    'The number of users of an application that belong to an issuer, without erased users.',
    z.object({ application_id: Uuid, issuer: z.string() }),
    z.object({ user_count: z.int() }),
  ),
  hasUsers: query(
    'query.identity.users.any',
    'Whether a user was ever registered in an application, erased users included.',
    z.object({ application_id: Uuid }),
    z.object({ has_users: z.boolean() }),
  ),
  userExists: query(
    'query.identity.users.exists',
    'Whether this user exists in an application.',
    z.object({ application_id: Uuid, user_id: Uuid }),
    z.object({ exists: z.boolean() }),
  ),
} as const;
