import { z } from 'zod';
import { Timestamp } from './fields.ts';

/** Common parts of admin endpoints: reads, writes, and creating writes. */
export const admin = { auth: 'admin', rate: 'admin' } as const;
export const adminWrites = { auth: 'admin', role: 'admin', rate: 'admin' } as const;
export const creates = { ...adminWrites, status: 201, idempotent: true } as const;

/** Longest grace period of a rotation, two years: a release of a mobile app is installed for so long. */
const maxGraceHours = 17_544;

/** The body of a rotation of keys. */
export const KeyRotation = z
  .strictObject({
    grace_hours: z
      .number()
      .int()
      .min(0)
      .max(maxGraceHours)
      .default(24)
      .describe(
        'Grace period of the current key. Keys of earlier rotations keep their end. 0 is for an emergency: all former keys end at once, those of earlier rotations too, and only the new key is valid',
      ),
  })
  .meta({ id: 'KeyRotation' });

export const rotationDescription =
  'The new key is the current one, without an end. Behind its grace period a former key is refused with 401, also in installed apps and open pages, which cannot be undone. To end one leaked key and keep the others, revoke it instead.';

/** Another end of a grace period. */
export const KeyExpiry = z
  .strictObject({
    valid_until: Timestamp.describe('End of the grace period, in the future').meta({ resource: 'coming_moment' }),
  })
  .meta({ id: 'KeyExpiry' });

/** What both kinds of rotated keys show beside the key or its hint. */
export const rotatedKeyFields = {
  created_at: Timestamp.describe('Creation time'),
  valid_until: Timestamp.nullable().describe('End of the grace period after a rotation; null for the current key'),
  revoked_at: Timestamp.nullable().describe('Time of the revocation; null for a key that was not revoked'),
  last_used_at: Timestamp.nullable().describe('Last use, to the hour; null before the first one'),
};

export const keyExpiryDescription =
  'The end can be earlier or later. A key whose grace period is over becomes valid again, unless it was revoked. The current key has no end: rotate first.';
export const keyRevocationDescription =
  'The key is refused at once, which cannot be undone. The other keys stay as they are. The current key is not revoked (`conflict`), so that one key without an end stays: rotate first, and then revoke it. A repeat changes nothing.';

/** What the audit log stores of a read of many persons: how many, and which filters, but no value of a filter. */
export const PersonsRead = z.object({
  records: z.int().nullable().describe('Number of rows in the answer; null for a file, which is written as it is read'),
  format: z.string(),
  filters: z.array(z.string()),
});

/** A read of many persons leaves a record in the audit log. */
export const readsPersons = { auditedRead: true, audit: PersonsRead } as const;
export const readIsRecorded = 'The read is recorded in the audit log.';

/** What a search has beside its access: a list by POST that changes nothing. */
export const searches = {
  method: 'POST',
  search: true,
  repeatable: true,
  changesNothing: true,
  paginated: true,
} as const;
