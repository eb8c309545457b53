import { type AdminPayment, type billing, catalog, identity } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  fail,
  findRow,
  type PageQuery,
  readAllPages,
  readPageRows,
  readPageRowsByTime,
  requireFound,
  toPage,
} from '@platform/runtime';
import { and, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { payments } from '../schema.ts';
import type { PaymentRow } from './payment.ts';

type PaymentView = z.input<typeof AdminPayment>;

/**
 * Why a payment is in its state. A payment of which the provider reports something else is `mismatch`: money may have been
 * taken, and a person has to look.
 */
export const reasonOf = ({ status, status_reason, mismatch }: PaymentRow): string | null =>
  status === 'pending' && mismatch !== null ? 'mismatch' : status_reason;

/** A payment as it is answered; the contract of a user's read drops what only administrators see. */
export const toPayment = (row: PaymentRow): PaymentView => ({
  id: row.id,
  payment_id: row.id,
  provider_payment_id: row.provider_payment_id,
  status: row.status,
  status_reason: reasonOf(row),
  confirmation_url: row.status === 'pending' && row.mismatch === null ? row.confirmation_url : null,
  amount: Number(row.amount),
  currency: row.currency,
  refunded_amount: Number(row.refunded_amount),
  plan_price_id: row.plan_price_id,
  plan_code: row.plan_code,
  requires_purchase: true,
  created_at: row.created_at.toISOString(),
  succeeded_at: row.succeeded_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  canceled_at: row.canceled_at?.toISOString() ?? null,
  refunded_at: row.refunded_at?.toISOString() ?? null,
  user_id: row.user_id,
  acquisition_source: row.acquisition_source,
  utm_medium: row.utm_medium,
  utm_campaign: row.utm_campaign,
  utm_content: row.utm_content,
  provider_shop_id: row.provider_shop_id,
  mismatch: row.mismatch,
  receipt_registration: row.receipt_registration,
  receipt_number: row.receipt_number,
  consents: row.consents,
});

export interface Owner {
  application_id: string;
  user_id: string;
}

/** @returns the id of the application of a payment; null for an unknown payment */
export async function getPaymentOwner({ db }: Pick<App, 'db'>, id: string): Promise<string | null> {
  return (await findRow(db, payments, { id }))?.application_id ?? null;
}

/** One page of the payments of a user, newest first. */
export async function listPayments({ db }: Pick<App, 'db'>, { application_id, user_id }: Owner, page: PageQuery) {
  return toPage(await readPageRows(db, payments, { application_id, user_id }, page), page.limit, toPayment);
}

type Query = EndpointRequest<typeof billing.endpoints.listPayments>['query'] & { email?: string };

/** Columns of the file; the consents of a payment are in the journal. */
const columns = [
  'payment_id',
  'provider_payment_id',
  'status',
  'status_reason',
  'amount',
  'currency',
  'refunded_amount',
  'plan_code',
  'user_id',
  'created_at',
  'succeeded_at',
  'settled_at',
  'canceled_at',
  'refunded_at',
  'receipt_registration',
  'receipt_number',
  'acquisition_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'mismatch',
] as const;

/**
 * One page of payments for an administrator, newest first, or all of them as CSV.
 * @throws AppError `application_not_found`
 */
export async function listPaymentsForAdmin(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  application_id: string,
  { format, ...query }: Query,
): Promise<Page<PaymentView> | StreamedBody> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const filter = await filterOf(app, application_id, query);
  const readRows = query.created_from || query.created_until ? readPageRowsByTime : readPageRows;
  const readPage = async (page: PageQuery) =>
    toPage(await readRows(app.db, payments, filter, page), page.limit, toPayment);
  if (format === 'json') return readPage(query);
  const day = app.clock.now().toISOString().slice(0, 10);
  return csvFile(`payments-${day}.csv`, columns, readAllPages(readPage));
}

/** The filters of a list, as a condition. */
async function filterOf(app: Pick<App, 'ask'>, application_id: string, query: Omit<Query, 'format'>): Promise<SQL> {
  const { status, user_id, provider_payment_id, receipt_number, receipt_registration, plan_code } = query;
  const { email, amount, has_mismatch, created_from, created_until } = query;
  const { user_ids } = email
    ? await app.ask(identity.queries.findUsersByEmail, { application_id, email })
    : { user_ids: null };
  const condition = and(
    columnsEqual(payments, {
      application_id,
      status,
      user_id,
      provider_payment_id,
      receipt_number,
      receipt_registration,
      plan_code,
      amount: amount?.toFixed(2),
    }),
    user_ids ? inArray(payments.user_id, user_ids) : undefined,
    has_mismatch === undefined
      ? undefined
      : has_mismatch === 'true'
        ? isNotNull(payments.mismatch)
        : isNull(payments.mismatch),
    created_from ? gte(payments.created_at, new Date(created_from)) : undefined,
    created_until ? lt(payments.created_at, new Date(created_until)) : undefined,
  );
  return condition ?? fail('internal_error');
}

/** @throws AppError `payment_not_found` */
export const getOwnPayment = async (app: Pick<App, 'db'>, owner: Owner, id: string) =>
  toPayment(await findOwnPayment(app, owner, id));

/** A payment of this user in this application; one of another user is `payment_not_found`. */
export async function findOwnPayment({ db }: Pick<App, 'db'>, owner: Owner, id: string): Promise<PaymentRow> {
  return (
    (await findRow(db, payments, { id, application_id: owner.application_id, user_id: owner.user_id })) ??
    fail('payment_not_found')
  );
}
