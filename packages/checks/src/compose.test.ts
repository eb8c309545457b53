import { expect, test } from '@jest/globals';
import { type ComposeFile, composeRules, composeSchemaViolations, environmentOf, parseCompose } from './compose.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests break the file in every way.
type Loose = any;

const text = `
name: platform
x-hardened: &hardened
  read_only: true
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  stop_grace_period: 30s
services:
  gateway: { <<: *hardened, image: platform-gateway, build: { context: . }, ports: ["\${PORT:-8080}:8080"] }
  billing:
    <<: *hardened
    image: platform-billing
    build: { context: . }
    environment: { DATABASE_URL: "postgres://billing:\${BILLING_DATABASE_PASSWORD:?}@postgres/platform" }
    depends_on:
      billing-migrate: { condition: service_completed_successfully }
      redis: { condition: service_healthy }
  billing-migrate:
    <<: *hardened
    image: platform-billing
    command: [migrate]
    environment: { MIGRATION_DATABASE_URL: "postgres://platform_migrator@postgres/platform" }
  redis:
    image: redis:8.4.0
    healthcheck: { test: [CMD, redis-cli, ping] }
    volumes: ["redis:/data", "./folder:/folder:ro"]
    ports: ["127.0.0.1:6379:6379"]
  postgres: { image: "postgres:18.1", command: [postgres, -c, max_connections=29] }
volumes: { redis: {} }
`;

const broken = (file: ComposeFile) =>
  composeRules.flatMap(({ rule, brokenBy }) => brokenBy(file, ['billing']).map((who) => `${who}: ${rule}`));

test('a file that keeps every rule is fine', () => {
  const file = parseCompose(text);
  expect(composeSchemaViolations(file)).toEqual([]);
  expect(broken(file)).toEqual([]);
});

