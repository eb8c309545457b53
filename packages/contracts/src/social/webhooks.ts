import { z } from 'zod';
import { endpoint } from '../kit.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** Calls of channels: comments and messages at the moment in which they are written. */

const params = z.object({
  provider: SocialChannel.describe('Channel of the account').meta({ resource: 'nothing' }),
  hook_token: z
    .string()
    .max(64)
    .describe('`hook_token` of the account')
    .meta({ resource: 'hook_token', example: 'Q2hhbm5lbFdlYmhvb2tUb2tlbkV4YW1w' }),
});
const common = { auth: 'none', rate: 'public_ip', produces: 'html', mediaType: 'text/plain', params } as const;

export const socialWebhookEndpoints = socialFeature({
  verifySocialWebhook: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/social/webhooks/{provider}/{hook_token}',
    summary: 'Verify the address of a webhook for Meta',
    description: 'Answers `hub.challenge` when `hub.verify_token` is the `hook_secret` of the account.',
    query: z.object({
      'hub.mode': z.string().max(64).optional().describe('`subscribe`'),
      'hub.verify_token': z.string().max(256).optional().describe('`hook_secret` of the account'),
      'hub.challenge': z
        .string()
        .regex(/^[\w.-]{1,256}$/, 'has to be 1 to 256 letters, digits, dots, dashes and underscores')
        .optional()
        .describe('Value that the answer returns'),
    }),
    errors: ['webhook_refused'],
  }),
  receiveSocialWebhook: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/social/webhooks/{provider}/{hook_token}',
    summary: 'Receive comments and messages from a channel',
    description:
      'Telegram sends `hook_secret` in `X-Telegram-Bot-Api-Secret-Token`, MAX in `X-Max-Bot-Api-Secret`, VK in `secret` of the body; Meta signs the body with the secret of the OAuth client, in `X-Hub-Signature-256`. A repeated delivery creates no second item. The answer is `ok`, or the `confirmation_code` of the account when VK confirms the address.',
    repeatable: true,
    delivery: ['x-telegram-bot-api-secret-token', 'x-max-bot-api-secret', 'x-hub-signature-256'],
    storesNothing: true,
    maxBodyBytes: 262_144,
    body: z.looseObject({ object: z.unknown().optional().describe('Type of the event (VK, Instagram)') }).meta({
      id: 'SocialDelivery',
      description: 'Webhook body of the channel',
      example: { update_id: 1, message: { message_id: 2 } },
    }),
    errors: ['webhook_refused'],
  }),
});
