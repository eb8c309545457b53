import { createHmac, randomBytes } from 'node:crypto';
import {
  createSubjectKeys,
  type DatabasePlatform,
  decryptWithKey,
  defineStatement,
  encryptWithKey,
  idFromKey,
  runStatement,
  type Tx,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { person_pseudonym_keys } from '../schema.ts';

/**
 * Persons who wrote to brands, or about them. What a person wrote is sealed with a key of the person: to destroy the key is to erase it,
 * also in backups that are younger than the erasure.
 */
export const subjectKeys = createSubjectKeys('social', { holds: true });

/** Makes the names under which persons and their messages are stored. */
export interface PersonPseudonyms {
  /** Makes the key, unless it is there. */
  prepare(): Promise<void>;
  /** The person with this id at a channel, as a brand knows one: a UUID (version 8, RFC 9562) of an HMAC. */
  subjectOf(person: { brand_id: string; channel: string; author_id: string }): Promise<string>;
  /**
   * The unnamed author of a text that a source gave to a brand, known by this text alone. The same text has the same
   * one, so that an erasure holds.
   * @param text.remote_id the hash of the id at the source
   */
  subjectOfText(text: { brand_id: string; source: string; remote_id: string }): Promise<string>;
  /** The id of a message at a channel, which may contain that of its author. */
  hashOf(remote_id: string): Promise<string>;
}

/** Associated data of the sealed key. */
export const personPseudonymContext = (name: string): string => `social_person_pseudonym_key:${name}`;

const keyName = 'persons';

/** The key is random and sealed with the keys of this service: a copy of the database alone names no person. */
export function createPersonPseudonyms({
  db,
  sealer,
  clock,
}: Pick<DatabasePlatform, 'db' | 'sealer' | 'clock'>): PersonPseudonyms {
  let cachedKey: Buffer | undefined;
  const read = async (): Promise<Buffer | undefined> => {
    const [row] = await db.select().from(person_pseudonym_keys).where(eq(person_pseudonym_keys.name, keyName));
    return row && sealer.open(row.sealed_key, personPseudonymContext(keyName));
  };
  const make = async (): Promise<Buffer> => {
    const sealed_key = sealer.seal(randomBytes(32), personPseudonymContext(keyName));
    await db
      .insert(person_pseudonym_keys)
      .values({ name: keyName, sealed_key, created_at: clock.now() })
      .onConflictDoNothing();
    const key = await read();
    if (!key) throw new Error('the key of the pseudonyms of persons disappeared while it was created');
    return key;
  };
  const keyOf = async (): Promise<Buffer> => {
    cachedKey ??= (await read()) ?? (await make());
    return cachedKey;
  };
  const digest = async (...parts: string[]): Promise<string> => {
    return createHmac('sha256', await keyOf())
      .update(JSON.stringify(parts))
      .digest('base64url');
  };
  return {
    prepare: async () => void (await keyOf()),
    subjectOf: async ({ brand_id, channel, author_id }) =>
      idFromKey(await digest('person', brand_id, channel, author_id)),
    subjectOfText: async ({ brand_id, source, remote_id }) =>
      idFromKey(await digest('text', brand_id, source, remote_id)),
    hashOf: (remote_id) => digest('message', remote_id),
  };
}

const sealContext = (id: string): string => `social_inbox_content:${id}`;

/** What a person wrote, as sealed JSON of one row. */
export const sealContent = (key: Buffer, id: string, content: object): string =>
  encryptWithKey(key, Buffer.from(JSON.stringify(content)), sealContext(id)).toString('base64url');

/** Reverse of {@link sealContent}. @throws Error for altered content, or another key */
export const openContent = <Content>(key: Buffer, id: string, sealed: string): Content =>
  JSON.parse(decryptWithKey(key, Buffer.from(sealed, 'base64url'), sealContext(id)).toString()) as Content;

/** Destroys the keys of persons of whom no item is left. A writer that holds a key finishes first. */
export async function destroyUnusedKeys(tx: Tx, subject_ids: readonly string[]): Promise<void> {
  if (subject_ids.length === 0) return;
  await runStatement(tx, lockKeys, [subject_ids]);
  await runStatement(tx, removeUnused, [subject_ids]);
}

const lockKeys = defineStatement({
  name: 'social_locked_subject_keys',
  text: 'SELECT FROM social.subject_keys WHERE subject_id = ANY ($1::uuid[]) ORDER BY subject_id FOR UPDATE',
});
const removeUnused = defineStatement({
  name: 'social_unused_subject_keys',
  text: `DELETE FROM social.subject_keys AS key WHERE subject_id = ANY ($1::uuid[])
    AND NOT EXISTS (SELECT FROM social.inbox_items AS item WHERE item.subject_id = key.subject_id)
    AND NOT EXISTS (SELECT FROM social.listening_items AS item WHERE item.subject_id = key.subject_id)`,
});

const findErased = defineStatement({
  name: 'social_erased_persons',
  text: 'SELECT subject_id, erased_at FROM social.erased_persons WHERE subject_id = ANY ($1::uuid[])',
});

/** When persons were erased, by subject. The caller holds their keys. */
export async function readErasures(tx: Tx, subject_ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await runStatement<{ subject_id: string; erased_at: Date }>(tx, findErased, [subject_ids]);
  return new Map(rows.map(({ subject_id, erased_at }) => [subject_id, erased_at]));
}

export type PersonWriter = Pick<App, 'sealer' | 'clock' | 'personPseudonyms'>;
