import { readFile, writeFile } from 'node:fs/promises';
import { schedules, serviceNames, upstreamNames } from '@platform/contracts';
import { deploymentFiles } from './deployment-files.ts';
import { askedServices, declaredReaches, schemaNames } from './services.ts';
import { optionalSettings } from './settings.ts';

/** Writes the lists of the deployment files; with `--check` it fails when one is not current. */
const root = new URL('../../../', import.meta.url);
const facts = {
  asked: askedServices,
  services: serviceNames,
  upstreams: upstreamNames,
  schemas: schemaNames,
  schedules,
  reaches: declaredReaches,
  settings: optionalSettings,
};

for (const { path, update } of deploymentFiles) {
  const file = new URL(path, root);
  const text = await readFile(file, 'utf8');
  const current = update(text, facts);
  if (current === text) continue;
  if (!process.argv.includes('--check')) await writeFile(file, current);
  else {
    process.stderr.write(`${path} differs from the contracts: run \`make format\`.\n`);
    process.exitCode = 1;
  }
}
