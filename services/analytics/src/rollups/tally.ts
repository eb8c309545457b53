import { otherEventName } from '@platform/contracts';
import { createSketch, hashOf, type Sketch } from './sketch.ts';

/** Counts of a day for one value of a dimension. */
export interface Tally {
  dimension: string;
  value: string;
  events: number;
  /** Different users, exact; of `(other)` as exact as a sketch. */
  uniques: number;
  sketch: Sketch | null;
}

/** Values of a dimension that a day counts apart. */
export const separateValues = 100;
/** Where the rest of them is counted; events without a name of their own come with it. */
export const otherValue = otherEventName;

/**
 * Of a value, in UTF-8: the key of the counts is an index, which holds no more than 2,704 bytes with the
 * columns before it.
 */
export const longestValueBytes = 2_048;

/** Rows of one statement in memory at once: a day with more is counted in slices of its users. */
const rowsAtOnce = 300_000;

/** In how many slices the rows of so many events are read, by the last byte of the user's id. */
export const slicesOf = (events: number): number => Math.min(256, Math.ceil(events / rowsAtOnce));

/**
 * Values of a dimension in memory at once, fewer where each has a sketch. Beyond them the rarer half becomes
 * one: a client may make up as many versions, sources and paths as it likes, and must not fill the memory
 * with them.
 */
const heldValues = (precision: number | null): number => (precision === null ? 20_000 : 2_000);

interface Count {
  events: number;
  uniques: number;
  lastId: string;
  sketch: Sketch | null;
}

/**
 * Counts the rows of a day by their dimensions. Rows have to come ordered by user, so that a new user is
 * recognised without a set of all of them.
 * @param precisionOf precision of the sketch of a dimension; null where days are only added and need none
 */
export function createTallies(precisionOf: (dimension: string) => number | null) {
  const dimensions = new Map<string, Map<string, Count>>();
  const others = new Map<string, Tally>();
  let id = '';
  let hash = 0;

  const countOf = (dimension: string, value: string): Count => {
    let values = dimensions.get(dimension);
    if (!values) {
      values = new Map();
      dimensions.set(dimension, values);
    }
    let count = values.get(value);
    if (!count) {
      const precision = precisionOf(dimension);
      if (values.size >= heldValues(precision))
        others.set(dimension, takeRarest(values, { dimension, precision, before: others.get(dimension) }));
      count = { events: 0, uniques: 0, lastId: '', sketch: precision === null ? null : createSketch(precision) };
      values.set(value, count);
    }
    return count;
  };

  return {
    /** Counts `events` of one user with these values. */
    add(userId: string, events: number, values: Readonly<Record<string, string>>): void {
      if (userId !== id) {
        id = userId;
        hash = hashOf(userId);
      }
      for (const dimension in values) {
        const count = countOf(dimension, values[dimension] ?? '');
        count.events += events;
        if (count.lastId === id) continue;
        count.lastId = id;
        count.uniques += 1;
        count.sketch?.add(hash);
      }
    },
    /** Counts `events` with these values, and no user. */
    addEvents(events: number, values: Readonly<Record<string, string>>): void {
      for (const dimension in values) countOf(dimension, values[dimension] ?? '').events += events;
    },
    /** Every value that was seen; beyond {@link separateValues} of a dimension, the rarest are one. */
    result(): Tally[] {
      return [...dimensions].flatMap(([dimension, values]) =>
        foldRarest(talliesOf(dimension, values), precisionOf(dimension), others.get(dimension)),
      );
    },
  };
}

const talliesOf = (dimension: string, values: ReadonlyMap<string, Count>): Tally[] =>
  [...values].map(([value, { events, uniques, sketch }]) => ({ dimension, value, events, uniques, sketch }));

/** Takes all but the most frequent values away, and answers them as one with those that were taken before. */
function takeRarest(
  values: Map<string, Count>,
  { dimension, precision, before }: { dimension: string; precision: number | null; before: Tally | undefined },
): Tally {
  const rarest = talliesOf(dimension, values)
    .sort(mostFrequentFirst)
    .slice(heldValues(precision) / 2);
  for (const { value } of rarest) values.delete(value);
  return asOne(before ? [before, ...rarest] : rarest, precision);
}

const mostFrequentFirst = (a: Tally, b: Tally): number => b.events - a.events || (a.value < b.value ? -1 : 1);

/**
 * The most frequent values of one dimension, and all the others as one, so that no day has more rows than it
 * can show. A value that a client gave the name of the others is one of them, however frequent, and so is one
 * that is too long to be a key.
 * @param other the tally of the values united before
 */
export function foldRarest(tallies: readonly Tally[], precision: number | null, other?: Tally): Tally[] {
  const separate = tallies.filter(mayBeSeparate).sort(mostFrequentFirst);
  const folded = [...tallies.filter((tally) => !mayBeSeparate(tally)), ...separate.splice(separateValues)];
  if (other) folded.push(other);
  return folded.length === 0 ? separate : [...separate, asOne(folded, precision)];
}

const mayBeSeparate = ({ value }: Tally): boolean =>
  value !== otherValue && Buffer.byteLength(value) <= longestValueBytes;

function asOne(tallies: readonly Tally[], precision: number | null): Tally {
  const [first, second] = tallies;
  // A single tally stays exact.
  if (first && !second) return { ...first, value: otherValue };
  const sketch = precision === null ? null : createSketch(precision);
  if (sketch) for (const tally of tallies) if (tally.sketch) sketch.unite(tally.sketch);
  return {
    dimension: first?.dimension ?? '',
    value: otherValue,
    events: tallies.reduce((sum, { events }) => sum + events, 0),
    uniques: sketch ? sketch.count() : tallies.reduce((sum, { uniques }) => sum + uniques, 0),
    sketch,
  };
}
