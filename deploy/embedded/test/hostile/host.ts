import { boundHeaps, createLog } from '@platform/runtime';
import { startPlatform } from '../../src/platform.ts';

/**
 * The whole platform in a process of its own, on the sandboxes and the database of the program that started it.
 * The event loop of this process has nothing else to do.
 */

/** Options as JSON in the environment variable HOSTILE_HOST. */
export interface HostileHostOptions {
  env: Record<string, string>;
  databaseUrls: Record<string, string>;
  port: number;
}

boundHeaps();
const { env, databaseUrls, port } = JSON.parse(process.env.HOSTILE_HOST ?? '{}') as HostileHostOptions;
const platform = await startPlatform({
  env,
  databaseUrl: (service) => databaseUrls[service] ?? '',
  port,
  host: '127.0.0.1',
  log: createLog('hostile', 'warn'),
});
process.stdout.write('ready\n');
process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)));
