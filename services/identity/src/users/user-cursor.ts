import { StoredEnd } from '@platform/contracts';
import { cursorId, defineCursor, invalidField } from '@platform/runtime';
import { z } from 'zod';
import type { EntitledPosition } from './list-entitled-users.ts';
import type { SearchPosition } from './search-users.ts';

const registered = z.string().regex(/^\d{1,16}$/);
/** By registration, by an index or by a scan. */
const searchCursor = defineCursor([z.enum(['r', 'R']), cursorId, registered]);
/** By registration, by user id with an index or a scan, or by end. */
const entitledCursor = defineCursor([z.enum(['r', 'u', 'U', 'e']), cursorId, z.union([registered, StoredEnd])]);

/**
 * Reads the cursor of a list of users.
 * @throws AppError `validation_failed` for an invalid cursor
 */
export function readSearchCursor(text: string | undefined): SearchPosition {
  const position = searchCursor.parse(text);
  if (position === null) return { after: null, isWalking: false };
  const [way, id, microseconds] = position;
  return { after: { id, registered: microseconds }, isWalking: way === 'R' };
}

/** The cursor of a position of a list of users. */
export const writeSearchCursor = (position: SearchPosition | null): string | null =>
  position?.after
    ? searchCursor.print([position.isWalking ? 'R' : 'r', position.after.id, position.after.registered])
    : null;

/**
 * Reads the cursor of a list of users with terms; null for the first page.
 * @throws AppError `validation_failed` for an invalid cursor
 */
export function readEntitledCursor(text: string | undefined): EntitledPosition | null {
  const position = entitledCursor.parse(text);
  if (position === null) return null;
  const [way, id, moment] = position;
  if ((way === 'e') !== StoredEnd.safeParse(moment).success)
    invalidField(
      'cursor',
      'is not a cursor of this list: send `next_cursor` of the page before, or none for the first page',
    );
  if (way === 'r') return { order: 'registration', after: { id, registered: moment } };
  return { order: 'catalog', before: id, is_scanning: way === 'U', end: way === 'e' ? moment : null };
}

/** The cursor of a position of a list of users with terms. */
export function writeEntitledCursor(position: EntitledPosition | null): string | null {
  if (position === null) return null;
  if (position.order === 'registration') return writeSearchCursor({ after: position.after, isWalking: false });
  const { before, is_scanning, end } = position;
  return before && entitledCursor.print([end !== null ? 'e' : is_scanning ? 'U' : 'u', before, end ?? '0']);
}
