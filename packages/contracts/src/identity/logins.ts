import { z } from 'zod';
import { ApplicationIdParams, idOf, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, event, feature } from '../kit.ts';
import { RowFailures } from '../row-failure.ts';

/** Only an owner says which sign-in leads to which person: it gives an account away. */
const owner = { auth: 'admin', role: 'owner', rate: 'admin' } as const;

const UserParams = ApplicationIdParams.extend({ user_id: idOf('user_id', 'Id of the user') });

/** OpenID Connect Core, §2: a subject has at most 255 characters. */
const LoginSubject = text(255).describe('`sub` of the tokens').meta({ resource: 'new_user_subject' });
const LoginIssuer = text(512)
  .optional()
  .describe('`iss` of the tokens, or an alias of it; the issuer of the application when absent')
  .meta({ resource: 'token_issuer' });

export const UserLogin = z
  .object({
    issuer: z.string().describe('Identity provider'),
    subject: z.string().describe('`sub` of the tokens of the person there'),
    merged_user_id: Uuid.nullable().describe('The former user whose login it was; null for the login of this user'),
    merged_at: Timestamp.nullable().describe('When that user was merged into this one'),
  })
  .meta({ id: 'UserLogin' });

export const UserLogins = z
  .object({
    id: Uuid.describe('Id of the user'),
    logins: z.array(UserLogin).describe('Logins that lead to the user, the one of the user itself first'),
  })
  .meta({ id: 'UserLogins' });

/** Limits of a file of logins. */
export const maxLoginFileBytes = 20 * 1_048_576;
export const maxLoginRows = 50_000;

const count = (description: string) => z.int().min(0).describe(description);

export const LoginImport = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was written'),
    rows: count('Rows of the file'),
    moved: count('Users that get their new login, and customers of before who wait for it from now on'),
    merged: count('Users into which the user that had the new login is merged'),
    unchanged: count('Users to which the new login leads already'),
    failed: count('Rows without an effect; `failures` has the reasons'),
    failures: RowFailures,
  })
  .meta({ id: 'LoginImport', description: 'Outcome of an import of logins' });

/** No subject: the audit log outlives an erasure. */
const auditedLogins = z.object({
  id: Uuid,
  issuer: z.string(),
  bound_at: Timestamp.nullable(),
  merged_user_ids: z.array(Uuid),
});

/** A record of the file and one of each user that it changed. No person of the file. */
const auditedLoginImport = z
  .object({ dry_run: z.boolean(), on_taken: z.enum(['fail', 'merge']), rows: z.int(), sha256: z.string() })
  .partial()
  .extend(auditedLogins.partial().shape);

export const loginEndpoints = feature(
  'Logins',
  'Which sign-ins lead to which user: a new identity provider, a new `sub`, two users that are one person.',
  {
    getUserLogins: endpoint({
      auth: 'admin',
      rate: 'admin',
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/users/{user_id}/logins',
      summary: 'List the logins that lead to a user',
      params: UserParams,
      response: UserLogins,
      errors: ['application_not_found', 'user_not_found'],
    }),
    setUserLogin: endpoint({
      ...owner,
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/users/{user_id}/login',
      summary: 'Bind a user to another login',
      description:
        'The holder of tokens with this issuer and subject is the user from now on, with all that the user has; the former login leads to no user. Logins of users that were merged into this one stay. A login of another user is refused with `login_taken`: merge the two users instead.',
      params: ApplicationIdParams.extend({ user_id: idOf('movable_user_id', 'Id of the user') }),
      body: z
        .strictObject({ issuer: LoginIssuer, subject: LoginSubject })
        .meta({ id: 'UserLoginChange', example: { subject: 'auth0|5f7c8ec7c33c6c004bbafe82' } }),
      response: UserLogins,
      audit: auditedLogins,
      errors: ['application_not_found', 'user_not_found', 'login_taken'],
    }),
    importLogins: endpoint({
      ...owner,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/users/logins/import',
      repeatable: true,
      summary: 'Bind users to their new logins, from CSV or JSON Lines',
      description: [
        'For a new identity provider, whose subjects differ. CSV has a header, and commas, semicolons or tabs between its cells; JSON Lines have one object in each line. The text is UTF-8, the limit is 50,000 rows.',
        'Columns: the user, by `user_id`, `subject` or `email`; `new_subject`, and `new_issuer` (the present one of the application without it). A `subject` without `issuer` is of any issuer except the new one: give `issuer` where several know it, or where it stays the same.',
        'Import the file before or after the change of the issuer. A person who signed in with the new login meanwhile is another user: `on_taken=merge` merges that user into the one of the row, otherwise the row fails.',
        'A repeat changes nothing. Rows that fail do not stop the others. Without `dry_run=false` nothing is written, and the answer tells what an import would do.',
      ].join(' '),
      timeoutSeconds: 300,
      params: ApplicationIdParams,
      query: z.object({
        dry_run: z.stringbool().default(true).describe('Only tell what the import would do; `false` writes'),
        on_taken: z
          .enum(['fail', 'merge'])
          .default('fail')
          .describe('What becomes of a row whose new login belongs to another user'),
      }),
      upload: { maxBytes: maxLoginFileBytes, types: ['text/csv', 'application/x-ndjson', 'application/jsonl'] },
      response: LoginImport,
      audit: auditedLoginImport,
      errors: ['application_not_found'],
    }),
    mergeUsers: endpoint({
      ...owner,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/users/{user_id}/merge',
      summary: 'Merge another user into a user',
      description:
        'Both are one person. The user in the address stays: grants, payments, devices, events and support requests of the other one become its own, and the login of the other one leads to it. Terms follow from all grants together. Empty fields of the profile are filled from the other one. Consents stay where they were signed. An erasure of the user erases the other one, too. A merge cannot be undone. Other services follow within moments. A repeat changes nothing.',
      repeatable: true,
      params: UserParams,
      body: z
        .strictObject({
          merged_user_id: Uuid.describe('User that is merged into the user in the address').meta({
            resource: 'other_user_id',
          }),
        })
        .meta({ id: 'UserMerge' }),
      response: UserLogins,
      audit: auditedLogins,
      errors: ['application_not_found', 'user_not_found', 'conflict'],
    }),
  },
);

export const loginEvents = {
  userRebound: event(
    'user.rebound',
    'A user has another login: caches of the former one are no longer valid.',
    z.object({
      user_id: Uuid,
      former_login_hash: z.string().describe('SHA-256 of issuer, newline, subject; base64url'),
    }),
  ),
  userMerged: event(
    'user.merged',
    'A user was merged into another one: services move what the former one has.',
    z.object({ user_id: Uuid.describe('The user that stays'), merged_user_id: Uuid.describe('The former user') }),
  ),
} as const;
