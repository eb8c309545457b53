import type { billing } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { errorText } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { payments, subscription_periods } from '../schema.ts';
import { isWatched } from './payment.ts';
import { settlePayment, toPaidPeriod } from './settle-payment.ts';

type Input = Parameters<QueryHandlers<typeof billing>['settleOpenPayments']>[0];

/**
 * Settles payments that catalog believes open, for a read that wants to know now. A provider that does not answer leaves
 * its payment open. Answers the periods that are paid, and every payment that is no longer open.
 */
export async function settleOpenPayments(app: App, input: Input) {
  const ids = input.payment_ids;
  let rows = await readPayments(app, input, ids);
  const now = app.clock.now();
  // Where the provider disagrees, asking on every read would change nothing.
  const open = rows.filter(({ payment }) => isWatched(payment, now) && payment.mismatch === null);
  if (open.length > 0) {
    await Promise.all(
      open.map(({ payment }) =>
        settlePayment(app, payment.id, payment).catch((error) => {
          app.log.warn(
            { payment_id: payment.id, reason: errorText(error) },
            'an open payment could not be settled for a read',
          );
        }),
      ),
    );
    rows = await readPayments(app, input, ids);
  }
  return {
    paid: rows.flatMap(({ payment, period }) =>
      payment.status === 'succeeded' && period ? [toPaidPeriod(payment, period)] : [],
    ),
    closed_payment_ids: rows.filter(({ payment }) => !isWatched(payment, now)).map(({ payment }) => payment.id),
  };
}

const readPayments = ({ db }: Pick<App, 'db'>, owner: { application_id: string; user_id: string }, ids: string[]) =>
  db
    .select({ payment: payments, period: subscription_periods })
    .from(payments)
    .leftJoin(subscription_periods, eq(subscription_periods.payment_id, payments.id))
    .where(
      and(
        eq(payments.application_id, owner.application_id),
        eq(payments.user_id, owner.user_id),
        sql`${payments.id} = ANY(${sql.param(ids)}::uuid[])`,
      ),
    )
    .prepare('open_payments_of_user')
    .execute();
