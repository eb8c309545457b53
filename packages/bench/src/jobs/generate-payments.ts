import { randomUUID } from 'node:crypto';
import { newId } from '@platform/runtime';
import type pg from 'pg';
import type { Embedded } from '../embedded.ts';

const offer = `(SELECT p.id AS plan_id, p.code AS plan_code, p.duration_days, pp.id AS plan_price_id, pp.amount, pp.currency,
    (SELECT array_agg(e.code ORDER BY e.code) FROM catalog.plan_entitlements pe JOIN catalog.entitlements e ON e.id = pe.entitlement_id
      WHERE pe.plan_id = p.id) AS codes
  FROM catalog.plans p JOIN catalog.plan_prices pp ON pp.plan_id = p.id WHERE p.application_id = $1 AND p.code = 'monthly' AND pp.is_active LIMIT 1)`;

const insertPayments = `INSERT INTO billing.payments (id, application_id, application_code, user_id, plan_price_id, plan_id, plan_code,
    duration_days, is_lifetime, entitlement_codes, amount, currency, status, status_reason, provider, provider_payment_id, provider_request,
    confirmation_url, created_at, next_check_at)
  SELECT made.id, $1, 'demo', made.user_id, plan_price_id, plan_id, plan_code, duration_days, false, codes, amount, currency,
    made.status, made.status_reason, 'yookassa', made.provider_payment_id, '{}', 'https://pay.example.test/', made.created_at, made.created_at
  FROM jsonb_to_recordset($2::jsonb) AS made (id uuid, user_id uuid, provider_payment_id text, status text, status_reason text, created_at timestamptz),
    ${offer} AS offer`;

const callsAtOnce = 16;
const rowsAtOnce = 10_000;

/** The price of the monthly plan of the demo application, as the provider gets it. */
async function priceOf(client: pg.Client, applicationId: string): Promise<{ value: string; currency: string }> {
  const { rows } = await client.query<{ value: string; currency: string }>(
    `SELECT amount::text AS value, currency FROM ${offer} AS offer`,
    [applicationId],
  );
  const [price] = rows;
  if (!price) throw new Error('the demo application has no price of the plan `monthly`');
  return price;
}

/**
 * Creates payments of new users that are paid at the provider, but pending and due in the platform, as after
 * lost notifications. The rows equal those that the service writes.
 */
export async function generatePaidPayments(embedded: Embedded, client: pg.Client, count: number): Promise<void> {
  const { demo, environment } = embedded;
  const amount = await priceOf(client, demo.application_id);
  const login = `${environment.YOOKASSA_SHOP_ID}:${environment.YOOKASSA_SECRET_KEY}`;
  const headers = {
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    'content-type': 'application/json',
  };
  const make = async () => {
    const id = newId();
    const response = await fetch(`${environment.YOOKASSA_API_URL}/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotence-key': id },
      body: JSON.stringify({
        amount,
        capture: true,
        description: 'Monthly',
        confirmation: { type: 'redirect', return_url: 'https://app.example.test/' },
        metadata: { payment_id: id, application_code: 'demo' },
      }),
    });
    const payment = (await response.json()) as { id: string };
    if (!response.ok) throw new Error(`the provider answered ${response.status}: ${JSON.stringify(payment)}`);
    await embedded.pay(payment.id);
    const created_at = new Date(Date.now() - 60_000);
    return {
      id,
      user_id: newId(),
      provider_payment_id: payment.id,
      status: 'pending',
      status_reason: null,
      created_at,
    };
  };
  const rows: object[] = [];
  const work = async () => {
    while (rows.length < count) rows.push(await make());
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  await client.query(insertPayments, [demo.application_id, JSON.stringify(rows.slice(0, count))]);
  await client.query('ANALYZE billing.payments');
}

/**
 * Creates payments that the platform closed because the user already had the entitlements. Half of them are
 * too old for further checks. The other half is recent, and its next check is not due.
 */
export async function generateClosedPayments(embedded: Embedded, client: pg.Client, count: number): Promise<void> {
  for (let rowCount = 0; rowCount < count; rowCount += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - rowCount) }, (_, n) => ({
      id: newId(),
      user_id: newId(),
      provider_payment_id: randomUUID(),
      status: 'canceled',
      status_reason: 'already_granted',
      created_at: new Date(Date.now() - (n % 2 === 0 ? 20 * 86_400_000 : 60_000)),
    }));
    await client.query(insertPayments, [embedded.demo.application_id, JSON.stringify(rows)]);
  }
  await client.query(
    `UPDATE billing.payments SET next_check_at = now() + interval '1 hour' WHERE status_reason = 'already_granted' AND created_at > now() - interval '2 hours'`,
  );
  await client.query('VACUUM (ANALYZE) billing.payments');
}
