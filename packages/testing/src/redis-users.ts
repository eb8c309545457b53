import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../../deploy/redis/users', import.meta.url));

/**
 * Users of Redis, as an ACL file has them, from the script that deployments run.
 * @param environment has a `<SERVICE>_REDIS_PASSWORD` for each user
 * @throws Error of the script, for a password that cannot stand in a URL
 */
export async function redisUsers(environment: Record<string, string | undefined>): Promise<string> {
  const { stdout } = await promisify(execFile)(script, { env: { PATH: process.env.PATH, ...environment } });
  return stdout;
}
