import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { findAssertions } from './find-assertions.ts';

test.each(['1 ', ' 234', '1,234', '5% ', '1.2.3 ', 'a-', "A'", '“', '"a', '1 jan ', 'Ab ', '$', '$1 '])(
  'the claims of a post of many %j are found in time in proportion to its length',
  (part) => {
    const inputOf = (length: number) => ({ text: part.repeat(length / part.length), urls: [], buttons: [] });
    expect(growthOf(inputOf, 160_000, findAssertions)).toBeLessThan(linearGrowth);
  },
);
