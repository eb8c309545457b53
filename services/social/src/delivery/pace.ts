import type { AccountRow } from '../accounts/account.ts';
import type { OrderKind } from './outcome.ts';

/** A rate limit of a channel: `burst` requests at once, then one in each interval. */
export interface PaceRule {
  key: string;
  intervalMs: number;
  burst: number;
}

export interface PaceRow {
  key: string;
  arrives_at: Date | null;
  blocked_until: Date | null;
  failures: number;
}

type Paced = Pick<AccountRow, 'id' | 'channel' | 'credential_hash' | 'remote_id' | 'remote'>;

type ByChannel = Partial<Record<AccountRow['channel'], number>>;

/**
 * Limit of posts of an account in 24 hours. VK reports it too late, with error 214, and such an attempt
 * counts.
 */
export const postsADay: ByChannel = { vk: 50 };
/** Pause of an account after a post or a change: a chat of Telegram accepts about one of them a second. */
const pauseMs: ByChannel = { telegram: 1_000 };

/** Milliseconds between read requests of one token. */
const readIntervalMs: ByChannel = { telegram: 100, vk: 500, max: 100 };

/** Connection failures in a row that open the circuit of a channel. */
export const circuitFailures = 5;
export const circuitMs = 60_000;
export const circuitKey = (channel: AccountRow['channel']): string => `circuit:${channel}`;

/** The key of a token: accounts with the same token share a rate limit. */
export const tokenKey = ({ channel, credential_hash }: Pick<Paced, 'channel' | 'credential_hash'>): string =>
  `token:${channel}:${credential_hash}`;

/**
 * The rate limits for an order of an account (core.telegram.org/bots/faq; VK: 3 calls a second; MAX: 30 a
 * second). Meta has a quota, which is read from its API. A read request has a slower limit of its own and waits
 * for posts of its token; posts never wait for it.
 */
export function paceRules(account: Paced, kind: OrderKind): PaceRule[] {
  const { id, channel, credential_hash } = account;
  const token = tokenKey(account);
  if (kind === 'read')
    return [
      { key: `read:${channel}:${credential_hash}`, intervalMs: readIntervalMs[channel] ?? 0, burst: 3 },
      { key: token, intervalMs: 0, burst: 1 },
    ];
  const intervalMs = pauseMs[channel];
  // A reply goes to another chat.
  const isPaused = intervalMs !== undefined && kind !== 'reply';
  return [...tokenRules(account, token), ...(isPaused ? [{ key: `account:${id}`, intervalMs, burst: 1 }] : [])];
}

function tokenRules({ channel, remote, remote_id }: Paced, key: string): PaceRule[] {
  switch (channel) {
    case 'telegram':
      return [
        { key, intervalMs: 40, burst: 25 },
        ...(remote?.is_group ? [{ key: `group:telegram:${remote_id}`, intervalMs: 3_000, burst: 20 }] : []),
      ];
    case 'vk':
      return [{ key, intervalMs: 334, burst: 3 }];
    case 'max':
      return [{ key, intervalMs: 40, burst: 25 }];
    default:
      return [{ key, intervalMs: 0, burst: 1 }];
  }
}

/**
 * The generic cell rate algorithm: when the next request may be sent, and the state of the limit after it.
 * @returns `at`: now, or the time to wait for; `next`: the arrival time to store if it is sent now
 */
export function takePace(row: PaceRow, { intervalMs, burst }: PaceRule, now: Date): { at: Date; next: Date } {
  const from = Math.max(row.arrives_at?.getTime() ?? 0, now.getTime());
  const next = new Date(from + intervalMs);
  const earliest = Math.max(from - (burst - 1) * intervalMs, row.blocked_until?.getTime() ?? 0);
  return { at: new Date(Math.max(earliest, now.getTime())), next };
}

/** The state of the circuit of a channel. */
export function circuitOf(row: PaceRow | undefined, now: Date): 'closed' | 'open' | 'half_open' {
  if (!row || row.failures < circuitFailures) return 'closed';
  return row.blocked_until !== null && row.blocked_until > now ? 'open' : 'half_open';
}
