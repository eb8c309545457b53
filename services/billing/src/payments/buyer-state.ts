import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';

type Purchase = Pick<PaymentRow, 'application_id' | 'user_id' | 'entitlement_codes'>;

export interface BuyerState {
  /**
   * Lifetime purchases cover every code. Purchases that are revoked, or fully refunded with pending refunds
   * included, do not count.
   */
  is_owned: boolean;
  /** The user is erased, so a purchase would belong to no person. */
  is_erased: boolean;
}

export interface PayerState extends BuyerState {
  /**
   * Another payment of the same price was settled after this one was started: its buyer paid on two pages. Payments
   * that are revoked or fully refunded do not count.
   */
  is_paid_twice: boolean;
}

/** Condition that a payment `p` counts: its money is not on the way back, and its grant is not revoked. */
const stands = `p.status = 'succeeded' AND p.revoked_at IS NULL
      AND p.amount > (SELECT coalesce(sum(r.amount), 0) FROM billing.refunds r
                      WHERE r.payment_id = p.id AND r.status IN ('pending', 'succeeded'))`;

/**
 * Columns of {@link BuyerState}, from SQL expressions for the purchase; `except` is a payment that is left
 * out.
 */
const stateOf = (purchase: { application: string; user: string; codes: string; except: string }) => `
  EXISTS (SELECT FROM billing.erased_users WHERE user_id = ${purchase.user}) AS is_erased,
  cardinality(${purchase.codes}) > 0 AND ${purchase.codes} <@ ARRAY(
    SELECT unnest(p.entitlement_codes) FROM billing.payments p
    WHERE p.application_id = ${purchase.application} AND p.user_id = ${purchase.user}
      AND p.id IS DISTINCT FROM ${purchase.except}
      AND (p.is_lifetime OR p.duration_days IS NULL) AND ${stands}) AS is_owned`;

const beforePayment = defineStatement({
  name: 'buyer_state',
  text: `SELECT ${stateOf({ application: '$1::uuid', user: '$2::uuid', codes: '$3::text[]', except: 'NULL' })}`,
});

const besidePayment = defineStatement({
  name: 'buyer_state_beside_payment',
  text: `SELECT ${stateOf({
    application: 'this.application_id',
    user: 'this.user_id',
    codes: 'this.entitlement_codes',
    except: 'this.id',
  })}, EXISTS (
      SELECT FROM billing.payments p
      WHERE p.application_id = this.application_id AND p.user_id = this.user_id AND p.plan_price_id = this.plan_price_id
        AND p.id <> this.id AND coalesce(p.settled_at, p.succeeded_at) > this.created_at AND ${stands}
    ) AS is_paid_twice
    FROM billing.payments this WHERE this.id = $1`,
});

const unknownBuyer: BuyerState = { is_owned: false, is_erased: false };

/** Known state of a buyer before a payment is started. A plan without codes is never owned. */
export async function readBuyerState({ db }: Pick<App, 'db'>, purchase: Purchase): Promise<BuyerState> {
  const { application_id, user_id, entitlement_codes } = purchase;
  const [state] = await db.read<BuyerState>(beforePayment, [application_id, user_id, entitlement_codes]);
  return state ?? unknownBuyer;
}

/**
 * The state of a buyer without one payment. Call it after the lock of this payment in the same transaction:
 * then it sees what other transactions committed while the lock waited.
 */
export async function readPayerStateBeside(tx: Tx, paymentId: string): Promise<PayerState> {
  const { rows } = await runStatement<PayerState & Record<string, unknown>>(tx, besidePayment, [paymentId]);
  return rows[0] ?? { ...unknownBuyer, is_paid_twice: false };
}

/** Whether another payment of the same price was settled since an open one was started. */
export async function isPaidElsewhere({ db }: Pick<App, 'db'>, paymentId: string): Promise<boolean> {
  const [state] = await db.read<PayerState>(besidePayment, [paymentId]);
  return state?.is_paid_twice ?? false;
}
