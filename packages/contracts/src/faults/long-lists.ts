import { z } from 'zod';
import { count, describeExpected, lengthsOf } from './expectation.ts';

/** A list that is longer than its schema takes. */
export interface LongList {
  path: readonly PropertyKey[];
  predicate: string;
}

type Walk = (value: unknown, path: readonly PropertyKey[]) => LongList[];

/** The walks of schemas; null for a schema without lists. */
const walks = new WeakMap<z.core.$ZodType, Walk | null>();

/**
 * The lists in a value that are longer than its schema takes. Zod parses each entry before it counts them, and makes an
 * issue for each wrong one: a body of 1 MiB would have a million.
 */
export const findLongLists = (schema: z.core.$ZodType, value: unknown): LongList[] => walkOf(schema)?.(value, []) ?? [];

function walkOf(schema: z.core.$ZodType): Walk | null {
  const known = walks.get(schema);
  if (known !== undefined) return known;
  const walk = createWalk(schema);
  walks.set(schema, walk);
  return walk;
}

function createWalk(schema: z.core.$ZodType): Walk | null {
  if (schema instanceof z.ZodArray) return createListWalk(schema);
  if (schema instanceof z.ZodObject) return createObjectWalk(schema);
  if (schema instanceof z.ZodUnion) return createUnionWalk(schema);
  if (schema instanceof z.ZodRecord) {
    const walk = walkOf(schema.valueType);
    return walk && ((value, path) => membersOf(value).flatMap(([name, member]) => walk(member, [...path, name])));
  }
  // What a preprocessing makes of the value is not known here.
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? null : walkOf(schema.in);
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? walkOf(innerType) : null;
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

function createListWalk(schema: z.ZodArray): Walk {
  const { max = Number.POSITIVE_INFINITY } = lengthsOf(schema);
  const walk = walkOf(schema.element);
  return (value, path) => {
    if (!Array.isArray(value)) return [];
    if (value.length > max) {
      return [{ path, predicate: `has to be ${describeExpected(schema)}; it has ${count(value.length)}` }];
    }
    return walk ? value.flatMap((entry, at) => walk(entry, [...path, at])) : [];
  };
}

function createObjectWalk({ shape }: z.ZodObject): Walk | null {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const walk = walkOf(field);
    return walk ? [{ name, walk }] : [];
  });
  if (fields.length === 0) return null;
  return (value, path) =>
    membersOf(value).length === 0
      ? []
      : fields.flatMap(({ name, walk }) => walk((value as Record<string, unknown>)[name], [...path, name]));
}

/** A list is too long when it is so for each branch. */
function createUnionWalk({ options }: z.ZodUnion): Walk | null {
  const branches = options.map(walkOf);
  if (branches.some((walk) => walk === null)) return null;
  return (value, path) => {
    const found = branches.map((walk) => walk?.(value, path) ?? []);
    return found.some(({ length }) => length === 0) ? [] : (found[0] ?? []);
  };
}
