/**
 * Lists of services, schemas and schedules in files that cannot import TypeScript. An update replaces each
 * list in place. The rest of a file is handwritten.
 */
import {
  databasePasswordVariable,
  natsPasswordVariable,
  redisPasswordVariable,
  type Schedule,
  urlVariable,
} from '@platform/contracts';
import type { SettingRule } from './chart-settings.ts';

/** Facts about the deployment, from the contracts and the code. */
export interface DeploymentFacts {
  /** Every service, the gateway included. */
  services: readonly string[];
  /** Services behind the gateway. */
  upstreams: readonly string[];
  /** Services with a schema of their own. */
  schemas: readonly string[];
  /** What each service reaches, the gateway included. */
  reaches: ReadonlyMap<string, DeclaredReach>;
  /** Calls that the platform makes on a schedule. */
  schedules: readonly Schedule[];
  /** Services that each service asks, by its declared queries and commands. */
  asked: ReadonlyMap<string, readonly string[]>;
  /** The services whose events each service receives, from its declarations. */
  heard: ReadonlyMap<string, readonly string[]>;
  /** Users of NATS and their rights, as a block of its configuration. */
  natsAccounts: string;
  /** Settings of a service that have a default or are optional. */
  settings: ReadonlyMap<string, readonly string[]>;
  /** Every setting of a service in a separate process, with what its value has to be. */
  settingRules: ReadonlyMap<string, Readonly<Record<string, SettingRule>>>;
}

/** What a service reaches beside NATS and its own schema, by its definition. */
export interface DeclaredReach {
  redis: boolean;
  internetPorts: readonly number[];
}

/** The services that use Redis. */
const usersOfRedis = ({ reaches }: DeploymentFacts): string[] =>
  [...reaches].filter(([, { redis }]) => redis).map(([name]) => name);

export interface DeploymentFile {
  /** Relative to the repository. */
  path: string;
  /** The text with its lists brought up to date. */
  update(text: string, facts: DeploymentFacts): string;
}

/**
 * Replaces the only match of a pattern. A file without a match, or with two, is an error: an edit has lost
 * the list.
 */
function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  const matches = [...text.matchAll(new RegExp(pattern, 'gm'))];
  if (matches.length !== 1) throw new Error(`found ${matches.length} places for ${pattern}, and there has to be one`);
  return text.replace(new RegExp(pattern, 'm'), () => replacement);
}

const day = 86_400;

/** Converts a schedule to a cron expression. Cron has no seconds. A step divides an hour or a day evenly. */
export function toCronExpression({ id, everySeconds }: Schedule): string {
  if (everySeconds === 60) return '* * * * *';
  if (everySeconds % 60 === 0 && 3_600 % everySeconds === 0 && everySeconds < 3_600)
    return `*/${everySeconds / 60} * * * *`;
  if (everySeconds === 3_600) return '0 * * * *';
  if (everySeconds % 3_600 === 0 && day % everySeconds === 0 && everySeconds < day)
    return `0 */${everySeconds / 3_600} * * *`;
  if (everySeconds === day) return '0 0 * * *';
  throw new Error(`${id}: everySeconds: ${everySeconds} is no part of an hour in minutes, nor of a day in hours`);
}

/** Converts an id to the name of a Kubernetes object: `reconcilePayments` to `reconcile-payments`. */
const toKubernetesName = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Extra seconds for the client of a scheduled call: it outlasts the gateway timeout and logs the answer. */
const graceSeconds = 5;

/** Passes the settings of every service through, except for the addresses, which are a list of their own. */
function passSettings(text: string, { settings, upstreams }: DeploymentFacts): string {
  const addresses = new Set(upstreams.map((name): string => urlVariable(name)));
  return [...settings].reduce(
    (changed, [service, names]) =>
      passThrough(
        changed,
        service,
        names.filter((name) => !addresses.has(name)),
      ),
    text,
  );
}

/**
 * Passes the settings of a service in docker-compose.yml through from the environment of compose, except for
 * those that its container names itself. A service without the list stays as it is.
 */
