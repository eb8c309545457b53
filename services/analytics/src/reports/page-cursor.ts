import { invalidField } from '@platform/runtime';

/**
 * The position after which a page begins, as a client gets it: opaque, and only for the list that it came from.
 */
export const writePosition = (...parts: readonly string[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/**
 * The argument of {@link writePosition}.
 * @param shape the shape of the parts, each one without blanks
 * @returns null for the first page
 * @throws AppError `validation_failed` for a cursor of another list
 */
export function readPosition(cursor: string | undefined, shape: RegExp): string[] | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  return shape.test(text) ? text.split(' ') : invalidField('cursor', 'is not a cursor of this list');
}
