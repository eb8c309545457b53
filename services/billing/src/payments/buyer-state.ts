import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';

type Purchase = Pick<PaymentRow, 'application_id' | 'user_id' | 'entitlement_codes'>;

export interface BuyerState {
  /**
   * Purchases for life that are neither refunded, nor on their way back, nor taken back, cover every code.
   */
  is_owned: boolean;
  /** The user is erased: what the money would buy belongs to no person. */
  is_erased: boolean;
}

const statement = defineStatement({
  name: 'buyer_state',
  text: `SELECT EXISTS (SELECT FROM billing.erased_users WHERE user_id = $2) AS is_erased,
      cardinality($3::text[]) > 0 AND $3::text[] <@ ARRAY(
        SELECT unnest(p.entitlement_codes) FROM billing.payments p
        WHERE p.application_id = $1 AND p.user_id = $2 AND p.id IS DISTINCT FROM $4::uuid
          AND p.status = 'succeeded' AND p.revoked_at IS NULL AND (p.is_lifetime OR p.duration_days IS NULL)
          AND p.amount > (SELECT coalesce(sum(r.amount), 0) FROM billing.refunds r
                          WHERE r.payment_id = p.id AND r.status IN ('pending', 'succeeded'))) AS is_owned`,
});

const values = ({ application_id, user_id, entitlement_codes }: Purchase, except: string | null) => [
  application_id,
  user_id,
  entitlement_codes,
  except,
];

/** Known state of a buyer before a payment is started. A plan without codes is never owned. */
export async function readBuyerState({ db }: Pick<App, 'db'>, purchase: Purchase): Promise<BuyerState> {
  const [state] = await db.read<BuyerState>(statement, values(purchase, null));
  return state ?? { is_owned: false, is_erased: false };
}

/** The same beside one payment, which the transaction holds locked with all others of its user. */
export async function readBuyerStateOf(tx: Tx, payment: PaymentRow): Promise<BuyerState> {
  const { rows } = await runStatement<BuyerState & Record<string, unknown>>(tx, statement, values(payment, payment.id));
  return rows[0] ?? { is_owned: false, is_erased: false };
}