function passThrough(text: string, service: string, settings: readonly string[]): string {
  const list = new RegExp(
    `(^  ${service}:\n(?:^ {4}.*\n)*?)^ {6}# settings: made by \`make format\`\n(?:^ {6}.*\n)*?^ {6}# end of settings\n`,
    'm',
  );
  return text.replace(list, (_, head: string) => {
    const passed = settings.filter((name) => !head.includes(`      ${name}:`));
    const entries = passed.map((name) => `      ${name}: \${${name}:-}`);
    return `${head}${lines(['      # settings: made by `make format`', ...entries, '      # end of settings'])}`;
  });
}

/**
 * Gives an engine in docker-compose.yml the passwords of the services that it knows, in the list of this
 * name.
 */
const passPasswords = (text: string, list: string, variables: readonly string[]): string =>
  replaceOnce(
    text,
    new RegExp(`^ {6}# ${list}: made by \`make format\`\\n(?:^ {6}[A-Z].*\\n)*^ {6}# end of ${list}\\n`),
    lines([
      `      # ${list}: made by \`make format\``,
      ...variables.map((name) => `      ${name}: \${${name}:?run deploy/docker/make-env first}`),
      `      # end of ${list}`,
    ]),
  );

/** The password of a service as a variable of psql, whose names have no dashes. */
const psqlVariable = (service: string): string => `${service.replaceAll('-', '_')}_password`;

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

