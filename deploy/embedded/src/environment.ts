import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encryptionKeysVariable, upstreamNames } from '@platform/contracts';
import { contextKeysEnvironment, type Environment } from '@platform/runtime';
import { channelPath, metaClient } from './demo-channels.ts';
import { pageSpeedKey, searchClient } from './sandboxes.ts';
import type { Secrets } from './secrets.ts';

export interface EnvironmentOptions {
  secrets: Secrets;
  /** Public address of the gateway, for clients and for the emulator of the payment provider. */
  baseUrl: string;
  /** Address of the emulators of the payment provider and of the identity provider. */
  sandboxUrl: string;
  /** Address of the emulated mail server; without one the platform sends no mail. */
  mailUrl?: string;
  /** Directory of the uploaded files. */
  filesDir: string;
}

/**
 * Configuration that all services of a platform on one machine share. The caller adds database addresses,
 * and for separate processes also NATS, Redis, ports and service addresses.
 */
export const localEnvironment = ({
  secrets,
  baseUrl,
  sandboxUrl,
  mailUrl,
  filesDir,
}: EnvironmentOptions): Environment => ({
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PUBLIC_API_URL: baseUrl,
  PLATFORM_CONTEXT_SECRETS: secrets.context_secret,
  ...contextKeysEnvironment(secrets.context_secret, upstreamNames),
  ...encryptionKeysEnvironment(secrets),
  PLATFORM_ADMIN_EMAIL: secrets.admin_email,
  PLATFORM_ADMIN_PASSWORD: secrets.admin_password,
  // The emulated identity provider runs on this machine, and safe fetch refuses local addresses by default.
  SAFE_FETCH_ALLOWED_HOSTS: new URL(sandboxUrl).host,
  SNAPSHOT_SIGNING_KEYS: secrets.snapshot_key,
  CONSENT_SIGNING_KEYS: secrets.consent_key,
  STORAGE_URL: pathToFileURL(resolve(filesDir)).href,
  YOOKASSA_API_URL: `${sandboxUrl}/sandbox/yookassa/v3`,
  YOOKASSA_SHOP_ID: secrets.shop_id,
  YOOKASSA_SECRET_KEY: secrets.shop_secret,
  YOOKASSA_TEST_PAYMENTS: 'accept',
  MAIL_URL: mailUrl,
  MAIL_FROM: 'Demo <platform@example.test>',
  INDEXNOW_URL: `${sandboxUrl}/sandbox/indexnow/indexnow`,
  PAGESPEED_URL: `${sandboxUrl}/sandbox/pagespeed/runPagespeed`,
  PAGESPEED_API_KEY: pageSpeedKey,
  SMARTCAPTCHA_URL: `${sandboxUrl}/sandbox/smartcaptcha/validate`,
  GOOGLE_SEARCH_AUTHORIZE_URL: `${sandboxUrl}/sandbox/google/o/oauth2/v2/auth`,
  GOOGLE_SEARCH_OAUTH_URL: `${sandboxUrl}/sandbox/google`,
  GOOGLE_SEARCH_API_URL: `${sandboxUrl}/sandbox/google/webmasters/v3`,
  GOOGLE_SEARCH_CLIENT_ID: searchClient.id,
  GOOGLE_SEARCH_CLIENT_SECRET: searchClient.secret,
  YANDEX_SEARCH_OAUTH_URL: `${sandboxUrl}/sandbox/yandex`,
  YANDEX_SEARCH_API_URL: `${sandboxUrl}/sandbox/yandex/v4`,
  YANDEX_SEARCH_CLIENT_ID: searchClient.id,
  YANDEX_SEARCH_CLIENT_SECRET: searchClient.secret,
  SOCIAL_MAX: 'on',
  SOCIAL_TELEGRAM_API_URL: sandboxUrl + channelPath('telegram'),
  SOCIAL_VK_API_URL: sandboxUrl + channelPath('vk'),
  SOCIAL_MAX_API_URL: sandboxUrl + channelPath('max'),
  SOCIAL_INSTAGRAM_API_URL: sandboxUrl + channelPath('instagram'),
  SOCIAL_INSTAGRAM_AUTHORIZE_URL: `${sandboxUrl + channelPath('instagram')}/oauth/authorize`,
  SOCIAL_INSTAGRAM_OAUTH_URL: sandboxUrl + channelPath('instagram'),
  SOCIAL_INSTAGRAM_CLIENT_ID: metaClient.id,
  SOCIAL_INSTAGRAM_CLIENT_SECRET: metaClient.secret,
  SOCIAL_THREADS_API_URL: sandboxUrl + channelPath('threads'),
  SOCIAL_THREADS_AUTHORIZE_URL: `${sandboxUrl + channelPath('threads')}/oauth/authorize`,
  SOCIAL_THREADS_OAUTH_URL: sandboxUrl + channelPath('threads'),
  SOCIAL_THREADS_CLIENT_ID: metaClient.id,
  SOCIAL_THREADS_CLIENT_SECRET: metaClient.secret,
  SUPPORT_NOTIFY_EMAILS: 'support@example.test',
  WORKER_SECRET: secrets.worker_secret,
  PAYMENT_WEBHOOK_TOKEN: secrets.webhook_token,
});

const encryptionKeysEnvironment = ({ encryption_keys }: Pick<Secrets, 'encryption_keys'>): Environment =>
  Object.fromEntries(Object.entries(encryption_keys).map(([name, keys]) => [encryptionKeysVariable(name), keys]));

/** Hosts of this machine, at every port. */
const loopbackHosts = ['localhost:*', '127.0.0.1:*', '[::1]:*'];

/**
 * The configuration of the embedded process: the local defaults, overridden by the variables of the caller.
 * Configured addresses may point to this machine, because a developer may run an issuer on it. The hosts that
 * the caller allows are added to those that the platform needs itself.
 * @param local the result of {@link localEnvironment}
 * @param givenEnvironment the environment of the process
 */
export const embeddedEnvironment = (local: Environment, givenEnvironment: Environment): Environment => ({
  ...local,
  ...(givenEnvironment.PLATFORM_CONTEXT_SECRETS &&
    contextKeysEnvironment(givenEnvironment.PLATFORM_CONTEXT_SECRETS, upstreamNames)),
  ...givenEnvironment,
  SAFE_FETCH_ALLOWED_HOSTS: [
    local.SAFE_FETCH_ALLOWED_HOSTS,
    ...loopbackHosts,
    givenEnvironment.SAFE_FETCH_ALLOWED_HOSTS,
  ]
    .filter((hosts) => hosts)
    .join(','),
});
