import { cursorId, cursorText, defineCursor } from '@platform/runtime';
import { z } from 'zod';

/** The columns that a list is ordered by: a position, a name, and the id that decides ties. */
export const nameCursor = defineCursor([z.int32(), cursorText, cursorId], { isJson: true });

/** The cursor behind a row. */
export const nameCursorOf = (row: { position: number; name: string; id: string }): string =>
  nameCursor.print([row.position, row.name, row.id]);
