import { createSketch, hashOf, type Sketch } from './sketch.ts';

/** What is counted of a day for one value of a dimension. */
export interface Tally {
  dimension: string;
  value: string;
  events: number;
  /** Different users, exact; of `(other)` as exact as a sketch. */
  uniques: number;
  sketch: Sketch | null;
}

/** Values of a dimension that a day keeps apart. */
export const keptValues = 100;
/** Where the rest of them is counted. */
export const otherValue = '(other)';

interface Count {
  events: number;
  uniques: number;
  lastId: string;
  sketch: Sketch | null;
}

/**
 * Counts the rows of a day by their dimensions. Rows have to come ordered by user, so that a user is told from the one
 * before without a set of all of them.
 * @param precisionOf precision of the sketch of a dimension; null where days are only added and need none
 */
export function createTallies(precisionOf: (dimension: string) => number | null) {
  const dimensions = new Map<string, Map<string, Count>>();
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
    /** Every value that was seen; beyond {@link keptValues} of a dimension, the rarest are one. */
    result(): Tally[] {
      return [...dimensions].flatMap(([dimension, values]) => fold(dimension, values, precisionOf(dimension)));
    },
  };
}

function fold(dimension: string, values: ReadonlyMap<string, Count>, precision: number | null): Tally[] {
  const tallies = [...values].map(([value, { events, uniques, sketch }]) => ({
    dimension,
    value,
    events,
    uniques,
    sketch,
  }));
  return keepMostFrequent(tallies, precision);
}

/** The most frequent values of one dimension, and all the others as one, so that no day has more rows than it can show. */
export function keepMostFrequent(tallies: readonly Tally[], precision: number | null): Tally[] {
  if (tallies.length <= keptValues) return [...tallies];
  const kept = tallies.toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1));
  const rest = kept.splice(keptValues);
  const other: Tally = {
    dimension: tallies[0]?.dimension ?? '',
    value: otherValue,
    events: rest.reduce((sum, { events }) => sum + events, 0),
    uniques: rest.reduce((sum, { uniques }) => sum + uniques, 0),
    sketch: precision === null ? null : createSketch(precision),
  };
  if (other.sketch) {
    for (const { sketch } of rest) if (sketch) other.sketch.unite(sketch);
    other.uniques = other.sketch.count();
  }
  return [...kept, other];
}
