import { faultsOf } from '@platform/contracts/faults';
import { contextKeysVariable, encryptionKeysVariable } from '@platform/contracts/service-names';
import { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** The environment cannot be used; the message lists every problem, one a line. */
export class ConfigError extends Error {
  constructor(service: string, problems: string[]) {
    super(
      `The configuration of ${service} has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Comma-separated values without spaces around them, and without empty ones. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Comma-separated values. */
export const List = z.string().default('').transform(splitList);

/** true/false in the environment. */
export const Flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1');

/** Configuration that every process has, whatever service it runs. */
export const baseConfig = z.object({
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Lowest level that is logged'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port of the API'),
  OPS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(9090)
    .describe('Port of /live, /ready and /metrics; never public'),
  PUBLIC_API_URL: z
    // Without it, `api.example.com:8443` is an address with the scheme `api.example.com`.
    .url({ protocol: /^https?$/, error: 'has to begin with https:// or http://' })
    .default('http://localhost:8080')
    .describe('Public address of the gateway, for clients and providers'),
  NATS_URL: z
    .string()
    .optional()
    .describe(
      'NATS JetStream as the user of the service, nats://<service>:<password>@nats:4222; several are comma-separated',
    ),
  SAFE_FETCH_ALLOWED_HOSTS: List.describe(
    'host:port pairs inside the network that configured addresses may use; host:* allows every port. `make start` adds loopback addresses',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe('Address for traces (OTLP over HTTP); no traces when absent'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'parentbased_traceidratio',
      'traceidratio',
      'parentbased_always_on',
      'always_on',
      'parentbased_always_off',
      'always_off',
    ])
    .default('parentbased_traceidratio')
    .describe('Which traces are exported. Failed requests and deliveries always are, except with an `always_off`'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of traces that a sampler with `traceidratio` exports, 0 to 1'),
  STOP_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(300)
    .default(20)
    .describe('Seconds that a stop waits for running requests'),
});

/** Secrets of the gateway, from which the keys of {@link contextKeysConfig} are derived. */
export const ContextSecrets = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.string().min(32, 'has to be a text of at least 32 characters')).min(1));

/** Configuration of a service that the gateway calls: its own keys in its own variable. */
export const contextKeysConfig = (service: string) =>
  z.object({
    [contextKeysVariable(service)]: z
      .string()
      .transform(splitList)
      .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'has to be 32 bytes as base64url')).min(1))
      .describe('Keys that verify contexts for this service, derived from PLATFORM_CONTEXT_SECRETS in the same order'),
  });

const idOf = (key: string): string => key.slice(0, key.indexOf(':'));

/**
 * Configuration of a service with a database: the keys of its stored secrets, under a variable of its own. A
 * sealed value names its key by the id, so that two keys with one id are refused.
 */
export const encryptionKeysConfig = (service: string) =>
  z.object({
    [encryptionKeysVariable(service)]: z
      .string()
      .transform(splitList)
      .pipe(
        z
          .array(z.string().regex(/^[a-z0-9]+:[A-Za-z0-9+/]{43}=$/, 'has to have the form <id>:<base64 of 32 bytes>'))
          .min(1)
          .refine(
            (keys) => new Set(keys.map(idOf)).size === keys.length,
            'has two keys with one id: each key needs an id of its own',
          ),
      )
      .describe('Keys of the stored secrets of this service, <id>:<base64 of 32 bytes>; the first seals, all open'),
  });

/** Configuration of a service that uses the key-value store. */
export const keyValueConfig = z.object({
  REDIS_URL: z
    .string()
    .optional()
    .describe(
      'Redis as the user of the service, for example redis://gateway:password@redis:6379; without it limits are per process',
    ),
});

/** Configuration of a service with a database. */
export const databaseConfig = z.object({
  DATABASE_URL: z.url().describe('PostgreSQL, as the role of the service'),
  MIGRATION_DATABASE_URL: z
    .url()
    .optional()
    .describe('PostgreSQL, as the role that owns the tables; used by `migrate` only'),
  NATS_ADMIN_URL: z
    .string()
    .optional()
    .describe('NATS, as a user that may manage streams; `migrate` creates the event stream and the consumers with it'),
  NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies of the event stream in a NATS cluster; used by `migrate` only'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10).describe('Connections of this process'),
  DATABASE_REPORTS_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(3)
    .max(20)
    .default(3)
    .describe(
      'Connections of this process for lists, reports and exports of administrators, in addition to DATABASE_POOL_SIZE',
    ),
  DATABASE_CONNECT_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    // Two such waits fit into the lock of an idempotency key and into the time limit of the gateway.
    .max(15)
    .default(2)
    .describe(
      'Seconds that a request waits for a database connection, a free one or a new one, before it is refused with `service_unavailable`; reads of administrators wait at least 5',
    ),
});

export type BaseConfig = z.output<typeof baseConfig>;
export type DatabaseConfig = z.output<typeof databaseConfig>;

/**
 * Reads a configuration from the environment.
 * @throws ConfigError that names every problem at once, never a value.
 */
export function loadConfig<S extends z.ZodType>(service: string, schema: S, env: Environment): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  throw new ConfigError(
    service,
    faultsOf(result.error).map(({ message }) => message),
  );
}

/**
 * The keys of the stored secrets of a service, the first of which seals.
 * @throws ConfigError
 */
export const loadEncryptionKeys = (service: string, env: Environment): string[] =>
  Object.values(loadConfig(service, encryptionKeysConfig(service), env)).flat();
