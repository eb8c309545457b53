import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Client, cms, contractClient } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { contextHeader } from '@platform/runtime';
import { testEnvironment } from '@platform/testing';
import type { TestCms } from './start-cms.ts';

const program = fileURLToPath(new URL('crash-host.ts', import.meta.url));
const preload = new URL('../../../packages/runtime/resolve-drizzle.js', import.meta.url).href;

/** Processes with the service in them, on the database and the files of a test, which kills them. */
export interface CrashingHosts {
  start(): Promise<{ client: Client<typeof cms.endpoints>; kill(): Promise<void> }>;
  /** Kills those that are left. */
  stop(): void;
}

/** @param admin the caller of their endpoints */
export function crashingHosts(t: TestCms, admin: AdminContext): CrashingHosts {
  const compileCache = mkdtempSync(join(tmpdir(), 'platform-crashes-'));
  const children = new Set<ChildProcess>();
  return {
    async start() {
      const child = fork(program, [], {
        execPath: process.execPath,
        execArgv: ['--import', preload],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compileCache,
          ...testEnvironment(t.database),
          DATABASE_URL: t.database.urlFor('cms'),
          STORAGE_URL: pathToFileURL(t.filesDir).href,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      children.add(child);
      const exited = once(child, 'exit').then(() => void children.delete(child));
      const ready = await Promise.race([once(child, 'message'), exited]);
      if (!ready) throw new Error('the host did not start');
      const [{ port }] = ready as [{ port: number }];
      const client = contractClient(cms.endpoints, {
        baseUrl: `http://127.0.0.1:${port}`,
        headersFor: (endpointId) => ({ [contextHeader]: t.sign({ admin }, endpointId) }),
      });
      return {
        client,
        async kill() {
          child.kill('SIGKILL');
          await exited;
        },
      };
    },
    stop() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(compileCache, { recursive: true, force: true });
    },
  };
}
