import { invalidField } from '@platform/runtime';

/** The columns that a list is ordered by: a position, a name, and the id that decides ties. */
export type NamePosition = [position: number, name: string, id: string];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The position behind a row, as a client gets it: opaque, and only for the list that it came from. */
export const writePosition = (position: NamePosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * The argument of {@link writePosition}; null for the first page.
 * @throws AppError `validation_failed` for a cursor of another list
 */
export function readPosition(cursor: string | undefined): NamePosition | null {
  if (cursor === undefined) return null;
  try {
    const [position, name, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPosition = Number.isSafeInteger(position) && typeof name === 'string' && !name.includes('\0');
    if (isPosition && typeof id === 'string' && uuid.test(id) && rest.length === 0)
      return [position as number, name, id];
  } catch {
    // Not JSON: answered below.
  }
  return invalidField('cursor', 'is not a cursor of this list');
}
