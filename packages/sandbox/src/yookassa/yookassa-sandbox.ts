import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { createApi } from './api.ts';
import { checkoutAnswer } from './checkout.ts';
import { controlAnswer } from './control.ts';
import { createFaults } from './faults.ts';
import { createJournal } from './journal.ts';
import { reported } from './payment.ts';
import type { YookassaSandbox } from './sandbox-interface.ts';
import { createShop, SandboxPaymentError } from './shop.ts';
import { openStore } from './store.ts';
import { findTestCard, partyOf, SUCCESS_CARD } from './test-cards.ts';
import { createWebhookSender } from './webhooks.ts';

export type { FaultSettings, Faults, WebhookMode } from './faults.ts';
export type { JournalEntry } from './journal.ts';
export type { Amount } from './money.ts';
export type {
  CancellationDetails,
  Delivery,
  Payment,
  PaymentMethod,
  PaymentStatus,
  Refund,
  Tampering,
} from './objects.ts';
export type { YookassaSandbox } from './sandbox-interface.ts';
export { SandboxPaymentError } from './shop.ts';
export { TEST_CARDS, type TestCard } from './test-cards.ts';

/** How a YooKassa sandbox is set up. */
export type YookassaSandboxOptions = {
  shopId: string;
  secretKey: string;
  /** Address the handler is mounted under, for example `http://localhost:8080/sandbox/yookassa`. */
  publicUrl: string;
  /** Where events go; `null` sends none. */
  webhookUrl: string | null;
  /**
   * When given, payments, refunds, idempotence keys and undelivered events survive a restart and `kill -9`.
   */
  dataDir?: string;
  now?: () => Date;
  /** Pauses after the first, second, … failed delivery; the last one repeats for 24 hours. */
  webhookRetryDelaysMs?: number[];
  /** Whether the shop has fiscalization on, so that a payment without a receipt is refused. */
  receiptRequired?: boolean;
  log?: (line: string) => void;
};

const DEFAULT_RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
const TICK_MS = 1_000;

/**
 * Starts an emulator of the YooKassa HTTP API v3 with a checkout page and webhooks.
 * Source: https://yookassa.ru/developers/api and the OpenAPI specification of API v3.
 * @param options see the type
 * @returns the sandbox; mount its `handler` on any server
 */
export function createYookassaSandbox(options: YookassaSandboxOptions): YookassaSandbox {
  const now = options.now ?? (() => new Date());
  const log = options.log ?? (() => undefined);
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const stopping = new AbortController();
  const store = openStore(options.dataDir, now());
  const faults = createFaults();
  const journal = createJournal();
  const webhooks = createWebhookSender({
    url: options.webhookUrl,
    retryDelaysMs: options.webhookRetryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS,
    store,
    faults,
    now,
    log,
  });
  const shop = createShop({ shopId: options.shopId, publicUrl, store, webhooks, faults, now });
  const api = createApi({
    shopId: options.shopId,
    secretKey: options.secretKey,
    receiptRequired: options.receiptRequired ?? false,
    store,
    shop,
    webhooks,
    faults,
    journal,
    now,
    stopping: stopping.signal,
  });
  const unanswered = new Set<ServerResponse>();

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (stopping.signal.aborted) return send(res, jsonAnswer(503, { error: 'the sandbox is stopped' }));
    const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
    if (url.pathname.startsWith('/v3/')) return api(req, res, url);
    send(res, await otherAnswer(req, url));
  }

  async function otherAnswer(req: IncomingMessage, url: URL): Promise<Answer> {
    const [, part, rest = ''] = /^\/(checkout|__ctl)(\/.*)$/.exec(url.pathname) ?? [];
    if (part === 'checkout') return checkoutAnswer(req, rest.slice(1), shop);
    if (part === '__ctl') return controlAnswer(req, rest, sandbox);
    return jsonAnswer(404, { error: 'not_found' });
  }

  webhooks.resume();
  const ticker = setInterval(() => shop.expireDue(), TICK_MS);
  ticker.unref();

  const sandbox: YookassaSandbox = {
    handler(req, res) {
      unanswered.add(res);
      res.once('close', () => unanswered.delete(res));
      handle(req, res).catch((error: unknown) => {
        // A request torn off in mid-body ends here as well; no client is left to answer then.
        log(`sandbox error: ${error instanceof Error ? error.message : String(error)}`);
        send(res, jsonAnswer(500, { error: 'sandbox_error' }));
      });
    },
    faults,
    pay(id, number = SUCCESS_CARD.number) {
      const card = findTestCard(number);
      if (card === undefined) throw new SandboxPaymentError(`the test shop knows no card ${number}`);
      return reported(shop.pay(id, card));
    },
    decline(id, reason = 'general_decline') {
      return reported(shop.pay(id, { ...SUCCESS_CARD, decline: { party: partyOf(reason), reason } }));
    },
    expire(id) {
      const isHeld = shop.find(id)?.payment.status === 'waiting_for_capture';
      const reason = isHeld ? 'expired_on_capture' : 'expired_on_confirmation';
      return reported(shop.end(id, { party: 'yoo_money', reason }));
    },
    tamper(id, tampering) {
      return reported(shop.tamper(id, { ...tampering }));
    },
    sendWebhook(event, object) {
      return webhooks.sendOnce({ type: 'notification', event, object });
    },
    payments() {
      shop.expireDue();
      return structuredClone([...store.payments.values()].map(reported));
    },
    refunds() {
      return structuredClone([...store.refunds.values()].map(({ refund }) => refund));
    },
    journal() {
      return journal.entries();
    },
    deliveries() {
      return structuredClone([...store.deliveries.values()]);
    },
    tick() {
      shop.expireDue();
    },
    redeliver() {
      return webhooks.redeliver();
    },
    flush() {
      shop.expireDue();
      return webhooks.flush();
    },
    async stop() {
      stopping.abort();
      clearInterval(ticker);
      await webhooks.stop();
      for (const res of unanswered) res.destroy();
      store.close();
    },
  };
  return sandbox;
}
