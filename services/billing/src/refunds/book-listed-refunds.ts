import { errorText } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { PaymentRow } from '../payments/payment.ts';
import type { ProviderRefund } from '../providers/payment-provider.ts';
import { unwrap } from '../providers/unwrap.ts';
import { payments, refunds } from '../schema.ts';
import { applyReportedRefund } from './apply-provider-refund.ts';

/** A bound: the walk through a list of 1000 refunds of one payment ends in any case. */
const maxPages = 10;

/**
 * Books the refunds that the provider lists for one payment, by its id there: for a payment of which it
 * reports more refunded than is booked here.
 * @throws AppError `provider_error`, `service_unavailable`, or the failure of the first refund that cannot be
 * booked
 */
export async function bookRefundsOf(
  app: App,
  { application_shop_id }: PaymentRow,
  provider_payment_id: string,
): Promise<void> {
  const provider = await app.providerOf(application_shop_id);
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const list = unwrap(await provider.listRefunds({ provider_payment_id, cursor }));
    const [failure] = (await bookListedRefunds(app, list.refunds)).failures;
    if (failure !== undefined) throw failure;
    if (list.next_cursor === null) return;
    cursor = list.next_cursor;
  }
}

/**
 * Books listed refunds of payments that are ours; those that are booked already cost no transaction, and
 * those of other systems of the shop are passed over.
 * @param settle brings a payment to a final state before its refund is booked
 * @returns how many of ours were not booked yet, and the failures: one refund that cannot be booked stops no
 * other
 */
export async function bookListedRefunds(
  app: App,
  listed: readonly ProviderRefund[],
  settle: (payment: PaymentRow) => Promise<PaymentRow> = async (payment) => payment,
): Promise<{ unbooked: number; failures: unknown[] }> {
  const effectiveRefunds = listed.filter(({ status }) => status !== 'canceled');
  if (effectiveRefunds.length === 0) return { unbooked: 0, failures: [] };
  const bookedStatuses = await readBookedStatuses(app, effectiveRefunds);
  const unbookedRefunds = effectiveRefunds.filter(
    ({ id, status }) => bookedStatuses.get(id) !== status && bookedStatuses.get(id) !== 'succeeded',
  );
  const owners = await readOwners(app, unbookedRefunds);
  const failures: unknown[] = [];
  let unbooked = 0;
  for (const refund of unbookedRefunds) {
    const payment = owners.get(refund.provider_payment_id);
    if (!payment) continue;
    unbooked += 1;
    try {
      await applyReportedRefund(app, await settle(payment), refund);
    } catch (error) {
      failures.push(error);
      app.log.warn(
        { payment_id: payment.id, provider_refund_id: refund.id, reason: errorText(error) },
        'a listed refund could not be booked; it is retried',
      );
    }
  }
  return { unbooked, failures };
}

async function readBookedStatuses(
  { db }: Pick<App, 'db'>,
  listed: readonly ProviderRefund[],
): Promise<Map<string, string>> {
  const ids = listed.map(({ id }) => id);
  const rows = await db
    .select({ id: refunds.provider_refund_id, status: refunds.status })
    .from(refunds)
    .where(inArray(refunds.provider_refund_id, ids));
  return new Map(rows.map(({ id, status }) => [id ?? '', status]));
}

/** Our payments by their id at the provider. */
async function readOwners(
  { db }: Pick<App, 'db'>,
  listed: readonly ProviderRefund[],
): Promise<Map<string, PaymentRow>> {
  if (listed.length === 0) return new Map();
  const ids = [...new Set(listed.map(({ provider_payment_id }) => provider_payment_id))];
  const rows = await db.select().from(payments).where(inArray(payments.provider_payment_id, ids));
  return new Map(rows.map((row) => [row.provider_payment_id ?? '', row]));
}
