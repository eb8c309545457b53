import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { documentVersion, upstreamNames } from '@platform/contracts';
import { migratorRole, randomBase62 } from '@platform/runtime';
import { z } from 'zod';

const Stored = z.object({
  /** Of the role that owns the tables. */
  database_password: z.string(),
  /** Of the role of each service, by its name. */
  database_passwords: z.record(z.string(), z.string()),
  context_secret: z.string(),
  /** Keys of stored secrets, by service. */
  encryption_keys: z.record(z.string(), z.string()),
  snapshot_key: z.string(),
  consent_key: z.string(),
  worker_secret: z.string(),
  webhook_token: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  shop_id: z.string(),
  shop_secret: z.string(),
  idp_client_secret: z.string(),
  /** Issuer of the demo users. It outlives a change of the port, and with it the users. */
  idp_issuer: z.url(),
});
type Stored = z.output<typeof Stored>;
/**
 * What a file may hold. What another version put there stays, so that this version can go back to it.
 */
const StoredSecrets = Stored.partial()
  .extend({
    /**
     * Keys of stored secrets for all services, of an earlier release. It stays for one release, in which that release
     * still starts on this folder.
     */
    encryption_key: z.string().optional(),
    /** Version of the platform that wrote the file. */
    written_by: z.string().optional(),
  })
  .loose();
/** Secrets of a platform, however it is deployed. */
export type Secrets = Omit<Stored, 'idp_issuer'>;

/**
 * Secrets of this machine's platform: made at the first start, readable by its owner alone, stored over
 * restarts.
 * @param made.idp_issuer issuer of the demo users where the file names none
 * @param made.isFirstStart whether the data folder is empty; later the file must be there
 * @throws DataFolderError for a lost or damaged file, and for one of a version that this one cannot follow
 */
export async function loadSecrets(
  file: string,
  { idp_issuer, isFirstStart }: { idp_issuer: string; isFirstStart: boolean },
): Promise<Stored> {
  const present = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new DataFolderError(`${file} cannot be read (${error.code}): start as the user that it belongs to.`);
  });
  if (present === null && !isFirstStart) throw unusable(file, 'is lost');
  const storedSecrets = present === null ? {} : parseSecrets(file, present);
  // Without these, what is stored cannot be read; a newer version may add others.
  const { encryption_key, encryption_keys, database_password } = storedSecrets;
  if (present !== null && !((encryption_keys ?? encryption_key) && database_password))
    throw ofAnotherVersion(file, storedSecrets.written_by);
  const secrets: Stored = {
    database_password: randomBase62(32),
    context_secret: randomBase62(48),
    snapshot_key: `s1:${randomBytes(32).toString('base64')}`,
    consent_key: `c1:${randomBytes(32).toString('base64')}`,
    worker_secret: randomBase62(32),
    webhook_token: randomBase62(32),
    admin_email: 'admin@example.test',
    admin_password: randomBase62(16),
    shop_id: '100500',
    shop_secret: `test_${randomBase62(40)}`,
    idp_client_secret: randomBase62(32),
    idp_issuer,
    // A newer version may need more of them than the one that wrote the file.
    ...storedSecrets,
    encryption_keys: makeEncryptionKeys(encryption_keys, encryption_key),
    database_passwords: makeDatabasePasswords(storedSecrets.database_passwords),
  };
  const written = { ...secrets, written_by: documentVersion };
  if (isDeepStrictEqual(storedSecrets, written)) return written;
  // Renamed into place, so that a start that is killed here leaves no half of a file behind.
  await writeFile(`${file}.new`, JSON.stringify(written, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return written;
}

/**
 * Keys of stored secrets for each service that has a database.
 * @param storedSecrets those that services have already
 * @param shared keys of an earlier release, which sealed the secrets of all services: they still open
 */
export function makeEncryptionKeys(
  storedSecrets: Record<string, string> = {},
  shared?: string,
): Record<string, string> {
  const sharedKeys = shared === undefined ? [] : [shared];
  const newKeys = upstreamNames
    .filter((name) => !(name in storedSecrets))
    .map((name): [string, string] => [name, [newKey(shared), ...sharedKeys].join(',')]);
  return { ...storedSecrets, ...Object.fromEntries(newKeys) };
}

/** A new key with an id that none of the others has. */
function newKey(others = ''): string {
  const used = new Set(others.split(',').map((key) => key.split(':', 1)[0]?.trim()));
  let number = 1;
  while (used.has(`k${number}`)) number += 1;
  return `k${number}:${randomBytes(32).toString('base64')}`;
}

/**
 * A password for the role of each service.
 * @param storedSecrets those that services have already
 */
const makeDatabasePasswords = (storedSecrets: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(upstreamNames.map((name) => [name, randomBase62(32)])),
  ...storedSecrets,
});

/**
 * The password of a role of the database.
 * @param role a service by its name, or the role that owns the tables
 * @throws Error for a role that has none
 */
export function databasePasswordOf(
  secrets: Pick<Secrets, 'database_password' | 'database_passwords'>,
  role: string,
): string {
  const password = role === migratorRole ? secrets.database_password : secrets.database_passwords[role];
  if (password === undefined) throw new Error(`the role ${role} has no password`);
  return password;
}

function parseSecrets(file: string, text: string): z.output<typeof StoredSecrets> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable(file, 'is damaged');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable(file, 'is damaged');
  const parsed = StoredSecrets.safeParse(value);
  if (parsed.success) return parsed.data;
  throw ofAnotherVersion(file, 'written_by' in value ? value.written_by : undefined);
}

/** Nothing of such a folder is lost, so its reset is no advice. */
const ofAnotherVersion = (file: string, version: unknown): DataFolderError => {
  const writer = typeof version === 'string' ? `version ${version} of the platform` : 'another version of the platform';
  return new DataFolderError(
    `${file} was written by ${writer}, and version ${documentVersion} does not find its keys in it: the data is whole. Start the version that wrote it, or put back a copy of the file from before that version.`,
  );
};

const unusable = (file: string, state: string): DataFolderError =>
  new DataFolderError(
    `${file} ${state}, and the data beside it cannot be read without it: put it back, or begin anew with RESET=1 make start.`,
  );

/** A data folder that cannot be used as it is. The message is one sentence that says what to do. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}
