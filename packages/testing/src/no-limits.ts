import { rateClasses } from '@platform/contracts';

/** The same limit for every class, and for what the services behind the gateway count themselves. */
export const limitsOf = (perMinute: number): Record<string, string> =>
  Object.fromEntries(
    [...Object.keys(rateClasses), 'license_ip', 'license_key', 'new_event_names_user', 'new_event_names_address'].map(
      (name) => [`RATE_LIMIT_${name.toUpperCase()}`, String(perMinute)],
    ),
  );

/** Limits so high that a test never meets them; a test of the limits sets its own. */
export const noLimits = limitsOf(1_000_000);
