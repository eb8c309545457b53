/**
 * Part of a whole in percent with two decimals, from 0 to 100; 0 of nothing. The part is one of the whole by its
 * definition, and above it by the error of a sketch alone.
 */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 10_000) / 100);
