import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { AccountParams, BrandParams, RknRegistration, SocialChannel, socialFeature } from './fields.ts';

/** Channels that a brand posts to. */

export const AccountState = z.enum(['unverified', 'active', 'needs_reconnect', 'paused', 'archived']);
export type AccountState = z.output<typeof AccountState>;

export const Abilities = z
  .object({
    photos: z.boolean().describe('Whether the credentials may upload images'),
    reads_posts: z.boolean().describe('Whether an unknown outcome can be resolved by reading the posts'),
    edits: z.boolean().describe('Whether published posts can be changed'),
    deletes: z.boolean().describe('Whether published posts can be deleted'),
  })
  .meta({ id: 'SocialAbilities' });

export const SocialAccount = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    channel: SocialChannel.describe('Channel'),
    name: z.string().describe('Name in lists'),
    state: AccountState.describe(
      '`unverified`: the right to post is not verified; `needs_reconnect`: the channel refuses the credentials; only an `active` account publishes',
    ),
    credentials: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Stored credentials; a secret is `…` and its last four characters'),
    remote: z
      .object({
        id: z.string().describe('Chat, community or profile at the channel'),
        title: z.string().describe('Name at the channel'),
        url: z.string().nullable().describe('Public address'),
        is_group: z.boolean().describe('Whether it is a group, in which the channel allows fewer posts per minute'),
      })
      .nullable()
      .describe('Data from the channel; null before the verification'),
    abilities: Abilities.nullable().describe('Rights of the credentials; null before the verification'),
    members: z.int().nullable().describe('Followers at the last check; null if they are not known'),
    rkn_registration: RknRegistration.nullable().describe('Registration of a channel with more than 10,000 followers'),
    last_error: z
      .object({
        code: z.string().describe('Code of the channel'),
        message: z.string().describe('Message of the channel, without secrets'),
        at: Timestamp.describe('Time of the failed check'),
      })
      .nullable()
      .describe('Error of the last check; null if it succeeded'),
    hook_token: z
      .string()
      .nullable()
      .describe('Last part of the webhook address of the account, `/v1/social/webhooks/{channel}/…`; null for staff'),
    hook_secret: z
      .string()
      .nullable()
      .describe(
        'Secret that the channel sends with each webhook: `secret_token` of Telegram, `secret` of VK and MAX, and the verify token of Meta; null for staff',
      ),
    access_expires_at: Timestamp.nullable().describe('Expiry of the access; null if it does not expire'),
    verified_at: Timestamp.nullable().describe('Time of the last successful check of the credentials'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({
    id: 'SocialAccount',
    description: 'A chat, community or profile that a brand posts to. Its secrets are never shown',
  });

/** What the audit log stores of an account. */
export const AuditedAccount = SocialAccount.omit({ hook_token: true, hook_secret: true });

const name = text(120).describe('Name in lists');
const secret = z
  .string()
  .trim()
  .min(8)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, 'may have visible ASCII characters only, without blanks');
const chat = z
  .string()
  .regex(/^-\d{1,16}$/, 'has to be the id of a channel or a group: a negative number, such as -1001234567890')
  .meta({ resource: 'nothing' });

const credentials = z
  .strictObject({
    bot_token: secret
      .regex(
        /^\d{3,16}:[\w-]{4,}$/,
        'has to be the token of a bot, as @BotFather shows it: digits, a colon, and letters',
      )
      .optional()
      .describe('Token of the bot (telegram)'),
    access_token: secret.optional().describe('Access token (vk, instagram, threads, max)'),
    chat_id: chat.optional().describe('Channel or group (telegram, max)'),
    probe_chat_id: chat
      .optional()
      .describe(
        'A private channel of the bot; the bot uses it to find out whether a post with an unknown outcome exists',
      ),
    confirmation_code: z
      .string()
      .regex(
        /^[\w-]{4,64}$/,
        'has to be the string that VK shows for the confirmation of the server: 4 to 64 letters and digits',
      )
      .optional()
      .describe('Answer of the webhook when VK confirms the address (vk)')
      .meta({ resource: 'nothing' }),
    owner_id: z
      .string()
      .regex(/^-\d{1,12}$/, 'has to be the id of a community with a minus, such as -123456')
      .optional()
      .describe('Community (vk)')
      .meta({ resource: 'nothing' }),
    user_id: z
      .string()
      .regex(/^\d{1,24}$/, 'may have digits only, 24 at most')
      .optional()
      .describe('Professional profile (instagram, threads)')
      .meta({ resource: 'nothing' }),
  })
  .meta({
    id: 'SocialCredentials',
    description:
      'telegram: `bot_token`, `chat_id`, `probe_chat_id?`; vk: `access_token`, `owner_id`, `confirmation_code?`; max: `access_token`, `chat_id`; instagram and threads: `access_token`, `user_id`',
    example: { bot_token: '7000001:AAexample_token', chat_id: '-1001000000001' },
  });

