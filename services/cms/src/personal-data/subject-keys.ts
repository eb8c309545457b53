import {
  createSubjectKeys,
  type Database,
  decryptWithKey,
  defineStatement,
  encryptWithKey,
  runStatement,
  type Tx,
} from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Personal data of people is stored sealed with a key of the person. To destroy the key is to erase the data.
 * A seal context is `<table>:<id of the row>:<column>`: a ciphertext that is
 * moved to another row or column does not open there.
 */
const subjectKeys = createSubjectKeys('cms', { holds: true });

type SealText = (text: string, sealContext: string) => string;
type OpenText = (subject_id: string, sealed: string | null, sealContext: string) => string | null;

/**
 * Makes the function that seals texts of one person, with a key that is made at the first use. The key is
 * held until the transaction ends: an erasure waits for it, and sees what was written.
 * @throws SubjectErasedError after {@link closeSubject}
 */
export async function sealFor(app: Pick<App, 'sealer' | 'clock'>, tx: Tx, subject_id: string): Promise<SealText> {
  return (await sealForAll(app, tx, [subject_id]))(subject_id);
}

/** {@link sealFor} for several persons: the function returns the sealer of a person. */
export async function sealForAll(
  app: Pick<App, 'sealer' | 'clock'>,
  tx: Tx,
  subject_ids: readonly string[],
): Promise<(subject_id: string) => SealText> {
  const keys = await subjectKeys.requireAll(app, tx, subject_ids);
  return (subject_id) => {
    const key = keys.get(subject_id);
    if (!key) throw new Error(`the key of subject ${subject_id} was not requested`);
    return (text, sealContext) => encryptWithKey(key, Buffer.from(text), sealContext).toString('base64url');
  };
}

/**
 * Creates the function that opens texts of these persons. It answers null for a text whose key was destroyed.
 * It also answers null for an altered text, and logs an ERROR.
 */
export async function openFor(
  app: Pick<App, 'sealer' | 'log'>,
  db: Database | Tx,
  subject_ids: Iterable<string>,
): Promise<OpenText> {
  const keys = await subjectKeys.read(app, db, new Set(subject_ids));
  return (subject_id, sealed, sealContext) => {
    const key = keys.get(subject_id)?.key;
    if (sealed === null || key === undefined) return null;
    try {
      return decryptWithKey(key, Buffer.from(sealed, 'base64url'), sealContext).toString();
    } catch {
      app.log.error({ place: sealContext }, 'a sealed text was altered; it is shown as erased');
      return null;
    }
  };
}

/** A row with a sealed text; one without a person is sealed with the keys of this service. */
export interface SealedRow {
  id: string;
  subject_id: string | null;
  sealed: string;
}

/**
 * Makes the function that opens the JSON that rows hold sealed. It answers null for a person who was erased.
 * @param sealContextOf the seal context of the sealed text of a row, by the id of the row
 */
export async function openRows<Content>(
  app: Pick<App, 'sealer' | 'log'>,
  db: Database | Tx,
  rows: readonly SealedRow[],
  sealContextOf: (id: string) => string,
): Promise<(row: SealedRow) => Content | null> {
  const open = await openFor(
    app,
    db,
    rows.flatMap(({ subject_id }) => subject_id ?? []),
  );
  return ({ id, subject_id, sealed }) => {
    const sealContext = sealContextOf(id);
    const text =
      subject_id === null ? app.sealer.open(sealed, sealContext).toString() : open(subject_id, sealed, sealContext);
    return text === null ? null : (JSON.parse(text) as Content);
  };
}

/** Destroys the key of a person. A later text of the same person gets a new one. */
export const destroyKey = (tx: Tx, subject_id: string): Promise<void> => subjectKeys.destroy(tx, subject_id);

/** {@link destroyKey} of several people. */
export const destroyKeys = (tx: Tx, subject_ids: readonly string[]): Promise<void> =>
  subjectKeys.destroyAll(tx, subject_ids);

/** Destroys the key of a person permanently: nothing can be sealed for this subject any more. */
export async function closeSubject({ clock }: Pick<App, 'clock'>, tx: Tx, subject_id: string): Promise<void> {
  await runStatement(tx, close, [subject_id, clock.now()]);
}

const close = defineStatement({
  name: 'closed_subject',
  text: `INSERT INTO cms.subject_keys (subject_id, sealed_key, created_at) VALUES ($1, NULL, $2)
    ON CONFLICT (subject_id) DO UPDATE SET sealed_key = NULL`,
});
