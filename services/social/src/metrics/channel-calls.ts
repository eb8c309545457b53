import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '@platform/runtime';
import { type AccountRow, openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { MetricsCall } from '../channels/channel-metrics.ts';
import { recordEnded } from '../delivery/lease.ts';
import { failedBy } from '../delivery/outcome.ts';
import { takePaces } from '../delivery/paces.ts';

export type MetricsReader = Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'log' | 'metrics' | 'timing'>;

/** A wait for the pace that is longer than this ends the readings of an account for now. */
const patienceMs = 1_500;
const maxWaits = 3;
const paceCode = 'pace';

/** A {@link MetricsCall} that knows whether its channel was called. */
export interface WatchedCall extends MetricsCall {
  isUsed(): boolean;
}

/** What the numbers of an account are read with; null while it cannot call its channel. */
export function metricsCall(app: MetricsReader, account: AccountRow): WatchedCall | null {
  const credentials = openCredentials(app, account);
  const isUsable = account.state === 'active' || account.state === 'paused';
  if (!isUsable || credentials === null || account.remote_id === null) return null;
  let isUsed = false;
  return {
    credentials,
    destination: { id: account.remote_id, url: account.remote?.url ?? null },
    async awaitPace() {
      await takeCallPace(app, account);
      isUsed = true;
    },
    isUsed: () => isUsed,
  };
}

/** Takes the pace of a token for one call; it waits for a moment. @throws ChannelError `throttled` */
async function takeCallPace({ db, clock }: MetricsReader, account: AccountRow): Promise<void> {
  for (let waitsLeft = maxWaits; ; waitsLeft -= 1) {
    const now = clock.now();
    const { paused } = await db.transaction((tx) => takePaces(tx, [account], 'read', now));
    const [pausedToken] = paused;
    if (!pausedToken) return;
    const retryAfterMs = pausedToken.paced_until.getTime() - now.getTime();
    if (waitsLeft === 0 || retryAfterMs > patienceMs)
      throw new ChannelError('throttled', paceCode, 'the rate limit of the token allows no call now', { retryAfterMs });
    await sleep(retryAfterMs);
  }
}

/** Whether the pace of this platform held a call back, and no channel. */
export const isPace = ({ kind, code }: ChannelError): boolean => kind === 'throttled' && code === paceCode;

/**
 * Writes how calls of an account ended: its pace, the circuit of its channel, and what is new about the
 * account.
 */
export async function recordCalls(
  app: Pick<App, 'sealer' | 'channels'>,
  tx: Tx,
  { account, error }: { account: AccountRow; error: ChannelError | null },
  now: Date,
): Promise<void> {
  if (error !== null && isPace(error)) return;
  const { channel } = account;
  const outcome =
    error === null ? ({ kind: 'answered' } as const) : failedBy(error, { isDeciding: false, channel, kind: 'read' });
  await recordEnded(app, tx, [{ account, outcome }], now);
}
