import { randomUUID } from 'node:crypto';
import type { FaultState, WebhookMode } from './faults.ts';
import type { Delivery, Payment, Refund, WebhookEvent } from './objects.ts';
import type { Store } from './store.ts';

/** The receiver has this long to answer. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Redelivery ends 24 hours after the event. Source: https://yookassa.ru/developers/using-api/webhooks */
const DELIVERY_PERIOD_MS = 24 * 60 * 60 * 1000;
/** An event held back to come out of order does not wait longer for another one to overtake it. */
const HELD_MS = 2_000;

/**
 * An event decided on, not yet sent; its deliveries belong into the same commit as the change they report.
 */
export type PlannedEvent = { mode: WebhookMode; deliveries: Delivery[] };

/** Sends events to the shop. */
export type WebhookSender = {
  /** Decides how an event is delivered. Nothing is stored or sent yet. */
  plan(event: WebhookEvent, object: Payment | Refund): PlannedEvent;
  /** Starts sending. Resolves when each delivery has been tried once (at once for one held back). */
  start(planned: PlannedEvent): Promise<void>;
  /**
   * Sends any body once, stored nowhere and never repeated. Resolves to the receiver's status, `null` without
   * one.
   */
  sendOnce(body: unknown): Promise<number | null>;
  /** Tries everything undelivered again now, whatever its schedule says. */
  redeliver(): Promise<void>;
  /** Takes up what an earlier run left undelivered. */
  resume(): void;
  /**
   * Resolves when no attempt is in flight and nothing is held back; waiting for a later retry does not count.
   */
  flush(): Promise<void>;
  /** Cancels everything; undelivered events stay stored. */
  stop(): Promise<void>;
};

/**
 * Makes the sender.
 * @param options `retryDelaysMs`: pauses after the first, second, … failed attempt, the last one repeating
 */
export function createWebhookSender(options: {
  /** Where events go now; null sends none. */
  url: () => string | null;
  retryDelaysMs: readonly number[];
  store: Store;
  faults: FaultState;
  now: () => Date;
  log: (line: string) => void;
}): WebhookSender {
  const { retryDelaysMs, store, faults, now, log } = options;
  const inFlight = new Set<Promise<void>>();
  const beingTried = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  let heldDeliveries: Delivery[] = [];
  let heldTimer: NodeJS.Timeout | undefined;

  async function post(body: unknown): Promise<{ status: number | null; error?: string }> {
    const url = options.url();
    if (url === null) return { status: null, error: 'no webhook address' };
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      });
      // The provider ignores the answer's body; cancelling it gives the connection back.
      await response.body?.cancel().catch(() => undefined);
      return { status: response.status };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
  }

  function schedule(delivery: Delivery, delayMs: number): void {
    clearTimeout(timers.get(delivery.id));
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => void track(attempt(delivery.id)), delayMs);
    timer.unref();
    timers.set(delivery.id, timer);
  }

  async function attempt(id: string): Promise<void> {
    const before = store.deliveries.get(id);
    if (before === undefined || before.state !== 'pending' || beingTried.has(id) || stopping.signal.aborted) return;
    clearTimeout(timers.get(id));
    timers.delete(id);
    beingTried.add(id);
    const result = await post(before.body);
    beingTried.delete(id);
    if (stopping.signal.aborted) return;
    const attempts = [...before.attempts, { at: now().toISOString(), ...result }];
    const tooOld = now().getTime() - Date.parse(before.createdAt) >= DELIVERY_PERIOD_MS;
    const state = result.status === 200 ? 'delivered' : tooOld ? 'abandoned' : 'pending';
    const after: Delivery = { ...before, attempts, state };
    store.commit([{ kind: 'delivery', value: after }]);
    log(`webhook ${after.event} ${after.objectId}: ${result.status ?? result.error ?? 'no answer'}, ${state}`);
    if (state === 'pending') {
      schedule(after, retryDelaysMs[Math.min(attempts.length, retryDelaysMs.length) - 1] ?? 60_000);
    }
  }

  function track(work: Promise<void>): Promise<void> {
    inFlight.add(work);
    return work.finally(() => inFlight.delete(work));
  }

  async function attemptAll(deliveries: readonly Delivery[]): Promise<void> {
    await Promise.all(deliveries.map(({ id }) => attempt(id)));
  }

  function takeHeld(): Delivery[] {
    clearTimeout(heldTimer);
    const released = heldDeliveries;
    heldDeliveries = [];
    return released;
  }

  function makeDelivery(event: string, object: Payment | Refund, state: Delivery['state']): Delivery {
    return {
      id: randomUUID(),
      event,
      objectId: object.id,
      body: { type: 'notification', event, object: structuredClone(object) },
      createdAt: now().toISOString(),
      state,
      attempts: [],
    };
  }

  return {
    plan(event, object) {
      if (options.url() === null) return { mode: 'normal', deliveries: [] };
      const mode = faults.use('webhook') ?? 'normal';
      const state = mode === 'lost' ? 'lost' : 'pending';
      const copies = mode === 'duplicate' ? 2 : 1;
      return { mode, deliveries: Array.from({ length: copies }, () => makeDelivery(event, object, state)) };
    },
    async start({ mode, deliveries }) {
      if (mode === 'out_of_order' && heldDeliveries.length === 0) {
        heldDeliveries = [...deliveries];
        heldTimer = setTimeout(() => void track(attemptAll(takeHeld())), HELD_MS);
        heldTimer.unref();
        return;
      }
      const overtaken = takeHeld();
      await track(attemptAll(deliveries).then(() => attemptAll(overtaken)));
    },
    async sendOnce(body) {
      const { status } = await post(body);
      return status;
    },
    async redeliver() {
      takeHeld();
      await track(attemptAll([...store.deliveries.values()]));
    },
    resume() {
      for (const delivery of store.deliveries.values())
        if (delivery.state === 'pending') void track(attempt(delivery.id));
    },
    async flush() {
      const waiting = takeHeld();
      if (waiting.length > 0) void track(attemptAll(waiting));
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async stop() {
      stopping.abort();
      takeHeld();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(inFlight);
    },
  };
}
