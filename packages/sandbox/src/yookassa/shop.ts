import type { Answer } from '../http/answer.ts';
import { jsonAnswer } from '../http/answer.ts';
import { invalidRequest, notFound, paymentNotFound } from './api-error.ts';
import type { FaultState } from './faults.ts';
import { toKopecks } from './money.ts';
import type { CancellationDetails, PaymentRecord, ReceiptContent, Refund, RefundRecord, Tampering } from './objects.ts';
import {
  canceled,
  captured,
  cardCharge,
  charged,
  expired,
  newObjectId,
  newPayment,
  paymentEvent,
  refundableKopecks,
  refunded,
  reported,
} from './payment.ts';
import { newReceipt, type ReceiptFacts } from './receipt.ts';
import type {
  CapturePaymentRequest,
  CreatePaymentRequest,
  CreateReceiptRequest,
  CreateRefundRequest,
} from './requests.ts';
import type { Store, StoreRecord } from './store.ts';
import { partyOf, type TestCard } from './test-cards.ts';
import type { PlannedEvent, WebhookSender } from './webhooks.ts';

/** The effects of a request: its answer, the changed objects and their events. Nothing is stored yet. */
export type Outcome = { answer: Answer; records: StoreRecord[]; events: PlannedEvent[] };

/** The payments, refunds and receipts of one shop. */
export type Shop = {
  createPayment(request: CreatePaymentRequest): Outcome;
  capture(id: string, request: CapturePaymentRequest): Outcome;
  cancel(id: string): Outcome;
  createRefund(request: CreateRefundRequest): Outcome;
  createReceipt(request: CreateReceiptRequest): Outcome;
  /** A payment as it stands now: one whose time is over is canceled first. */
  find(id: string): PaymentRecord | undefined;
  /**
   * Charges the payer's card for a pending payment.
   * @throws for any other
   */
  pay(id: string, card: TestCard): PaymentRecord;
  /**
   * Cancels a pending or held payment for a reason.
   * @throws for a final one
   */
  end(id: string, details: CancellationDetails): PaymentRecord;
  /**
   * Changes what the API reports of a payment.
   * @throws when it does not exist
   */
  tamper(id: string, tampering: Tampering): PaymentRecord;
  /** Cancels every payment whose time is over and sends the events. */
  expireDue(): void;
};

const receiptOfRefund = (refund: Refund, receipt: ReceiptContent): ReceiptFacts => ({
  ...receipt,
  type: 'refund',
  payment_id: refund.payment_id,
  refund_id: refund.id,
  settlements: [{ type: 'cashless', amount: refund.amount }],
});

/** Thrown by the test controls, never by the API. */
export class SandboxPaymentError extends Error {
  override name = 'SandboxPaymentError';
}

/**
 * The shop's rules over its store.
 * @param options the shop, its store, its sender of events and its clock
 */
