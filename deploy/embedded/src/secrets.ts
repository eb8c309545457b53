import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { randomBase62 } from '@platform/runtime';
import { z } from 'zod';

const Secrets = z.object({
  database_password: z.string(),
  context_secret: z.string(),
  encryption_key: z.string(),
  snapshot_key: z.string(),
  consent_key: z.string(),
  worker_secret: z.string(),
  webhook_token: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  shop_id: z.string(),
  shop_secret: z.string(),
  idp_client_secret: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

/**
 * Secrets of this machine's platform: made at the first start, readable by its owner alone, kept over
 * restarts.
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const present = await readFile(file, 'utf8').catch(() => null);
  const kept = present === null ? {} : Secrets.partial().parse(JSON.parse(present));
  const secrets: Secrets = {
    database_password: randomBase62(32),
    context_secret: randomBase62(48),
    encryption_key: `k1:${randomBytes(32).toString('base64')}`,
    snapshot_key: `s1:${randomBytes(32).toString('base64')}`,
    consent_key: `c1:${randomBytes(32).toString('base64')}`,
    worker_secret: randomBase62(32),
    webhook_token: randomBase62(32),
    admin_email: 'admin@example.test',
    admin_password: randomBase62(16),
    shop_id: '100500',
    shop_secret: `test_${randomBase62(40)}`,
    idp_client_secret: randomBase62(32),
    // A newer version may need more of them than the one that wrote the file.
    ...kept,
  };
  if (Object.keys(kept).length === Object.keys(secrets).length) return secrets;
  // Renamed into place, so that a start that is killed here leaves no half of a file behind.
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}