export const deploymentFiles: readonly DeploymentFile[] = [
  {
    path: '.github/ARCHITECTURE.md',
    update: (text, { asked, heard }) =>
      replaceOnce(
        text,
        /^<!-- service map: made by `make format` -->\n[\s\S]*?^<!-- end of service map -->\n/,
        lines([
          '<!-- service map: made by `make format` -->',
          '```mermaid',
          'flowchart LR',
          ...[...asked]
            .filter(([, others]) => others.length > 0)
            .map(([name, others]) => `  ${name} --> ${others.join(' & ')}`),
          ...[...heard]
            .filter(([, others]) => others.length > 0)
            .map(([name, others]) => `  ${others.join(' & ')} -.-> ${name}`),
          '```',
          '<!-- end of service map -->',
        ]),
      ),
  },
  {
    path: 'docker-compose.yml',
    update: (text, facts) =>
      replaceOnce(
        replaceOnce(
          passPasswords(
            passPasswords(
              passPasswords(passSettings(text, facts), 'passwords', facts.schemas.map(databasePasswordVariable)),
              'passwords of Redis',
              usersOfRedis(facts).map(redisPasswordVariable),
            ),
            'passwords of NATS',
            facts.services.map(natsPasswordVariable),
          ),
          /^(?: {6}[A-Z_]+_URL: http:\/\/[a-z0-9-]+:8080\n){2,}/,
          lines(facts.upstreams.map((name) => `      ${urlVariable(name)}: http://${name}:8080`)),
        ),
        /^ {8}# schedules: made by `make format`\n[\s\S]*?^ {8}# end of schedules\n/,
        lines([
          '        # schedules: made by `make format`',
          ...facts.schedules.map(
            ({ everySeconds, timeoutSeconds, path }) =>
              `        every ${everySeconds} ${timeoutSeconds + graceSeconds} ${path} &`,
          ),
          '        # end of schedules',
        ]),
      ),
  },
  {
    path: '.github/CODEOWNERS',
    update: (text, { services }) =>
      replaceOnce(
        text,
        /^(?:\/services\/[a-z0-9-]+\/ .*\n)+/,
        lines(services.map((name) => `/services/${name}/ @application-platform/${name}`)),
      ),
  },
  {
    path: 'deploy/nats/permissions.conf',
    update: (text, { natsAccounts }) =>
      replaceOnce(text, /^accounts \{\n[\s\S]*?^\}\nauthorization .*\n/, natsAccounts),
  },
  {
    path: 'deploy/docker/make-env',
    update: (text, facts) =>
      replaceOnce(
        replaceOnce(text, /^services=\(.*\)$/, `services=(${facts.upstreams.join(' ')})`),
        /^redis_users=\(.*\)$/,
        `redis_users=(${usersOfRedis(facts).join(' ')})`,
      ),
  },
  {
    path: 'helm/values.yaml',
    update: (text, { schedules, reaches }) =>
      replaceOnce(
        replaceOnce(
          text,
          /^# reaches\n[\s\S]*?^# end of reaches\n/,
          lines([
            '# reaches',
            'reaches:',
            ...[...reaches].map(
              ([name, { redis, internetPorts }]) =>
                `  ${name}: { redis: ${redis}, internetPorts: [${internetPorts.join(', ')}] }`,
            ),
            '# end of reaches',
          ]),
        ),
        /^# schedules\n[\s\S]*?^# end of schedules\n/,
        lines([
          '# schedules',
          schedules.length > 0 ? 'schedules:' : 'schedules: {}',
          ...schedules.flatMap((schedule) => [
            `  ${toKubernetesName(schedule.id)}:`,
            `    schedule: "${toCronExpression(schedule)}"`,
            `    path: ${schedule.path}`,
            `    timeoutSeconds: ${schedule.timeoutSeconds}`,
          ]),
          '# end of schedules',
        ]),
      ),
  },
  {
    path: 'helm/files/settings.yaml',
    update: (text, { settingRules }) =>
      replaceOnce(
        text,
        /^# settings\n[\s\S]*?^# end of settings\n/,
        lines([
          '# settings',
          ...[...settingRules].flatMap(([service, rules]) => [
            `${service}:`,
            ...Object.entries(rules).map(([name, rule]) => `  ${name}: ${JSON.stringify(rule)}`),
          ]),
          '# end of settings',
        ]),
      ),
  },
  {
    path: 'deploy/postgres/roles.sql',
    update: (text, { schemas }) =>
      replaceOnce(
        replaceOnce(
          text,
          /^\tservices text\[\] := ARRAY\[.*\];$/,
          `\tservices text[] := ARRAY[${schemas.map((name) => `'${name}'`).join(', ')}];`,
        ),
        /^-- passwords: made by `make format`\n[\s\S]*?^-- end of passwords\n/,
        lines([
          '-- passwords: made by `make format`',
          ...schemas.map((name) => `\\getenv ${psqlVariable(name)} ${databasePasswordVariable(name)}`),
          "SELECT set_config('platform.passwords', json_build_object('platform_migrator', :'migrator_password',",
          `\t${schemas.map((name) => `'${name}', :'${psqlVariable(name)}'`).join(',\n\t')}`,
          ')::text, false) AS passwords \\gset',
          '-- end of passwords',
        ]),
      ),
  },
  {
    path: 'deploy/prometheus/prometheus.yml',
    update: (text, { services }) =>
      replaceOnce(
        text,
        /^(?: {6}- targets: \[.*\]\n {8}labels: \{ app: .* \}\n)+/,
        lines(services.flatMap((name) => [`      - targets: [${name}:9090]`, `        labels: { app: ${name} }`])),
      ),
  },
  {
    path: 'deploy/prometheus/rules/platform.yml',
    update: (text, { services }) =>
      replaceOnce(
        text,
        /^(?: {10}or absent\(up\{job="platform",app=".*"\}\)\n)+/,
        lines(services.map((name) => `          or absent(up{job="platform",app="${name}"})`)),
      ),
  },
  {
    path: 'deploy/prometheus/rules.test.yml',
    update(text, { services }) {
      const series = /^(?: {6}- series: 'up\{job="platform",app="(.*)",.*\}'\n {8}values: '(.*)'\n)+/;
      const each = /app="([a-z0-9-]+)",.*\n.*values: '(.*)'/g;
      const block = new RegExp(series, 'm').exec(text)?.[0] ?? '';
      const valuesByApp = new Map([...block.matchAll(each)].map(([, app, values]) => [app, values]));
      const entries = services.flatMap((name) => [
        `      - series: 'up{job="platform",app="${name}",instance="${name}:9090"}'`,
        `        values: '${valuesByApp.get(name) ?? '1x15'}'`,
      ]);
      return replaceOnce(text, series, lines(entries));
    },
  },
];
