import type { GeneratorStatement } from './generator-statement.ts';

/** The status of the first payment of a person by number; the second one always succeeded. */
const firstStatus = `CASE WHEN n % 50 IN (0, 1) THEN 'canceled' WHEN n % 50 = 2 THEN 'refunded' WHEN n % 1000 = 3 THEN 'pending'
  ELSE 'succeeded' END`;

/** The monthly plan of the demo application with its price and codes. */
const plan = `(SELECT p.id AS plan_id, p.code AS plan_code, p.duration_days, pp.id AS plan_price_id, pp.amount, pp.currency,
    (SELECT array_agg(e.code ORDER BY e.code) FROM catalog.plan_entitlements pe JOIN catalog.entitlements e ON e.id = pe.entitlement_id
      WHERE pe.plan_id = p.id) AS codes
  FROM catalog.plans p JOIN catalog.plan_prices pp ON pp.plan_id = p.id WHERE p.application_id = $1 AND p.code = 'monthly' AND pp.is_active LIMIT 1)`;

/**
 * The start of a term as the fold has it: behind the terms of the grants before. A refunded purchase covers nothing. A
 * person has three grants at most, the first two within minutes of each other.
 */
const startsAt = `greatest(granted_at, min(granted_at) OVER before + count(*) FILTER (WHERE NOT is_refunded) OVER before * duration_days * interval '24 hours')`;

/** Payments of people with their offers: both of each, with status and moment. */
const purchases = `bench.purchases`;

export const purchaseStatements: GeneratorStatement[] = [
  {
    what: 'purchases',
    text: `CREATE TABLE ${purchases} AS
      SELECT n, user_id, channel, payment_id, paid_at, status, plan.*
      FROM (SELECT n, user_id, channel, first_payment AS payment_id, at + interval '2 minutes' AS paid_at, ${firstStatus} AS status FROM bench.people
            UNION ALL SELECT n, user_id, channel, second_payment, second_at, 'succeeded' FROM bench.people) AS both_payments, ${plan} AS plan
      ORDER BY payment_id`,
  },
  {
    what: 'payments',
    text: `INSERT INTO billing.payments (id, application_id, application_code, user_id, plan_price_id, plan_id, plan_code, duration_days,
             is_lifetime, entitlement_codes, amount, currency, status, status_reason, provider, provider_payment_id, provider_request,
             confirmation_url, refunded_amount, acquisition_source, receipt_registration, receipt_number, created_at, succeeded_at,
             next_check_at)
      SELECT payment_id, $1, $2, user_id, plan_price_id, plan_id, plan_code, duration_days, false, codes, amount, currency, status,
             CASE WHEN status = 'canceled' THEN CASE WHEN n % 50 = 1 THEN 'already_granted' ELSE 'expired_on_confirmation' END END,
             'yookassa', gen_random_uuid()::text,
             '{}',
             'https://yoomoney.example/checkout/payments/v2/contract?orderId=' || payment_id,
             CASE WHEN status = 'refunded' THEN amount ELSE 0 END, channel,
             CASE WHEN status IN ('succeeded', 'refunded') THEN 'succeeded' END, CASE WHEN status IN ('succeeded', 'refunded') THEN n::text END,
             paid_at,
             CASE WHEN status IN ('succeeded', 'refunded') THEN paid_at + interval '1 minute' END,
             CASE WHEN status = 'pending' THEN now() + interval '1 day' ELSE paid_at END
      FROM ${purchases} ORDER BY payment_id`,
  },
  {
    what: 'refunds',
    text: `INSERT INTO billing.refunds (id, payment_id, amount, status, provider_refund_id, reason, created_at)
      SELECT uuidv7(paid_at + interval '1 hour' - now()), payment_id, amount, 'succeeded', gen_random_uuid()::text, 'Bought twice', paid_at + interval '1 hour'
      FROM ${purchases} WHERE status = 'refunded'`,
  },
  {
    what: 'license keys',
    text: `CREATE TABLE bench.keys AS
        SELECT n, user_id, at, uuidv7(at - now()) AS key_id, gen_random_uuid() AS activation_id, n / 10000 AS batch FROM bench.people WHERE n % 10 = 0;
      INSERT INTO catalog.license_batches (id, application_id, plan_id, name, max_redemptions, valid_until, admin_id, created_at)
        SELECT ('00000000-0000-7000-8001-' || lpad(batch::text, 12, '0'))::uuid, $1, plan_id, 'Batch ' || batch, CASE WHEN batch % 10 = 9 THEN 100 ELSE 1 END,
               CASE WHEN batch % 5 = 4 THEN now() - interval '1 day' END, gen_random_uuid(), now() - interval '1 year'
        FROM (SELECT DISTINCT batch FROM bench.keys) AS batches, ${plan} AS plan;
      INSERT INTO catalog.license_keys (id, batch_id, application_id, key_hash, hint, redemptions, first_activated_at, revoked_at, created_at)
        SELECT key_id, ('00000000-0000-7000-8001-' || lpad(batch::text, 12, '0'))::uuid, $1, encode(sha256(key_id::text::bytea), 'hex'), '7Q2XK',
               n / 10 % 2, CASE WHEN n / 10 % 2 = 1 THEN at END, CASE WHEN n % 500 = 0 THEN now() END, at
        FROM bench.keys ORDER BY n;
      INSERT INTO catalog.license_activations (id, license_key_id, user_id, created_at)
        SELECT activation_id, key_id, user_id, at FROM bench.keys WHERE n / 10 % 2 = 1`,
  },
  {
    what: 'grants',
    text: `INSERT INTO catalog.grants (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, granted_at,
             duration_ms, starts_at, expires_at, revoked_at, reason, created_at)
      SELECT uuidv7(granted_at - now()), $1, user_id, source, source_id, plan_id, plan_code, codes, granted_at, duration_days * 86400000::bigint,
             starts_at, CASE WHEN is_refunded THEN starts_at ELSE starts_at + duration_days * interval '24 hours' END,
             CASE WHEN is_refunded THEN granted_at + interval '1 hour' END, CASE WHEN is_refunded THEN 'refunded' END, granted_at
      FROM (SELECT user_id, source, source_id, granted_at, is_refunded, ${startsAt} AS starts_at
              FROM (SELECT n, user_id, 'payment' AS source, payment_id::text AS source_id, paid_at + interval '1 minute' AS granted_at,
                           status = 'refunded' AS is_refunded
                      FROM ${purchases} WHERE status IN ('succeeded', 'refunded')
                    UNION ALL SELECT n, user_id, 'license', activation_id::text, at, false FROM bench.keys WHERE n / 10 % 2 = 1
                    UNION ALL SELECT n, user_id, 'admin', gen_random_uuid()::text, at, false FROM bench.people WHERE n % 20 <> 10) AS sources,
                   (SELECT duration_days FROM ${plan} AS term) AS term
            WINDOW before AS (PARTITION BY user_id ORDER BY granted_at, source_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS grants,
           ${plan} AS plan
      ORDER BY granted_at;
      INSERT INTO catalog.grant_revisions (user_id, application_id, revision) SELECT user_id, $1, 3 FROM bench.people ORDER BY n`,
  },
];
