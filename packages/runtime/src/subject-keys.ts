import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Sealer } from './crypto.ts';
import type { Database, Tx } from './db/database.ts';
import { defineStatement, runStatement } from './db/statement.ts';

/** Keys that are opened before others get their turn: about a millisecond. */
const openedAtOnce = 50;

/** The subject was erased permanently; nothing may be sealed for it again. */
export class SubjectErasedError extends Error {
  override name = 'SubjectErasedError';
}

type KeyDependencies = { sealer: Sealer; clock: Clock };

/** The key of a person, and when it was made. */
export interface SubjectKey {
  key: Buffer;
  created_at: Date;
}

/** Associated data of the sealed key of a person. */
export const subjectKeyContext = (subjectId: string): string => `subject_key:${subjectId}`;

/**
 * Keys that encrypt the personal columns of one person each (crypto-shredding). A key is stored sealed with
 * the keys of the service in the table `subject_keys` of the service and in no other table, so that its end
 * is the erasure of those columns.
 * @param schema of a service with the table `subject_keys (subject_id, sealed_key, created_at)`
 * @param options.holds whether `require` locks the key until the transaction ends, for services in which
 * nothing else orders a writer and the erasure
 */
export function createSubjectKeys(schema: string, { holds = false } = {}) {
  const find = defineStatement({
    name: 'subject_keys',
    text: `SELECT subject_id, sealed_key, created_at FROM ${schema}.subject_keys WHERE subject_id = ANY ($1::uuid[])`,
  });
  const findForWriting = holds ? defineStatement({ name: 'held_subject_key', text: `${find.text} FOR SHARE` }) : find;
  const insert = defineStatement({
    name: 'new_subject_key',
    text: `INSERT INTO ${schema}.subject_keys (subject_id, sealed_key, created_at)
      SELECT subject_id, sealed_key, $3 FROM unnest($1::uuid[], $2::text[]) AS made (subject_id, sealed_key)
      ORDER BY subject_id ON CONFLICT DO NOTHING RETURNING subject_id`,
  });
  const remove = defineStatement({
    name: 'end_of_subject_keys',
    text: `DELETE FROM ${schema}.subject_keys WHERE subject_id = ANY ($1::uuid[])`,
  });
  const findAll = async (tx: Tx, subjectIds: readonly string[]) => {
    const { rows } = await runStatement<{ subject_id: string; sealed_key: string | null }>(tx, findForWriting, [
      subjectIds,
    ]);
    return new Map(rows.map(({ subject_id, sealed_key }) => [subject_id, sealed_key]));
  };
  const open = ({ sealer }: Pick<KeyDependencies, 'sealer'>, subjectId: string, sealed: string | null): Buffer => {
    if (sealed === null) throw new SubjectErasedError(`subject ${subjectId} was erased`);
    return sealer.open(sealed, subjectKeyContext(subjectId));
  };
  /**
   * Keys of the subjects that have one.
   * @throws SubjectErasedError for a permanently erased subject
   */
  const openAll = async (app: KeyDependencies, tx: Tx, subjectIds: readonly string[]): Promise<Map<string, Buffer>> => {
    const sealed = await findAll(tx, subjectIds);
    return new Map([...sealed].map(([subjectId, key]) => [subjectId, open(app, subjectId, key)]));
  };
  const requireAll = async (
    app: KeyDependencies,
    tx: Tx,
    subjectIds: readonly string[],
  ): Promise<Map<string, Buffer>> => {
    const ids = [...new Set(subjectIds)];
    const keys = await openAll(app, tx, ids);
    const newKeys = new Map(ids.filter((id) => !keys.has(id)).map((id) => [id, randomBytes(32)]));
    if (newKeys.size === 0) return keys;
    const sealed = [...newKeys].map(([id, key]) => app.sealer.seal(key, subjectKeyContext(id)));
    const { rows } = await runStatement<{ subject_id: string }>(tx, insert, [
      [...newKeys.keys()],
      sealed,
      app.clock.now(),
    ]);
    for (const { subject_id } of rows) keys.set(subject_id, newKeys.get(subject_id) as Buffer);
    const others = ids.filter((id) => !keys.has(id));
    // Another transaction made them in the same moment.
    if (others.length > 0) for (const [id, key] of await openAll(app, tx, others)) keys.set(id, key);
    const vanished = others.find((id) => !keys.has(id));
    if (vanished !== undefined) throw new Error(`the key of subject ${vanished} disappeared while it was created`);
    return keys;
  };
  return {
    /** The key of a person, made at the first use. @throws SubjectErasedError */
    require: async (app: KeyDependencies, tx: Tx, subjectId: string): Promise<Buffer> =>
      (await requireAll(app, tx, [subjectId])).get(subjectId) as Buffer,
    /** The keys of these people by subject, made at the first use. @throws SubjectErasedError */
    requireAll,
    /**
     * The keys of these people that there are, by subject. One that does not open is left out with an ERROR. A text that
     * is older than its key was sealed with an earlier key, which is destroyed.
     */
    async read(
      { sealer, log }: { sealer: Sealer; log: { error(facts: object, message: string): void } },
      db: Database | Tx,
      subjects: ReadonlySet<string>,
    ): Promise<Map<string, SubjectKey>> {
      const keys = new Map<string, SubjectKey>();
      if (subjects.size === 0) return keys;
      const { rows } = await runStatement<{ subject_id: string; sealed_key: string | null; created_at: Date }>(
        db,
        find,
        [[...subjects]],
      );
      for (const [at, { subject_id, sealed_key, created_at }] of rows.entries()) {
        if (at % openedAtOnce === openedAtOnce - 1) await setImmediate();
        if (sealed_key === null) continue;
        try {
          keys.set(subject_id, { key: sealer.open(sealed_key, subjectKeyContext(subject_id)), created_at });
        } catch (error) {
          log.error(
            { err: error, subject_id },
            'the key of a person cannot be opened; personal data is shown as erased',
          );
        }
      }
      return keys;
    },
    /** Destroys the key of a person. What it sealed can never be read again; a new key may follow. */
    async destroy(tx: Tx, subjectId: string): Promise<void> {
      await runStatement(tx, remove, [[subjectId]]);
    },
    /** Destroys the keys of several people; see `destroy`. */
    async destroyAll(tx: Tx, subjectIds: readonly string[]): Promise<void> {
      await runStatement(tx, remove, [subjectIds]);
    },
  };
}
