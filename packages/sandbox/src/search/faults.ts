import { z } from 'zod';

/** How often a fault strikes: `true` until it is reset, or so many times. */
const strikes = z.union([z.boolean(), z.int().positive()]).optional();

const settings = z.strictObject({
  invalidGrant: strikes,
  noRefreshToken: strikes,
  lessScope: strikes,
  noProperties: strikes,
  forbidden: strikes,
  quota: strikes,
  tooManyRequests: strikes,
  down: strikes,
});

/**
 * Faults of a search console.
 * - `invalidGrant`: codes and refresh tokens are refused, as after the user took the access away
 * - `noRefreshToken`: a code gives an access token alone
 * - `lessScope`: the user unticked the access to the console
 * - `noProperties`: the account has no site
 * - `forbidden`: the account may not read the property
 * - `quota`: 403 `quotaExceeded` of Google, 429 `QUOTA_EXCEEDED` of Yandex
 * - `tooManyRequests`: 429 with `Retry-After`: 30 seconds at Google, a date in two hours at Yandex
 * - `down`: every answer is 500
 */
export type SearchFaultSettings = z.infer<typeof settings>;
type FaultName = keyof SearchFaultSettings;

/** The fault switches of a search console. */
export interface SearchFaults {
  /**
   * Replaces the named switches.
   * @throws a `ZodError` for a switch that does not exist
   */
  set(changes: SearchFaultSettings): void;
  /** Everything works again. */
  reset(): void;
  current(): SearchFaultSettings;
  /** Whether a fault strikes now; counted as one use. */
  use(name: FaultName): boolean;
}

/**
 * Checks fault settings that came over HTTP.
 * @param body parsed JSON
 * @returns the settings, or `null` when the body is none
 */
export const parseSearchFaults = (body: unknown): SearchFaultSettings | null => settings.safeParse(body).data ?? null;

/** Makes the switches, all off. */
export function createSearchFaults(): SearchFaults {
  const active = new Map<FaultName, number>();
  return {
    set(changes) {
      for (const [name, value] of Object.entries(settings.parse(changes)) as [FaultName, boolean | number][]) {
        if (value === false) active.delete(name);
        else active.set(name, value === true ? Number.POSITIVE_INFINITY : value);
      }
    },
    reset() {
      active.clear();
    },
    current: () =>
      Object.fromEntries(
        [...active].map(([name, usesLeft]) => [name, Number.isFinite(usesLeft) ? usesLeft : true] as const),
      ),
    use(name) {
      const usesLeft = active.get(name);
      if (usesLeft === undefined) return false;
      if (usesLeft <= 1) active.delete(name);
      else active.set(name, usesLeft - 1);
      return true;
    },
  };
}
