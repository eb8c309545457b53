import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/** Names under which a person may be imported and may register. */
export interface PersonNames {
  issuer: string | null;
  subject: string | null;
  email: string | null;
}

/**
 * An e-mail as customers and users are compared; null for one with other characters than ASCII: two addresses may
 * become equal in lower case there.
 */
export const comparableEmail = (email: string | null): string | null =>
  email !== null && Buffer.byteLength(email) === email.length ? email.toLowerCase() : null;

/** The order of the hashes keeps two transactions with the same names from a deadlock. */
const lock = defineStatement({
  name: 'lock_customer_names',
  text: `SELECT pg_advisory_xact_lock(hash) FROM (
      SELECT DISTINCT hashtextextended(name, 0) AS hash FROM unnest($1::text[]) AS name ORDER BY hash
    ) AS names`,
});

/**
 * Locks the names of persons of an application until the transaction ends. An import and a registration of one person
 * take it before they read what the other may write; the lock comes before the locks of rows of users and customers.
 */
export async function lockCustomerNames(
  tx: Tx,
  application_id: string,
  persons: readonly PersonNames[],
): Promise<void> {
  const names = persons.flatMap(({ issuer, subject, email }) => {
    const address = comparableEmail(email);
    return [
      subject === null ? [] : ['customers', application_id, issuer, subject],
      address === null ? [] : ['customers', application_id, address],
    ].filter((parts) => parts.length > 0);
  });
  await runStatement(tx, lock, [names.map((parts) => JSON.stringify(parts))]);
}
