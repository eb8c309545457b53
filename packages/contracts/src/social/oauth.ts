import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { ConnectionConfirmation, idOf, Timestamp } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { AuditedAccount, SocialAccount } from './accounts.ts';
import { OauthChannel, socialFeature } from './fields.ts';

/** Connecting the networks of Meta. */

const started = {
  provider: OauthChannel.describe('Network'),
  account_id: idOf('nothing', 'Account that is connected'),
  redirect_uri: z.string().describe('Redirect URI, to be registered at the network'),
  expires_at: Timestamp.describe('Time limit for the completion'),
};

const params = z.object({ provider: OauthChannel.describe('Network').meta({ resource: 'nothing' }) });

export const socialOauthEndpoints = socialFeature({
  startSocialOauth: endpoint({
    auth: 'admin',
    role: 'admin',
    rate: 'admin',
    method: 'GET',
    path: '/v1/social/oauth/{provider}/start',
    summary: 'Start the connection of an account of Instagram or Threads',
    description:
      'The administrator opens `authorize_url` and allows the access within ten minutes. A new start for the same account ends an earlier one.',
    servesUser: true,
    auditedRead: true,
    params,
    query: z.object({ account_id: idOf('account_id', 'Account to connect') }),
    response: z
      .object({
        ...started,
        authorize_url: z.string().describe('Address at which the administrator allows the access'),
      })
      .meta({ id: 'SocialOauthStart' }),
    audit: z.object(started),
    errors: ['account_not_found', 'account_not_ready', 'platform_oauth_missing'],
  }),
  finishSocialOauth: endpoint({
    auth: 'none',
    rate: 'public_ip',
    produces: 'html',
    method: 'GET',
    repeatable: false,
    path: '/v1/social/oauth/{provider}/callback',
    summary: 'Redirect URI for networks of Meta',
    description:
      'Nothing is connected yet: the connection waits for `confirmSocialOauth`. The browser is redirected to `SOCIAL_OAUTH_RETURN_URL` with `account_id`, `result` (`confirm` or an error code) and, in the fragment, `confirmation_code`. Without `SOCIAL_OAUTH_RETURN_URL`, a page shows the brand, the account, the administrator and the confirmation code.',
    params,
    query: z.object({
      state: z.string().max(512).optional().describe('State of the authorization request'),
      code: z.string().max(2_048).optional().describe('Code of the network'),
      error: z.string().max(256).optional().describe('Error of the network instead of a code'),
    }),
    errors: ['oauth_state_invalid', 'oauth_denied'],
  }),
  confirmSocialOauth: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/accounts/{account_id}/oauth/confirm',
    summary: 'Finish the connection of an account of Instagram or Threads',
    description:
      'Only the administrator or API key that started the connection can finish it, within ten minutes, with five codes at most. The code of the network is valid once: after another error than `confirmation_code_invalid`, start again.',
    timeoutSeconds: 60,
    params: z.object({ account_id: idOf('account_id', 'Account') }),
    body: ConnectionConfirmation,
    response: SocialAccount,
    audit: AuditedAccount,
    errors: [
      'account_not_found',
      'confirmation_code_invalid',
      'platform_oauth_missing',
      'oauth_denied',
      'oauth_code_invalid',
      'account_not_ready',
      'account_mismatch',
      'provider_error',
    ],
  }),
});
