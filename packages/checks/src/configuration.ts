import { existsSync, readdirSync } from 'node:fs';
import { camelName, urlVariable } from '@platform/contracts';
import {
  baseConfig,
  contextKeysConfig,
  databaseConfig,
  encryptionKeysConfig,
  keyValueConfig,
  type ServiceDefinition,
} from '@platform/runtime';
import { servicesWithSchema } from '@platform/testing/services-on-disk';
import type { z } from 'zod';

type Fields = Record<string, z.ZodType>;

/** The environment variables of a service in a separate process. */
export interface ServiceConfiguration {
  service: string;
  fields: Fields;
  hasSchema: boolean;
  usesRedis: boolean;
  /** Ports of public addresses that the service calls. */
  internetPorts: readonly number[];
}

/** A variable as a deployment gives it: its value where it is known, null for a secret. */
export type GivenEnvironment = ReadonlyMap<string, string | null>;

const servicesFolder = new URL('../../../services/', import.meta.url);

async function definitionOf(service: string): Promise<ServiceDefinition> {
  const module = (await import(new URL(`${service}/src/service.ts`, servicesFolder).href)) as Record<
    string,
    ServiceDefinition | undefined
  >;
  const definition = module[`${camelName(service)}Service`];
  if (!definition) throw new Error(`services/${service}/src/service.ts exports no ${camelName(service)}Service`);
  return definition;
}

/** The services of the repository with the schemas of their config.ts, those of the runtime included. */
export async function serviceConfigurations(): Promise<ServiceConfiguration[]> {
  const names = readdirSync(servicesFolder).filter((name) =>
    existsSync(new URL(`${name}/src/config.ts`, servicesFolder)),
  );
  const withSchema = servicesWithSchema();
  return Promise.all(
    names.sort().map(async (service) => {
      const module = (await import(new URL(`${service}/src/config.ts`, servicesFolder).href)) as Record<
        string,
        { shape: Fields } | undefined
      >;
      const own = module[`${camelName(service)}Config`];
      if (!own) throw new Error(`services/${service}/src/config.ts exports no ${camelName(service)}Config`);
      const database = withSchema.includes(service)
        ? { ...databaseConfig.shape, ...encryptionKeysConfig(service).shape }
        : {};
      const keys = service === 'gateway' ? {} : contextKeysConfig(service).shape;
      const { usesKeyValue = false, internetPorts = [] } = await definitionOf(service);
      const redis = usesKeyValue ? keyValueConfig.shape : {};
      const fields = { ...baseConfig.shape, ...database, ...redis, ...keys, ...own.shape };
      return { service, fields, hasSchema: withSchema.includes(service), usesRedis: usesKeyValue, internetPorts };
    }),
  );
}

/**
 * Variables that are optional in the schema: one shared process needs none of them, separate processes do.
 */
const neededApart = (service: string, fields: Fields, others: readonly string[]): string[] =>
  [
    'PUBLIC_API_URL',
    'NATS_URL',
    'REDIS_URL',
    ...(service === 'gateway' ? others.map((name) => urlVariable(name)) : []),
  ].filter((name) => name in fields);

/** Variables that a deployment leaves out, makes up, or gives a value that the service refuses. */
export function configurationViolations(
  { service, fields }: Pick<ServiceConfiguration, 'service' | 'fields'>,
  given: GivenEnvironment,
  services: readonly string[],
): string[] {
  const required = Object.entries(fields)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name);
  return [
    ...[...new Set([...required, ...neededApart(service, fields, services)])]
      .filter((name) => !given.has(name))
      .map((name) => `${service} needs ${name}, and it is not set`),
    ...[...given.keys()].filter((name) => !(name in fields)).map((name) => `${service} reads no ${name}`),
    ...[...given].flatMap(([name, value]) => {
      const result = value === null || value === '' ? undefined : fields[name]?.safeParse(value);
      return !result || result.success
        ? []
        : [`${service} refuses the value of ${name}: ${result.error.issues.map(({ message }) => message).join(', ')}`];
    }),
  ];
}
