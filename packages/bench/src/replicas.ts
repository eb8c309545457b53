import { upstreamNames, urlVariable } from '@platform/contracts';
import { asRole, bootstrapDatabase, migratorRole, withDatabase } from '@platform/runtime';
import type { TestNatsServer } from '@platform/testing';
import { freePort, runMigrate, startNode, until200 } from './children.ts';
import { type Embedded, unlimited } from './embedded.ts';

const program = (service: string): URL => new URL(`../../../services/${service}/src/main.ts`, import.meta.url);

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
  const shared = { ...embedded.environment, ...unlimited, LOG_LEVEL: 'warn', HOST: '127.0.0.1' };
  const start = async (service: string, env: Record<string, string> = {}): Promise<string> => {
    const [port, ops] = [await freePort(), await freePort()];
    const own = services.includes(service) ? { DATABASE_URL: urlFor(service) } : {};
    const NATS_URL = nats.urlFor(service);
    startNode(program(service), { ...shared, NATS_URL, ...own, ...env, PORT: String(port), OPS_PORT: String(ops) });
    await until200(`http://127.0.0.1:${ops}/ready`);
    return `http://127.0.0.1:${port}`;
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
