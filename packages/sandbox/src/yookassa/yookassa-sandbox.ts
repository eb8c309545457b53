import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { checkoutAnswer } from './checkout.ts';
import { controlAnswer } from './control.ts';
import { createFaults } from './faults.ts';
import { createJournal } from './journal.ts';
import { reported } from './payment.ts';
import type { SandboxShop, YookassaSandbox } from './sandbox-interface.ts';
import { SandboxPaymentError, type Shop } from './shop.ts';
import { openShopUnit, type ProviderParts, type ShopUnit, shopIdOf } from './shop-unit.ts';
import { readShops, writeShops } from './shops-file.ts';
import { findTestCard, partyOf, SUCCESS_CARD } from './test-cards.ts';

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
export type { SandboxShop, YookassaSandbox } from './sandbox-interface.ts';
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
  const faults = createFaults();
  const journal = createJournal();
  const parts: ProviderParts = {
    publicUrl,
    retryDelaysMs: options.webhookRetryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS,
    receiptRequired: options.receiptRequired ?? false,
    faults,
    journal,
    now,
    stopping: stopping.signal,
    log,
  };
  const { shopId, secretKey, webhookUrl, dataDir } = options;
  const first = openShopUnit({ shopId, secretKey, webhookUrl }, dataDir, parts);
  const units = new Map<string, ShopUnit>([[shopId, first]]);
  const all = (): ShopUnit[] => [...units.values()];
  const openFurther = (further: SandboxShop): void => {
    const folder = dataDir === undefined ? undefined : join(dataDir, `yookassa-shop-${further.shopId}`);
    units.set(further.shopId, openShopUnit(further, folder, parts));
  };
  for (const further of readShops(dataDir)) openFurther(further);
  /** The shop that has a payment; the first one for an unknown payment. */
  const shopWith = (id: string): Shop => (all().find(({ store }) => store.payments.has(id)) ?? first).shop;
  /** The payments of all shops, for the payer and the controls. */
  const anyShop: Pick<Shop, 'find' | 'pay' | 'end' | 'tamper'> = {
    find: (id) => shopWith(id).find(id),
    pay: (id, card) => shopWith(id).pay(id, card),
    end: (id, details) => shopWith(id).end(id, details),
    tamper: (id, tampering) => shopWith(id).tamper(id, tampering),
  };
  const expireDue = (): void => {
    for (const { shop } of all()) shop.expireDue();
  };
  const unanswered = new Set<ServerResponse>();

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (stopping.signal.aborted) return send(res, jsonAnswer(503, { error: 'the sandbox is stopped' }));
    const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
    if (url.pathname.startsWith('/v3/')) return (units.get(shopIdOf(req) ?? '') ?? first).api(req, res, url);
    send(res, await otherAnswer(req, url));
  }

  async function otherAnswer(req: IncomingMessage, url: URL): Promise<Answer> {
    const [, part, rest = ''] = /^\/(checkout|__ctl)(\/.*)$/.exec(url.pathname) ?? [];
    if (part === 'checkout') return checkoutAnswer(req, rest.slice(1), anyShop);
    if (part === '__ctl') return controlAnswer(req, rest, sandbox);
    return jsonAnswer(404, { error: 'not_found' });
  }

  for (const { webhooks } of all()) webhooks.resume();
  const ticker = setInterval(expireDue, TICK_MS);
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
    setShop(further) {
      const { shopId: id, secretKey: secret, webhookUrl: url = null } = further;
      const present = units.get(id);
      if (present) Object.assign(present.credentials, { secretKey: secret, webhookUrl: url });
      else openFurther(further);
      writeShops(
        dataDir,
        all().flatMap(({ credentials }) => (credentials.shopId === shopId ? [] : [credentials])),
      );
    },
    pay(id, number = SUCCESS_CARD.number) {
      const card = findTestCard(number);
      if (card === undefined) throw new SandboxPaymentError(`the test shop knows no card ${number}`);
      return reported(anyShop.pay(id, card));
    },
    decline(id, reason = 'general_decline') {
      return reported(anyShop.pay(id, { ...SUCCESS_CARD, decline: { party: partyOf(reason), reason } }));
    },
    expire(id) {
      const isHeld = anyShop.find(id)?.payment.status === 'waiting_for_capture';
      const reason = isHeld ? 'expired_on_capture' : 'expired_on_confirmation';
      return reported(anyShop.end(id, { party: 'yoo_money', reason }));
    },
    tamper(id, tampering) {
      return reported(anyShop.tamper(id, { ...tampering }));
    },
    sendWebhook(event, object) {
      return first.webhooks.sendOnce({ type: 'notification', event, object });
    },
    payments() {
      expireDue();
      return structuredClone(all().flatMap(({ store }) => [...store.payments.values()].map(reported)));
    },
    refunds() {
      return structuredClone(all().flatMap(({ store }) => [...store.refunds.values()].map(({ refund }) => refund)));
    },
    journal() {
      return journal.entries();
    },
    deliveries() {
      return structuredClone(all().flatMap(({ store }) => [...store.deliveries.values()]));
    },
    tick: expireDue,
    async redeliver() {
      await Promise.all(all().map(({ webhooks }) => webhooks.redeliver()));
    },
    async flush() {
      expireDue();
      await Promise.all(all().map(({ webhooks }) => webhooks.flush()));
    },
    async stop() {
      stopping.abort();
      clearInterval(ticker);
      await Promise.all(all().map(({ webhooks }) => webhooks.stop()));
      for (const res of unanswered) res.destroy();
      for (const { store } of all()) store.close();
    },
  };
  return sandbox;
}
