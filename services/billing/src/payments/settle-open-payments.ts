import type { billing } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import { defineStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { settleForRead } from './ask-sparingly.ts';
import { isWatched, type PaymentRow } from './payment.ts';
import { toPaidPeriod } from './settle-payment.ts';

type Input = Parameters<CommandHandlers<typeof billing>['settleOpenPayments']>[0];

/**
 * Settles payments that are open in the catalog, for a read that needs the present state. A payment stays
 * open if the provider was asked recently or does not answer within a second. Answers the paid periods, and
 * every payment that is no longer open.
 */
export async function settleOpenPayments(app: App, input: Input) {
  let rows = await readPayments(app, input);
  const now = app.clock.now();
  // Where the provider disagrees, asking on every read would change nothing.
  const open = rows.filter((payment) => isWatched(payment, now) && payment.mismatch === null);
  if (open.length > 0) {
    await Promise.all(open.map((payment) => settleForRead(app, payment)));
    rows = await readPayments(app, input);
  }
  return {
    paid: rows.flatMap((payment) => (payment.status === 'succeeded' ? termsOf(payment) : [])),
    closed_payment_ids: rows.filter((payment) => !isWatched(payment, now)).map(({ id }) => id),
  };
}

/** The term of a paid payment begins when the platform learned of it. */
const termsOf = (payment: PaymentRow) => {
  const begins = payment.settled_at ?? payment.succeeded_at;
  return begins ? [toPaidPeriod(payment, begins)] : [];
};

const openPaymentsOfUser = defineStatement({
  name: 'open_payments_of_user',
  text: 'SELECT * FROM billing.payments WHERE application_id = $1 AND user_id = $2 AND id = ANY($3::uuid[])',
});

const readPayments = ({ db }: Pick<App, 'db'>, { application_id, user_id, payment_ids }: Input) =>
  db.read<PaymentRow>(openPaymentsOfUser, [application_id, user_id, payment_ids]);
