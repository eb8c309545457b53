import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../http/answer.ts';
import { isJsonObject, parseJson } from '../http/body.ts';
import type { Delivery, PaymentRecord, ReceiptRecord, RefundRecord } from './objects.ts';

/** The answer stored under an idempotence key, and the request it belongs to. */
export type StoredAnswer = { key: string; fingerprint: string; createdAt: string; answer: Answer };

/** One changed object. */
export type StoreRecord =
  | { kind: 'payment'; value: PaymentRecord }
  | { kind: 'refund'; value: RefundRecord }
  | { kind: 'receipt'; value: ReceiptRecord }
  | { kind: 'answer'; value: StoredAnswer }
  | { kind: 'delivery'; value: Delivery };

/** Everything the sandbox remembers. The maps are read freely and changed only through `commit`. */
export type Store = {
  payments: ReadonlyMap<string, PaymentRecord>;
  refunds: ReadonlyMap<string, RefundRecord>;
  receipts: ReadonlyMap<string, ReceiptRecord>;
  answers: ReadonlyMap<string, StoredAnswer>;
  deliveries: ReadonlyMap<string, Delivery>;
  /** Applies all records or, after a kill, none of them: they are written as one line. */
  commit(records: StoreRecord[]): void;
  /** Drops the idempotence keys created before a moment. */
  forgetAnswers(before: Date): void;
  close(): void;
};

/** How long a finished delivery is worth keeping over a restart. */
const KEPT_DELIVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the store.
 * @param dataDir folder of `yookassa.jsonl`, made when missing; `undefined` holds everything in memory
 * @param now the moment of opening, for dropping what is too old to matter
 * @returns the store; a half-written last line, which a kill in mid-write leaves, is dropped
 */
export function openStore(dataDir: string | undefined, now: Date): Store {
  const payments = new Map<string, PaymentRecord>();
  const refunds = new Map<string, RefundRecord>();
  const receipts = new Map<string, ReceiptRecord>();
  const answers = new Map<string, StoredAnswer>();
  const deliveries = new Map<string, Delivery>();

  function apply(record: StoreRecord): void {
    if (record.kind === 'payment') payments.set(record.value.payment.id, record.value);
    else if (record.kind === 'refund') refunds.set(record.value.refund.id, record.value);
    else if (record.kind === 'receipt') receipts.set(record.value.receipt.id, record.value);
    else if (record.kind === 'answer') answers.set(record.value.key, record.value);
    else deliveries.set(record.value.id, record.value);
  }

  function snapshot(): StoreRecord[] {
    return [
      ...[...payments.values()].map((value) => ({ kind: 'payment', value }) as const),
      ...[...refunds.values()].map((value) => ({ kind: 'refund', value }) as const),
      ...[...receipts.values()].map((value) => ({ kind: 'receipt', value }) as const),
      ...[...answers.values()].map((value) => ({ kind: 'answer', value }) as const),
      ...[...deliveries.values()].map((value) => ({ kind: 'delivery', value }) as const),
    ];
  }

  let file: number | null = null;
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true });
    const path = join(dataDir, 'yookassa.jsonl');
    if (existsSync(path)) {
      const lines = readFileSync(path, 'utf8').split('\n');
      // The text after the last newline is empty, or truncated by a kill.
      lines.pop();
      for (const line of lines) {
        const commit = parseJson(line);
        if (!Array.isArray(commit))
          throw new Error(`${path} has a line that is not JSON; delete the file to start afresh`);
        for (const record of commit) if (isJsonObject(record)) apply(record as StoreRecord);
      }
      for (const [id, delivery] of deliveries) {
        const age = now.getTime() - Date.parse(delivery.createdAt);
        if (delivery.state !== 'pending' && age > KEPT_DELIVERY_MS) deliveries.delete(id);
      }
    }
    // The file is rewritten at every start, so it grows with one run only.
    const fresh = `${path}.new`;
    const records = snapshot();
    writeFileSync(fresh, records.map((record) => `${JSON.stringify([record])}\n`).join(''), { mode: 0o600 });
    renameSync(fresh, path);
    file = openSync(path, 'a', 0o600);
  }

  return {
    payments,
    refunds,
    receipts,
    answers,
    deliveries,
    commit(records) {
      if (records.length === 0) return;
      if (file !== null) writeSync(file, `${JSON.stringify(records)}\n`);
      for (const record of records) apply(record);
    },
    forgetAnswers(before) {
      // Insertion order is creation order, so the walk ends at the first fresh key.
      for (const [key, { createdAt }] of answers) {
        if (Date.parse(createdAt) > before.getTime()) break;
        answers.delete(key);
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
