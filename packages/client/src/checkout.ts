import type { Caller } from './caller.ts';
import { createPayment, syncPayment } from './generated/operations.ts';
import type { PaymentCreate, PaymentStarted } from './generated/schemas.ts';
import type { Input } from './operation.ts';
import { pause } from './pause.ts';
import { isPlatformError } from './platform-error.ts';
import type { Session } from './session.ts';

/** How the payment stands that was started last. `pending`: the time was over before an outcome. */
export interface Outcome {
  status: 'succeeded' | 'canceled' | 'pending' | 'none';
  payment_id: string | null;
  /** Why it was canceled. */
  status_reason: string | null;
}

interface Open {
  payment_id: string;
  plan_price_id: string;
  /** What the person held when it was started. */
  before: string | null;
}

export interface Checkout {
  /**
   * Starts a payment; send the person to `confirmation_url`.
   * @throws PlatformError
   */
  start(
    order: Input<{ body: PaymentCreate }>['body'],
    options?: { idempotencyKey?: string; signal?: AbortSignal },
  ): Promise<PaymentStarted>;
  /**
   * Reads the outcome of the payment that was started last, also after a reload. Never throws for an outage.
   */
  settle(options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<Outcome>;
}

/**
 * How long a grant may be missing in entitlements that were read, before the outcome is reported without it.
 */
const grantMs = 10_000;

/** Moments of the questions, in seconds after the first. */
export function questionTimes(timeoutMs: number): number[] {
  const times = [0, 1];
  for (;;) {
    const next = times.length === 2 ? 2 : (times.at(-1) ?? 0) + (times.at(-2) ?? 0);
    if (next * 1_000 > timeoutMs) return times.filter((time) => time * 1_000 <= timeoutMs);
    times.push(next);
  }
}

export function createCheckout(
  { caller, session }: { caller: Caller; session: Session },
  hooks: {
    /** What the person holds now. */
    fingerprint(): string | null;
    onStarted(open: Open): void;
    onReturned(open: Open): void;
    /**
     * The payment succeeded: reads the entitlements, and answers whether they contain the purchase; null when
     * the read failed.
     */
    onSucceeded(open: Open, isFirst: boolean): Promise<boolean | null>;
  },
): Checkout {
  /** The outcome so far; null while it is open or not known. */
  const ask = async (
    { payment_id }: Open,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<Outcome | null> => {
    try {
      const { status, status_reason } = await caller.call(syncPayment, {
        params: { payment_id },
        retries: 0,
        ...options,
      });
      if (status === 'pending') return null;
      return { status: status === 'succeeded' ? status : 'canceled', payment_id, status_reason };
    } catch (error) {
      // The stored payment does not exist in the platform, for example after a new installation of the
      // platform.
      if (isPlatformError(error, 'payment_not_found')) return { status: 'none', payment_id: null, status_reason: null };
      if (!isPlatformError(error) || (error.status >= 400 && error.status < 429 && error.status !== 408)) throw error;
      return null;
    }
  };

  return {
    async start(order, options) {
      await session.identify();
      const { shelf } = session;
      const before = hooks.fingerprint();
      const payment = await caller.call(createPayment, { body: order, ...options });
      const open = { payment_id: payment.payment_id, plan_price_id: order.plan_price_id, before };
      await shelf.write('payment', open);
      hooks.onStarted(open);
      return payment;
    },
    async settle({ timeoutMs = 60_000, signal } = {}) {
      await session.identify();
      const { person, shelf } = session;
      const open = await shelf.read<Open>('payment');
      if (!open) return { status: 'none', payment_id: null, status_reason: null };
      hooks.onReturned(open);
      const started = Date.now();
      let paid: Outcome | null = null;
      let readAt = 0;
      for (const time of questionTimes(timeoutMs)) {
        await pause(started + time * 1_000 - Date.now(), signal);
        if (signal?.aborted || session.person !== person || (readAt > 0 && Date.now() - readAt > grantMs)) break;
        const msLeft = Math.max(started + timeoutMs - Date.now(), 1_000);
        const outcome = await ask(open, { timeoutMs: msLeft, signal });
        if (!outcome) continue;
        if (outcome.status === 'succeeded') {
          const isFirst = paid === null;
          paid = outcome;
          // The grant follows the money by an event: it is asked for until it is readable.
          const isShown = await hooks.onSucceeded(open, isFirst);
          if (isShown === false) readAt ||= Date.now();
          if (!isShown) continue;
        }
        await shelf.remove('payment');
        return outcome;
      }
      if (paid) {
        await shelf.remove('payment');
        return paid;
      }
      return { status: 'pending', payment_id: open.payment_id, status_reason: null };
    },
  };
}
