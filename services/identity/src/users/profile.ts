import type { User } from '@platform/contracts';
import type { UserContext } from '@platform/contracts/kit';
import type { GeoLocation } from '@platform/runtime';
import type { z } from 'zod';
import type { users } from '../schema.ts';
import { type KnownLocation, locationChanges } from './location.ts';

export type UserRow = typeof users.$inferSelect;

/** The fields of a user that a login may refresh. */
export type Profile = Pick<UserRow, 'email' | 'display_name' | 'avatar_url' | 'timezone'>;

/**
 * Facts of a login: claims of the verified token, device data from the client, and the location of its address.
 */
export interface LoginFacts {
  claims: Pick<UserContext<string | null>, 'email' | 'display_name' | 'avatar_url'>;
  avatar_url?: string | undefined;
  timezone?: string | undefined;
  location: GeoLocation;
}

/**
 * Text of a claim: trimmed, cut, and null where it is empty or could not be stored. Claims are what others
 * let people type.
 */
function claimText(claim: string | null, max: number): string | null {
  const clean = claim?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  // Cut by code points, so that no character is torn in two.
  return clean === '' ? null : Array.from(clean).slice(0, max).join('');
}

/** A claim that is an http(s) address, else null: other schemes do not belong in an `img src`. */
function claimUrl(claim: string | null): string | null {
  const clean = claim?.trim() ?? '';
  if (clean.length > 2048 || !URL.canParse(clean)) return null;
  const url = new URL(clean);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

function claimEmail(claim: string | null): string | null {
  const email = claimText(claim, 255);
  return email === null || email.length > 254 ? null : email;
}

/** The profile of a new user. The time zone of the address is used if the device sends none. */
export const firstProfile = (login: LoginFacts): Profile & KnownLocation => ({
  ...givenProfile(login),
  timezone: login.timezone ?? login.location.timezone,
  country_code: login.location.country_code,
  city: login.location.city,
});

const givenProfile = ({ claims, avatar_url, timezone }: LoginFacts): Profile => ({
  email: claimEmail(claims.email),
  display_name: claimText(claims.display_name, 120),
  avatar_url: avatar_url ?? claimUrl(claims.avatar_url),
  timezone: timezone ?? null,
});

/**
 * The fields that a login changes. A field that the user has set stays; a token or client without the field
 * leaves it. The login of a merged user only fills empty ones: two providers would change them in turn.
 * @returns only fields whose value is new; empty when the login brings nothing
 */
export function profileChanges(
  user: UserRow,
  login: LoginFacts,
  { isMerged = false }: { isMerged?: boolean } = {},
): Partial<Profile & KnownLocation> {
  const brought = givenProfile(login);
  const changes: Partial<Profile & KnownLocation> = locationChanges(user, login.location);
  const take = (field: keyof Profile, isKept: boolean) => {
    if (!isKept && brought[field] !== null && brought[field] !== user[field]) changes[field] = brought[field];
  };
  take('email', isMerged && user.email !== null);
  take('display_name', user.display_name_edited || (isMerged && user.display_name !== null));
  take('avatar_url', user.avatar_url_edited || (isMerged && user.avatar_url !== null));
  if (user.timezone === null) brought.timezone ??= login.location.timezone;
  take('timezone', user.timezone_edited);
  return changes;
}

/**
 * The channel that brought a user: the source that the client gave, else its `utm_source`; null when it gave
 * neither. Both are stored as they came, so this also holds for users from before the rule.
 */
export const channelOf = (user: Pick<UserRow, 'acquisition_source' | 'utm_source'>): string | null =>
  user.acquisition_source ?? user.utm_source;

/** A user as the contract shows one. */
export const toUser = (row: UserRow): z.input<typeof User> => ({
  id: row.id,
  email: row.email,
  display_name: row.display_name,
  avatar_url: row.avatar_url,
  platform: row.platform,
  country_code: row.country_code,
  city: row.city,
  timezone: row.timezone,
  utm_source: row.utm_source,
  utm_medium: row.utm_medium,
  utm_campaign: row.utm_campaign,
  utm_content: row.utm_content,
  acquisition_source: channelOf(row),
  created_at: row.created_at.toISOString(),
});
