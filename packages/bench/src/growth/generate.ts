import { once } from 'node:events';
import type pg from 'pg';
import { startNode } from '../children.ts';
import type { Embedded } from '../embedded.ts';
import { auditStatements } from './generate-audit.ts';
import { purchaseStatements } from './generate-purchases.ts';
import { reportStatements } from './generate-reports.ts';

/**
 * A statement of the generator: `$1` application, `$2` its code, `$3` number of people, `$4` issuer of
 * tokens.
 */
export interface GeneratorStatement {
  what: string;
  text: string;
}

const peopleStatements: GeneratorStatement[] = [
  {
    what: 'people',
    text: `CREATE TABLE bench.people AS
      SELECT n, at, second_at, uuidv7(at - now()) AS user_id, uuidv7(at + interval '2 minutes' - now()) AS first_payment,
             uuidv7(second_at - now()) AS second_payment,
             (ARRAY['ios','android','web'])[1 + n % 3] AS platform, (ARRAY['RU','RU','BY','KZ','DE'])[1 + n % 5] AS country_code,
             (ARRAY[NULL,'search','ads','friends','blog'])[1 + n * 7919 % 5] AS channel
      FROM (SELECT n, at, at + (now() - at) / 2 AS second_at
              FROM (SELECT n, now() - interval '1 year' * ($3 - n + 1) / $3 AS at
                      FROM generate_series(1, $3::bigint) AS n) AS moments) AS people ORDER BY n`,
  },
  {
    what: 'users',
    text: `INSERT INTO identity.users (id, application_id, issuer, subject, email, display_name, timezone, platform, country_code,
             city, utm_source, utm_campaign, acquisition_source, created_at, updated_at)
      SELECT user_id, $1, $4, 'growth-' || n, 'user' || n || '@' || (ARRAY['example.com','mail.example','post.example'])[1 + n % 3],
             'User ' || n, 'Europe/Moscow', platform, country_code, 'Москва', channel, NULL, channel, at, at
      FROM bench.people ORDER BY n`,
  },
  {
    what: 'devices',
    text: `INSERT INTO identity.devices (id, application_id, user_id, installation_id, platform, app_version, timezone, country_code,
             city, last_seen_at, revoked_at, created_at)
      SELECT uuidv7(at + interval '1 minute' - now()), $1, user_id, gen_random_uuid(), platform, '3.' || n % 7 || '.0', 'Europe/Moscow',
             country_code, 'Москва', second_at, CASE WHEN n % 20 = 0 THEN second_at END, at
      FROM bench.people ORDER BY n`,
  },
];

const statesOfLedger: GeneratorStatement = {
  what: 'consent states',
  text: `INSERT INTO identity.consent_states (user_id, document_id, version, accepted, updated_at)
    SELECT user_id, document_id, version, accepted, recorded_at FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq`,
};

/**
 * Fills a fresh platform with people of its demo application, registered evenly over the last year, each with
 * one record of the consent ledger, one device, two payments, three grants and one event; with a license key
 * for every tenth and a record of the audit log for each. The rows are those that the services would have
 * written, so that every endpoint reads them. Three people in a hundred are exceptions: a canceled, a closed
 * and a refunded payment.
 * @param client the database as its superuser
 */
export async function generatePeople(
  embedded: Embedded,
  client: pg.Client,
  people: number,
  print: (text: string) => void,
): Promise<void> {
  const { application_id, idp } = embedded.demo;
  const run = async ({ what, text }: GeneratorStatement) => {
    print(what);
    const values = [application_id, 'demo', people, idp.issuer];
    const used = values.map((value, at) => [`$${at + 1}`, `'${value}'`] as const);
    // Utility statements take no parameters; the values are ours.
    await client.query(used.reduce((sql, [name, literal]) => sql.replaceAll(name, literal), text));
  };
  await client.query('CREATE SCHEMA IF NOT EXISTS bench');
  for (const statement of peopleStatements) await run(statement);
  print('ledger');
  const grower = startNode(new URL('../../../../services/identity/test/grow-ledger.ts', import.meta.url), {
    DATABASE_URL: embedded.databaseUrl,
    OWNER_ID: application_id,
  });
  const [code] = await once(grower, 'exit');
  if (code !== 0) throw new Error(`the ledger was not filled: exit code ${code}`);
  for (const statement of [statesOfLedger, ...purchaseStatements, ...auditStatements, ...reportStatements])
    await run(statement);
  print('vacuum');
  await client.query('VACUUM (ANALYZE)');
}
