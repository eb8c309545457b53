import { dayMs } from '@platform/runtime';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { ProviderResult, ReceiptFilter, ReceiptRegistration } from '../providers/payment-provider.ts';
import { unwrap } from '../providers/unwrap.ts';
import { payments, refunds } from '../schema.ts';
import type { ProviderTask } from './provider-tasks.ts';

const batch = 50;
/** The provider tries to register a receipt for three days; after that its support has to be asked. */
const watchedMs = 7 * dayMs;

/** A payment or refund whose receipt is not registered, or whose number is not known yet. */
interface OpenReceipt {
  table: typeof payments | typeof refunds;
  id: string;
  provider_id: string;
  filter: ReceiptFilter;
}

/**
 * Receipts (54-FZ) that the provider had not registered when it was asked last, and those without a number, of the last
 * week. They are few, and a read may run twice.
 */
async function findOpenReceipts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<OpenReceipt[]> {
  const since = new Date(clock.now().getTime() - watchedMs);
  const isOpen = (table: typeof payments | typeof refunds) =>
    sql`(${table.receipt_registration} = 'pending' OR ${table.receipt_registration} = 'succeeded' AND ${table.receipt_number} IS NULL)`;
  const [ofPayments, ofRefunds] = await Promise.all([
    db
      .select({ id: payments.id, provider_id: payments.provider_payment_id })
      .from(payments)
      .where(and(isOpen(payments), gt(payments.settled_at, since)))
      .orderBy(sql`random()`)
      .limit(batch),
    db
      .select({ id: refunds.id, provider_id: refunds.provider_refund_id })
      .from(refunds)
      .where(and(isOpen(refunds), gt(refunds.refunded_at, since)))
      .orderBy(sql`random()`)
      .limit(batch),
  ]);
  return [
    ...ofPayments.map(({ id, provider_id }): OpenReceipt => {
      const payment_id = provider_id ?? '';
      return { table: payments, id, provider_id: payment_id, filter: { payment_id } };
    }),
    ...ofRefunds.map(({ id, provider_id }): OpenReceipt => {
      const refund_id = provider_id ?? '';
      return { table: refunds, id, provider_id: refund_id, filter: { refund_id } };
    }),
  ];
}

/**
 * Tasks that follow receipts to their registration, and raise the alarm for each that was refused.
 * Part of every reconcile.
 */
export const receiptTasks = async (app: App): Promise<ProviderTask[]> =>
  (await findOpenReceipts(app)).map((receipt) => ({
    about: { receipt_of: receipt.id },
    run: () => followReceipt(app, receipt),
  }));

async function followReceipt(app: App, { table, id, provider_id, filter }: OpenReceipt): Promise<void> {
  const asked: ProviderResult<{ receipt_registration: ReceiptRegistration | null }> =
    'payment_id' in filter ? await app.provider.getPayment(provider_id) : await app.provider.getRefund(provider_id);
  const { receipt_registration } = unwrap(asked);
  const type = 'payment_id' in filter ? 'payment' : 'refund';
  const receipts = receipt_registration === 'succeeded' ? unwrap(await app.provider.listReceipts(filter)) : [];
  const number = receipts.find((receipt) => receipt.type === type && receipt.status === 'succeeded')?.number;
  await app.db
    .update(table)
    .set({ receipt_registration, receipt_number: number ?? null })
    .where(eq(table.id, id));
  if (receipt_registration !== 'canceled') return;
  app.metrics.receiptsNotRegistered.inc();
  app.log.error({ ...filter, id }, 'a fiscal receipt was not registered: ask the support of the provider');
}
