import { StreamedFile } from '@platform/contracts/kit';
import { createReadCache, defineStatement, Expiring, fail, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { isMediaType } from './detect-media.ts';
import { type ServedAsset, serveFile } from './serve-file.ts';

/** The hash of the content and its type. Icons of applications have shorter names. */
const namePattern = /^([0-9a-f]{64})\.([a-z0-9]{3,4})$/;

/** Memory for rows of files, in bytes: about six thousand of them. */
const cacheBytes = 4 * 1024 * 1024;

/** What the address of a file is answered by, besides its bytes. */
export interface FileRow extends Record<string, unknown> {
  content_type: string;
  size_bytes: string;
  is_unused: boolean;
  /** Its bytes go with the next run of `sweep-files`. */
  is_destroyed: boolean;
  /** First and last of the names that sites gave the file, equal for one name; null without an asset. */
  first_name: string | null;
  last_name: string | null;
}

const statement = defineStatement({
  name: 'file',
  text: `SELECT content_type, size_bytes, unused_since IS NOT NULL AS is_unused,
    coalesce(unused_since = to_timestamp(0), false) AS is_destroyed,
    (SELECT file_name FROM cms.assets WHERE file = f.name ORDER BY file_name LIMIT 1) AS first_name,
    (SELECT file_name FROM cms.assets WHERE file = f.name ORDER BY file_name DESC LIMIT 1) AS last_name
    FROM cms.files AS f WHERE name = $1`,
});

/** The group of all files: a change of any site may be about any of them. */
const everyFile = 'files';

/**
 * The rows of files that readers ask for often, in each process. An answer from it, and a 304, cost no statement.
 * `site.updated` ends all entries: each change of a file sends it. The row of an unused file is not cached.
 */
export interface ServedFiles {
  get(file: string): Promise<FileRow>;
  invalidate(): void;
}

/** @returns the cache of {@link openAsset} */
export function createServedFiles({ db, clock }: Pick<App, 'db' | 'clock'>): ServedFiles {
  const cache = createReadCache<FileRow>({ maxBytes: cacheBytes, clock });
  const load = async (file: string) => {
    const { rows } = await runStatement<FileRow>(db, statement, [file]);
    const row = rows[0] ?? fail('not_found');
    if (row.is_destroyed) fail('not_found');
    return row.is_unused ? new Expiring(row, clock.now()) : row;
  };
  return {
    get: (file) => cache.get(everyFile, file, () => load(file)),
    invalidate: () => cache.invalidate(everyFile),
  };
}

/**
 * An uploaded file by the name of its content, also for a while after it was deleted. A destroyed one is gone at once.
 * @throws AppError `not_found`
 */
export async function openAsset(app: Pick<App, 'servedFiles' | 'files'>, file: string): Promise<StreamedFile> {
  const [, sha256 = '', ending = ''] = namePattern.exec(file) ?? fail('not_found');
  const { content_type, size_bytes, is_unused, first_name, last_name } = await app.servedFiles.get(file);
  // Sites that share the bytes may use different file names: a name would disclose data of another site.
  const file_name = first_name !== null && first_name === last_name ? first_name : file;
  const served = serveFile(app, {
    kind: isMediaType(content_type) ? 'file' : kindOf(ending),
    file,
    file_name,
    content_type,
    size_bytes: Number(size_bytes),
    sha256,
  });
  if (!is_unused) return served;
  // The row is written before the bytes: these may not have come.
  const open: StreamedFile['open'] = async (range) =>
    (await app.files.getStream(file, range))?.chunks ?? fail('not_found');
  return new StreamedFile({ ...served, open });
}

const kindOf = (ending: string): ServedAsset['kind'] => {
  if (ending === 'svg' || ending === 'pdf') return ending;
  return ending === 'bin' ? 'file' : 'image';
};
