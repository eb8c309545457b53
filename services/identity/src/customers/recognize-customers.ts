import { identity } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import { type Database, defineStatement, newId, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { customers } from '../schema.ts';
import { lockCustomerNames, type PersonNames } from './customer-names.ts';
import { type CustomerRow, type KnownPersons, type MatchedPersons, matchCustomers } from './match-customers.ts';

type Recognize = CommandHandlers<typeof identity>['recognizeCustomers'];
type Input = Parameters<Recognize>[0];
type Output = Awaited<ReturnType<Recognize>>;

/**
 * Stores the persons of an import as customers, and tells which of them are users. A registration of one of them at
 * the same moment either finds the customer, or is found here. A dry run reads the same, and writes nothing.
 * @param input.persons no two of one subject or e-mail; e-mails in lower case
 */
export async function recognizeCustomers(
  app: Pick<App, 'db' | 'emit' | 'clock'>,
  { application_id, dry_run, persons }: Input,
): Promise<Output> {
  const match = async (db: Database | Tx) => {
    const known = await readKnown(db, application_id, persons);
    return matchCustomers(persons, known, { application_id, now: app.clock.now(), newId });
  };
  if (dry_run) {
    const { matches, created } = await match(app.db);
    return toOutput(matches, new Set(created));
  }
  return app.db.transaction(async (tx) => {
    await lockCustomerNames(tx, application_id, persons);
    const matched = await match(tx);
    await store(app, tx, matched);
    return toOutput(matched.matches, new Set());
  });
}

const toOutput = (matches: MatchedPersons['matches'], unstored: ReadonlySet<CustomerRow>): Output => ({
  customers: matches.map(({ customer, problem }) => ({
    customer_id: customer === null || unstored.has(customer) ? null : customer.id,
    user_id: customer?.user_id ?? null,
    problem,
  })),
});

/** An erasure of the users waits for the end of this transaction, and removes what it stores about them. */
const usersBySubject = defineStatement({
  name: 'users_of_import_by_subject',
  text: `SELECT (p.n - 1)::int AS n, coalesce(u.merged_into, u.id) AS id FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS p (issuer, subject, n)
    JOIN identity.users u ON u.application_id = $1 AND u.issuer = p.issuer AND u.subject = p.subject FOR SHARE OF u`,
});

/** Two users of one e-mail are as good as many. Two addresses with other characters than ASCII may be equal in lower case. */
const usersByEmail = defineStatement({
  name: 'users_of_import_by_email',
  text: `SELECT p.email, u.id FROM unnest($2::text[]) AS p (email) CROSS JOIN LATERAL (
      SELECT id FROM identity.users WHERE application_id = $1 AND lower(email) = p.email
        AND octet_length(email) = length(email) AND erased_at IS NULL ORDER BY id LIMIT 2 FOR SHARE) AS u`,
});

const customersOfImport = defineStatement({
  name: 'customers_of_import',
  text: `SELECT id, application_id, issuer, subject, email, user_id, recognized_at, created_at
    FROM identity.customers WHERE id IN (
      SELECT c.id FROM unnest($2::text[], $3::text[]) AS p (issuer, subject)
        JOIN identity.customers c ON c.application_id = $1 AND c.issuer = p.issuer AND c.subject = p.subject
      UNION SELECT id FROM identity.customers WHERE application_id = $1 AND email = ANY($4::text[])
      UNION SELECT id FROM identity.customers WHERE application_id = $1 AND user_id = ANY($5::uuid[])
    ) ORDER BY id FOR UPDATE`,
});

async function readKnown(
  db: Database | Tx,
  applicationId: string,
  persons: readonly PersonNames[],
): Promise<KnownPersons> {
  const issuers = persons.map(({ issuer }) => issuer);
  const subjects = persons.map(({ subject }) => subject);
  const emails = persons.flatMap(({ email }) => email ?? []);
  const named = await runStatement<{ n: number; id: string }>(db, usersBySubject, [applicationId, issuers, subjects]);
  const mailed = await runStatement<{ email: string; id: string }>(db, usersByEmail, [applicationId, emails]);
  const userIds = [...named.rows, ...mailed.rows].map(({ id }) => id);
  const found = await runStatement<CustomerRow>(db, customersOfImport, [
    applicationId,
    issuers,
    subjects,
    emails,
    userIds,
  ]);
  return {
    usersBySubject: new Map(named.rows.map(({ n, id }) => [n, id])),
    usersByEmail: new Map(
      [...Map.groupBy(mailed.rows, ({ email }) => email)].map(([email, rows]) => [email, rows.map(({ id }) => id)]),
    ),
    customers: found.rows,
  };
}

const change = defineStatement({
  name: 'change_customers',
  text: `UPDATE identity.customers SET issuer = c.issuer, subject = c.subject, email = c.email, user_id = c.user_id,
      recognized_at = c.recognized_at
    FROM jsonb_to_recordset($1::jsonb)
      AS c (id uuid, issuer text, subject text, email text, user_id uuid, recognized_at timestamptz)
    WHERE customers.id = c.id`,
});

async function store(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  { created, changed, recognized }: MatchedPersons,
): Promise<void> {
  if (created.length > 0) await tx.insert(customers).values(created);
  if (changed.length > 0) await runStatement(tx, change, [JSON.stringify(changed)]);
  const occurred_at = app.clock.now();
  for (const { id: customer_id, application_id, user_id } of recognized)
    if (user_id !== null)
      await app.emit(tx, identity.events.customerRecognized, { customer_id, user_id }, { application_id, occurred_at });
}
