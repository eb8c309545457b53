import { z } from 'zod';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { command, endpoint, event, feature, query } from '../kit.ts';

/** A key is never an owner: it cannot make other keys or administrators. */
const KeyRole = z.enum(['staff', 'admin']);

const KeyName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,58}[A-Za-z0-9])?$/,
    'has to be 1 to 60 latin letters, digits, blanks, dots, dashes and underscores, with a letter or a digit at both ends',
  )
  .meta({ example: 'ci deploy' });

const fields = {
  name: KeyName.describe('Unique name; `key:<name>` in the audit log'),
  role: KeyRole.describe('Role: the key has the rights of an administrator with this role'),
};

export const AdminApiKey = z
  .object({
    id: Uuid.describe('Id of the key'),
    ...fields,
    application_ids: z
      .array(Uuid)
      .nullable()
      .describe('Ids of applications: the key is valid only for requests about them; null for all requests'),
    hint: z.string().describe('Last four characters; the key itself was shown once and is stored hashed'),
    expires_at: Timestamp.nullable().describe('Expiry of the key; null for none'),
    created_by: Uuid.describe('Id of the owner that created it'),
    created_at: Timestamp.describe('Creation time'),
    last_used_at: Timestamp.nullable().describe('Last use, to the hour; null before the first one'),
  })
  .meta({ id: 'AdminApiKey', description: 'A credential of a program that calls operations for administrators' });

const owner = { auth: 'admin', role: 'owner', rate: 'admin' } as const;

export const adminApiKeyEndpoints = feature(
  'Admin API keys',
  'Credentials of back ends, CI jobs and tools. They are sent as `Authorization: Bearer svc_adm_…`, like the token of a session.',
  {
    listAdminApiKeys: endpoint({
      ...owner,
      method: 'GET',
      path: '/v1/admin/api-keys',
      summary: 'List admin API keys, newest first',
      paginated: true,
      query: z.object(pageQuery),
      response: AdminApiKey,
    }),
    createAdminApiKey: endpoint({
      ...owner,
      method: 'POST',
      path: '/v1/admin/api-keys',
      summary: 'Create an admin API key',
      description: [
        'The key is stored hashed and shown only in this answer. It stays valid when its owner is removed.',
        'A key with `application_ids` may do everything of these applications and of the sites that are linked to them,',
        'whether the path, the query, the body or an object (payment, ticket, record of an erasure) names them.',
        'Lists over applications show its own rows. Operations of the whole platform, and those that archive an',
        'application, are refused with `forbidden`; so are brands and their posts, which several applications may share.',
        '`x-restricted-keys` of each operation in this document says what such a key may do.',
      ].join(' '),
      status: 201,
      idempotent: true,
      body: z
        .strictObject({
          ...fields,
          application_ids: z
            .array(idOf('application_id', 'Id of an application'))
            .min(1)
            .max(50)
            .nullable()
            .default(null)
            .describe('Ids of applications; restricts the key to requests about them'),
          expires_at: Timestamp.nullable()
            .default(null)
            .describe('Expiry of the key, in the future')
            .meta({ resource: 'coming_moment' }),
        })
        .meta({ id: 'AdminApiKeyCreate' }),
      response: AdminApiKey.extend({
        api_key: z.string().describe('The key: `svc_adm_` and 32 characters. It is shown only in this answer'),
      }).meta({ id: 'NewAdminApiKey' }),
      audit: AdminApiKey,
      errors: ['application_not_found', 'conflict'],
    }),
    deleteAdminApiKey: endpoint({
      ...owner,
      method: 'DELETE',
      path: '/v1/admin/api-keys/{api_key_id}',
      summary: 'Revoke an admin API key',
      description:
        'Every gateway refuses the key within ten seconds. Its name can be used again. It cannot be undone: create another key.',
      status: 204,
      params: z.object({ api_key_id: idOf('api_key_id', 'Id of the key') }),
      audit: AdminApiKey,
      errors: ['api_key_not_found'],
    }),
  },
);

export const adminApiKeyEvents = {
  adminApiKeyRevoked: event(
    'admin_api_key.revoked',
    'An admin API key was revoked before its expiry.',
    z.object({ api_key_id: Uuid }),
  ),
} as const;

export const adminApiKeyQueries = {
  resolveAdminApiKey: query(
    'query.identity.admin_api_keys.resolve',
    'The admin API key with a hash; null for an unknown, revoked or expired one.',
    z.object({ key_hash: z.string() }),
    z.object({
      api_key: z
        .object({
          /** `email` is `key:<name>`. */
          admin: z.object({ id: Uuid, email: z.string(), role: KeyRole, session_id: z.null() }),
          application_ids: z.array(Uuid).nullable(),
          expires_at: Timestamp.nullable(),
          /** Whether `noteAdminApiKeyUse` would write something. */
          is_use_stale: z.boolean(),
        })
        .nullable(),
    }),
  ),
} as const;

export const adminApiKeyCommands = {
  noteAdminApiKeyUse: command(
    'command.identity.admin_api_keys.note_use',
    'Records the use of an admin API key, at most once an hour. An unknown key is ignored.',
    {
      limits: { timeoutMs: 5_000 },
      input: z.object({ api_key_id: Uuid }),
      output: z.object({ is_written: z.boolean() }),
    },
  ),
} as const;
