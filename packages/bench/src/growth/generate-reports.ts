import type { GeneratorStatement } from './generator-statement.ts';

/** What analytics learned of the people: their projections and one event each. */
export const peopleReportStatements: GeneratorStatement[] = [
  {
    what: 'analytics of people',
    text: `INSERT INTO analytics.users (application_id, user_id, registered_at, channel, utm_source, platform, country_code, event_id)
        SELECT $1, user_id, at, channel, channel, platform, country_code, gen_random_uuid() FROM bench.people ORDER BY n;
      INSERT INTO analytics.device_changes (event_id, application_id, device_id, user_id, platform, changed_at, is_active)
        SELECT gen_random_uuid(), $1, user_id, user_id, platform, at + interval '1 minute', true FROM bench.people ORDER BY n;
      INSERT INTO analytics.user_clients (application_id, user_id, platform, app_version, last_event_at)
        SELECT $1, user_id, platform, '3.' || n % 7 || '.0', second_at FROM bench.people ORDER BY n`,
  },
  {
    what: 'events',
    text: `SELECT analytics.ensure_partitions((now() - interval '367 days')::date, (now() + interval '2 days')::date);
      INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at, installation_id, platform, app_version, country_code, properties)
        SELECT $1, gen_random_uuid(), (ARRAY['app_opened','paywall_viewed','screen_viewed'])[1 + n % 3], user_id, second_at, second_at, user_id, platform,
               '3.' || n % 7 || '.0', country_code, '{"screen": "main"}' FROM bench.people ORDER BY second_at`,
  },
];

/** What analytics learned of the purchases, from the rows of billing and catalog. */
export const purchaseReportStatements: GeneratorStatement[] = [
  {
    what: 'analytics of purchases',
    // Without the notes of each user that a trigger makes: the hours are counted here, all at once.
    text: `SET session_replication_role = replica;
      INSERT INTO analytics.payments (payment_id, application_id, user_id, plan_code, amount, currency, channel, created_at, succeeded_at,
             canceled_at, starts_at, expires_at, fully_refunded_at)
        SELECT payment_id, $1, user_id, plan_code, amount, currency, channel, paid_at,
               CASE WHEN status IN ('succeeded', 'refunded') THEN paid_at + interval '1 minute' END, CASE WHEN status = 'canceled' THEN paid_at END,
               CASE WHEN status IN ('succeeded', 'refunded') THEN paid_at END,
               CASE WHEN status IN ('succeeded', 'refunded') THEN paid_at + duration_days * interval '24 hours' END,
               CASE WHEN status = 'refunded' THEN paid_at + interval '1 hour' END
        FROM bench.purchases ORDER BY payment_id;
      SET session_replication_role = DEFAULT;
      INSERT INTO analytics.paid_hours (application_id, hour, begun, ended)
        SELECT $1::uuid, date_trunc('hour', moment, 'UTC'), count(*) FILTER (WHERE is_begin), count(*) FILTER (WHERE NOT is_begin)
        FROM (SELECT unnest(range_agg(tstzrange(starts_at, least(expires_at, fully_refunded_at)))) AS paid FROM analytics.payments
              WHERE application_id = $1 AND succeeded_at IS NOT NULL AND starts_at < coalesce(least(expires_at, fully_refunded_at), 'infinity') GROUP BY user_id) AS times,
          LATERAL (VALUES (lower(paid), true), (upper(paid), false)) AS ends (moment, is_begin)
        WHERE moment IS NOT NULL GROUP BY 2
        ON CONFLICT (application_id, hour) DO UPDATE SET begun = excluded.begun, ended = excluded.ended;
      INSERT INTO analytics.refunds (event_id, application_id, payment_id, user_id, amount, currency, refunded_at, is_full)
        SELECT gen_random_uuid(), $1, payment_id, user_id, amount, currency, paid_at + interval '1 hour', true FROM bench.purchases WHERE status = 'refunded';
      INSERT INTO analytics.grants (grant_id, application_id, user_id, source, source_id, plan_code, starts_at, expires_at, granted_at, revoked_at)
        SELECT id, $1, user_id, source, source_id, plan_code, starts_at, expires_at, granted_at, revoked_at FROM catalog.grants ORDER BY id`,
  },
];

/** The hours whose events the service counts, once it can do so with indexes and statistics. */
export const staleHours: GeneratorStatement = {
  what: 'hours to count',
  text: `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
        SELECT $1, 'application', hour, now() FROM generate_series(date_trunc('hour', now() - interval '366 days'), now(), '1 hour') AS hour`,
};
