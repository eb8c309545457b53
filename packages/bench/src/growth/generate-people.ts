import type { GeneratorStatement } from './generator-statement.ts';

/** The people that all generators make rows of. */
export const peopleStatement: GeneratorStatement = {
  what: 'people',
  text: `CREATE TABLE bench.people AS
    SELECT n, at, second_at, uuidv7(at - now()) AS user_id, uuidv7(at + interval '2 minutes' - now()) AS first_payment,
           uuidv7(second_at - now()) AS second_payment,
           (ARRAY['ios','android','web'])[1 + n % 3] AS platform, (ARRAY['RU','RU','BY','KZ','DE'])[1 + n % 5] AS country_code,
           (ARRAY[NULL,'search','ads','friends','blog'])[1 + n * 7919 % 5] AS channel
    FROM (SELECT n, at, at + (now() - at) / 2 AS second_at
            FROM (SELECT n, now() - interval '1 year' * ($3::bigint - n + 1) / $3::bigint AS at
                    FROM generate_series(1, $3::bigint) AS n) AS moments) AS people ORDER BY n`,
};

/** Names that many people have: a search for one of them matches a twentieth of the users. */
const givenNames =
  'Анна Иван Мария Пётр Ольга Сергей Елена Андрей Наталья Дмитрий Anna John Maria Peter Olga Paul Helen Andrew Kate Max';
const familyNames =
  'Иванов Смирнова Кузнецов Попова Васильев Соколова Михайлов Новикова Фёдоров Морозова Smith Jones Brown Taylor Wilson Evans Thomas Johnson Roberts Walker';
const quoted = (names: string): string =>
  names
    .split(' ')
    .map((name) => `'${name}'`)
    .join(', ');

export const peopleStatements: GeneratorStatement[] = [
  {
    what: 'users',
    text: `INSERT INTO identity.users (id, application_id, issuer, subject, email, display_name, timezone, platform, country_code,
             city, utm_source, utm_campaign, acquisition_source, created_at, updated_at)
      SELECT user_id, $1, $4, 'growth-' || n, 'user' || n || '@' || (ARRAY['example.com','mail.example','post.example'])[1 + n % 3],
             (ARRAY[${quoted(givenNames)}])[1 + n % 20] || ' ' || (ARRAY[${quoted(familyNames)}])[1 + n / 20 % 20] || ' ' || n,
             'Europe/Moscow', platform, country_code, 'Москва', channel, NULL, channel, at, at
      FROM bench.people ORDER BY n`,
  },
  {
    what: 'imported customers: a tenth of the people, and as many who wait',
    text: `INSERT INTO identity.customers (id, application_id, issuer, subject, email, user_id, recognized_at, created_at)
      SELECT uuidv7(at - now()), $1, $4, CASE n % 10 WHEN 0 THEN 'growth-' ELSE 'waits-' END || n, 'former' || n || '@example.com',
             CASE n % 10 WHEN 0 THEN user_id END, CASE n % 10 WHEN 0 THEN at END, at
      FROM bench.people WHERE n % 10 < 2 ORDER BY n`,
  },
  {
    what: 'devices',
    text: `INSERT INTO identity.devices (id, application_id, user_id, installation_id, platform, app_version, timezone, country_code,
             city, last_seen_at, revoked_at, created_at)
      SELECT uuidv7(at + interval '1 minute' - now()), $1, user_id, gen_random_uuid(), platform, '3.' || n % 7 || '.0', 'Europe/Moscow',
             country_code, 'Москва', second_at, CASE WHEN n % 20 = 0 THEN second_at END, at
      FROM bench.people ORDER BY n`,
  },
  {
    // Of people who are gone: a record names no person.
    what: 'erasures',
    text: `INSERT INTO identity.erasure_records (id, owner_type, owner_id, person, pseudonym, erased_at, erased_by, admin_id, reason, categories, receipt)
      SELECT uuidv7(second_at - now()), 'application', $1, 'user', encode(sha256(user_id::text::bytea), 'hex'), second_at,
             CASE WHEN n % 200 = 0 THEN 'admin' ELSE 'person' END, CASE WHEN n % 200 = 0 THEN gen_random_uuid() END, 'person_request',
             ARRAY['profile', 'devices', 'analytics_identifiers'], repeat('r', 700)
      FROM bench.people WHERE n % 100 = 0 ORDER BY n`,
  },
];

export const statesOfLedger: GeneratorStatement = {
  what: 'consent states',
  text: `INSERT INTO identity.consent_states (user_id, document_id, version, accepted, updated_at)
    SELECT user_id, document_id, version, accepted, recorded_at FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq`,
};
