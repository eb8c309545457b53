import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newServiceEdits } from './edits.ts';
import { newServiceFiles } from './templates.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Writes a new service and connects it; `make service` formats and fills in the lists afterwards. */
const name = process.argv[2] ?? '';
const problem = !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)
  ? `make service name=…: ${name || 'nothing'} is no name of a service; it has lower case letters, digits and dashes`
  : existsSync(join(root, 'services', name))
    ? `services/${name} is there already`
    : parsedContainers().has(name)
      ? `docker-compose.yml has a container ${name} already`
      : null;
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function parsedContainers(): Set<string> {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  return new Set([...text.matchAll(/^ {2}([a-z0-9-]+):/gm)].map(([, container]) => container ?? ''));
}

const files = newServiceFiles(name);
const manifest = JSON.parse(files[`services/${name}/package.json`] ?? '') as { dependencies: Record<string, string> };
// All changes are made in memory first: one that finds no match leaves the repository as it is.
const changed = newServiceEdits(name, manifest).map(
  ({ path, change }) => [path, change(readFileSync(join(root, path), 'utf8'))] as const,
);
for (const [path, text] of [...Object.entries(files), ...changed]) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
// What npm would do with a new workspace, without the network.
const link = join(root, 'node_modules/@platform', name);
if (!existsSync(link)) symlinkSync(`../../services/${name}`, link);
// Otherwise make installs everything again, as the lock file is newer than what is installed.
const now = new Date();
utimesSync(join(root, 'node_modules/.package-lock.json'), now, now);

execFileSync(
  'drizzle-kit',
  ['generate', '--dialect', 'postgresql', '--schema', 'src/schema.ts', '--out', 'migrations', '--name', 'init'],
  { cwd: join(root, 'services', name), stdio: ['ignore', 'ignore', 'inherit'] },
);
// The schema is there before the first migration: an administrator makes it together with the role.
const migration = join(root, 'services', name, 'migrations/0000_init.sql');
writeFileSync(migration, readFileSync(migration, 'utf8').replace('CREATE SCHEMA "', 'CREATE SCHEMA IF NOT EXISTS "'));
