import { z } from 'zod';
import { Email, idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';

const Role = z.enum(['staff', 'admin', 'owner']);

export const Admin = z
  .object({
    id: Uuid.describe('Id of the administrator'),
    email: z.string().describe('Login name'),
    role: Role.describe('owner > admin > staff'),
    created_at: Timestamp.describe('Creation time of the account'),
  })
  .meta({ id: 'Admin', description: 'An administrator of the platform' });

const Password = z
  .string()
  .min(12)
  .max(200)
  .describe('At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more)');

export const adminEndpoints = feature('Administrators', 'Sessions and accounts of administrators.', {
  openAdminSession: endpoint({
    method: 'POST',
    path: '/v1/admin/sessions',
    summary: 'Open an admin session',
    description:
      'The session ends after twelve hours, or with `closeAdminSession`. Failed attempts are counted by address and by account: too many are refused with 429 for some minutes.',
    auth: 'none',
    rate: 'admin_login',
    status: 201,
    maxBodyBytes: 16_384,
    body: z
      .strictObject({
        email: Email.describe('Login name'),
        password: z.string().min(1).max(200).describe('Password of the account'),
      })
      .meta({ id: 'AdminLogin' }),
    response: z
      .object({
        access_token: z.string().describe('Send as `Authorization: Bearer`'),
        expires_at: Timestamp.describe('End of the session'),
        admin: Admin,
      })
      .meta({ id: 'AdminSession' }),
    errors: ['invalid_credentials'],
    audit: z.object({
      outcome: z.enum(['opened', 'failed']).describe('Outcome of the login'),
      admin_session_id: Uuid.optional().describe('The session, when it was opened'),
      failures: z.int().optional().describe('Failed logins to this account from this network since `first_at`'),
      first_at: Timestamp.optional().describe('Time of the first counted failure'),
      last_at: Timestamp.optional().describe('Time of the last counted failure'),
    }),
  }),
  closeAdminSession: endpoint({
    method: 'DELETE',
    path: '/v1/admin/sessions/current',
    summary: 'Close the current admin session',
    description:
      'Its token is refused from now on. Other sessions of the administrator go on. It cannot be undone: log in again.',
    auth: 'admin',
    rate: 'admin',
    needsSession: true,
    endsSession: true,
    status: 204,
    audit: z.object({ admin_session_id: Uuid }),
  }),
  getCurrentAdmin: endpoint({
    method: 'GET',
    path: '/v1/admin/me',
    keyScope: 'no_application',
    summary: 'Read the admin account of the caller',
    description: 'For an admin API key, the answer has the id and the role of the key, and `key:<name>` as `email`.',
    auth: 'admin',
    rate: 'admin',
    response: Admin,
  }),
  changeOwnPassword: endpoint({
    method: 'POST',
    path: '/v1/admin/me/password',
    summary: 'Change the password of the caller',
    description:
      'Ends the other sessions of the account. Wrong current passwords count as failed logins: ten in fifteen minutes.',
    auth: 'admin',
    rate: 'admin',
    needsSession: true,
    status: 204,
    body: z
      .strictObject({
        current_password: z
          .string()
          .min(1)
          .max(200)
          .describe('Password of the account')
          .meta({ resource: 'own_password' }),
        new_password: Password,
      })
      .meta({ id: 'AdminPasswordChange' }),
    errors: ['invalid_credentials'],
    audit: Admin,
  }),
  listAdmins: endpoint({
    method: 'GET',
    path: '/v1/admin/admins',
    summary: 'List administrators',
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    paginated: true,
    query: z.object(pageQuery),
    response: Admin,
  }),
  createAdmin: endpoint({
    method: 'POST',
    path: '/v1/admin/admins',
    summary: 'Add an administrator',
    description:
      'The new administrator can log in at once with the password of the request: hand it over on a safe way. `role` decides what the account may do.',
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    status: 201,
    idempotent: true,
    body: z
      .strictObject({
        email: Email.describe('Login name'),
        password: Password,
        role: Role.describe('owner > admin > staff'),
      })
      .meta({ id: 'AdminCreate' }),
    response: Admin,
    errors: ['conflict'],
  }),
  updateAdmin: endpoint({
    method: 'PATCH',
    path: '/v1/admin/admins/{admin_id}',
    summary: 'Change the role or password of an administrator',
    description: 'A new password or another role ends the sessions of the account. The last owner keeps the role.',
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    params: z.object({ admin_id: idOf('admin_id', 'Id of the administrator') }),
    body: z
      .strictObject({ password: Password.optional(), role: Role.optional().describe('owner > admin > staff') })
      .meta({ id: 'AdminPatch' }),
    fixedFields: { email: 'it is the login of the account. Create another administrator and remove this one.' },
    response: Admin,
    errors: ['admin_not_found', 'conflict'],
  }),
  deleteAdmin: endpoint({
    method: 'DELETE',
    path: '/v1/admin/admins/{admin_id}',
    summary: 'Remove an administrator and end the sessions of the account',
    description:
      'The account and its sessions end at once. Its entries in the audit log stay. It cannot be undone; the same address can be added again as a new account. The last owner cannot be removed.',
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    status: 204,
    audit: Admin,
    params: z.object({ admin_id: idOf('admin_id', 'Id of the administrator') }),
    errors: ['admin_not_found', 'conflict'],
  }),
});

export const adminEvents = {
  adminSessionsRevoked: event(
    'admin_session.revoked',
    'Sessions of an administrator ended before their expiry.',
    z.object({ admin_id: Uuid }),
  ),
} as const;

export const adminQueries = {
  adminExists: query(
    'query.identity.admins.exists',
    'Whether this administrator exists.',
    z.object({ admin_id: Uuid }),
    z.object({ exists: z.boolean() }),
  ),
  resolveAdminSession: query(
    'query.identity.admin_sessions.resolve',
    'The administrator of a session; null for an unknown or ended session.',
    z.object({ token_hash: z.string() }),
    z.object({
      admin: z.object({ id: Uuid, email: z.string(), role: Role, session_id: Uuid }).nullable(),
      expires_at: Timestamp.nullable(),
    }),
  ),
} as const;
