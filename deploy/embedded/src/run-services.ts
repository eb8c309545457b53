import type { RequestListener } from 'node:http';
import {
  type Bus,
  type Clock,
  type Environment,
  type Host,
  type LocalServices,
  type Log,
  listen,
  type Overrides,
  openHost,
  prepareService,
  type RunningService,
  type ServiceDefinition,
} from '@platform/runtime';

export interface PlatformOptions {
  env: Environment;
  /** Connection of a service, as its own role. */
  databaseUrl(service: string): string;
  /** 0 takes a free port. */
  port: number;
  host?: string;
  log?: Log;
  clock?: Clock;
  bus?: Bus;
  overrides?: Overrides;
  /** A handler in front of the gateway, for example the sandboxes. */
  front?(gateway: RequestListener): RequestListener;
}

export interface RunningPlatform {
  host: Host;
  port: number;
  services: RunningService[];
  stop(graceMs?: number): Promise<void>;
}

/**
 * Runs services in this process, on one bus, behind the gateway. Only adapters differ from processes of their
 * own. Stops in order: no new requests, then gateway, services with their events, bus.
 * @param services the services behind the gateway, in the order they start; the gateway needs the address of
 * each other one in its environment
 * @throws PortBusyError, ConfigError
 */
export async function runServices(
  services: readonly ServiceDefinition[],
  gatewayService: ServiceDefinition,
  options: PlatformOptions,
): Promise<RunningPlatform> {
  const host = await openHost({
    name: 'platform',
    env: options.env,
    log: options.log,
    clock: options.clock,
    bus: options.bus,
  });
  const running: RunningService[] = [];
  const stopAll = async () => {
    for (const service of running.toReversed()) await service.stop();
    await host.bus.stopConsuming();
    await host.close();
  };
  try {
    for (const definition of services) {
      const env = { ...options.env, DATABASE_URL: options.databaseUrl(definition.contract.name) };
      running.push(await prepareService(host, definition, { env, overrides: options.overrides }));
    }
    const local: LocalServices = Object.fromEntries(running.map((service) => [service.name, service]));
    const gateway = await prepareService(host, gatewayService, { env: options.env, local });
    running.push(gateway);
    for (const service of running) await service.begin();
    // The handler in front answers under the same conditions: the listener sets the keep-alive of
    // connections.
    const listener = Object.assign(options.front?.(gateway.listener) ?? gateway.listener, {
      keepAliveSeconds: gateway.listener.keepAliveSeconds,
    });
    const server = await listen(listener, { port: options.port, host: options.host ?? host.config.HOST });
    return {
      host,
      port: server.port,
      services: running,
      async stop(graceMs = 2_000) {
        await server.close(graceMs);
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
