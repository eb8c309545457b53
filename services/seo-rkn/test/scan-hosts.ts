import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually, nodeProgram, testEnvironment } from '@platform/testing';
import type { TestSeo } from './start-seo.ts';

const program = fileURLToPath(new URL('scan-host.ts', import.meta.url));

/** Processes that work on the scans of a test. */
export interface ScanHosts {
  /** Starts one, and waits until it works. */
  start(): Promise<void>;
  /** Kills all of them, starts as many and has one of these take over the running scan. */
  replaceAll(): Promise<void>;
  kill(): void;
}

/** @param allowedHost address of the site under test, which is on this machine */
export function createScanHosts(
  { database, described }: Pick<TestSeo, 'database' | 'described'>,
  allowedHost: string,
): ScanHosts {
  const children = new Set<ChildProcess>();
  const start = async (): Promise<void> => {
    const child = fork(program, [], {
      ...nodeProgram,
      env: {
        ...nodeProgram.env,
        ...testEnvironment(database),
        DATABASE_URL: database.urlFor('seo-rkn'),
        SAFE_FETCH_ALLOWED_HOSTS: allowedHost,
        TEST_SITE: JSON.stringify(described),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  };
  const kill = (): void => {
    for (const child of children) child.kill('SIGKILL');
  };
  /** Number of the claim of the running scan. */
  const readFence = async (): Promise<number> => {
    const [scan] = await database.query<{ lease_fence: number }>(
      `SELECT lease_fence FROM "seo-rkn".scans WHERE state = 'running'`,
    );
    return scan?.lease_fence ?? 0;
  };
  /** Ends the lease of a killed process, until another process has taken its scan. */
  const endLease = async (fence: number): Promise<void> => {
    // A statement that the process sent before its end may renew the lease once more.
    await eventually(async () => {
      const held = await database.query(
        `UPDATE "seo-rkn".scans SET lease_until = now() - interval '1 second'
         WHERE state = 'running' AND lease_fence = $1 RETURNING id`,
        [fence],
      );
      return held.length === 0;
    });
  };
  return {
    start,
    async replaceAll() {
      const ended = [...children].map((child) => once(child, 'exit'));
      kill();
      await Promise.all(ended);
      const fence = await readFence();
      await Promise.all(ended.map(start));
      await endLease(fence);
    },
    kill,
  };
}
