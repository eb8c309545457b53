import { z } from 'zod';
import { admin, adminWrites, readIsRecorded, readsPersons, searches } from '../admin-endpoints.ts';
import { UserPaymentRow } from '../billing.ts';
import { UserGrantRow } from '../catalog/grants.ts';
import { AccessState, maxTermsOfUser, UserTerm } from '../catalog/user-terms.ts';
import {
  ApplicationIdParams,
  Code,
  EntitlementCode,
  filterZone,
  idOf,
  pageBody,
  pageQuery,
  Timestamp,
  text,
  timeFrom,
  timeUntil,
  Uuid,
} from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { Device } from './devices.ts';
import { AdminErasureReason, ErasureRecord } from './erasures.ts';
import { User, usersFeature } from './users.ts';

export const AdminUser = User.extend({
  issuer: z.string().describe('`iss` of the tokens of the user: the identity provider'),
  subject: z.string().describe('`sub` of the tokens of the user: its id at the identity provider'),
  last_seen_at: Timestamp.nullable().describe(
    'Newest activity of a device of the user, to about a minute; null without a device',
  ),
}).meta({ id: 'AdminUser', description: 'A user of one application as administrators see it' });

export const ListedUser = AdminUser.extend({
  terms: z
    .array(UserTerm)
    .nullable()
    .describe(
      `The terms that match \`entitlement_code\`, \`plan_code\`, \`expires_from\`, \`expires_until\` and \`access\`, those that end last first, at most ${maxTermsOfUser}; null without these filters`,
    ),
}).meta({ id: 'ListedUser' });

/** Filters that name no person, so that they may be in an address. */
const userFilters = {
  entitlement_code: EntitlementCode.optional().describe('Only users with a term of this entitlement'),
  plan_code: Code.optional()
    .describe('Only users with a term from grants of this plan; grants of other plans do not prolong it')
    .meta({ resource: 'plan_code' }),
  expires_from: timeFrom('Only terms that end').describe(
    'Only terms that end at this time or later; a day counts from its first moment in `timezone`. A term for life has no end and does not match',
  ),
  expires_until: timeUntil('Only terms that end'),
  access: AccessState.optional().describe(
    '`active`: terms that have begun and not ended. `ended`: the last term of an entitlement that is no longer active. Absent: `active`, or with a time of the end, each term that ends then',
  ),
  acquisition_source: text(200)
    .optional()
    .describe('Only users of this channel, as `acquisition_source` of the user shows it'),
  created_from: timeFrom('Only those registered'),
  created_until: timeUntil('Only those registered'),
  ...filterZone,
  format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file'),
};

const listText = `${readIsRecorded} All filters must match. With a time of the end or \`ended\`, users whose access ends last come first. A page may be short or empty while \`next_cursor\` leads on. With \`format=csv\`, all users that match are streamed, one row each.`;

export const adminUserEndpoints = feature(...usersFeature, {
  listUsers: endpoint({
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/users',
    summary: 'List or export the users of an application, newest first',
    description: listText,
    ...readsPersons,
    auth: 'admin',
    rate: 'admin',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    params: ApplicationIdParams,
    query: z.object({
      ...pageQuery,
      q: text(255).optional().describe('Only the user with this id or with this `sub` of the token'),
      ...userFilters,
    }),
    response: ListedUser,
    errors: ['application_not_found', 'entitlement_not_found', 'plan_not_found'],
  }),
  searchUsers: endpoint({
    ...admin,
    ...searches,
    ...readsPersons,
    streams: true,
    statementSeconds: 10,
    path: '/v1/admin/applications/{application_id}/users/search',
    summary: 'Search the users of an application',
    description: `${listText} If more than 2,000 users match the texts, each page searches at most 20,000 users.`,
    params: ApplicationIdParams,
    body: z
      .strictObject({
        ...pageBody,
        q: text(255)
          .optional()
          .describe(
            'Id of the user, `sub` of the token, or a part of the e-mail or of the name; a text of fewer than 3 characters matches only the start of the e-mail',
          ),
        email: z.string().max(254).optional().describe('Start of the e-mail address'),
        display_name: text(120)
          .optional()
          .describe('Part of the name, in any case; a text of fewer than 3 characters matches only its start'),
        ...userFilters,
      })
      .meta({ id: 'UserSearch', example: { email: 'ada@' } }),
    response: ListedUser,
    errors: ['application_not_found', 'entitlement_not_found', 'plan_not_found'],
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/users/{user_id}',
    summary: 'Read a user with devices, grants and payments',
    description: readIsRecorded,
    auditedRead: true,
    audit: z.object({ id: Uuid }),
    auth: 'admin',
    rate: 'admin',
    params: ApplicationIdParams.extend({ user_id: idOf('user_id', 'Id of the user') }),
    response: z
      .object({
        user: AdminUser,
        devices: z.array(Device).describe('Devices of the user, newest first, at most 200'),
        grants: z.array(UserGrantRow).describe('Grants of the user, newest first'),
        payments: z.array(UserPaymentRow).describe('Payments of the user, newest first'),
      })
      .meta({ id: 'UserOverview' }),
    errors: ['application_not_found', 'user_not_found'],
  }),
  eraseUser: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/users/{user_id}/erase',
    summary: 'Erase the personal data of a user',
    description:
      'For a request by letter, from a person who lost the login, or of an application or an issuer that is no longer in use. It does what `DELETE …/users/me` does, in any status of the application. The answer is the record of the erasure; a repeat answers the first record. It cannot be undone.',
    repeatable: true,
    params: ApplicationIdParams.extend({ user_id: idOf('user_id', 'Id of the user') }),
    body: z
      .strictObject({ reason: AdminErasureReason })
      .meta({ id: 'UserErasure', example: { reason: 'person_request' } }),
    response: ErasureRecord,
    // Neither id nor pseudonym: the log has the id of the user, and would lead from one to the other.
    audit: ErasureRecord.pick({ erased_at: true, erased_by: true, admin_id: true, reason: true, categories: true }),
    errors: ['application_not_found', 'user_not_found'],
  }),
});
