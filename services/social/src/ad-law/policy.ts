import { type AdPolicy, largeAccountFollowers, policyStaleDays, type SocialChannel } from '@platform/contracts';
import { dayMs } from '@platform/runtime';
import { toLocalTime } from '../posts/local-time.ts';
import type { channel_policies } from '../schema.ts';

export type PolicyRow = typeof channel_policies.$inferSelect;

/** What the law reads of an account. */
export interface AdAccount {
  channel: SocialChannel;
  /** Followers; null where they are not known. */
  members: number | null;
  /** The channel is in the register of Roskomnadzor. */
  isRegistered: boolean;
}

/** The day of the law at a moment, `YYYY-MM-DD` in Moscow. */
export const lawDay = (at: Date): string => toLocalTime(at, 'Europe/Moscow').slice(0, 10);

/** Whether the sources of a policy were read too long ago to rest on it. */
export const isStale = ({ verified_at }: Pick<PolicyRow, 'verified_at'>, now: Date): boolean =>
  now.getTime() - verified_at.getTime() > policyStaleDays * dayMs;

/** An account with so many followers has to be in the register; an unknown number counts as small. */
export const isLargeUnregistered = ({ members, isRegistered }: Pick<AdAccount, 'members' | 'isRegistered'>): boolean =>
  members !== null && members > largeAccountFollowers && !isRegistered;

const severity: Record<AdPolicy, number> = { allowed: 0, disputed: 1, prohibited: 2 };

/**
 * The policy for a channel and a scope on a day: that with the latest first day, and among equal days the
 * newest.
 * @param day `YYYY-MM-DD` in Moscow
 * @returns null if no row applies
 */
export function policyOf(
  policies: readonly PolicyRow[],
  { channel, applies_to }: Pick<PolicyRow, 'channel' | 'applies_to'>,
  day: string,
): PolicyRow | null {
  const holding = policies.filter(
    (row) =>
      row.channel === channel && row.applies_to === applies_to && row.from <= day && (row.to === null || day <= row.to),
  );
  // Ids count up with time, so they order rows of one moment as well.
  const isLater = (a: PolicyRow, b: PolicyRow): boolean => (a.from === b.from ? a.id > b.id : a.from > b.from);
  return holding.reduce<PolicyRow | null>((best, row) => (best === null || isLater(row, best) ? row : best), null);
}

/** The strictest policy that holds for an account on a day. */
export function policyFor(policies: readonly PolicyRow[], account: AdAccount, day: string): PolicyRow | null {
  const { channel } = account;
  const scopes = isLargeUnregistered(account) ? (['all', 'large_unregistered'] as const) : (['all'] as const);
  return scopes
    .map((applies_to) => policyOf(policies, { channel, applies_to }, day))
    .reduce((strictest, row) => {
      if (row === null || strictest === null) return strictest ?? row;
      return severity[row.ad] > severity[strictest.ad] ? row : strictest;
    }, null);
}
