import { randomInt, randomUUID } from 'node:crypto';
import type { Amount } from './money.ts';
import type { FiscalReceipt, ReceiptContent, ReceiptRecord } from './objects.ts';
import { newObjectId } from './payment.ts';

/** What a receipt is about, and how it was settled. */
export interface ReceiptFacts extends ReceiptContent {
  type: 'payment' | 'refund';
  payment_id: string;
  refund_id?: string | undefined;
  settlements: { type: string; amount: Amount }[];
}

const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));

/**
 * A receipt that the fiscal storage has registered. In the sandbox this takes no time.
 * @param facts the content of the receipt
 * @param now the moment
 * @param sequence position in creation order
 */
export function newReceipt(facts: ReceiptFacts, now: Date, sequence: number): ReceiptRecord {
  const { type, payment_id, refund_id, items, settlements, tax_system_code } = facts;
  const receipt: FiscalReceipt = {
    id: `rt-${newObjectId('0384-50e8')}`,
    type,
    payment_id,
    ...(refund_id === undefined ? {} : { refund_id }),
    status: 'succeeded',
    fiscal_document_number: digits(4),
    fiscal_storage_number: `9288${digits(12)}`,
    fiscal_attribute: digits(10),
    registered_at: now.toISOString(),
    fiscal_provider_id: randomUUID(),
    items,
    settlements,
    ...(tax_system_code === undefined ? {} : { tax_system_code }),
  };
  return { receipt, sequence };
}
