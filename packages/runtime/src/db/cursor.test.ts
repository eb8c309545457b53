import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { newId } from '../ids.ts';
import { cursorId, cursorNumber, cursorText, defineCursor } from './cursor.ts';

const id = newId();
const words = defineCursor([cursorNumber(99), cursorId]);
const named = defineCursor([z.literal('after'), cursorText]);
const json = defineCursor([z.int32(), cursorText, cursorId], { isJson: true });
const encode = (text: string) => Buffer.from(text).toString('base64url');

test('the bytes of a cursor are those that releases before have printed', () => {
  expect(words.print([42, id])).toBe(encode(`42 ${id}`));
  expect(words.parse(encode(`42 ${id}`))).toEqual([42, id]);
  expect(json.print([3, 'A b', id])).toBe(encode(`[3,"A b","${id}"]`));
  expect(json.parse(encode(`[3,"A b","${id}"]`))).toEqual([3, 'A b', id]);
});

test('the last word of a cursor may have blanks, and a list without a cursor begins', () => {
  for (const name of ['a', 'a  b c', ' ', ''])
    expect(named.parse(named.print(['after', name]))).toEqual(['after', name]);
  expect(named.parse(undefined)).toBeNull();
});

test('a cursor of another list and one that PostgreSQL cannot store are refused by name', () => {
  const refusals: [typeof words | typeof named | typeof json, string[]][] = [
    [words, ['', id, `100 ${id}`, `-1 ${id}`, `1e1 ${id}`, `1 ${id} `, `1 ${id} 2`, `0x1 ${id}`, ` ${id}`, `1 OR 1=1`]],
    [named, ['', 'after', 'before a', 'after a\0b']],
    [json, ['', '{}', 'null', '[1,"a"]', `["1","a","${id}"]`, `[1,"a\\u0000","${id}"]`, `[1,"a","${id}",2]`]],
    [json, [`[1.5,"a","${id}"]`, `[2147483648,"a","${id}"]`, '[1,"a","x"]', '[[[[']],
  ];
  for (const [cursor, texts] of refusals)
    for (const text of texts)
      expect(() => cursor.parse(encode(text))).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          fields: {
            details: [{ path: 'cursor', message: expect.stringMatching(/^`cursor` is not a cursor of this list: /) }],
          },
        }),
      );
});
