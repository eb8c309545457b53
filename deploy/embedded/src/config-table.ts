import { readFile, writeFile } from 'node:fs/promises';
import { bodyLimitOf, jsonBodyLimit, rateClasses } from '@platform/contracts';
import { baseConfig, contextKeysConfig, databaseConfig, encryptionKeysConfig, keyValueConfig } from '@platform/runtime';
import type { z } from 'zod';
import { gatewayService, services } from './services.ts';
import { presence } from './settings.ts';

/**
 * Writes the tables of configuration and limits from the schemas that read the environment and from the contracts;
 * with `--check` it fails when a table is not current.
 */

const rows = (owner: string, schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).map(
    ([name, field]) =>
      `| \`${name}\` | ${owner} | ${presence(field as z.ZodType)} | ${(field as z.ZodType).description ?? ''} |`,
  );

const allServices = [gatewayService, ...services];

const configuration = [
  '| variable | read by | default | meaning |',
  '| --- | --- | --- | --- |',
  ...rows('every process', baseConfig),
  ...rows('services with a schema', databaseConfig),
  ...rows('services that use Redis', keyValueConfig),
  ...allServices.flatMap(({ contract, config, isGateway, migrations }) => [
    ...(isGateway ? [] : rows(contract.name, contextKeysConfig(contract.name))),
    ...(migrations ? rows(contract.name, encryptionKeysConfig(contract.name)) : []),
    ...rows(contract.name, config),
  ]),
];

const countedBy: Record<(typeof rateClasses)[keyof typeof rateClasses]['countedBy'], string> = {
  client_ip: 'address',
  public_key_and_ip: 'public key and address',
  public_key: 'public key',
  user: 'user',
  admin: 'administrator or API key',
  endpoint: 'all calls together',
};

const rates = [
  '| class | a minute | counted by | cheap answers that count as one | calls | variable |',
  '| --- | --- | --- | --- | --- | --- |',
  ...Object.entries(rateClasses).map(
    ([name, { perMinute, countedBy: subject, cheapAnswersPerCall = 1, description }]) =>
      `| \`${name}\` | ${perMinute} | ${countedBy[subject]} | ${cheapAnswersPerCall} | ${description} | \`RATE_LIMIT_${name.toUpperCase()}\` |`,
  ),
];

/** Bytes as people read them: `20 MiB`. */
function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  if (mebibytes >= 1) return `${Math.floor(mebibytes)} MiB`;
  return `${Math.floor(bytes / 1_024)} KiB`;
}

const bodies = [
  '| operation | largest body |',
  '| --- | --- |',
  ...allServices
    .flatMap(({ contract }) => Object.entries(contract.endpoints))
    .filter(([, endpoint]) => bodyLimitOf(endpoint) !== jsonBodyLimit)
    .map(([id, endpoint]) => `| \`${id}\`: ${endpoint.summary} | ${sizeOf(bodyLimitOf(endpoint))} |`),
];

/** Settings of an operator that limit what one address, user or site may do, beside the rate classes. */
const quotaNames = [
  '_PER_DAY',
  'RATE_LIMIT_NEW',
  'RATE_LIMIT_LICENSE_IP',
  'RATE_LIMIT_LICENSE_KEY',
  '_MAX_FILE',
  '_MAX_PAGES',
];
const isQuota = (row: string): boolean => quotaNames.some((name) => row.split('|')[1]?.includes(name));

const quotas = [
  '| variable | read by | default | meaning |',
  '| --- | --- | --- | --- |',
  ...configuration.filter(isQuota),
];

interface Table {
  name: string;
  lines: readonly string[];
}

const files: Record<string, readonly Table[]> = {
  'deploy/configuration.md': [{ name: 'configuration', lines: configuration }],
  'services/gateway/docs/limits.md': [
    { name: 'rate classes', lines: rates },
    { name: 'quotas', lines: quotas },
    { name: 'bodies', lines: bodies },
  ],
};

/** @throws Error when the text has no place for the table */
function insert(text: string, { name, lines }: Table): string {
  const start = `<!-- ${name}: made by \`make format\` -->\n`;
  const end = `<!-- end of ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`there is no place for the table "${name}"`);
  return `${text.slice(0, from + start.length)}${lines.join('\n')}\n${text.slice(to)}`;
}

for (const [path, tables] of Object.entries(files)) {
  const file = new URL(`../../../${path}`, import.meta.url);
  const text = await readFile(file, 'utf8');
  const current = tables.reduce(insert, text);
  if (!process.argv.includes('--check')) await writeFile(file, current);
  else if (current !== text) {
    process.stderr.write(`The tables of ${path} are not current: run \`make format\`.\n`);
    process.exitCode = 1;
  }
}
