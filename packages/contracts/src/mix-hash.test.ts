import { expect, test } from '@jest/globals';
import { mixHash } from './mix-hash.ts';

test('a hash has the value that is stored already', () => {
  expect([0, 1, -1, 0x7fffffff, 0x9747b28c, 123_456_789].map(mixHash)).toEqual([
    0, 1364076727, 2180083513, 4190899880, 3954623016, 3126909082,
  ]);
});
