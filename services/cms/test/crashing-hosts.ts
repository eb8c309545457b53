import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, cms, contractClient } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { contextHeader } from '@platform/runtime';
import { anAdmin, nodeProgram, testEnvironment } from '@platform/testing';
import { startCms, type TestCms } from './start-cms.ts';

const program = fileURLToPath(new URL('crash-host.ts', import.meta.url));

interface Crashing {
  t: TestCms;
  /** The caller of the endpoints of every process. */
  admin: AdminContext;
  /** Starts the service in a separate process, on the database and the files of the test. */
  startHost(): Promise<{ client: Client<typeof cms.endpoints>; kill(): Promise<void> }>;
}

/** Gives a suite the service, and processes with the service in them that it may kill. */
export function useCrashingHosts(): Crashing {
  const admin = anAdmin();
  const children = new Set<ChildProcess>();
  let t: TestCms;
  beforeAll(async () => {
    t = await startCms();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await t.stop();
  });
  return {
    get t() {
      return t;
    },
    admin,
    async startHost() {
      const child = fork(program, [], {
        ...nodeProgram,
        env: {
          ...nodeProgram.env,
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
  };
}
