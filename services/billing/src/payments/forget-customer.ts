import { runStatement, type Tx } from '@platform/runtime';

/**
 * Removes the e-mail of an erased user from requests whose answer nobody waits for, and the free text of attribution. An unanswered refund keeps it until
 * it is answered or given up: it has to be repeated word for word, or the money could go back twice.
 */
export async function forgetCustomer(tx: Tx, userId: string): Promise<void> {
  await Promise.all([runStatement(tx, forgetInPayments, [userId]), runStatement(tx, forgetInRefunds, [userId])]);
}

const forgetInPayments = {
  name: 'forget_in_payments',
  text: `UPDATE billing.payments SET provider_request = provider_request #- '{receipt,customer}', acquisition_source = NULL
    WHERE user_id = $1 AND (provider_request #> '{receipt,customer}' IS NOT NULL OR acquisition_source IS NOT NULL)`,
};

const forgetInRefunds = {
  name: 'forget_in_refunds',
  text: `UPDATE billing.refunds r SET provider_request = r.provider_request #- '{receipt,customer}'
    FROM billing.payments p
    WHERE p.id = r.payment_id AND p.user_id = $1 AND r.provider_request #> '{receipt,customer}' IS NOT NULL
      AND (r.status <> 'pending' OR r.provider_refund_id IS NOT NULL OR r.abandoned_at IS NOT NULL)`,
};
