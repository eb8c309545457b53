import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A row of `deploy/engines.tsv`. */
export interface Engine {
  engine: string;
  /** The oldest version that the platform supports: its first one or two numbers. */
  required: string;
  /** The image of compose and chart. */
  image: string;
  program: string;
  /** What the tests run on Debian 12: `npm`, `debian-12`, or a path below the pool of Debian's archive. */
  installed: string;
  sha256_amd64: string;
  sha256_arm64: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where `packages/testing/install-servers` puts a program that the system has in an older version. */
const unpackedFolder = join(root, 'node_modules/.cache/platform-engines');

/**
 * @param text of `deploy/engines.tsv`: lines with `#` are comments, the first other one has the names of the fields
 * @throws Error of a row with another number of fields
 */
export function parseEngines(text: string): Engine[] {
  const [names = [], ...rows] = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  return rows.map((fields) => {
    if (fields.length !== names.length) throw new Error(`deploy/engines.tsv: ${fields[0]} has ${fields.length} fields`);
    return Object.fromEntries(names.map((name, at) => [name, fields[at]])) as unknown as Engine;
  });
}

/** Every engine of the table. */
export const readEngines = (): Engine[] => parseEngines(readFileSync(join(root, 'deploy/engines.tsv'), 'utf8'));

/** @throws Error of a name that the table lacks */
export function engineNamed(name: string): Engine {
  const found = readEngines().find(({ engine }) => engine === name);
  if (!found) throw new Error(`deploy/engines.tsv has no ${name}`);
  return found;
}

/** Whether a version is at least another one: numbers between dots, absent ones are 0. */
export function isAtLeast(version: string, required: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [at, least] of required.split('.').map(Number).entries()) {
    const number = numbers[at] ?? 0;
    if (number !== least) return number > least;
  }
  return true;
}

/**
 * The program of an engine on this machine: the unpacked one, else that of the PATH.
 * @param folders that are searched, in this order
 * @returns its path; undefined where there is none, or `TEST_ENGINES=containers` asks for the image of production
 * @throws Error of a program that is older than the table requires, or that does not say its version
 */
export function findEngineProgram(
  { engine, program, required }: Pick<Engine, 'engine' | 'program' | 'required'>,
  folders: readonly string[] = [unpackedFolder, ...(process.env.PATH ?? '').split(delimiter)],
): string | undefined {
  if (process.env.TEST_ENGINES === 'containers') return undefined;
  const path = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (path === undefined) return undefined;
  const version = versionOf(path);
  if (version !== undefined && isAtLeast(version, required)) return path;
  throw new Error(
    `${path} is ${engine} ${version ?? 'of an unknown version'}, and the platform needs ${required} or newer ` +
      '(deploy/engines.tsv): packages/testing/install-servers installs it, TEST_ENGINES=containers runs its image',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const versions = new Map<string, string | undefined>();

/** What `--version` of a program says, asked once per process. */
function versionOf(path: string): string | undefined {
  if (!versions.has(path)) {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    versions.set(path, /\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0]);
  }
  return versions.get(path);
}
