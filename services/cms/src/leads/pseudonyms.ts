import { createHmac, randomBytes } from 'node:crypto';
import { boundedCache, type DatabasePlatform, findRow } from '@platform/runtime';
import { site_pseudonym_keys } from '../schema.ts';

/** Makes the pseudonyms of the people of one site. */
export interface SitePseudonyms {
  /** The subject of a person: a UUID (version 8, RFC 9562) of the HMAC of e-mail or phone number. */
  subjectOf(contact: { email: string } | { phone: string }): string;
  /** The HMAC of a value, base64url. The purpose keeps equal values of different fields apart. */
  hash(purpose: 'email' | 'phone' | 'content' | 'submission' | 'confirm' | 'unsubscribe', value: string): string;
}

export interface Pseudonyms {
  /** Those of a site, whose key is made at the first use. */
  of(siteId: string): Promise<SitePseudonyms>;
  /** Those of a site that has a key; null for one without. */
  find(siteId: string): Promise<SitePseudonyms | null>;
}

/** Associated data of the pseudonym key of a site. */
export const pseudonymKeyContext = (siteId: string): string => `site_pseudonym_key:${siteId}`;

/**
 * Pseudonyms are made here, because e-mails and phone numbers arrive here: identity gets the pseudonym and
 * finds a person by it. Each site has a key of its own, so a person is not recognised across sites. The key
 * is random and sealed with the keys of this service: it stays when `CMS_ENCRYPTION_KEYS` rotates, and a copy
 * of the database alone does not reveal the pseudonym of an e-mail.
 */
export function createPseudonyms({ db, sealer, clock }: Pick<DatabasePlatform, 'db' | 'sealer' | 'clock'>): Pseudonyms {
  const cachedPseudonyms = boundedCache<SitePseudonyms>({ maxBytes: 1024 * 1024, sizeOf: () => 256 });
  const read = async (siteId: string): Promise<SitePseudonyms | null> => {
    const present = cachedPseudonyms.get(siteId);
    if (present) return present;
    const row = await findRow(db, site_pseudonym_keys, { site_id: siteId });
    if (!row) return null;
    const pseudonyms = withKey(sealer.open(row.sealed_key, pseudonymKeyContext(siteId)));
    cachedPseudonyms.set(siteId, pseudonyms);
    return pseudonyms;
  };
  return {
    find: read,
    async of(siteId) {
      const present = await read(siteId);
      if (present) return present;
      const sealed_key = sealer.seal(randomBytes(32), pseudonymKeyContext(siteId));
      await db
        .insert(site_pseudonym_keys)
        .values({ site_id: siteId, sealed_key, created_at: clock.now() })
        .onConflictDoNothing();
      const pseudonyms = await read(siteId);
      if (!pseudonyms) throw new Error(`the pseudonym key of site ${siteId} disappeared while it was created`);
      return pseudonyms;
    },
  };
}

function withKey(key: Buffer): SitePseudonyms {
  const digest = (purpose: string, value: string) => createHmac('sha256', key).update(`${purpose}:${value}`).digest();
  return {
    subjectOf: (contact) =>
      uuidOf('email' in contact ? digest('subject-email', contact.email) : digest('subject-phone', contact.phone)),
    hash: (purpose, value) => digest(purpose, value).toString('base64url'),
  };
}

function uuidOf(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x80;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
