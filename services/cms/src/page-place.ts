import { invalidField } from '@platform/runtime';

/** The columns that a list is ordered by: a position, a name, and the id that settles ties. */
export type Place = [position: number, name: string, id: string];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The place behind a row, as a client gets it: opaque, and only for the list that it came from. */
export const writePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * The argument of {@link writePlace}; null for the first page.
 * @throws AppError `validation_failed` for a cursor of another list
 */
export function readPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    const [position, name, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPlace = Number.isSafeInteger(position) && typeof name === 'string' && !name.includes('\0');
    if (isPlace && typeof id === 'string' && uuid.test(id) && rest.length === 0) return [position as number, name, id];
  } catch {
    // Not JSON: answered below.
  }
  return invalidField('cursor', 'is not a cursor of this list');
}
