import { expect, test } from '@jest/globals';
import { readRange } from './send-file.ts';

test.each<[string | undefined, ReturnType<typeof readRange>]>([
  [undefined, null],
  ['', null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['Bytes=5-', { start: 5, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=9-8', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=99999999999999999999-', null],
])('of a file of a hundred bytes, Range: %s asks for %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('a file without bytes has no part', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(readRange(header, 0)).toBe('unsatisfiable');
});
