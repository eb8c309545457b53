import { describeFault } from '@platform/contracts/faults';
import type { Endpoint } from '@platform/contracts/kit';
import { z } from 'zod';
import { refuseFaults } from '../errors.ts';

const shapeOf = (schema: z.ZodType | undefined): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Asserts that a PATCH names no field that its object has and that never changes.
 * @throws AppError `validation_failed` that says of the field why it is fixed and what to do instead
 */
export function assertChangeable({ method, body, response, fixedFields = {} }: Endpoint, sent: unknown): void {
  if (method !== 'PATCH' || typeof sent !== 'object' || sent === null) return;
  const [writable, readable] = [shapeOf(body), shapeOf(response)];
  const faults = Object.keys(sent)
    .filter((field) => !Object.hasOwn(writable, field))
    .flatMap((field) => {
      const isRead = Object.hasOwn(readable, field);
      const reason = Object.hasOwn(fixedFields, field) ? fixedFields[field] : isRead ? byDefault : undefined;
      return reason === undefined
        ? []
        : [{ path: field, message: describeFault(field, `cannot be changed: ${reason}`) }];
    });
  if (faults.length > 0) refuseFaults(faults);
}

const byDefault = 'it is set by the platform or by the creation of the object. Leave it out.';
