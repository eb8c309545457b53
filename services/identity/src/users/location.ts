import type { GeoLocation } from '@platform/runtime';
import { type AnyColumn, sql } from 'drizzle-orm';

/** The last known location of a user. */
export type KnownLocation = Pick<GeoLocation, 'country_code' | 'city'>;

/**
 * Changes of a known location by a new one. An address without a location changes nothing; a city is forgotten only
 * when the country changes, because a database of countries knows none.
 */
export function locationChanges(
  knownLocation: KnownLocation,
  { country_code, city }: GeoLocation,
): Partial<KnownLocation> {
  if (country_code === null) return {};
  if (country_code !== knownLocation.country_code)
    return { country_code, ...(city !== knownLocation.city && { city }) };
  return city !== null && city !== knownLocation.city ? { city } : {};
}

interface LocationColumns {
  country_code: AnyColumn;
  city: AnyColumn;
}

/** {@link locationChanges} as values of an UPDATE. */
export const locationValues = (of: LocationColumns, { country_code, city }: GeoLocation) =>
  country_code === null
    ? {}
    : {
        country_code,
        city: city ?? sql<string | null>`CASE WHEN ${of.country_code} = ${country_code} THEN ${of.city} END`,
      };

/** Whether {@link locationChanges} has any, as a condition; undefined when it cannot have. */
export const locationDiffers = (of: LocationColumns, { country_code, city }: GeoLocation) =>
  country_code === null
    ? undefined
    : city === null
      ? sql`${of.country_code} IS DISTINCT FROM ${country_code}`
      : sql`(${of.country_code}, ${of.city}) IS DISTINCT FROM (${country_code}, ${city})`;
