import { type Database, defineStatement, idFromKey, runStatement, type Tx } from '@platform/runtime';

/** A purchase of a customer who is a user. */
interface UserPurchase {
  /** Id of its grant. */
  id: string;
  customer_id: string;
  user_id: string;
  purchase_key: string;
}

/** The id of the grant of a purchase: the same for each import of it. */
export const importedGrantId = (application_id: string, customer_id: string, purchase_key: string): string =>
  idFromKey('importCustomers', application_id, customer_id, purchase_key);

const customersOfUsers = defineStatement({
  name: 'customers_of_users',
  text: 'SELECT customer_id, user_id FROM catalog.customers WHERE application_id = $1 AND user_id = ANY($2::uuid[])',
});

/**
 * The ids that the grants of purchases have when another customer of the same user brings them: one file named the person
 * by subject, another one by e-mail.
 * @returns by the id of the grant
 */
export async function readTwins(
  db: Database | Tx,
  application_id: string,
  purchases: readonly UserPurchase[],
): Promise<ReadonlyMap<string, string[]>> {
  const user_ids = [...new Set(purchases.map(({ user_id }) => user_id))];
  if (user_ids.length === 0) return new Map();
  const { rows } = await runStatement<{ customer_id: string; user_id: string }>(db, customersOfUsers, [
    application_id,
    user_ids,
  ]);
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map(
    purchases.map(({ id, customer_id, user_id, purchase_key }) => [
      id,
      (byUser.get(user_id) ?? [])
        .filter((other) => other.customer_id !== customer_id)
        .map((other) => importedGrantId(application_id, other.customer_id, purchase_key)),
    ]),
  );
}
