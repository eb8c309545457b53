import { catalog, identity } from '@platform/contracts';
import { defineStatement, errorText, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { UserRow } from '../users/profile.ts';
import { comparableEmail, lockCustomerNames, type PersonNames } from './customer-names.ts';

/** A user with the names that its tokens have. */
type NamedUser = Pick<UserRow, 'id' | 'application_id' | 'issuer' | 'subject' | 'email'>;

/** A user, and the imported customers that it was found to be. */
export interface RecognizedUser<U extends NamedUser> {
  user: U;
  /** Empty for most users. */
  customer_ids: string[];
}

/**
 * Gives users another subject or e-mail, and makes the customers who wait for it theirs: `customer.recognized` is
 * emitted for each, and catalog turns what waits into grants. To be used by every write of a subject or an e-mail of a
 * user, new or existing; {@link grantWaiting} after the commit makes the grants visible at once. An import that runs at
 * the same moment either sees the users, or its customers are seen here.
 * @param logins names that `write` gives. They are locked before it, so the transaction locks no row of a user earlier;
 *   a transaction calls this once, with all names, which keeps two of them from a deadlock
 * @param write writes the users; answers their rows since then, without those that it left as they were. The `id` of a
 *   user who was merged into another one is that of the other one
 */
export async function takeCustomersOfLogins<U extends NamedUser>(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  logins: { application_id: string; names: readonly PersonNames[] },
  write: () => Promise<readonly U[]>,
): Promise<RecognizedUser<U>[]> {
  await lockCustomerNames(tx, logins.application_id, logins.names);
  const recognized: RecognizedUser<U>[] = [];
  for (const user of await write()) recognized.push({ user, customer_ids: await takeWaitingCustomers(app, tx, user) });
  return recognized;
}

const take = defineStatement({
  name: 'take_waiting_customers',
  text: `UPDATE identity.customers SET user_id = $2, recognized_at = $3
    WHERE application_id = $1 AND user_id IS NULL AND ((issuer = $4 AND subject = $5) OR email = $6)
    RETURNING id`,
});

async function takeWaitingCustomers(app: Pick<App, 'emit' | 'clock'>, tx: Tx, user: NamedUser): Promise<string[]> {
  const { id: user_id, application_id, issuer, subject } = user;
  const occurred_at = app.clock.now();
  const values = [application_id, user_id, occurred_at, issuer, subject, comparableEmail(user.email)];
  const { rows } = await runStatement<{ id: string }>(tx, take, values);
  for (const { id: customer_id } of rows)
    await app.emit(tx, identity.events.customerRecognized, { customer_id, user_id }, { application_id, occurred_at });
  return rows.map(({ id }) => id);
}

/**
 * Has catalog grant at once what waits for customers: the app reads the entitlements next. When catalog does not
 * answer, the events of {@link takeCustomersOfLogins} do the same a moment later. To be called after the commit.
 */
export async function grantWaiting(
  { call, log }: Pick<App, 'call' | 'log'>,
  recognized: { application_id: string; user_id: string; customer_ids: string[] },
): Promise<void> {
  if (recognized.customer_ids.length === 0) return;
  await call(catalog.commands.grantWaiting, recognized).catch((error) =>
    log.warn({ reason: errorText(error) }, 'waiting grants come with the event of the recognition'),
  );
}
