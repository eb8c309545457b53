import { type AdminPayment, catalog, type PaymentStatus } from '@platform/contracts';
import { fail, findRow, type PageQuery, readPageRows, requireFound, toPage } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { payments } from '../schema.ts';
import type { PaymentRow } from './payment.ts';

/** A payment as it is answered; the contract of a user's read drops what only administrators see. */
export const toPayment = (row: PaymentRow): z.input<typeof AdminPayment> => ({
  payment_id: row.id,
  provider_payment_id: row.provider_payment_id,
  status: row.status,
  status_reason: row.status_reason,
  confirmation_url: row.status === 'pending' ? row.confirmation_url : null,
  amount: Number(row.amount),
  currency: row.currency,
  refunded_amount: Number(row.refunded_amount),
  plan_price_id: row.plan_price_id,
  plan_code: row.plan_code,
  requires_purchase: true,
  created_at: row.created_at.toISOString(),
  succeeded_at: row.succeeded_at?.toISOString() ?? null,
  user_id: row.user_id,
  acquisition_source: row.acquisition_source,
  utm_medium: row.utm_medium,
  utm_campaign: row.utm_campaign,
  utm_content: row.utm_content,
});

export interface Owner {
  application_id: string;
  user_id: string;
}

interface Filter {
  application_id: string;
  user_id?: string;
  status?: z.output<typeof PaymentStatus>;
}

/** One page of payments, newest first. */
export async function listPayments({ db }: Pick<App, 'db'>, filter: Filter, page: PageQuery) {
  const rows = await readPageRows(
    db,
    payments,
    { application_id: filter.application_id, user_id: filter.user_id, status: filter.status },
    page,
  );
  return toPage(rows, page.limit, toPayment);
}

/**
 * One page of payments for an administrator, newest first.
 * @throws AppError `application_not_found`
 */
export async function listPaymentsForAdmin(app: Pick<App, 'db' | 'ask'>, filter: Filter, page: PageQuery) {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, filter), 'application');
  return listPayments(app, filter, page);
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
