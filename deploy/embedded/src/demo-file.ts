import { readFile, rename, writeFile } from 'node:fs/promises';
import { idpClientId, type Sandboxes } from './sandboxes.ts';
import type { Secrets } from './secrets.ts';
import { type SeedOptions, seedDemo } from './seed.ts';

export interface DemoOptions extends Pick<SeedOptions, 'baseUrl'> {
  /** Where demo.json is written. */
  file: string;
  /** Where people reach the gateway; `baseUrl` is where it is seen from here. */
  publicUrl: string;
  secrets: Pick<Secrets, 'admin_email' | 'admin_password' | 'worker_secret' | 'webhook_token' | 'idp_client_secret'>;
  idp: Sandboxes['idp'];
  /** Where services reach the keys of the identity provider. */
  jwksUrl: string;
}

/**
 * Ensures that the demo application exists and writes what its use needs: keys, tokens, the
 * administrator. The file is there as a whole or not at all, and for its owner alone.
 * @throws Error when the platform refuses a step or does not answer; it may then be called again
 */
export async function ensureDemo({ baseUrl, publicUrl, file, secrets, idp, jwksUrl }: DemoOptions): Promise<void> {
  const siteKey = await readSiteKey(file);
  const seeded = await seedDemo({ baseUrl, secrets, idp: { issuer: idp.issuer, jwksUrl }, siteKey });
  const demo = {
    base_url: publicUrl,
    ...seeded,
    admin_email: secrets.admin_email,
    admin_password: secrets.admin_password,
    worker_secret: secrets.worker_secret,
    webhook_token: secrets.webhook_token,
    idp: {
      issuer: idp.issuer,
      token_url: idp.tokenUrl,
      client_id: idpClientId,
      client_secret: secrets.idp_client_secret,
    },
  };
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The site key that an earlier start was shown and wrote down; undefined where there is none. */
async function readSiteKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const demo: unknown = text === null ? null : JSON.parse(text);
  const key = typeof demo === 'object' && demo !== null && 'site_key' in demo ? demo.site_key : undefined;
  return typeof key === 'string' ? key : undefined;
}
