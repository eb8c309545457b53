import { fail } from './errors.ts';
import { hourMs } from './time.ts';

/** A key of an application or a site. The current one has no end; a rotation gives it one. */
export interface RotatedKey {
  id: string;
  valid_until: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** New times of a former key. */
export type KeyEnd = Pick<RotatedKey, 'id' | 'valid_until' | 'revoked_at'>;

/**
 * The keys whose end a rotation changes. Without a grace period it is an emergency: every former key is
 * revoked, because a leaked one may be any of them.
 * @param liveKeys keys that are valid at `now`
 */
export function endFormerKeys(liveKeys: readonly RotatedKey[], graceHours: number, now: Date): KeyEnd[] {
  if (graceHours === 0) return liveKeys.map(({ id }) => ({ id, valid_until: now, revoked_at: now }));
  const end = new Date(now.getTime() + graceHours * hourMs);
  return liveKeys
    .filter(({ valid_until }) => valid_until === null)
    .map(({ id }) => ({ id, valid_until: end, revoked_at: null }));
}

/**
 * The times of a key that is revoked at `now`; those of a key that has been revoked stay. A key whose grace period
 * is over can be revoked, so that it cannot be prolonged.
 * @throws AppError `conflict` for the current key
 */
export function revokeFormerKey(key: RotatedKey, now: Date): KeyEnd {
  if (key.valid_until === null)
    return fail('conflict', {
      message: 'This is the current key, and no other key would follow it. Rotate the key first, and then revoke it.',
    });
  return revokeKey(key, now);
}

/** The times of a key that is revoked at `now`, be it the current one; those of a key that has been revoked stay. */
export const revokeKey = ({ id, valid_until, revoked_at }: RotatedKey, now: Date): KeyEnd => ({
  id,
  valid_until: valid_until !== null && valid_until < now ? valid_until : now,
  revoked_at: revoked_at ?? now,
});

/**
 * Checks a new end of a grace period.
 * @param end in the future
 * @throws AppError `conflict` for the current key and for a revoked one
 */
export function prolongFormerKey({ id, valid_until, revoked_at }: RotatedKey, end: Date): KeyEnd {
  if (revoked_at !== null) return fail('conflict', { message: 'A revoked key stays revoked. Use another key.' });
  if (valid_until === null)
    return fail('conflict', { message: 'This is the current key, which has no end. A rotation gives it one.' });
  return { id, valid_until: end, revoked_at };
}

/** Whether the last recorded use of a key is an hour old, or there is none. */
export const isUseStale = ({ last_used_at }: Pick<RotatedKey, 'last_used_at'>, now: Date): boolean =>
  last_used_at === null || now.getTime() - last_used_at.getTime() >= hourMs;
