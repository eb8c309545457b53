import { cursorId, cursorNumber, defineCursor } from '@platform/runtime';

/** A position in a list that is in the order of falling impressions, then of ids. */
export const impressionsCursor = defineCursor([cursorNumber(2_147_483_647), cursorId]);

/** The cursor behind a row. */
export const impressionsCursorOf = ({ impressions, id }: { impressions: number; id: string }): string =>
  impressionsCursor.print([impressions, id]);
