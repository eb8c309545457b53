import { cursorId, defineCursor } from '@platform/runtime';
import { z } from 'zod';
import type { EntitledPosition } from './list-entitled-users.ts';
import type { SearchPosition } from './search-users.ts';

/** How the list goes on: by registration or by user id, by an index or by a scan. */
const Way = z.enum(['r', 'R', 'u', 'U']);
const cursor = defineCursor([Way, cursorId, z.string().regex(/^\d{1,16}$/)]);

/**
 * Reads the cursor of a list of users.
 * @throws AppError `validation_failed` for an invalid cursor
 */
export function readSearchCursor(text: string | undefined): SearchPosition {
  const [way = 'r', id, registered = '0'] = cursor.parse(text) ?? [];
  return { after: id === undefined ? null : { id, registered }, isWalking: way === 'R' };
}

/** The cursor of a position of a list of users. */
export const writeSearchCursor = (position: SearchPosition | null): string | null =>
  position?.after ? cursor.print([position.isWalking ? 'R' : 'r', position.after.id, position.after.registered]) : null;

/**
 * Reads the cursor of a list of users with terms; null for the first page.
 * @throws AppError `validation_failed` for an invalid cursor
 */
export function readEntitledCursor(text: string | undefined): EntitledPosition | null {
  const position = cursor.parse(text);
  if (position === null) return null;
  const [way, id, registered] = position;
  if (way === 'u' || way === 'U') return { order: 'user_id', before: id, is_scanning: way === 'U' };
  return { order: 'registration', after: { id, registered } };
}

/** The cursor of a position of a list of users with terms. */
export function writeEntitledCursor(position: EntitledPosition | null): string | null {
  if (position === null) return null;
  if (position.order === 'registration') return writeSearchCursor({ after: position.after, isWalking: false });
  return position.before && cursor.print([position.is_scanning ? 'U' : 'u', position.before, '0']);
}
