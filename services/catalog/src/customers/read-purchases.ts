import { Code, Email, SnakeCode, Timestamp } from '@platform/contracts/fields';
import { type FileRecord, parseRecords, type RowFailure } from '@platform/runtime';
import { z } from 'zod';

/** Names of the columns of a file of customers. */
export const purchaseColumns = [
  'subject',
  'email',
  'issuer',
  'plan_code',
  'entitlement_codes',
  'purchased_at',
  'expires_at',
  'external_id',
] as const;

/** What a customer of a file bought. */
export interface Purchase extends z.output<typeof PurchaseRow> {
  line: number;
}

const Moment = Timestamp.transform((time) => new Date(time));

/** Codes as a list, or as a text with blanks or semicolons between them. */
const Codes = z.preprocess(
  (codes) => (typeof codes === 'string' ? codes.split(/[ ;]/).filter((code) => code !== '') : codes),
  z
    .array(SnakeCode)
    .min(1)
    .max(100)
    .transform((codes) => [...new Set(codes)].sort()),
);

const PurchaseRow = z
  .object({
    subject: z.string().trim().min(1).max(255).optional(),
    email: Email.optional(),
    issuer: z.string().min(1).max(2_048).optional(),
    plan_code: Code.optional(),
    entitlement_codes: Codes.optional(),
    purchased_at: Moment.optional(),
    /** null for lifetime; the term of the plan when absent. */
    expires_at: z.preprocess((end) => (end === 'lifetime' ? null : end), Moment.nullable().optional()),
    external_id: z.string().trim().min(1).max(200).optional(),
  })
  .refine(({ subject, email }) => subject !== undefined || email !== undefined, {
    message: 'is missing: the row needs `subject` or `email`',
    path: ['subject'],
  })
  .refine(({ plan_code, entitlement_codes }) => (plan_code === undefined) !== (entitlement_codes === undefined), {
    message: 'and `entitlement_codes` exclude each other: give exactly one of them',
    path: ['plan_code'],
  })
  .refine(({ entitlement_codes, expires_at }) => entitlement_codes === undefined || expires_at !== undefined, {
    message: 'is missing: with `entitlement_codes` give a time, or `lifetime`',
    path: ['expires_at'],
  });

/** The purchases of the records of a file, and the rows that have none. */
export async function readPurchases(
  records: readonly (FileRecord | RowFailure)[],
): Promise<{ purchases: Purchase[]; failures: RowFailure[] }> {
  const { rows, failures } = await parseRecords(records, PurchaseRow, isAbsent);
  return { purchases: rows, failures };
}

/** An export writes an absent value as null, or as an empty text; only null as the end says something. */
const isAbsent = (value: unknown, column: string): boolean =>
  value === '' || (value === null && column !== 'expires_at');

/**
 * What makes two rows of a customer one purchase: the order number, or the plan, or the set of codes.
 */
export const keyOf = ({ external_id, plan_code, entitlement_codes }: Purchase): string =>
  JSON.stringify(
    external_id === undefined ? [plan_code === undefined ? entitlement_codes : plan_code] : ['order', external_id],
  );
