import { readFile, rename, writeFile } from 'node:fs/promises';
import { idpClientId, type Sandboxes } from './sandboxes.ts';
import type { Secrets } from './secrets.ts';
import { AdminPasswordChangedError, Seeded, type SeedOptions, seedDemo } from './seed.ts';

export interface DemoOptions extends Pick<SeedOptions, 'baseUrl'> {
  /** Where demo.json is written. */
  file: string;
  /** Where people reach the gateway; `baseUrl` is where it is seen from here. */
  publicUrl: string;
  secrets: Pick<
    Secrets,
    | 'admin_email'
    | 'admin_password'
    | 'worker_secret'
    | 'webhook_token'
    | 'idp_client_secret'
    | 'shop_id'
    | 'shop_secret'
  >;
  idp: Sandboxes['idp'];
  /** Where services reach the keys of the identity provider. */
  jwksUrl: string;
}

/**
 * Ensures that the demo application exists and writes what its use needs: keys, tokens, the
 * administrator. The file is there as a whole or not at all, and for its owner alone. A damaged file is
 * written anew.
 * @returns whether the administrator has the password of the secrets; if not, the demo application of the
 * file stays as it is
 * @throws AdminPasswordChangedError when there is no such file either; Error when the platform refuses a step
 * or does not answer; it may then be called again
 */
export async function ensureDemo(options: DemoOptions): Promise<{ isAdminKnown: boolean }> {
  const { baseUrl, publicUrl, file, secrets, idp, jwksUrl } = options;
  const present = await readSeeded(file);
  let isAdminKnown = true;
  const seeded = await seedDemo({
    baseUrl,
    secrets,
    idp: { issuer: idp.issuer, jwksUrl },
    siteKey: present?.site_key,
  }).catch((error) => {
    if (!(error instanceof AdminPasswordChangedError) || !present) throw error;
    isAdminKnown = false;
    return present;
  });
  const demo = {
    base_url: publicUrl,
    ...seeded,
    admin_email: secrets.admin_email,
    admin_password: isAdminKnown ? secrets.admin_password : null,
    worker_secret: secrets.worker_secret,
    webhook_token: secrets.webhook_token,
    shop: { id: secrets.shop_id, secret_key: secrets.shop_secret },
    idp: {
      issuer: idp.issuer,
      token_url: idp.tokenUrl,
      client_id: idpClientId,
      client_secret: secrets.idp_client_secret,
    },
  };
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return { isAdminKnown };
}

/** The demo application that an earlier start wrote down; undefined where there is none that can be read. */
async function readSeeded(file: string): Promise<Seeded | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return Seeded.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
