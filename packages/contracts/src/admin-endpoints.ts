import { z } from 'zod';

/** Common parts of admin endpoints: reads, writes, and creating writes. */
export const admin = { auth: 'admin', rate: 'admin' } as const;
export const adminWrites = { auth: 'admin', role: 'admin', rate: 'admin' } as const;
export const creates = { ...adminWrites, status: 201, idempotent: true } as const;

/** The body of a rotation of keys. */
export const KeyRotation = z
  .strictObject({
    grace_hours: z.number().int().min(0).max(720).default(24).describe('Grace period of the old key'),
  })
  .meta({ id: 'KeyRotation' });

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
