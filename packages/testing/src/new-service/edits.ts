import { readdirSync } from 'node:fs';
import {
  camelName,
  contextKeysVariable,
  databasePasswordVariable,
  encryptionKeysVariable,
  natsPasswordVariable,
} from '@platform/contracts';

/** A change of a file that names every service by hand-written code or configuration. */
export interface Edit {
  path: string;
  change(text: string): string;
}

/** Inserts before the one match. */
function insertBefore(text: string, pattern: RegExp, inserted: string): string {
  const matches = [...text.matchAll(new RegExp(pattern, 'gm'))];
  const [match] = matches;
  if (!match || matches.length > 1)
    throw new Error(`found ${matches.length} places for ${pattern}, and there has to be one`);
  return text.slice(0, match.index) + inserted + text.slice(match.index);
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** An entry more, at its position by name; the others stay. */
function withEntry<T>(entries: Record<string, T>, name: string, value: T): Record<string, T> {
  const all = Object.entries(entries);
  const at = all.findIndex(([other]) => other.localeCompare(name, 'en') > 0);
  return Object.fromEntries(all.toSpliced(at < 0 ? all.length : at, 0, [name, value]));
}

/** Values of whole installations, which `make check` renders. */
const exampleValues = (): string[] =>
  readdirSync(new URL('../../../../helm/ci/', import.meta.url))
    .filter((file) => file !== 'default-values.yaml')
    .map((file) => `helm/ci/${file}`);

interface Manifest {
  dependencies: Record<string, string>;
}

/** What connects a new service: imports, containers and values. Lists alone are written by `make format`. */
export function newServiceEdits(name: string, manifest: Manifest): Edit[] {
  const id = camelName(name);
  const key = id === name ? id : `'${name}'`;
  const password = `$${'{'}${databasePasswordVariable(name)}:?run deploy/docker/make-env first}`;
  const natsPassword = `$${'{'}${natsPasswordVariable(name)}:?run deploy/docker/make-env first}`;
  const keys = contextKeysVariable(name);
  const encryptionKeys = encryptionKeysVariable(name);
  const requiredVariable = (variable: string) => `${variable}: $${'{'}${variable}:?run deploy/docker/make-env first}`;
  return [
    {
      path: 'packages/contracts/src/index.ts',
      change: (text) => `${text}export * from './${name}.ts';\n`,
    },
    {
      path: 'packages/contracts/src/platform.ts',
      change: (text) =>
        `import { ${id} } from './${name}.ts';\n${text}`.replace(
          /(export const platform = \{)([\s\S]*?),?\s*(\} as const)/,
          (_, start: string, entries: string, end: string) =>
            `${start}${entries}, ${id === name ? id : `${key}: ${id}`} ${end}`,
        ),
    },
    {
      path: 'deploy/embedded/src/services.ts',
      change: (text) =>
        `import { ${id}Service } from '@platform/${name}';\n${insertBefore(text, /^\};$/, `  ${key}: ${id}Service,\n`)}`,
    },
    {
      path: 'deploy/embedded/package.json',
      change(text) {
        const json = JSON.parse(text) as Manifest;
        return asJson({ ...json, dependencies: withEntry(json.dependencies, `@platform/${name}`, '0.1.0') });
      },
    },
    {
      path: 'package-lock.json',
      change(text) {
        const json = JSON.parse(text) as { packages: Record<string, object> };
        const embedded = json.packages['deploy/embedded'] as Manifest;
        embedded.dependencies = withEntry(embedded.dependencies, `@platform/${name}`, '0.1.0');
        const link = { resolved: `services/${name}`, link: true };
        const packageEntry = { name: `@platform/${name}`, version: '0.1.0', dependencies: manifest.dependencies };
        const packages = withEntry(json.packages, `node_modules/@platform/${name}`, link);
        return asJson({ ...json, packages: withEntry(packages, `services/${name}`, packageEntry) });
      },
    },
    {
      path: 'docker-compose.yml',
      change: (text) =>
        insertBefore(
          insertBefore(
            text,
            /^ {2}# Each schema is brought up to date/,
            `  ${name}:
    <<: *hardened
    image: platform-${name}
    build: { context: ., dockerfile: deploy/docker/Dockerfile, target: service, args: { SERVICE: ${name} } }
    environment: &${name}
      <<: *environment
      NATS_URL: nats://${name}:${natsPassword}@nats:4222
      DATABASE_URL: postgres://${name}:${password}@postgres:5432/platform
      ${requiredVariable(keys)}
      ${requiredVariable(encryptionKeys)}
      # settings: made by \`make format\`
      # end of settings
    depends_on: { <<: *needs, ${name}-migrate: { condition: service_completed_successfully } }

`,
          ),
          /^\n {2}# What the CronJobs do in Kubernetes/,
          `  ${name}-migrate: { <<: *migrate, image: platform-${name}, environment: { <<: *${name}, MIGRATION_DATABASE_URL: *migrator, NATS_ADMIN_URL: *nats-admin } }\n`,
        ),
    },
    {
      path: 'helm/values.yaml',
      change: (text) =>
        insertBefore(
          text,
          /^# Ways to the gateway from outside:/,
          `  ${name}:\n    migrates: true\n    secrets:\n      required: [DATABASE_URL]\n\n`,
        ),
    },
    {
      path: 'helm/values-production.yaml',
      change: (text) =>
        insertBefore(
          text,
          /^\n# A route of a Gateway/,
          `  ${name}:\n    secrets: { existingSecret: platform-${name} }\n`,
        ),
    },
    {
      path: 'helm/values-minimal.yaml',
      change: (text) => `${text}  ${name}:\n    secrets: { existingSecret: platform }\n`,
    },
    {
      path: 'helm/ci/default-values.yaml',
      change: (text) =>
        text.replace(
          /[\s\S]*DATABASE_URL: only-rendered, .*\} \}\n/,
          (before) =>
            `${before}  ${name}:\n    secrets: { values: { DATABASE_URL: only-rendered, ${encryptionKeys}: only-rendered } }\n`,
        ),
    },
    ...exampleValues().map((path) => ({
      path,
      change: (text: string) =>
        text.replace(/^services:\n/m, `services:\n  ${name}:\n    secrets: { existingSecret: platform-${name} }\n`),
    })),
  ];
}
