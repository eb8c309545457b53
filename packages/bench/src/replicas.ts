import { upstreamNames, urlVariable } from '@platform/contracts';
import { asRole, bootstrapDatabase, migratorRole, withDatabase } from '@platform/runtime';
import type { TestNatsServer } from '@platform/testing';
import { runMigrate, startService } from './children.ts';
import { type Embedded, unlimited } from './embedded.ts';

/**
 * Two gateways, each before a process of its own of one service, sharing identity, a fresh database and NATS.
 * Answers their addresses.
 */
export async function startReplicas(
  embedded: Embedded,
  nats: TestNatsServer,
  replicated: 'catalog' | 'cms',
): Promise<[string, string]> {
  const services = ['identity', replicated];
  const database = `platform_of_two_${replicated}`;
  const { databaseUrl, databasePasswordOf: passwordOf } = embedded;
  await bootstrapDatabase({ superuserUrl: databaseUrl, database, services, passwordOf });
  const urlFor = (role: string) => asRole(withDatabase(databaseUrl, database), role, passwordOf(role));
  const shared = { ...embedded.environment, ...unlimited };
  const start = (service: string, env: Record<string, string> = {}): Promise<string> => {
    const databaseUrl = services.includes(service) ? { DATABASE_URL: urlFor(service) } : {};
    return startService(service, { ...shared, NATS_URL: nats.urlFor(service), ...databaseUrl, ...env });
  };
  for (const service of services)
    await runMigrate(service, { ...shared, DATABASE_URL: urlFor(migratorRole), NATS_ADMIN_URL: nats.url });
  const identityUrl = await start('identity');
  const gateway = async () => {
    const replica = await start(replicated);
    // The other services are never called.
    const addresses = Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), identityUrl]));
    return start('gateway', { ...addresses, [urlVariable(replicated)]: replica });
  };
  return [await gateway(), await gateway()];
}
