import { type KeyValueStore, limitedAddress } from '@platform/runtime';
import type { AnalyticsConfig } from '../config.ts';

/** Where events come from. */
export interface NameSender {
  /** Null for a visitor of a site, and for a back end. */
  user_id: string | null;
  /** Null for a back end, whose key an administrator made: only the limit of the application holds for it. */
  client_ip: string | null;
}

/** How many new event names one sender may make up. */
export interface NewNameLimits {
  /** The first of these names that sender and address have room for; the others are not charged. */
  take(owner_id: string, names: readonly string[], sender: NameSender): Promise<string[]>;
}

const windowSeconds = 3_600;

/**
 * Limits by user and by address, so that neither one user nor one machine fills the names of an application.
 */
export function createNewNameLimits(kv: KeyValueStore, config: AnalyticsConfig): NewNameLimits {
  const byUser = kv.rateLimiter({
    name: 'new_event_names_user',
    points: config.RATE_LIMIT_NEW_EVENT_NAMES_USER,
    windowSeconds,
  });
  const byAddress = kv.rateLimiter({
    name: 'new_event_names_address',
    points: config.RATE_LIMIT_NEW_EVENT_NAMES_ADDRESS,
    windowSeconds,
  });
  const hasRoom = (limiter: typeof byUser, key: string): Promise<boolean> =>
    limiter.consume(key).then(
      () => true,
      (refusal: unknown) => {
        if (refusal instanceof Error) throw refusal;
        return false;
      },
    );
  return {
    async take(owner_id, names, { user_id, client_ip }) {
      const grantedNames: string[] = [];
      for (const name of names) {
        if (user_id !== null && !(await hasRoom(byUser, `${owner_id}:${user_id}`))) break;
        if (client_ip !== null && !(await hasRoom(byAddress, `${owner_id}:${limitedAddress(client_ip)}`))) break;
        grantedNames.push(name);
      }
      return grantedNames;
    },
  };
}
