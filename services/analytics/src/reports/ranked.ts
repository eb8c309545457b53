import type { Count } from '../rollups/read-counts.ts';
import { otherValue } from '../rollups/tally.ts';

/** Values of a dimension with the most frequent first and the united rest last. */
export const ranked = (values: Iterable<readonly [string, Count]>, by: keyof Count): (readonly [string, Count])[] =>
  [...values].sort(
    ([a, one], [b, other]) =>
      Number(a === otherValue) - Number(b === otherValue) || other[by] - one[by] || (a < b ? -1 : 1),
  );
