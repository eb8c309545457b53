import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { parseJson, readBody } from '../http/body.ts';
import { apiError, invalidRequest, notFound, paymentNotFound } from './api-error.ts';
import type { FaultState } from './faults.ts';
import { type Journal, publicHeaders } from './journal.ts';
import { listAnswer } from './listing.ts';
import type { Payment, Refund } from './objects.ts';
import { reported } from './payment.ts';
import { parseCapturePayment, parseCreatePayment, parseCreateReceipt, parseCreateRefund } from './requests.ts';
import type { Outcome, Shop } from './shop.ts';
import type { Store } from './store.ts';
import { SUCCESS_CARD } from './test-cards.ts';
import type { WebhookSender } from './webhooks.ts';

/** An idempotence key is good for 24 hours. */
const KEY_PERIOD_MS = 24 * 60 * 60 * 1000;
/** The pattern of the provider's specification, `+-_` being a range in it. */
const KEY_PATTERN = /^[0-9a-zA-Z+-_.]{1,64}$/;
const DEFAULT_RETRY_AFTER_MS = 1800;

type Write = {
  kind: 'write';
  /** Creations are what the create faults strike. */
  creates: boolean;
  run(body: unknown): Outcome;
};
type Read = { kind: 'read'; run(query: URLSearchParams): Answer };
type Route = Partial<Record<string, Write | Read>>;

/**
 * The API under `/v3`: authentication, idempotence, faults and routing.
 * @param options the shop behind it
 * @returns a handler for requests whose path starts with `/v3/`
 */
