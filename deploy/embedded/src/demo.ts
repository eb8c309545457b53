import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, errorText, listen } from '@platform/runtime';
import { z } from 'zod';
import { createLanding } from '../demo-landing/landing.ts';
import { ensureDemo } from './demo-file.ts';
import { openSandboxes, webhookAddress } from './sandboxes.ts';

/**
 * `docker compose --profile demo up`: runs the emulators of the payment provider, the identity provider and
 * the mail server in one process, and creates the demo application through the gateway. Writes demo.json as
 * `make start` does.
 */
const config = z
  .object({
    /** Address of the gateway for this process. */
    GATEWAY_URL: z.url(),
    /** Public addresses of the gateway and of the emulators. */
    PUBLIC_API_URL: z.url(),
    DEMO_PUBLIC_URL: z.url(),
    /** Address of the emulators for services. */
    DEMO_INTERNAL_URL: z.url(),
    DEMO_DATA_DIR: z.string().default('/data'),
    DEMO_PORT: z.coerce.number().int().default(8_090),
    PLATFORM_ADMIN_EMAIL: z.string(),
    PLATFORM_ADMIN_PASSWORD: z.string(),
    WORKER_SECRET: z.string(),
    PAYMENT_WEBHOOK_TOKEN: z.string(),
    YOOKASSA_SHOP_ID: z.string(),
    YOOKASSA_SECRET_KEY: z.string(),
    DEMO_IDP_CLIENT_SECRET: z.string(),
  })
  .parse(process.env);

const log = createLog('demo', 'info');
const secrets = {
  admin_email: config.PLATFORM_ADMIN_EMAIL,
  admin_password: config.PLATFORM_ADMIN_PASSWORD,
  worker_secret: config.WORKER_SECRET,
  webhook_token: config.PAYMENT_WEBHOOK_TOKEN,
  shop_id: config.YOOKASSA_SHOP_ID,
  shop_secret: config.YOOKASSA_SECRET_KEY,
  idp_client_secret: config.DEMO_IDP_CLIENT_SECRET,
};
const sandboxes = await openSandboxes({
  secrets,
  sandboxUrl: config.DEMO_PUBLIC_URL,
  internalUrl: config.DEMO_INTERNAL_URL,
  webhookUrl: webhookAddress(config.GATEWAY_URL, secrets),
  dataDir: config.DEMO_DATA_DIR,
  mailServer: { host: '0.0.0.0', port: 2_525 },
});
// The demo landing page is served at the same address as the emulators.
let landing: RequestListener = (_req, res) => void res.writeHead(503, { 'retry-after': '1' }).end();
const server = await listen(
  sandboxes.front((req, res) => landing(req, res)),
  { port: config.DEMO_PORT, host: '0.0.0.0' },
);

// Before the demo exists: process 1 of a container ends by a signal only if it handles it.
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    stopping.abort();
    await server.close(1_000);
    await sandboxes.stop();
  });

await mkdir(config.DEMO_DATA_DIR, { recursive: true });
while (!stopping.signal.aborted) {
  try {
    const { site } = await ensureDemo({
      baseUrl: config.GATEWAY_URL,
      publicUrl: config.PUBLIC_API_URL,
      file: join(config.DEMO_DATA_DIR, 'demo.json'),
      secrets,
      idp: sandboxes.idp,
      landingUrl: config.DEMO_PUBLIC_URL,
      jwksUrl: sandboxes.idp.jwksUrl.replace(config.DEMO_PUBLIC_URL, config.DEMO_INTERNAL_URL),
    });
    landing = createLanding({
      apiUrl: config.GATEWAY_URL,
      publicApiUrl: config.PUBLIC_API_URL,
      siteCode: site.site_code,
      siteKey: site.site_key,
      serverKey: site.site_server_key,
      indexNowKey: site.indexnow_key,
    });
    log.info('the demo application is ready');
    break;
  } catch (error) {
    // The gateway may still be starting.
    log.warn({ reason: errorText(error) }, 'the demo application could not be created yet');
    await sleep(2_000, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}
