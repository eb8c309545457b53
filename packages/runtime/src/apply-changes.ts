import { isDeepStrictEqual } from 'node:util';

interface Versioned {
  version: number;
  updated_at: Date;
}

/**
 * A row with the fields that a change has. A change that changes something counts as a version.
 * @param changes fields that are absent stay
 */
export function applyChanges<Row extends Versioned>(
  before: Row,
  changes: Partial<Record<keyof Row, unknown>>,
  now: Date,
): { row: Row; isChanged: boolean } {
  const givenChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...before, ...givenChanges };
  if (isDeepStrictEqual(after, before)) return { row: before, isChanged: false };
  return { row: { ...after, version: before.version + 1, updated_at: now }, isChanged: true };
}