const breaches: [string, (services: Loose, file: Loose) => void, string][] = [
  ['an image at latest', (it) => (it.redis.image = 'redis:latest'), 'redis: an image'],
  ['an image without a tag', (it) => (it.redis.image = 'redis'), 'redis: an image'],
  ['an image of ours that nothing builds', (it) => delete it.gateway.build, 'gateway: an image'],
  ['a writable root', (it) => (it.billing.read_only = false), 'billing: what runs our code'],
  ['rights of root', (it) => delete it['billing-migrate'].cap_drop, 'billing-migrate: what runs our code'],
  [
    'a secret in a container that is not hardened',
    (it) => (it.redis.environment = { WORKER_SECRET: 'x' }),
    'redis: what',
  ],
  [
    'a browser under the profile of Docker',
    (it) => (it.billing.environment.SEO_CHROMIUM_PATH = '/usr/bin/chromium'),
    'billing: a container that may render',
  ],
  [
    'a browser under no profile',
    (it) => {
      it.billing.environment.SEO_CHROMIUM_PATH = '/usr/bin/chromium';
      it.billing.security_opt.push('seccomp:unconfined');
    },
    'billing: a container that may render',
  ],
  ['an engine that is published', (it) => (it.redis.ports = ['6379:6379']), 'redis: only the gateway'],
  ['a service that is published', (it) => (it.billing.ports = ['0.0.0.0:1:8080']), 'billing: only the gateway'],
  ['a range of ports', (it) => (it.billing.ports = ['8080-8081:8080-8081']), 'billing: only the gateway'],
  ['a migration that is missing', (it) => delete it['billing-migrate'], 'billing: a schema'],
  [
    'a service that does not wait for its migration',
    (it) => (it.billing.depends_on['billing-migrate'].condition = 'service_started'),
    'billing: a schema',
  ],
  [
    'a migration as the role of the service',
    (it) => (it['billing-migrate'].environment.MIGRATION_DATABASE_URL = 'postgres://billing@postgres/platform'),
    'billing: a schema',
  ],
  [
    'a service with the password of the migration',
    (it) => {
      it.billing.environment = { DATABASE_URL: `postgres://billing:\${ONE}@postgres/platform` };
      it['billing-migrate'].environment.MIGRATION_DATABASE_URL =
        `postgres://platform_migrator:\${ONE:?}@postgres/platform`;
    },
    'billing: what serves knows',
  ],
  [
    'a service with the password of the superuser',
    (it) => {
      it.billing.environment = { DATABASE_URL: `postgres://billing:\${ONE}@postgres/platform` };
      it.redis.environment = { POSTGRES_PASSWORD: `\${ONE}` };
    },
    'billing: what serves knows',
  ],
  [
    'a service with the password of the admin of NATS',
    (it) => {
      it.billing.environment.NATS_URL = `nats://nats-admin:\${NATS_ADMIN_PASSWORD}@nats:4222`;
      it['billing-migrate'].environment.NATS_ADMIN_URL = `nats://nats-admin:\${NATS_ADMIN_PASSWORD:?}@nats:4222`;
    },
    'billing: what serves knows',
  ],
  [
    'a service without a password of its own role',
    (it) =>
      (it.billing.environment.DATABASE_URL = `postgres://billing:\${PLATFORM_DATABASE_PASSWORD}@postgres/platform`),
    'billing: a service knows the passwords',
  ],
  [
    'a service with the password of another role',
    (it) => (it.billing.environment.OTHER = `\${BILLING_DATABASE_PASSWORD} \${CMS_DATABASE_PASSWORD}`),
    'billing: a service knows the passwords',
  ],
  [
    'a gateway with the password of another user of Redis',
    (it) => (it.gateway.environment = { REDIS_URL: `redis://billing:\${BILLING_REDIS_PASSWORD:?}@redis:6379` }),
    'gateway: a service knows the passwords',
  ],
  [
    'a service with the password of another user of NATS',
    (it) => (it.billing.environment.NATS_URL = `nats://cms:\${CMS_NATS_PASSWORD:?}@nats:4222`),
    'billing: a service knows the passwords',
  ],
  ['too little time to stop', (it) => (it.gateway.stop_grace_period = '20s'), 'gateway: a service has more time'],
  ['a dependency without a health check', (it) => delete it.redis.healthcheck, 'billing: what a service waits for'],
  [
    'a database that refuses the connections of a release',
    (it) => (it.postgres.command = ['postgres', '-c', 'max_connections=28']),
    'postgres: PostgreSQL takes',
  ],
  [
    'pools that are larger than the database',
    (it) => (it.billing.environment = { DATABASE_POOL_SIZE: '11' }),
    'postgres: PostgreSQL takes',
  ],
  ['a volume that is not declared', (_, file) => delete file.volumes.redis, 'redis: a volume'],
  [
    'a volume that two services share',
    (it) => {
      it.gateway.volumes = ['redis:/files'];
      it.billing.volumes = ['redis:/files'];
    },
    'gateway: a writable volume',
  ],
];

test.each(breaches)('%s is found', (_, breach, problem) => {
  const file = parseCompose(text);
  // Services share the object of an anchor; each service is broken alone.
  file.services = JSON.parse(JSON.stringify(file.services));
  breach(file.services, file);
  expect(broken(file)).toContainEqual(expect.stringContaining(problem));
});

test('every rule is broken by one of these', () => {
  const untouched = composeRules.filter(
    ({ rule }) => !breaches.some(([, , part]) => rule.startsWith(part.split(': ')[1] ?? '-')),
  );
  expect(untouched.map(({ rule }) => rule)).toEqual([]);
});

test('a key that the specification does not know is found', () => {
  const file = parseCompose(text.replace('read_only: true', 'readonly: true'));
  expect(composeSchemaViolations(file)).toContainEqual(expect.stringContaining('readonly'));
});

test('a key that is there twice is an error', () => {
  expect(() => parseCompose('services: { a: { image: b, image: c } }')).toThrow('unique');
});

test('the default of a variable is a value, and a variable without one is a secret of the machine', () => {
  const file = parseCompose(`
services:
  a:
    environment: { A: "\${A:-info}", B: "\${B:?say it}", C: "http://\${C:-x}:1", D: plain }
`);
  expect(Object.fromEntries(environmentOf(file.services.a ?? {}))).toEqual({
    A: 'info',
    B: null,
    C: 'http://x:1',
    D: 'plain',
  });
});
