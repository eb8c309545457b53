import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Installs the products that we measure against. They are large and rarely needed: no part of the workspace,
 * with a lock file of their own.
 * @returns the folder of their programs
 */
export async function installPeers(): Promise<{ folder: URL }> {
  const folder = new URL('../peers/', import.meta.url);
  if (!existsSync(new URL('node_modules/.package-lock.json', folder)))
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: fileURLToPath(folder) });
  return { folder };
}
