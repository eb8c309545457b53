import { createHmac, randomBytes } from 'node:crypto';
import type { DatabasePlatform } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { erasure_pseudonym_keys } from '../schema.ts';
import type { ErasedOne } from './record-erasure.ts';

/** Makes the pseudonyms of erased persons in the records of erasures. */
export interface ErasurePseudonyms {
  /** Makes the key, unless it is there. */
  prepare(): Promise<void>;
  /** HMAC-SHA-256 of owner and id of a person, base64url. The key is made at the first use. */
  of(one: Pick<ErasedOne, 'person' | 'person_id'>): Promise<string>;
}

/** Associated data of the sealed key. */
export const erasurePseudonymContext = (name: string): string => `erasure_pseudonym_key:${name}`;

const keyName = 'erasures';

/**
 * A record of an erasure stays for years and leaves the platform as a receipt. The id of a user is known elsewhere: in
 * old backups, in the storage of clients, in exports. A hash with a key that is sealed with the keys of this service
 * lets the operator find the record of a known id; a copy of the database alone does not.
 */
export function createErasurePseudonyms({
  db,
  sealer,
  clock,
}: Pick<DatabasePlatform, 'db' | 'sealer' | 'clock'>): ErasurePseudonyms {
  let cachedKey: Buffer | undefined;
  const read = async (): Promise<Buffer | undefined> => {
    const [row] = await db.select().from(erasure_pseudonym_keys).where(eq(erasure_pseudonym_keys.name, keyName));
    return row && sealer.open(row.sealed_key, erasurePseudonymContext(keyName));
  };
  const make = async (): Promise<Buffer> => {
    const sealed_key = sealer.seal(randomBytes(32), erasurePseudonymContext(keyName));
    await db
      .insert(erasure_pseudonym_keys)
      .values({ name: keyName, sealed_key, created_at: clock.now() })
      .onConflictDoNothing();
    const key = await read();
    if (!key) throw new Error('the key of the pseudonyms of erasures disappeared while it was created');
    return key;
  };
  const keyOf = async (): Promise<Buffer> => {
    cachedKey ??= (await read()) ?? (await make());
    return cachedKey;
  };
  return {
    prepare: async () => void (await keyOf()),
    async of({ person, person_id }) {
      return createHmac('sha256', await keyOf())
        .update(`${person}:${person_id.toLowerCase()}`)
        .digest('base64url');
    },
  };
}
