import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRole, bootstrapDatabase, migrate, migratorRole, withDatabase } from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import { migrationsOf, servicesWithSchema, templateDatabase, testPassword } from '@platform/testing';

export interface ChaosPostgres {
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
}

/** PostgreSQL with production durability: a confirmed commit survives a kill. */
export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const folder = join(tmpdir(), `platform-chaos-${process.pid}`);
  const options = { dataDir: join(folder, 'postgres'), settings: { max_connections: '300', shared_buffers: '64MB' } };
  let server: LocalPostgres = await startLocalPostgres(options);
  const { port, superuserUrl } = server;
  process.env.TEST_POSTGRES_URL = superuserUrl;
  const services = servicesWithSchema();
  await bootstrapDatabase({ superuserUrl, database: templateDatabase, services, passwordOf: () => testPassword });
  const databaseUrl = asRole(withDatabase(superuserUrl, templateDatabase), migratorRole, testPassword);
  for (const service of services) await migrate({ service, folder: migrationsOf(service), databaseUrl });
  /** Each connection is a process of its own, and a child of the server that we started. */
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server.pid, ...childrenOf(server.pid)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself meanwhile.
      }
    }
  };
  return {
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    async start() {
      server = await startLocalPostgres({ ...options, port });
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async remove() {
      signalAll('SIGCONT');
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return Number(ppid) === parent;
      } catch {
        return false;
      }
    });
}
