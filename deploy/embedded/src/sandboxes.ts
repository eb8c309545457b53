import type { RequestListener } from 'node:http';
import { askForBody } from '@platform/runtime';
import {
  createIdentityProviderSandbox,
  createMailSandbox,
  createSmartCaptchaSandbox,
  createYookassaSandbox,
  type IdentityProviderSandbox,
  type MailSandbox,
  type SmartCaptchaSandbox,
  type YookassaSandbox,
} from '@platform/sandbox';
import type { Secrets } from './secrets.ts';

export const idpClientId = 'demo-app';
/** Server key of the emulated captcha. */
export const captchaSecret = 'ysc2_demo_server_key';

export interface Sandboxes {
  yookassa: YookassaSandbox;
  idp: IdentityProviderSandbox;
  mail: MailSandbox;
  captcha: SmartCaptchaSandbox;
  /** Sends `/sandbox/…` to the stand-ins and everything else on. */
  front(otherwise: RequestListener): RequestListener;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  secrets: Pick<Secrets, 'idp_client_secret' | 'shop_id' | 'shop_secret'>;
  /** Where the sandboxes are reached. */
  sandboxUrl: string;
  /** Issuer of the demo users; by default the address of the identity provider. */
  issuer?: string;
  /** Where the demo application is; the identity provider returns there after a sign-in. */
  appUrl?: string;
  /** Where the payment provider sends its notifications; null sends none. */
  webhookUrl: string | null;
  dataDir?: string;
  /** Where the mail server listens; a free port of the loopback address by default. */
  mailServer?: { host: string; port: number };
}

/** Payment provider, identity provider, mail server and captcha, as stand-ins that speak the real protocols. */
export async function openSandboxes({
  secrets,
  sandboxUrl,
  issuer = idpAddress(sandboxUrl),
  appUrl,
  webhookUrl,
  dataDir,
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
  });
  const mail = await createMailSandbox(mailServer);
  const captcha = createSmartCaptchaSandbox(captchaSecret);
  const mounts = [
    ['/sandbox/yookassa', yookassa.handler],
    ['/sandbox/idp', idp.handler],
    ['/sandbox/mail', mail.handler],
    ['/sandbox/smartcaptcha', captcha.handler],
  ] as const;
  return {
    yookassa,
    idp,
    mail,
    captcha,
    front: (otherwise) => (req, res) => {
      const url = req.url ?? '/';
      const mount = mounts.find(([prefix]) => url.startsWith(`${prefix}/`));
      if (!mount) return otherwise(req, res);
      req.url = url.slice(mount[0].length);
      askForBody(req);
      return mount[1](req, res);
    },
    async stop() {
      await Promise.all([idp.stop(), yookassa.stop(), mail.stop()]);
    },
  };
}

/** Address of the demo identity provider. */
export const idpAddress = (sandboxUrl: string): string => `${sandboxUrl}/sandbox/idp`;

/** Notification URL for the payment provider. */
export const webhookAddress = (baseUrl: string, secrets: Pick<Secrets, 'webhook_token'>): string =>
  `${baseUrl}/v1/webhooks/yookassa?token=${secrets.webhook_token}`;
