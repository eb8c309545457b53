import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** Names of schema.org, and what search engines require of entities: dated data, see `rules/structured-data`. */

const folder = new URL('../../rules/structured-data/', import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const Requirement = z.strictObject({
  source: z.enum(['google', 'yandex', 'platform']),
  required: z.array(z.string()).default([]),
  /** Of each list one property is enough. */
  any: z.array(z.array(z.string()).min(2)).default([]),
});
export type Requirement = z.output<typeof Requirement>;

const Edition = z.strictObject({
  rule_version: z.iso.date(),
  verified_at: z.iso.date(),
  sources: z.record(z.string(), z.string()),
  /** Requirements of the entities that a page is about. */
  main: z.record(z.string(), Requirement),
  /** Requirements of entities inside of others. */
  nested: z.record(z.string(), Requirement),
});

const Vocabulary = z.strictObject({
  source: z.string(),
  /** Types with the types that they are directly a kind of. */
  types: z.record(z.string(), z.array(z.string())),
  properties: z.array(z.string()),
  /** Properties whose values are numbers alone, and dates alone. */
  numbers: z.array(z.string()),
  dates: z.array(z.string()),
});

const newest = readdirSync(folder)
  .filter((name) => /^\d{4}-\d{2}-\d{2}\.json$/.test(name))
  .toSorted()
  .at(-1);
if (newest === undefined) throw new Error('rules/structured-data has no edition');
const edition = Edition.parse(readJson(newest));
const vocabulary = Vocabulary.parse(readJson('vocabulary.json'));

const types = new Map(Object.entries(vocabulary.types));
const properties = new Set(vocabulary.properties);
export const numberProperties: ReadonlySet<string> = new Set(vocabulary.numbers);
export const dateProperties: ReadonlySet<string> = new Set(vocabulary.dates);

export const isKnownType = (type: string): boolean => types.has(type);

/** A name of schema.org; actions have annotated names too: https://schema.org/docs/actions.html. */
export const isKnownProperty = (name: string): boolean =>
  properties.has(name) || properties.has(name.replace(/-(?:input|output)$/, ''));

/** The type and the types that it is a kind of, the nearest first. */
function* kindsOf(type: string): Generator<string> {
  const queue = [type];
  for (const kind of queue) {
    yield kind;
    for (const parent of types.get(kind) ?? []) if (!queue.includes(parent)) queue.push(parent);
  }
}

/** Whether a type is another one or a kind of it. */
export function isKindOf(type: string, wanted: string): boolean {
  for (const kind of kindsOf(type)) if (kind === wanted) return true;
  return false;
}

/** What is required of an entity of a type: by the nearest type that has requirements; null for none. */
export function requirementOf(type: string, place: 'main' | 'nested'): Requirement | null {
  for (const kind of kindsOf(type)) {
    const requirement = edition[place][kind];
    if (requirement) return requirement;
  }
  return null;
}

/** The known name that a misspelt one stands for: one letter is wrong, missing, added or moved; null without one. */
export function nearestName(name: string, of: 'types' | 'properties'): string | null {
  const known = of === 'types' ? types.keys() : properties.values();
  for (const candidate of known) if (isNear(name.toLowerCase(), candidate.toLowerCase())) return candidate;
  return null;
}

function isNear(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > 1 || Math.min(left.length, right.length) < 3) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(left, start + 1) === rest(right, start + 1) ||
    rest(left, start + 1) === rest(right, start) ||
    rest(left, start) === rest(right, start + 1) ||
    (left[start] === right[start + 1] &&
      left[start + 1] === right[start] &&
      rest(left, start + 2) === rest(right, start + 2))
  );
}
