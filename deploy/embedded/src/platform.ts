import { migrate } from '@platform/runtime';
import { type PlatformOptions, type RunningPlatform, runServices } from './run-services.ts';
import { gatewayService, services } from './services.ts';

export type { RunningPlatform };

/** Brings every schema up to date. */
export async function migrateAll(migratorUrl: string): Promise<void> {
  for (const { contract, migrations } of services) {
    if (migrations) await migrate({ service: contract.name, folder: migrations, databaseUrl: migratorUrl });
  }
}

/**
 * Runs the whole platform in this process: the same services as anywhere.
 * @throws PortBusyError, ConfigError
 */
export const startPlatform = (options: PlatformOptions): Promise<RunningPlatform> =>
  runServices(services, gatewayService, options);
