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
      AND p.status = 'succeeded' AND p.revoked_at IS NULL AND (p.is_lifetime OR p.duration_days IS NULL)
      AND p.amount > (SELECT coalesce(sum(r.amount), 0) FROM billing.refunds r
                      WHERE r.payment_id = p.id AND r.status IN ('pending', 'succeeded'))) AS is_owned`;

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
  })} FROM billing.payments this WHERE this.id = $1`,
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
export async function readBuyerStateBeside(tx: Tx, paymentId: string): Promise<BuyerState> {
  const { rows } = await runStatement<BuyerState & Record<string, unknown>>(tx, besidePayment, [paymentId]);
  return rows[0] ?? unknownBuyer;
}
