import { and, type Column, eq, gt, lt, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { parseJson } from '../parse-json.ts';

/** Parts of a cursor: an id, a whole number up to `max`, a text that PostgreSQL can store. */
export const cursorId = z.string().refine(isUuid);
export const cursorNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().max(max));
export const cursorText = z.string().refine((text) => !text.includes('\0'));

/** The position of a row in a list, as a client holds it between two pages: opaque. */
export interface Cursor<Position> {
  print(position: Position): string;
  /**
   * The argument of `print`; null for the first page.
   * @throws AppError `validation_failed` for a cursor of another shape
   */
  parse(cursor: string | undefined): Position | null;
}

/**
 * @param parts the values of a position: one schema each
 * @param options.isJson a JSON array is printed. Otherwise words are, and only the last one has blanks.
 */
export function defineCursor<const Parts extends [z.ZodType, ...z.ZodType[]]>(
  parts: Parts,
  { isJson = false }: { isJson?: boolean } = {},
): Cursor<Readonly<z.output<z.ZodTuple<Parts, null>>>> {
  const schema = z.tuple(parts);
  return {
    print: (position) => Buffer.from(isJson ? JSON.stringify(position) : position.join(' ')).toString('base64url'),
    parse(cursor) {
      if (cursor === undefined) return null;
      const text = Buffer.from(cursor, 'base64url').toString();
      const { success, data } = schema.safeParse(isJson ? parseJson(text) : splitWords(text, parts.length));
      return success
        ? data
        : invalidField(
            'cursor',
            'is not a cursor of this list: send `next_cursor` of the page before, or none for the first page',
          );
    },
  };
}

function splitWords(text: string, count: number): string[] {
  const words = text.split(' ');
  return words.length <= count ? words : [...words.slice(0, count - 1), words.slice(count - 1).join(' ')];
}

/** Rows behind a position, in the order of a falling number and of ids that rise; all rows for null. */
export const isBehind = (
  numbers: Column,
  ids: Column,
  position: readonly [number: number, id: string] | null,
): SQL | undefined =>
  position === null ? undefined : or(lt(numbers, position[0]), and(eq(numbers, position[0]), gt(ids, position[1])));
