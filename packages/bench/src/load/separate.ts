import { gateway, redisPasswordVariable, serviceNames, upstreamNames, urlVariable } from '@platform/contracts';
import { declaredReaches } from '@platform/embedded';
import { asRole, migratorRole } from '@platform/runtime';
import { redisUsers, startPlatformNats, startRedisServer } from '@platform/testing';
import { runMigrate, startService } from '../children.ts';
import { type Embedded, unlimited } from '../embedded.ts';

const passwordOf = (service: string): string => `redis-${service}`;

/**
 * Starts every service in a separate process on the database of the embedded platform, with a separate NATS
 * and Redis. The embedded process keeps running: it hosts the sandboxes and relays the events.
 * @param closing receives the functions that close the servers at the end
 * @returns the address of the gateway
 */
export async function startSeparate(embedded: Embedded, closing: (() => Promise<unknown>)[]): Promise<string> {
  const users = serviceNames.filter((name) => declaredReaches.get(name)?.redis);
  const passwords = Object.fromEntries(users.map((name) => [redisPasswordVariable(name), passwordOf(name)]));
  const [nats, redis] = await Promise.all([startPlatformNats(), startRedisServer(await redisUsers(passwords))]);
  closing.push(
    () => nats.remove(),
    () => redis.remove(),
  );
  const start = (service: (typeof serviceNames)[number], env: Record<string, string>): Promise<string> =>
    startService(service, {
      ...embedded.environment,
      ...unlimited,
      NATS_URL: nats.urlFor(service),
      ...(users.includes(service) ? { REDIS_URL: asRole(redis.url, service, passwordOf(service)) } : {}),
      ...env,
    });
  for (const service of upstreamNames)
    await runMigrate(service, {
      ...embedded.environment,
      DATABASE_URL: embedded.databaseUrlFor(migratorRole),
      NATS_ADMIN_URL: nats.url,
    });
  const addresses: Record<string, string> = {};
  for (const service of upstreamNames)
    addresses[urlVariable(service)] = await start(service, { DATABASE_URL: embedded.databaseUrlFor(service) });
  return start(gateway.name, addresses);
}
