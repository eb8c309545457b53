import { dayMs } from '@platform/runtime';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type {
  ProviderPayment,
  ProviderRefund,
  ProviderResult,
  ReceiptFilter,
  ReceiptRegistration,
} from '../providers/payment-provider.ts';
import { unwrap } from '../providers/unwrap.ts';
import { payments, refunds } from '../schema.ts';
import type { ProviderTask } from './provider-tasks.ts';

const batch = 50;
/** The month whose books are being closed, and the one before: what was not registered by then stays so. */
const watchedMs = 62 * dayMs;

/** A payment or refund whose receipt is not registered, or whose number is not known yet. */
interface OpenReceipt {
  table: typeof payments | typeof refunds;
  id: string;
  provider_id: string;
  filter: ReceiptFilter;
  /** Of the payment; null for the shop of the installation. */
  shop: string | null;
}

/**
 * Receipts (54-FZ) that were not registered when the provider was asked last, and those without a number, of two
 * months. They are few, and a read may run twice.
 */
async function findOpenReceipts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<OpenReceipt[]> {
  const since = new Date(clock.now().getTime() - watchedMs);
  // The support of the provider may register by hand what was refused.
  const isOpen = (table: typeof payments | typeof refunds) =>
    sql`(${table.receipt_registration} <> 'succeeded' OR ${table.receipt_registration} = 'succeeded' AND ${table.receipt_number} IS NULL)`;
  const [ofPayments, ofRefunds] = await Promise.all([
    db
      .select({ id: payments.id, provider_id: payments.provider_payment_id, shop: payments.application_shop_id })
      .from(payments)
      .where(and(isOpen(payments), gt(payments.settled_at, since)))
      .orderBy(sql`random()`)
      .limit(batch),
    db
      .select({ id: refunds.id, provider_id: refunds.provider_refund_id, shop: payments.application_shop_id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.payment_id))
      .where(and(isOpen(refunds), gt(refunds.refunded_at, since)))
      .orderBy(sql`random()`)
      .limit(batch),
  ]);
  return [
    ...ofPayments.map(({ id, provider_id, shop }): OpenReceipt => {
      const payment_id = provider_id ?? '';
      return { table: payments, id, provider_id: payment_id, filter: { payment_id }, shop };
    }),
    ...ofRefunds.map(({ id, provider_id, shop }): OpenReceipt => {
      const refund_id = provider_id ?? '';
      return { table: refunds, id, provider_id: refund_id, filter: { refund_id }, shop };
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
    shop: receipt.shop,
    run: () => followReceipt(app, receipt),
  }));

async function followReceipt(app: App, { table, id, provider_id, filter, shop }: OpenReceipt): Promise<void> {
  const provider = await app.providerOf(shop);
  const asked: ProviderResult<{ receipt_registration: ReceiptRegistration | null }> =
    'payment_id' in filter ? await provider.getPayment(provider_id) : await provider.getRefund(provider_id);
  const { receipt_registration } = unwrap(asked);
  const type = 'payment_id' in filter ? 'payment' : 'refund';
  const receipts = receipt_registration === 'succeeded' ? unwrap(await provider.listReceipts(filter)) : [];
  const number = receipts.find((receipt) => receipt.type === type && receipt.status === 'succeeded')?.number;
  const isNew = sql`${table.receipt_registration} IS DISTINCT FROM ${receipt_registration} OR ${number ?? null}::text IS NOT NULL`;
  const { rowCount } = await app.db
    .update(table)
    .set({ receipt_registration, receipt_number: number ?? null })
    .where(and(eq(table.id, id), isNew));
  if (receipt_registration !== 'canceled' || rowCount === 0) return;
  app.metrics.receiptsNotRegistered.inc();
  app.log.error({ ...filter, id }, 'a fiscal receipt was not registered: ask the support of the provider');
}

/**
 * The state with which a receipt begins here: each later one, and the number, are those of {@link receiptTasks}, which
 * raise the alarm.
 */
export const firstStateOf = ({
  receipt_registration,
}: Pick<ProviderPayment | ProviderRefund, 'receipt_registration'>): ReceiptRegistration | null =>
  receipt_registration && 'pending';
