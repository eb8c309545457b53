import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, fail, LostLeaseError, type Tx } from '@platform/runtime';
import { type AccountRow, destinationOf, openCredentials } from '../accounts/account.ts';
import type { AppParts } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { Destination } from '../channels/channel-posts.ts';
import type { Credentials } from '../channels/credentials.ts';
import { endLeases, leaseAccounts, lockReady } from './lease.ts';
import { type Failed, failedBy, failedHere, type OrderKind } from './outcome.ts';
import type { Ended, Pause } from './paces.ts';

export type Deliverer = AppParts;

/** Hands the requests of an order to its channel. */
export interface Sending {
  credentials: Credentials;
  destination: Destination;
  /**
   * To be called before the deciding request: `sent_at` is committed from here on.
   * @returns the time of `performance.now()` after which the request is not written any more
   * @throws LostLeaseError
   */
  decide(): Promise<number>;
  /** An earlier request may have decided already. */
  setDecided(): void;
}

/** One thing for a channel, under the lease of its account. */
export interface Order<Done> {
  kind: Exclude<OrderKind, 'read'>;
  /** Ids for the log. */
  about: object;
  /** With the fencing token of the lease. */
  account: AccountRow;
  /** When `sent_at` was committed, by `performance.now()`; null while the deciding request may not leave. */
  sentMark: number | null;
  /** Commits `sent_at` under the lease. Answers when; null when the lease is lost. */
  markSent?(): Promise<number | null>;
  /** Makes the requests. @throws ChannelError */
  send(sending: Sending): Promise<Done>;
}

/**
 * Sends an order whose account is leased. Not to be called in a transaction.
 * @returns the outcome; null when another process took over the account: then nothing more may be written
 */
export async function sendOrder<Done>(
  app: Pick<Deliverer, 'sealer' | 'log' | 'timing'>,
  order: Order<Done>,
): Promise<Done | Failed | null> {
  const { kind, account } = order;
  let isDeciding = false;
  try {
    const credentials = openCredentials(app, account);
    if (credentials === null) throw new ChannelError('auth', 'no_credentials', 'the account has no credentials');
    return await order.send({
      credentials,
      destination: destinationOf(account),
      async decide() {
        const mark = order.sentMark ?? (await order.markSent?.()) ?? null;
        if (mark === null) throw new LostLeaseError('account');
        isDeciding = true;
        return mark + app.timing.writeWithinMs;
      },
      setDecided() {
        isDeciding = true;
      },
    });
  } catch (error) {
    if (error instanceof LostLeaseError) return null;
    if (error instanceof ChannelError) return failedBy(error, { isDeciding, channel: account.channel, kind });
    app.log.warn({ ...order.about, kind, reason: errorText(error) }, 'the platform failed to send');
    return failedHere(isDeciding);
  }
}

/** An order that a request waits for. */
export interface RequestOrder<Done, Result> extends Order<Done> {
  /**
   * Writes the outcome, in the transaction that ends the lease. Rows that another process judged meanwhile stay.
   * @param outcome null when the lease is lost
   */
  record(tx: Tx, outcome: Done | Failed | null, now: Date): Promise<Result>;
}

/** How long a request waits for the account, and how often a leased one is tried. */
const patienceMs = 10_000;
const pollMs = 200;

/**
 * Delivers what a request asks for: it waits a moment for the lease and the pace of the account, sends, and
 * writes the outcome. Not to be called in a transaction.
 * @param begin writes the attempt, in the transaction that takes the lease by `lease()`; called again while the
 * account has to wait
 * @throws AppError `account_not_ready`, `conflict` while the account sends something else, `rate_limited` and
 * `service_unavailable` with the time that its channel makes it wait, and the errors of `begin`
 */
export async function deliverNow<Done extends Ended['outcome'], Result>(
  app: Deliverer,
  { account_id, kind }: { account_id: string; kind: Order<Done>['kind'] },
  begin: (tx: Tx, lease: () => Promise<AccountRow>, now: Date) => Promise<RequestOrder<Done, Result>>,
): Promise<Result> {
  const until = performance.now() + patienceMs;
  const claim = () =>
    app.db.transaction((tx) => {
      const now = app.clock.now();
      return begin(tx, () => leaseNow(tx, { account_id, kind }, now), now);
    });
  let order: RequestOrder<Done, Result> | null = null;
  let lastPause: Pause | null = null;
  while (order === null) {
    try {
      order = await claim();
    } catch (error) {
      if (!(error instanceof HeldBack)) throw error;
      // Without a pause another request has the account locked; one that waits as well may have it.
      lastPause = error.pause ?? lastPause;
      const waitMs = error.pause === null ? 0 : msUntil(app, error.pause);
      if (performance.now() + waitMs > until) refuse(app, lastPause);
      await sleep(Math.max(waitMs, pollMs));
    }
  }
  return finish(app, order, await sendOrder(app, order));
}

const finish = <Done extends Ended['outcome'], Result>(
  app: Deliverer,
  order: RequestOrder<Done, Result>,
  outcome: Done | Failed | null,
): Promise<Result> =>
  app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const result = await order.record(tx, outcome, now);
    if (outcome !== null) await endLeases(app, tx, [{ account: order.account, outcome }], now);
    return result;
  });

/** Rolls a transaction back whose account is leased, or has to wait. */
class HeldBack extends Error {
  readonly pause: Pause | null;
  constructor(pause: Pause | null) {
    super('the account has to wait');
    this.pause = pause;
  }
}

async function leaseNow(
  tx: Tx,
  { account_id, kind }: { account_id: string; kind: OrderKind },
  now: Date,
): Promise<AccountRow> {
  const { free, ready, paused } = await lockReady(tx, [account_id], kind, now);
  const [account] = free;
  if (account && account.state !== 'active')
    fail('account_not_ready', {
      message: `The account is ${account.state}, and only an active one can do this: read \`last_error\`, then verify the account or end its pause.`,
    });
  if (ready.length === 0) throw new HeldBack(paused[0] ?? null);
  const [leased] = await leaseAccounts(tx, ready, now);
  if (!leased) throw new HeldBack(null);
  return leased;
}

const msUntil = ({ clock }: Pick<AppParts, 'clock'>, { paced_until }: Pause): number =>
  paced_until.getTime() - clock.now().getTime();

/**
 * Refuses a request that would wait for long.
 * @param pause the one that was seen last; one that is over does not hold the account back
 */
function refuse(app: Pick<AppParts, 'clock'>, pause: Pause | null): never {
  const waitMs = pause === null ? 0 : msUntil(app, pause);
  if (pause === null || waitMs <= 0)
    fail('conflict', { message: 'The account publishes just now: try again in a moment.' });
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  if (pause.isOutOfReach)
    fail('service_unavailable', {
      message: 'The channel is out of reach: try again after `Retry-After` seconds.',
      retryAfterSeconds,
    });
  return fail('rate_limited', {
    message: 'The channel takes no more calls of this account now: try again after `Retry-After` seconds.',
    retryAfterSeconds,
  });
}
