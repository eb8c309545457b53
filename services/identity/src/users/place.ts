import type { Place } from '@platform/runtime';
import { type AnyColumn, sql } from 'drizzle-orm';

/** The last known place of a user. */
export type KnownPlace = Pick<Place, 'country_code' | 'city'>;

/**
 * Changes of a known place by a new one. An address without a place changes nothing; a city is forgotten only
 * when the country changes, because a database of countries knows none.
 */
export function placeChanges(known: KnownPlace, { country_code, city }: Place): Partial<KnownPlace> {
  if (country_code === null) return {};
  if (country_code !== known.country_code) return { country_code, ...(city !== known.city && { city }) };
  return city !== null && city !== known.city ? { city } : {};
}

interface PlaceColumns {
  country_code: AnyColumn;
  city: AnyColumn;
}

/** {@link placeChanges} as values of an UPDATE. */
export const placeValues = (of: PlaceColumns, { country_code, city }: Place) =>
  country_code === null
    ? {}
    : {
        country_code,
        city: city ?? sql<string | null>`CASE WHEN ${of.country_code} = ${country_code} THEN ${of.city} END`,
      };

/** Whether {@link placeChanges} has any, as a condition; undefined when it cannot have. */
export const placeDiffers = (of: PlaceColumns, { country_code, city }: Place) =>
  country_code === null
    ? undefined
    : city === null
      ? sql`${of.country_code} IS DISTINCT FROM ${country_code}`
      : sql`(${of.country_code}, ${of.city}) IS DISTINCT FROM (${country_code}, ${city})`;
