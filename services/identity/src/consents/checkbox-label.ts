import type { KeyObject } from 'node:crypto';
import { decryptWithKey, encryptWithKey } from '@platform/runtime';
import type { App } from '../app.ts';
import { subjectKeys } from './subject-key.ts';

/**
 * The label of a checkbox is text of the client: a stranger can write the data of a person into it, and no row of the
 * ledger is ever changed. The ledger therefore holds a label readable only if the document was published with it, as
 * its `checkbox_text` or its title. Any other label is sealed with the key of the person, behind this prefix. The chain
 * covers the column as it is stored.
 */
const sealedPrefix = 'sealed:';

const sealContext = (id: string): string => `consent:${id}:checkbox_text`;

/**
 * A label as the ledger stores it.
 * @param labels that the document was published with
 */
export function storedLabel(id: string, key: Buffer, text: string, labels: readonly string[]): string {
  if (text === '' || (labels.includes(text) && !text.startsWith(sealedPrefix))) return text;
  return sealedPrefix + encryptWithKey(key, Buffer.from(text), sealContext(id)).toString('base64');
}

export const isSealedLabel = (stored: string): boolean => stored.startsWith(sealedPrefix);

/** A stored label, opened with the key of its person. @throws Error for an altered one, or another key */
export const openLabel = (key: Buffer | KeyObject, id: string, stored: string): string =>
  isSealedLabel(stored)
    ? decryptWithKey(key, Buffer.from(stored.slice(sealedPrefix.length), 'base64'), sealContext(id)).toString()
    : stored;

interface LabelledRow {
  id: string;
  subject_id: string;
  checkbox_text: string;
}

/** Makes the function that opens the labels of these rows. It answers null where the person was erased since. */
export async function labelOpener(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  rows: readonly LabelledRow[],
): Promise<(row: LabelledRow) => string | null> {
  const sealed = rows.filter(({ checkbox_text }) => isSealedLabel(checkbox_text));
  const keys = await subjectKeys.read(app, app.db, new Set(sealed.map(({ subject_id }) => subject_id)));
  return ({ id, subject_id, checkbox_text }) => {
    if (!isSealedLabel(checkbox_text)) return checkbox_text;
    const key = keys.get(subject_id)?.key;
    if (!key) return null;
    try {
      return openLabel(key, id, checkbox_text);
    } catch {
      // The person came back after an erasure, with a new key; or the row was altered, which the chain shows.
      return null;
    }
  };
}
