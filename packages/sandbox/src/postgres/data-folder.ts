import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresBinaries, readMajorVersion } from './binaries.ts';
import { errorCode } from './error-code.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import type { RunAs } from './run-as.ts';

/** Lies inside the data folder, so that the two are never parted. */
const PASSWORD_FILE = 'superuser-password';

async function readTextOrNull(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function listOrNull(path: string): Promise<string[] | null> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Makes sure that a data folder is there and whole.
 * Rejects with `LocalPostgresError` when it is damaged or of another PostgreSQL version.
 * @param dataDir absolute path; a missing or empty folder is initialised
 * @param binaries the server's programs
 * @param runAs the owner of the files
 * @param onProgress called when a slow step begins
 * @returns the superuser's password
 */
export async function prepareDataFolder(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  onProgress: (text: string) => void,
): Promise<string> {
  const unfinished = `${dataDir}.initializing`;
  // Only a run that was killed leaves this behind.
  await rm(unfinished, { recursive: true, force: true });
  const entries = await listOrNull(dataDir);
  if (entries === null || entries.length === 0) {
    onProgress('Preparing PostgreSQL for the first time');
    if (entries !== null) await rmdir(dataDir);
    return initialise(unfinished, dataDir, binaries, runAs);
  }

  const advice = 'restore the folder from a copy, or delete it to begin with an empty database';
  const version = await readTextOrNull(join(dataDir, 'PG_VERSION'));
  if (version === null) {
    throw new LocalPostgresError(
      `The data folder "${dataDir}" is not a whole PostgreSQL folder (PG_VERSION is missing): ${advice}.`,
    );
  }
  const major = await readMajorVersion(binaries);
  if (version !== major) {
    throw new LocalPostgresError(
      `The data folder "${dataDir}" belongs to PostgreSQL ${version || 'of an unknown version'} and this one is PostgreSQL ${major}: dump it with the old version, or delete it to begin with an empty database.`,
    );
  }
  const password = await readTextOrNull(join(dataDir, PASSWORD_FILE));
  if (!password) {
    throw new LocalPostgresError(`The data folder "${dataDir}" has lost its "${PASSWORD_FILE}" file: ${advice}.`);
  }
  if (runAs.owner !== null && (await stat(dataDir)).uid !== runAs.owner.uid) await giveTo(dataDir, runAs.owner);
  return password;
}

async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}

/**
 * Works in a folder beside the final one and renames it when it is whole: a kill in between leaves nothing to
 * mistake.
 */
async function initialise(
  unfinished: string,
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const cluster = join(unfinished, 'cluster');
  const passwordFile = join(unfinished, PASSWORD_FILE);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs.owner !== null) await giveTo(unfinished, runAs.owner);

  await runInitdb(dataDir, binaries, runAs, [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  await rename(passwordFile, join(cluster, PASSWORD_FILE));
  await rename(cluster, dataDir);
  await rm(unfinished, { recursive: true, force: true });
  return password;
}

function runInitdb(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  initdbArgs: readonly string[],
): Promise<void> {
  const { program, args, ...ids } = runAs.command(binaries.initdb, initdbArgs);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...ids,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const reason = errors.split('\n').find((line) => /error:/.test(line)) ?? errors.trim().split('\n')[0];
      reject(
        new LocalPostgresError(
          `PostgreSQL could not initialise the data folder "${dataDir}" (${reason || `initdb ended with ${code}`}): check that the disk has room and that the folder is writable, then start again.`,
        ),
      );
    });
  });
}
