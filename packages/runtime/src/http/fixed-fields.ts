import type { Endpoint } from '@platform/contracts/kit';
import { z } from 'zod';
import { fail } from '../errors.ts';

const shapeOf = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Asserts that a PATCH names no field that its object has and that never changes.
 * @throws AppError `validation_failed` that says of the field why it is fixed and what to do instead
 */
export function assertChangeable({ method, body, response, fixedFields = {} }: Endpoint, sent: unknown): void {
  if (method !== 'PATCH' || typeof sent !== 'object' || sent === null) return;
  const [writable, readable] = [shapeOf(body), shapeOf(response)];
  const details = Object.keys(sent)
    .filter((field) => !Object.hasOwn(writable, field))
    .flatMap((field) => {
      const isRead = Object.hasOwn(readable, field);
      const reason = Object.hasOwn(fixedFields, field) ? fixedFields[field] : isRead ? byDefault : undefined;
      return reason === undefined ? [] : [{ path: field, message: `cannot be changed: ${reason}` }];
    });
  const [first] = details;
  if (first) fail('validation_failed', { message: `${first.path} ${first.message}`, fields: { details } });
}

const byDefault = 'it is set by the platform or by the creation of the object. Leave it out.';
