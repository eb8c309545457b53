import { readFile, writeFile } from 'node:fs/promises';
import { baseConfig, contextKeysConfig, databaseConfig, encryptionKeysConfig, keyValueConfig } from '@platform/runtime';
import type { z } from 'zod';
import { gatewayService, services } from './services.ts';
import { presence } from './settings.ts';

/**
 * Writes the configuration table of the README from the schemas that read the environment; with `--check` it
 * fails when the table is not current.
 */
const file = new URL('../../../README.md', import.meta.url);
const markers = /(<!-- configuration: made by `make format` -->\n)[\s\S]*?(<!-- end of configuration -->)/;

const rows = (owner: string, schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).map(
    ([name, field]) =>
      `| \`${name}\` | ${owner} | ${presence(field as z.ZodType)} | ${(field as z.ZodType).description ?? ''} |`,
  );

const table = [
  '| variable | read by | default | meaning |',
  '| --- | --- | --- | --- |',
  ...rows('every process', baseConfig),
  ...rows('services with a schema', databaseConfig),
  ...rows('services that use Redis', keyValueConfig),
  ...[gatewayService, ...services].flatMap(({ contract, config, isGateway, migrations }) => [
    ...(isGateway ? [] : rows(contract.name, contextKeysConfig(contract.name))),
    ...(migrations ? rows(contract.name, encryptionKeysConfig(contract.name)) : []),
    ...rows(contract.name, config),
  ]),
].join('\n');

const readme = await readFile(file, 'utf8');
const current = readme.replace(markers, (_, start: string, end: string) => `${start}${table}\n${end}`);
if (!process.argv.includes('--check')) await writeFile(file, current);
else if (current !== readme) {
  process.stderr.write('The configuration table of README.md is not current: run `make format`.\n');
  process.exitCode = 1;
}
