import { z } from 'zod';
import { boundsOf } from '../calendar-days.ts';

type Bound = 'from' | 'until';

/** Fields of an input that bound a time, by the schema of the input. */
const boundsBySchema = new WeakMap<z.ZodType, readonly (readonly [name: string, bound: Bound])[]>();

function boundsIn(schema: z.ZodType): readonly (readonly [string, Bound])[] {
  const known = boundsBySchema.get(schema);
  if (known) return known;
  const fields = Object.entries(schema instanceof z.ZodObject ? schema.shape : {}) as [string, z.ZodType][];
  const bounds = fields.flatMap(([name, field]) => {
    const bound = boundOf(field);
    return bound === 'from' || bound === 'until' ? [[name, bound] as const] : [];
  });
  boundsBySchema.set(schema, bounds);
  return bounds;
}

function boundOf(field: z.ZodType): unknown {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
  return inner.meta()?.time_bound;
}

/** Whether an input may have days that bound a time. */
export const hasTimeFilters = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && boundsIn(schema).length > 0;

const isDay = (value: unknown): value is string => typeof value === 'string' && value.length === 10;

/** Whether an input has a day that bounds a time, and no `timezone`: it is a day of the zone of the list. */
export function hasDayWithoutZone(schema: z.ZodType | undefined, input: unknown): boolean {
  if (!schema || !hasTimeFilters(schema)) return false;
  const fields = input as Record<string, unknown>;
  return fields.timezone === undefined && boundsIn(schema).some(([name]) => isDay(fields[name]));
}

/**
 * Puts a time in UTC (RFC 3339) in the place of each day that bounds a time in a filter: `timeFrom` and `timeUntil` of the
 * contracts. Days are those of the field `timezone`, or of the zone of the list.
 * @param input what the schema parsed
 * @param zoneOfList the time zone of the site that has the list, or UTC
 */
export function resolveTimeFilters(schema: z.ZodType | undefined, input: unknown, zoneOfList: string): unknown {
  const bounds = schema ? boundsIn(schema) : [];
  if (bounds.length === 0) return input;
  const fields = input as Record<string, unknown>;
  const { timezone = zoneOfList } = fields as { timezone?: string };
  const resolved: Record<string, unknown> = { ...fields };
  for (const [name, bound] of bounds) {
    const value = fields[name];
    if (isDay(value)) resolved[name] = toTime(value, timezone, bound);
  }
  return resolved;
}

function toTime(day: string, timezone: string, bound: Bound): string {
  const { starts_at, ends_at } = boundsOf(day, timezone);
  const moment = bound === 'from' ? starts_at : ends_at;
  // East of Greenwich the first day begins before the calendar of the contracts does.
  return new Date(Math.max(0, moment.getTime())).toISOString();
}
