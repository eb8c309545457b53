import type { RequestListener } from 'node:http';
import { askForBody, type Clock, serveFavicon, systemClock } from '@platform/runtime';
import {
  createGoogleSearchSandbox,
  createIdentityProviderSandbox,
  createIndexNowSandbox,
  createLlmSandbox,
  createMailSandbox,
  createPageSpeedSandbox,
  createSmartCaptchaSandbox,
  createYandexSearchSandbox,
  createYookassaSandbox,
  type GoogleSearchSandbox,
  type IdentityProviderSandbox,
  type IndexNowSandbox,
  type LlmSandbox,
  type MailSandbox,
  type PageSpeedSandbox,
  type SmartCaptchaSandbox,
  type YandexSearchSandbox,
  type YookassaSandbox,
} from '@platform/sandbox';
import { channelMounts, type DemoChannels, openDemoChannels, stopChannels } from './demo-channels.ts';
import type { Secrets } from './secrets.ts';

export const idpClientId = 'demo-app';
/** Server key of the emulated captcha. */
export const captchaSecret = 'ysc2_demo_server_key';

/** The application of the platform at the emulated search consoles. */
export const searchClient = { id: 'demo-search', secret: 'demo_search_secret' };

/** The key at the emulated PageSpeed Insights. */
export const pageSpeedKey = 'demo_pagespeed_key';

export interface Sandboxes {
  yookassa: YookassaSandbox;
  idp: IdentityProviderSandbox;
  mail: MailSandbox;
  captcha: SmartCaptchaSandbox;
  llm: LlmSandbox;
  google: GoogleSearchSandbox;
  yandex: YandexSearchSandbox;
  indexNow: IndexNowSandbox;
  pageSpeed: PageSpeedSandbox;
  channels: DemoChannels;
  /** Routes `/sandbox/…` to the emulators and all other requests to `otherwise`. */
  front(otherwise: RequestListener): RequestListener;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  secrets: Pick<Secrets, 'idp_client_secret' | 'shop_id' | 'shop_secret'>;
  /** Public address of the sandboxes. */
  sandboxUrl: string;
  /** Address of the sandboxes for services; by default the public one. */
  internalUrl?: string;
  /** Issuer of the demo users; by default the address of the identity provider. */
  issuer?: string;
  /** Address of the API, to which the search consoles redirect; by default the address of the sandboxes. */
  apiUrl?: string;
  /** Address of the demo application, to which the identity provider redirects after a sign-in. */
  appUrl?: string;
  /** Address for the notifications of the payment provider; null sends none. */
  webhookUrl: string | null;
  dataDir?: string;
  /** The clock of the payment provider; the system's when absent. */
  clock?: Clock;
  /** Listening address of the mail server; by default a free port of the loopback address. */
  mailServer?: { host: string; port: number };
}

/** Starts emulators of the external providers, which speak the real protocols. */
export async function openSandboxes({
  secrets,
  sandboxUrl,
  internalUrl = sandboxUrl,
  issuer = idpAddress(sandboxUrl),
  apiUrl = sandboxUrl,
  appUrl,
  webhookUrl,
  dataDir,
  clock = systemClock,
  mailServer,
}: SandboxOptions): Promise<Sandboxes> {
  const idp = await createIdentityProviderSandbox({
    issuer,
    url: idpAddress(sandboxUrl),
    clientId: idpClientId,
    clientSecret: secrets.idp_client_secret,
    redirectUris: appUrl === undefined ? [] : [`${appUrl}/`],
    dataDir: dataDir && `${dataDir}/idp`,
  });
  const yookassa = createYookassaSandbox({
    shopId: secrets.shop_id,
    secretKey: secrets.shop_secret,
    publicUrl: `${sandboxUrl}/sandbox/yookassa`,
    webhookUrl,
    dataDir: dataDir && `${dataDir}/yookassa`,
    now: () => clock.now(),
  });
  const mail = await createMailSandbox(mailServer);
  const captcha = createSmartCaptchaSandbox(captchaSecret);
  const llm = createLlmSandbox();
  const google = createGoogleSearchSandbox({
    client: { ...searchClient, redirectUris: [`${apiUrl}/v1/cms/seo/oauth/google/callback`] },
  });
  const yandex = createYandexSearchSandbox({
    client: { ...searchClient, redirectUris: [`${apiUrl}/v1/cms/seo/oauth/yandex/callback`] },
    publicUrl: `${sandboxUrl}/sandbox/yandex`,
  });
  const indexNow = createIndexNowSandbox();
  const pageSpeed = createPageSpeedSandbox(pageSpeedKey);
  const channels = openDemoChannels({ internalUrl, apiUrl, ...(dataDir === undefined ? {} : { dataDir }) });
  const mounts: (readonly [string, RequestListener])[] = [
    ['/sandbox/yookassa', yookassa.handler],
    ['/sandbox/idp', idp.handler],
    ['/sandbox/mail', mail.handler],
    ['/sandbox/smartcaptcha', captcha.handler],
    ['/sandbox/llm', llm.handler],
    ['/sandbox/google', google.handler],
    ['/sandbox/yandex', yandex.handler],
    ['/sandbox/indexnow', indexNow.handler],
    ['/sandbox/pagespeed', pageSpeed.handler],
    ...channelMounts(channels),
  ];
  return {
    yookassa,
    idp,
    mail,
    captcha,
    llm,
    google,
    yandex,
    indexNow,
    pageSpeed,
    channels,
    front: (otherwise) => (req, res) => {
      if (serveFavicon(req, res)) return;
      const url = req.url ?? '/';
      // Almost no request is for one: the others pay for one comparison.
      const mount = url.startsWith('/sandbox/') ? mounts.find(([prefix]) => url.startsWith(`${prefix}/`)) : undefined;
      if (!mount) return otherwise(req, res);
      req.url = url.slice(mount[0].length);
      askForBody(req);
      return mount[1](req, res);
    },
    async stop() {
      llm.stop();
      stopChannels(channels);
      await Promise.all([idp.stop(), yookassa.stop(), mail.stop()]);
    },
  };
}

/** Address of the demo identity provider. */
export const idpAddress = (sandboxUrl: string): string => `${sandboxUrl}/sandbox/idp`;

/** Notification URL for the payment provider. */
export const webhookAddress = (baseUrl: string, secrets: Pick<Secrets, 'webhook_token'>): string =>
  `${baseUrl}/v1/webhooks/yookassa?token=${secrets.webhook_token}`;