export const socialAccountEndpoints = socialFeature({
  listSocialAccounts: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/accounts',
    summary: 'List the accounts of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, state: AccountState.optional().describe('Only with this state') }),
    response: SocialAccount,
    errors: ['brand_not_found'],
  }),
  createSocialAccount: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/accounts',
    summary: 'Create an account',
    description: 'Set its credentials with `PUT …/credentials` or with OAuth.',
    params: BrandParams,
    body: z
      .strictObject({
        channel: SocialChannel.describe('Channel; it cannot be changed'),
        name,
        rkn_registration: RknRegistration.nullable().default(null).describe('Registration of a large channel'),
      })
      .meta({ id: 'SocialAccountCreate', example: { channel: 'telegram', name: 'Notes in Telegram' } }),
    response: SocialAccount,
    audit: AuditedAccount,
    errors: ['brand_not_found'],
  }),
  getSocialAccount: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/accounts/{account_id}',
    summary: 'Read an account',
    versioned: true,
    params: AccountParams,
    response: SocialAccount,
    errors: ['account_not_found'],
  }),
  updateSocialAccount: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/social/accounts/{account_id}',
    summary: 'Change or pause an account',
    description: 'Absent fields stay unchanged. A paused account keeps its queue and publishes nothing.',
    versioned: true,
    params: AccountParams,
    body: z
      .strictObject({
        name: name.optional(),
        rkn_registration: RknRegistration.nullable().optional().describe('Registration of a large channel'),
        is_paused: z.boolean().optional().describe('Whether the account is paused'),
      })
      .meta({ id: 'SocialAccountPatch', example: { is_paused: true } }),
    fixedFields: { channel: 'posts were written for it. Create an account of the other channel.' },
    response: SocialAccount,
    audit: AuditedAccount,
    errors: ['account_not_found', 'account_not_ready'],
  }),
  deleteSocialAccount: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/accounts/{account_id}',
    summary: 'Archive an account',
    description:
      'The credentials are removed; the posts stay. A repeat changes nothing. It cannot be undone: create another account.',
    versioned: true,
    params: AccountParams,
    response: SocialAccount,
    audit: AuditedAccount,
    errors: ['account_not_found'],
  }),
  putSocialCredentials: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/social/accounts/{account_id}/credentials',
    summary: 'Set the credentials of an account',
    versioned: true,
    description:
      'The credentials are stored encrypted and never shown. `POST …/verify` checks their rights at the channel. Credentials of another chat, community or profile are refused, because posts would go to the wrong place.',
    params: AccountParams,
    body: credentials,
    response: SocialAccount,
    audit: AuditedAccount,
    errors: ['account_not_found', 'account_mismatch'],
  }),
  verifySocialAccount: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/accounts/{account_id}/verify',
    repeatable: true,
    summary: 'Verify that the credentials may post',
    description:
      '`state` and `last_error` in the answer have the result from the channel. A bot with a `probe_chat_id` sends a message to this channel and deletes it.',
    timeoutSeconds: 60,
    params: AccountParams,
    response: SocialAccount,
    audit: AuditedAccount,
    errors: ['account_not_found', 'account_not_ready', 'account_mismatch', 'provider_error'],
  }),
});
