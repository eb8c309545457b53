import { type billing, catalog, type Refund } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  fail,
  type PageQuery,
  readAllPages,
  readPageRows,
  requireFound,
  toPage,
} from '@platform/runtime';
import { and, desc, eq, getTableColumns, gte, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { toPayment } from '../payments/read-payments.ts';
import { payments, refunds } from '../schema.ts';
import type { RefundRow } from './ask-refund.ts';

type RefundView = z.input<typeof Refund>;
type Query = EndpointRequest<typeof billing.endpoints.listRefunds>['query'];

const toRefund = (row: RefundRow & { currency: string }): RefundView => ({
  id: row.id,
  payment_id: row.payment_id,
  provider_refund_id: row.provider_refund_id,
  status: row.status,
  status_reason: row.status_reason,
  amount: Number(row.amount),
  currency: row.currency,
  requested_by: row.automatic_cause !== null ? 'platform' : row.admin_id === null ? 'provider' : 'admin',
  admin_id: row.admin_id,
  reason: row.reason,
  receipt_registration: row.receipt_registration,
  receipt_number: row.receipt_number,
  created_at: row.created_at.toISOString(),
  refunded_at: row.refunded_at?.toISOString() ?? null,
});

const columns = [
  'id',
  'payment_id',
  'provider_refund_id',
  'status',
  'status_reason',
  'amount',
  'currency',
  'requested_by',
  'admin_id',
  'reason',
  'receipt_registration',
  'receipt_number',
  'created_at',
  'refunded_at',
] as const;

const selectRefunds = ({ db }: Pick<App, 'db'>) =>
  db
    .select({ ...getTableColumns(refunds), currency: payments.currency })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id));

/**
 * One page of refunds for an administrator, newest first, or all of them as CSV.
 * @throws AppError `application_not_found`
 */
export async function listRefunds(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  application_id: string,
  { format, status, payment_id, provider_refund_id, receipt_registration, created_from, created_until, ...page }: Query,
): Promise<Page<RefundView> | StreamedBody> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const filter = and(
    columnsEqual(refunds, { application_id, status, payment_id, provider_refund_id, receipt_registration }),
    created_from ? gte(refunds.created_at, new Date(created_from)) : undefined,
    created_until ? lt(refunds.created_at, new Date(created_until)) : undefined,
  );
  const readPage = async (query: PageQuery) =>
    toPage(await readPageRows(selectRefunds(app), refunds, filter, query), query.limit, toRefund);
  if (format === 'json') return readPage(page);
  return csvFile(`refunds-${app.clock.now().toISOString().slice(0, 10)}.csv`, columns, readAllPages(readPage));
}

/** @throws AppError `application_not_found`, `refund_not_found` */
export async function getRefund(
  app: Pick<App, 'db' | 'ask'>,
  { application_id, refund_id }: { application_id: string; refund_id: string },
): Promise<RefundView> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const [row] = await selectRefunds(app).where(columnsEqual(refunds, { id: refund_id, application_id }));
  return row ? toRefund(row) : fail('refund_not_found');
}

/**
 * A payment for an administrator, with its refunds, newest first.
 * @throws AppError `application_not_found`, `payment_not_found`
 */
export async function getPaymentWithRefunds(
  app: Pick<App, 'db' | 'ask'>,
  { application_id, payment_id }: { application_id: string; payment_id: string },
) {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const [payment] = await app.db
    .select()
    .from(payments)
    .where(columnsEqual(payments, { id: payment_id, application_id }));
  if (!payment) return fail('payment_not_found');
  const rows = await selectRefunds(app).where(eq(refunds.payment_id, payment_id)).orderBy(desc(refunds.id));
  return { ...toPayment(payment), refunds: rows.map(toRefund) };
}
