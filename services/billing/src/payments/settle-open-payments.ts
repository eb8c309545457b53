import type { billing } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { errorText } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { payments, subscription_periods } from '../schema.ts';
import { settlePayment, toPaidPeriod } from './settle-payment.ts';

type Input = Parameters<QueryHandlers<typeof billing>['settleOpenPayments']>[0];

/**
 * Settles payments that catalog believes open, for a read that wants to know now. A provider that does not answer leaves
 * its payment open. Answers the periods that are paid, and every payment that is no longer open.
 */
export async function settleOpenPayments(app: App, input: Input) {
  const mine = and(
    eq(payments.application_id, input.application_id),
    eq(payments.user_id, input.user_id),
    inArray(payments.id, input.payment_ids),
  );
  const known = await app.db.select({ id: payments.id, status: payments.status }).from(payments).where(mine);
  const open = known.filter((payment) => payment.status === 'pending');
  await Promise.all(
    open.map(({ id }) =>
      settlePayment(app, id).catch((error) =>
        app.log.warn({ payment_id: id, reason: errorText(error) }, 'an open payment could not be settled for a read'),
      ),
    ),
  );
  const rows = await app.db
    .select({ payment: payments, period: subscription_periods })
    .from(payments)
    .leftJoin(subscription_periods, eq(subscription_periods.payment_id, payments.id))
    .where(mine);
  return {
    paid: rows.flatMap(({ payment, period }) =>
      payment.status === 'succeeded' && period ? [toPaidPeriod(payment, period)] : [],
    ),
    closed_payment_ids: rows.filter(({ payment }) => payment.status !== 'pending').map(({ payment }) => payment.id),
  };
}
