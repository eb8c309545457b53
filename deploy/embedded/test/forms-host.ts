import { pathToFileURL } from 'node:url';
import { cmsService } from '@platform/cms';
import { identityService } from '@platform/identity';
import {
  type Bus,
  type Clock,
  type Host,
  inProcessBus,
  listen,
  openHost,
  prepareService,
  type RunningService,
} from '@platform/runtime';

/**
 * Sites and the consent ledger in one process, for a test that kills it. Database and files are the test's.
 */

export interface FormsHostOptions {
  env: Record<string, string>;
  databaseUrls: Record<string, string>;
  clock?: Clock;
  bus?: Bus;
}

export interface FormsHost {
  host: Host;
  ports: Record<string, number>;
  /** Starts relays, consumers and jobs. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** Serves cms and identity, each on a port of its own. No work of theirs begins by itself. */
export async function openFormsHost({ env, databaseUrls, clock, bus }: FormsHostOptions): Promise<FormsHost> {
  const host = await openHost({ name: 'forms', env, clock, bus: bus ?? inProcessBus() });
  const running: RunningService[] = [];
  const servers: Awaited<ReturnType<typeof listen>>[] = [];
  const ports: Record<string, number> = {};
  for (const definition of [cmsService, identityService]) {
    const { name } = definition.contract;
    const service = await prepareService(host, definition, {
      env: { ...env, DATABASE_URL: databaseUrls[name] ?? '' },
    });
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    running.push(service);
    servers.push(server);
    ports[name] = server.port;
  }
  return {
    host,
    ports,
    async begin() {
      for (const service of running) await service.begin();
    },
    async stop() {
      for (const server of servers) await server.close(1_000);
      for (const service of running) await service.stop();
      await host.bus.stopConsuming();
      await host.close();
    },
  };
}

// The test imports the function; a child process runs the program.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { ports } = await openFormsHost(JSON.parse(process.env.FORMS_HOST ?? '{}') as FormsHostOptions);
  process.on('disconnect', () => process.exit(0));
  process.send?.({ ports });
}
