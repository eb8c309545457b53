import type { AccountRow } from '../accounts/account.ts';

/** A limit of a channel: so many at once, and then one in each interval. */
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

type Paced = Pick<AccountRow, 'channel' | 'credential_hash' | 'remote_id' | 'remote'>;

type ByChannel = Partial<Record<AccountRow['channel'], number>>;

/** Posts that an account takes in 24 hours; VK says so too late, with error 214, which counts. */
export const postsADay: ByChannel = { vk: 50 };
/** The pause of an account behind a post: a chat of Telegram takes about one message a second. */
export const pauseMs: ByChannel = { telegram: 1_000 };

/** Connection failures in a row that open the circuit of a channel. */
export const circuitFailures = 5;
export const circuitMs = 60_000;
export const circuitKey = (channel: AccountRow['channel']): string => `circuit:${channel}`;

/** The key of a token: accounts of one token share its pace. Pure. */
export const tokenKey = ({ channel, credential_hash }: Paced): string => `token:${channel}:${credential_hash}`;

/**
 * The limits that a post of an account counts for (core.telegram.org/bots/faq; VK: 3 calls a second; MAX: 30
 * a second). Meta has a quota that is read. Pure.
 */
export function paceRules(account: Paced): PaceRule[] {
  const token = tokenKey(account);
  switch (account.channel) {
    case 'telegram':
      return [
        { key: token, intervalMs: 40, burst: 25 },
        ...(account.remote?.is_group
          ? [{ key: `group:telegram:${account.remote_id}`, intervalMs: 3_000, burst: 20 }]
          : []),
      ];
    case 'vk':
      return [{ key: token, intervalMs: 334, burst: 3 }];
    case 'max':
      return [{ key: token, intervalMs: 40, burst: 25 }];
    default:
      return [{ key: token, intervalMs: 0, burst: 1 }];
  }
}

/** Milliseconds between readings of one token. */
const readIntervalMs: ByChannel = { telegram: 100, vk: 500, max: 100 };

/**
 * The limits of a reading: it has a slower pace of its own and waits for posts of its token, which never wait
 * for it. Pure.
 */
export const readRules = (account: Paced): PaceRule[] => [
  {
    key: `read:${account.channel}:${account.credential_hash}`,
    intervalMs: readIntervalMs[account.channel] ?? 0,
    burst: 3,
  },
  { key: tokenKey(account), intervalMs: 0, burst: 1 },
];

/**
 * The generic cell rate algorithm: when one more may leave, and what the pace is then. Pure.
 * @returns `at`: now, or the time to wait for; `next`: the arrival time to store when it leaves now
 */
export function takePace(row: PaceRow, { intervalMs, burst }: PaceRule, now: Date): { at: Date; next: Date } {
  const from = Math.max(row.arrives_at?.getTime() ?? 0, now.getTime());
  const next = new Date(from + intervalMs);
  const earliest = Math.max(from - (burst - 1) * intervalMs, row.blocked_until?.getTime() ?? 0);
  return { at: new Date(Math.max(earliest, now.getTime())), next };
}

/** The state of the circuit of a channel. Pure. */
export function circuitOf(row: PaceRow | undefined, now: Date): 'closed' | 'open' | 'half_open' {
  if (!row || row.failures < circuitFailures) return 'closed';
  return row.blocked_until !== null && row.blocked_until > now ? 'open' : 'half_open';
}
