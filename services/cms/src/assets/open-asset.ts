import { StreamedFile } from '@platform/contracts/kit';
import { defineStatement, fail, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { isMediaType } from './detect-media.ts';
import { type ServedAsset, serveFile } from './serve-file.ts';

/** The hash of the content and its type. Icons of applications have shorter names. */
const namePattern = /^([0-9a-f]{64})\.([a-z0-9]{3,4})$/;

interface FileRow extends Record<string, unknown> {
  content_type: string;
  size_bytes: string;
  is_unused: boolean;
  /** First and last of the names that sites gave the file, equal for one name; null without an asset. */
  first_name: string | null;
  last_name: string | null;
}

const statement = defineStatement({
  name: 'file',
  text: `SELECT content_type, size_bytes, unused_since IS NOT NULL AS is_unused,
    (SELECT file_name FROM cms.assets WHERE file = f.name ORDER BY file_name LIMIT 1) AS first_name,
    (SELECT file_name FROM cms.assets WHERE file = f.name ORDER BY file_name DESC LIMIT 1) AS last_name
    FROM cms.files AS f WHERE name = $1`,
});

/**
 * An uploaded file by the name of its content, also for a while after it was deleted.
 * @throws AppError `not_found`
 */
export async function openAsset(app: Pick<App, 'db' | 'files'>, file: string): Promise<StreamedFile> {
  const [, sha256 = '', ending = ''] = namePattern.exec(file) ?? fail('not_found');
  const { rows } = await runStatement<FileRow>(app.db, statement, [file]);
  const { content_type, size_bytes, is_unused, first_name, last_name } = rows[0] ?? fail('not_found');
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
