import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Sealer } from './crypto.ts';
import type { Database, Tx } from './db/database.ts';
import { defineStatement, runStatement } from './db/statement.ts';

/** The subject was erased for good; nothing may be sealed for it again. */
export class SubjectErasedError extends Error {
  override name = 'SubjectErasedError';
}

type Keeper = { sealer: Sealer; clock: Clock };

/** Associated data of the sealed key of a person. */
const contextOf = (subjectId: string) => `subject_key:${subjectId}`;

/**
 * Keys that encrypt the personal columns of one person each (crypto-shredding). A key is stored sealed with
 * the platform's key in the table `subject_keys` of the service and in no other place, so that its end is the
 * erasure of those columns.
 * @param schema of a service with the table `subject_keys (subject_id, sealed_key, created_at)`
 * @param options.holds whether `require` locks the key until the transaction ends, for services in which
 * nothing else orders a writer and the erasure
 */
export function createSubjectKeys(schema: string, { holds = false } = {}) {
  const find = defineStatement({
    name: `${schema}_subject_keys`,
    text: `SELECT subject_id, sealed_key FROM ${schema}.subject_keys WHERE subject_id = ANY ($1::uuid[])`,
  });
  const findForWriting = holds
    ? defineStatement({ name: `${schema}_held_subject_key`, text: `${find.text} FOR SHARE` })
    : find;
  const insert = defineStatement({
    name: `${schema}_new_subject_key`,
    text: `INSERT INTO ${schema}.subject_keys (subject_id, sealed_key, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
  });
  const remove = defineStatement({
    name: `${schema}_end_of_subject_key`,
    text: `DELETE FROM ${schema}.subject_keys WHERE subject_id = $1`,
  });
  const findOne = async (tx: Tx, subjectId: string) => {
    const { rows } = await runStatement<{ sealed_key: string | null }>(tx, findForWriting, [[subjectId]]);
    return rows[0];
  };
  const open = ({ sealer }: Pick<Keeper, 'sealer'>, subjectId: string, sealed: string | null): Buffer => {
    if (sealed === null) throw new SubjectErasedError(`subject ${subjectId} was erased`);
    return sealer.open(sealed, contextOf(subjectId));
  };
  return {
    /** The key of a person, made at the first use. @throws SubjectErasedError */
    async require(app: Keeper, tx: Tx, subjectId: string): Promise<Buffer> {
      const existing = await findOne(tx, subjectId);
      if (existing) return open(app, subjectId, existing.sealed_key);
      const key = randomBytes(32);
      const sealed = app.sealer.seal(key, contextOf(subjectId));
      const { rowCount } = await runStatement(tx, insert, [subjectId, sealed, app.clock.now()]);
      if (rowCount === 1) return key;
      const other = await findOne(tx, subjectId);
      if (!other) throw new Error(`the key of subject ${subjectId} vanished while it was made`);
      return open(app, subjectId, other.sealed_key);
    },
    /**
     * The keys of these people that there are, by subject. One that does not open is left out with an ERROR.
     */
    async read(
      { sealer, log }: { sealer: Sealer; log: { error(facts: object, message: string): void } },
      db: Database | Tx,
      subjects: ReadonlySet<string>,
    ): Promise<Map<string, Buffer>> {
      const keys = new Map<string, Buffer>();
      if (subjects.size === 0) return keys;
      const { rows } = await runStatement<{ subject_id: string; sealed_key: string | null }>(db, find, [[...subjects]]);
      for (const { subject_id, sealed_key } of rows) {
        if (sealed_key === null) continue;
        try {
          keys.set(subject_id, sealer.open(sealed_key, contextOf(subject_id)));
        } catch (error) {
          log.error({ err: error, subject_id }, 'the key of a person does not open; personal data is shown as erased');
        }
      }
      return keys;
    },
    /** Destroys the key of a person. What it sealed can never be read again; a new key may follow. */
    async destroy(tx: Tx, subjectId: string): Promise<void> {
      await runStatement(tx, remove, [subjectId]);
    },
  };
}
