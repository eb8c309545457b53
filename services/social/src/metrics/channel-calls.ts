import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '@platform/runtime';
import { type AccountRow, openCredentials } from '../accounts/account.ts';
import { refuseAccount } from '../accounts/refuse-account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { MetricsCall } from '../channels/channel-metrics.ts';
import { keepPaces } from '../publishing/keep-paces.ts';
import { takePaces } from '../publishing/take-paces.ts';

export type MetricsReader = Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'log'>;

/** A turn that comes later than this ends the readings of an account for now. */
const patienceMs = 1_500;
const triesForTurn = 3;

/** What the numbers of an account are read with; null while it cannot call its channel. */
export function metricsCall(app: MetricsReader, account: AccountRow): MetricsCall | null {
  const credentials = openCredentials(app, account);
  const isUsable = account.state === 'active' || account.state === 'paused';
  if (!isUsable || credentials === null || account.remote_id === null) return null;
  return {
    ...{ credentials, place: { id: account.remote_id, url: account.remote?.url ?? null } },
    turn: () => takeTurn(app, account),
  };
}

/** Takes the pace of a token for one call; it waits for a moment. @throws ChannelError `throttled` */
async function takeTurn({ db, clock }: MetricsReader, account: AccountRow): Promise<void> {
  for (let left = triesForTurn; ; left -= 1) {
    const now = clock.now();
    const { paused } = await db.transaction((tx) => takePaces(tx, [account], now));
    const [held] = paused;
    if (!held) return;
    const retryAfterMs = held.paced_until.getTime() - now.getTime();
    if (left === 0 || retryAfterMs > patienceMs)
      throw new ChannelError('throttled', 'pace', 'the pace of the token leaves no call now', { retryAfterMs });
    await sleep(retryAfterMs);
  }
}

/** Writes how calls of an account ended: its pace, the circuit of its channel, and whether it is refused. */
export async function noteCalls(tx: Tx, account: AccountRow, error: ChannelError | null, now: Date): Promise<void> {
  const isOwnPace = error?.code === 'pace';
  const failure = error && { class: error.kind, code: error.code, retryAfterMs: error.retryAfterMs };
  if (!isOwnPace) await keepPaces(tx, [{ account, failure }], now);
  if (error?.kind === 'auth') await refuseAccount(tx, account, error, now);
}
