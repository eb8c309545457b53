import type { Page } from '@platform/contracts/kit';
import { invalidField } from '../errors.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Query of a list: one page, from the cursor that the page before answered. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/**
 * The id after which a page starts, or null for the first page. Throws `validation_failed` for a cursor that
 * is not ours.
 */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  return uuid.test(id) ? id : invalidField('cursor', 'is not a cursor of this list');
}

/**
 * Makes a page of rows that were read with `limit + 1`, newest first by id: the extra row only shows that
 * there is a next page.
 */
export function toPage<Row extends { id: string }, T>(rows: Row[], limit: number, shape: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(shape),
    next_cursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  };
}