export function createShop(options: {
  shopId: string;
  publicUrl: string;
  store: Store;
  webhooks: WebhookSender;
  faults: FaultState;
  now: () => Date;
}): Shop {
  const { store, webhooks, faults, now } = options;
  const open = new Set<string>();
  for (const { payment } of store.payments.values()) {
    if (payment.status === 'pending' || payment.status === 'waiting_for_capture') open.add(payment.id);
  }

  function refusal(answer: Answer): Outcome {
    return { answer, records: [], events: [] };
  }

  function paymentRecord(record: PaymentRecord): StoreRecord {
    const { id, status } = record.payment;
    if (status === 'succeeded' || status === 'canceled') open.delete(id);
    else open.add(id);
    return { kind: 'payment', value: record };
  }

  function eventsOf(record: PaymentRecord): PlannedEvent[] {
    const event = paymentEvent(record.payment);
    return event === null ? [] : [webhooks.plan(event, reported(record))];
  }

  function deliveryRecords(events: readonly PlannedEvent[]): StoreRecord[] {
    return events.flatMap(({ deliveries }) => deliveries.map((value) => ({ kind: 'delivery', value }) as const));
  }

  function receiptRecord(facts: ReceiptFacts): StoreRecord & { kind: 'receipt' } {
    return { kind: 'receipt', value: newReceipt(facts, now(), store.receipts.size) };
  }

  /** The receipt that came with a payment, once the payment has succeeded. */
  function receiptOf({ payment, receipt }: PaymentRecord): StoreRecord[] {
    if (receipt === undefined || payment.status !== 'succeeded') return [];
    const settlements = [{ type: 'cashless', amount: payment.amount }];
    return [receiptRecord({ ...receipt, type: 'payment', payment_id: payment.id, settlements })];
  }

  function changed(record: PaymentRecord, events = eventsOf(record)): Outcome {
    return {
      answer: jsonAnswer(200, reported(record)),
      records: [paymentRecord(record), ...receiptOf(record), ...deliveryRecords(events)],
      events,
    };
  }

  function settle(record: PaymentRecord): PaymentRecord {
    const { records, events } = changed(record);
    store.commit(records);
    for (const event of events) void webhooks.start(event);
    return record;
  }

  function find(id: string): PaymentRecord | undefined {
    const record = store.payments.get(id);
    if (record === undefined || !open.has(id)) return record;
    const late = expired(record, now());
    return late === null ? record : settle(late);
  }

  function need(id: string): PaymentRecord {
    const record = find(id);
    if (record === undefined) throw new SandboxPaymentError(`there is no payment ${id}`);
    return record;
  }

  /** Charges a saved method at once: there is nothing for the payer to confirm. */
  function chargeSaved(record: PaymentRecord, methodId: string): Outcome {
    const source = store.payments.get(methodId)?.payment.payment_method;
    if (source === undefined || !source.saved) {
      return refusal(invalidRequest('payment_method_id: no saved payment method has this id', 'payment_method_id'));
    }
    const fault = faults.use('savedMethodCharge');
    if (fault === 'pending') {
      return changed({ ...record, payment: { ...record.payment, payment_method: source } });
    }
    const decline = fault === undefined ? null : { party: partyOf(fault), reason: fault };
    return changed(charged(record, { method: source, threeDSecure: false, decline }, now()));
  }

  return {
    createPayment(request) {
      const record = newPayment(request, options, now(), store.payments.size);
      return request.payment_method_id === undefined ? changed(record) : chargeSaved(record, request.payment_method_id);
    },
    capture(id, request) {
      const record = find(id);
      if (record === undefined) return refusal(paymentNotFound());
      const { payment } = record;
      if (payment.status !== 'waiting_for_capture') {
        return refusal(invalidRequest(`Payment is ${payment.status}, only waiting_for_capture can be captured`));
      }
      const amount = request.amount ?? payment.amount;
      if (toKopecks(amount.value) > toKopecks(payment.amount.value)) {
        return refusal(invalidRequest('amount: must not exceed the authorized amount', 'amount.value'));
      }
      const receipt = request.receipt ?? record.receipt;
      return changed(captured({ ...record, ...(receipt === undefined ? {} : { receipt }) }, amount, now()));
    },
    cancel(id) {
      const record = find(id);
      if (record === undefined) return refusal(paymentNotFound());
      const { status } = record.payment;
      if (status !== 'waiting_for_capture') {
        return refusal(invalidRequest(`Payment is ${status}, only waiting_for_capture can be canceled`));
      }
      return changed(canceled(record, { party: 'merchant', reason: 'canceled_by_merchant' }));
    },
    createRefund(request) {
      const record = find(request.payment_id);
      if (record === undefined) return refusal(paymentNotFound());
      if (record.payment.status !== 'succeeded') {
        return refusal(
          invalidRequest(`Payment is ${record.payment.status}, only succeeded can be refunded`, 'payment_id'),
        );
      }
      if (toKopecks(request.amount.value) > refundableKopecks(record.payment)) {
        return refusal(invalidRequest('amount: exceeds what is left to refund', 'amount.value'));
      }
      // Of a whole payment the provider makes the receipt of the return itself.
      const isWhole = toKopecks(request.amount.value) === toKopecks(record.payment.amount.value);
      const receipt = request.receipt ?? (isWhole ? record.receipt : undefined);
      if (record.receipt !== undefined && receipt === undefined)
        return refusal(invalidRequest('Receipt is missing or illegal', 'receipt'));
      const reason = faults.use('refundCanceled');
      const refund: Refund = {
        id: newObjectId('0016-50be'),
        payment_id: request.payment_id,
        status: reason === undefined ? 'succeeded' : 'canceled',
        amount: { ...request.amount },
        created_at: now().toISOString(),
      };
      if (request.description !== undefined) refund.description = request.description;
      if (receipt !== undefined) refund.receipt_registration = refund.status;
      if (reason !== undefined) refund.cancellation_details = { party: 'yoo_money', reason };
      const value: RefundRecord = { refund, sequence: store.refunds.size };
      const answer = jsonAnswer(200, refund);
      if (reason !== undefined) return { answer, records: [{ kind: 'refund', value }], events: [] };
      const events = [webhooks.plan('refund.succeeded', refund)];
      return {
        answer,
        records: [
          { kind: 'refund', value },
          { kind: 'payment', value: refunded(record, request.amount) },
          ...(receipt === undefined ? [] : [receiptRecord(receiptOfRefund(refund, receipt))]),
          ...deliveryRecords(events),
        ],
        events,
      };
    },
    createReceipt(request) {
      const refund = request.refund_id === undefined ? undefined : store.refunds.get(request.refund_id)?.refund;
      if (request.refund_id !== undefined && refund === undefined)
        return refusal(notFound("Refund doesn't exist or access denied", 'refund_id'));
      const record = find(refund?.payment_id ?? request.payment_id ?? '');
      if (record === undefined) return refusal(paymentNotFound());
      if (record.payment.status !== 'succeeded') {
        const description = `Payment is ${record.payment.status}, only succeeded has receipts`;
        return refusal(invalidRequest(description, 'payment_id'));
      }
      const newRecord = receiptRecord({ ...request, payment_id: record.payment.id });
      return { answer: jsonAnswer(200, newRecord.value.receipt), records: [newRecord], events: [] };
    },
    find,
    pay(id, card) {
      const record = need(id);
      if (record.payment.status !== 'pending') {
        throw new SandboxPaymentError(`payment ${id} is ${record.payment.status}, not pending`);
      }
      // A charge of a saved method that came back pending keeps its method.
      const charge = cardCharge(record, card, now());
      return settle(charged(record, { ...charge, method: record.payment.payment_method ?? charge.method }, now()));
    },
    end(id, details) {
      const record = need(id);
      if (!open.has(id)) throw new SandboxPaymentError(`payment ${id} is ${record.payment.status} already`);
      return settle(canceled(record, details));
    },
    tamper(id, tampering) {
      const record = { ...need(id), tampering };
      store.commit([{ kind: 'payment', value: record }]);
      return record;
    },
    expireDue() {
      for (const id of [...open]) find(id);
    },
  };
}
