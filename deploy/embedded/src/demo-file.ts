import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SampleSites } from './sample-sites.ts';
import { idpClientId, type Sandboxes } from './sandboxes.ts';
import type { Secrets } from './secrets.ts';
import { AdminPasswordChangedError, Seeded, type SeedOptions, seedDemo } from './seed.ts';

export interface DemoOptions extends Pick<SeedOptions, 'baseUrl'> {
  /** Path of demo.json. */
  file: string;
  /** Public address of the gateway; `baseUrl` is its address for this process. */
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
  /** Address of the keys of the identity provider, for services. */
  jwksUrl: string;
  /** Address of the demo landing page. */
  landingUrl: string;
  /** Address of the demo application; absent under Docker Compose. */
  appUrl?: string;
  /** Sample sites for audits; absent under Docker Compose. */
  sampleSites?: SampleSites['urls'];
}

/**
 * Ensures that the demo application exists, and writes its keys, tokens and administrator to the file. The
 * file is replaced atomically and is readable by its owner only. A damaged file is rewritten.
 * @returns whether the administrator has the password of `secrets`; if not, the demo application of the
 * existing file stays
 * @throws AdminPasswordChangedError when the administrator has another password and there is no valid file;
 * Error when the platform refuses a step or does not answer. The call may be repeated after an error.
 */
export async function ensureDemo(options: DemoOptions): Promise<EnsuredDemo> {
  const { baseUrl, publicUrl, file, secrets, idp, jwksUrl, landingUrl, appUrl, sampleSites } = options;
  const storedDemo = await readDemo(file);
  const present = Seeded.safeParse(storedDemo).data;
  let isAdminKnown = true;
  const seeded = await seedDemo({
    baseUrl,
    secrets,
    idp: { issuer: idp.issuer, jwksUrl },
    siteKeys: present,
    landingUrl,
    appUrl,
  }).catch((error) => {
    if (!(error instanceof AdminPasswordChangedError) || !present) throw error;
    isAdminKnown = false;
    return present;
  });
  const demo = {
    base_url: publicUrl,
    landing_url: landingUrl,
    app_url: appUrl,
    sample_sites: sampleSites,
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
  const at = Known.safeParse(storedDemo).data?.base_url ?? publicUrl;
  return { isAdminKnown, isStale: !isAdminKnown && at !== publicUrl, baseUrl: at, site: seeded };
}

export interface EnsuredDemo {
  isAdminKnown: boolean;
  /** Whether the application still reads the keys of its provider at the address of an earlier start. */
  isStale: boolean;
  /** Address of the earlier start, or of this start if there was none. */
  baseUrl: string;
  /** The demo application and its site, with their keys. */
  site: Seeded;
}

const Known = z.object({ base_url: z.string(), idp: z.object({ issuer: z.string() }) });

/** Issuer of the demo users of an earlier start; undefined if its file cannot be read. */
export const readIssuer = async (file: string): Promise<string | undefined> =>
  Known.safeParse(await readDemo(file)).data?.idp.issuer;

/** Content of the file of an earlier start; null if it is absent or not JSON. */
async function readDemo(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
