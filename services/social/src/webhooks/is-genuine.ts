import { createHmac } from 'node:crypto';
import type { SocialChannel } from '@platform/contracts';
import type { Delivery } from '@platform/contracts/kit';
import { secretEquals } from '@platform/runtime';

/** What a delivery is compared with. */
export interface HookSecrets {
  /** The secret of the account; null for an account without one. */
  hook_secret: string | null;
  /** The secret of the OAuth client of a network of Meta; null where the operator set none. */
  client_secret: string | null;
}

/**
 * Whether a channel sent a delivery. Secrets are compared in constant time.
 * @param body the parsed body
 */
export function isGenuine(
  channel: SocialChannel,
  { text, headers }: Delivery,
  body: Record<string, unknown>,
  { hook_secret, client_secret }: HookSecrets,
): boolean {
  const isSecret = (given: unknown): boolean =>
    hook_secret !== null && typeof given === 'string' && secretEquals(given, hook_secret);
  switch (channel) {
    case 'telegram':
      // https://core.telegram.org/bots/api#setwebhook
      return isSecret(headers['x-telegram-bot-api-secret-token']);
    case 'max':
      // https://dev.max.ru/docs-api/methods/POST/subscriptions
      return isSecret(headers['x-max-bot-api-secret']);
    case 'vk':
      // https://dev.vk.com/en/api/callback/getting-started
      return isSecret(body.secret);
    default: {
      channel satisfies 'instagram' | 'threads';
      // https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
      if (client_secret === null) return false;
      const expected = `sha256=${createHmac('sha256', client_secret).update(text).digest('hex')}`;
      return secretEquals(headers['x-hub-signature-256'] ?? '', expected);
    }
  }
}