export function createApi(options: {
  shopId: string;
  /** The secret of the shop now. */
  secretKey: () => string;
  receiptRequired: boolean;
  store: Store;
  shop: Shop;
  webhooks: WebhookSender;
  faults: FaultState;
  journal: Journal;
  now: () => Date;
  stopping: AbortSignal;
}): (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void> {
  const { store, shop, webhooks, faults, journal, now, stopping } = options;
  const credentials = () => createHash('sha256').update(`${options.shopId}:${options.secretKey()}`).digest();

  function isAuthorized(req: IncomingMessage): boolean {
    const encoded = /^Basic\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (encoded === undefined) return false;
    return timingSafeEqual(createHash('sha256').update(Buffer.from(encoded, 'base64')).digest(), credentials());
  }

  function refused(answer: Answer): Outcome {
    return { answer, records: [], events: [] };
  }

  /** A payment or refund with the state of its receipt as a fault has it. */
  const shown = <T extends Payment | Refund>(object: T): T => {
    const registration = faults.value('receiptRegistration');
    const isRegistered = object.receipt_registration !== undefined && object.status === 'succeeded';
    return registration !== undefined && isRegistered ? { ...object, receipt_registration: registration } : object;
  };

  const paymentsRoute: Route = {
    POST: {
      kind: 'write',
      creates: true,
      run(body) {
        const { request, error } = parseCreatePayment(body, options.receiptRequired);
        return request === undefined ? refused(error) : shop.createPayment(request);
      },
    },
    GET: {
      kind: 'read',
      run(query) {
        shop.expireDue();
        const items = [...store.payments.values()].map((record) => ({
          sequence: record.sequence,
          object: shown(reported(record)),
        }));
        return listAnswer(items, query);
      },
    },
  };

  const refundsRoute: Route = {
    POST: {
      kind: 'write',
      creates: true,
      run(body) {
        const { request, error } = parseCreateRefund(body);
        return request === undefined ? refused(error) : shop.createRefund(request);
      },
    },
    GET: {
      kind: 'read',
      run(query) {
        return listAnswer(
          [...store.refunds.values()].map(({ sequence, refund }) => ({ sequence, object: shown(refund) })),
          query,
        );
      },
    },
  };

  const receiptsRoute: Route = {
    POST: {
      kind: 'write',
      creates: true,
      run(body) {
        const { request, error } = parseCreateReceipt(body);
        return request === undefined ? refused(error) : shop.createReceipt(request);
      },
    },
    GET: {
      kind: 'read',
      run(query) {
        return listAnswer(
          (faults.value('receiptRegistration') ? [] : [...store.receipts.values()]).map(({ sequence, receipt }) => ({
            sequence,
            object: receipt,
          })),
          query,
        );
      },
    },
  };

  const shopRoute: Route = {
    GET: {
      kind: 'read',
      run: () =>
        jsonAnswer(200, {
          account_id: options.shopId,
          status: 'enabled',
          test: true,
          fiscalization: { enabled: options.receiptRequired },
          fiscalization_enabled: options.receiptRequired,
          payment_methods: ['bank_card', 'yoo_money'],
        }),
    },
  };

  function findRoute(path: string): Route | null {
    if (path === '/v3/me') return shopRoute;
    if (path === '/v3/payments') return paymentsRoute;
    if (path === '/v3/refunds') return refundsRoute;
    if (path === '/v3/receipts') return receiptsRoute;
    const [, collection, id = '', action] =
      /^\/v3\/(payments|refunds|receipts)\/([^/]+)(?:\/(capture|cancel))?$/.exec(path) ?? [];
    if (collection === 'refunds' && action === undefined) {
      return {
        GET: {
          kind: 'read',
          run() {
            const record = store.refunds.get(id);
            return record === undefined
              ? notFound("Refund doesn't exist or access denied", 'refund_id')
              : jsonAnswer(200, shown(record.refund));
          },
        },
      };
    }
    if (collection === 'receipts' && action === undefined) {
      return {
        GET: {
          kind: 'read',
          run() {
            const record = store.receipts.get(id);
            return record === undefined
              ? notFound("Receipt doesn't exist or access denied", 'receipt_id')
              : jsonAnswer(200, record.receipt);
          },
        },
      };
    }
    if (collection !== 'payments') return null;
    if (action === 'cancel') return { POST: { kind: 'write', creates: false, run: () => shop.cancel(id) } };
    if (action === 'capture') {
      return {
        POST: {
          kind: 'write',
          creates: false,
          run(body) {
            const { request, error } = parseCapturePayment(body ?? {});
            return request === undefined ? refused(error) : shop.capture(id, request);
          },
        },
      };
    }
    return {
      GET: {
        kind: 'read',
        run() {
          const record = shop.find(id);
          return record === undefined ? paymentNotFound() : jsonAnswer(200, shown(reported(record)));
        },
      },
    };
  }

  /**
   * Runs a POST once per idempotence key. There is no `await` in here, so concurrent calls with one key
   * cannot both run.
   */
  function runOnce(req: IncomingMessage, path: string, text: string, write: Write): Outcome {
    const key = req.headers['idempotence-key'];
    if (typeof key !== 'string' || key === '') {
      return refused(invalidRequest('Idempotence key is missing', 'Idempotence-Key'));
    }
    if (!KEY_PATTERN.test(key)) {
      return refused(invalidRequest('Idempotence key is too long or has illegal characters', 'Idempotence-Key'));
    }
    if (text !== '' && !/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
      return refused(apiError(415, 'invalid_request', 'Content-Type must be application/json'));
    }
    const body = text === '' ? null : parseJson(text);
    if (body === undefined) return refused(invalidRequest('Body is not valid JSON'));

    store.forgetAnswers(new Date(now().getTime() - KEY_PERIOD_MS));
    const fingerprint = createHash('sha256')
      .update(`${path}\n${JSON.stringify(body)}`)
      .digest('hex');
    const known = store.answers.get(key);
    if (known !== undefined) {
      return refused(
        known.fingerprint === fingerprint
          ? known.answer
          : invalidRequest('Idempotence key duplicated', 'Idempotence-Key'),
      );
    }
    const outcome = write.run(body);
    store.commit([
      ...outcome.records,
      { kind: 'answer', value: { key, fingerprint, createdAt: now().toISOString(), answer: outcome.answer } },
    ]);
    return outcome;
  }

  /**
   * Sends the events of a write before its answer, which a real network does now and then. A payment that the
   * payer has to confirm has no event yet, so it is paid first; its stored answer stays `pending`.
   */
  async function sendEventsFirst(outcome: Outcome): Promise<void> {
    const early = outcome.events.filter(({ mode }) => mode === 'before_response');
    await Promise.all(early.map((event) => webhooks.start(event)));
    if (!faults.is('webhook', 'before_response')) return;
    const confirmable = outcome.records.find(
      (record) => record.kind === 'payment' && record.value.payment.status === 'pending',
    );
    if (confirmable?.kind !== 'payment') return;
    shop.pay(confirmable.value.payment.id, SUCCESS_CARD);
    await webhooks.flush();
  }

  function earlyRefusal(req: IncomingMessage): Answer | null {
    if (faults.use('outage')) return apiError(500, 'internal_server_error', 'Internal server error');
    const limited = faults.use('tooManyRequests');
    if (limited !== undefined) {
      const retryAfter = typeof limited === 'number' ? limited : DEFAULT_RETRY_AFTER_MS;
      return apiError(429, 'too_many_requests', 'Too many requests', { retry_after: retryAfter });
    }
    if (!isAuthorized(req)) {
      return apiError(401, 'invalid_credentials', 'Error in shopId or secret key. Check their validity');
    }
    return null;
  }

  return async (req, res, url) => {
    const method = req.method ?? 'GET';
    const text = await readBody(req);
    const entry = journal.add({
      at: now().toISOString(),
      method,
      path: `${url.pathname}${url.search}`,
      headers: publicHeaders(req.headers),
      body: text === null || text === '' ? null : (parseJson(text) ?? text),
      status: null,
    });
    function answerWith(answer: Answer): void {
      entry.status = answer.status;
      send(res, answer);
    }

    const early = earlyRefusal(req);
    if (early !== null) return answerWith(early);
    if (text === null) return answerWith(invalidRequest('Body is too long'));
    const route = findRoute(url.pathname);
    if (route === null) return answerWith(notFound('Not found'));
    const endpoint = route[method];
    if (endpoint === undefined) {
      const answer = apiError(405, 'invalid_request', `Method ${method} is not allowed`);
      return answerWith({ ...answer, headers: { ...answer.headers, allow: Object.keys(route).join(', ') } });
    }

    let outcome = endpoint.kind === 'read' ? refused(endpoint.run(url.searchParams)) : null;
    const creates = endpoint.kind === 'write' && endpoint.creates;
    if (endpoint.kind === 'write') outcome = runOnce(req, url.pathname, text, endpoint);
    if (outcome === null) return answerWith(notFound('Not found'));
    const { answer, events } = outcome;
    await sendEventsFirst(outcome);

    try {
      const delayMs = faults.use('delayMs');
      if (delayMs !== undefined)
        await sleep(delayMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      const accepted = creates && answer.status === 200;
      const timeout = accepted ? faults.use('createTimeout') : undefined;
      if (timeout === 'destroy') req.socket.destroy();
      else if (timeout === undefined) {
        const broken = accepted && faults.use('createStatus500AfterAccepting') === true;
        answerWith(broken ? apiError(500, 'internal_server_error', 'Internal server error') : answer);
      }
    } finally {
      for (const event of events) if (event.mode !== 'before_response') void webhooks.start(event);
    }
  };
}
