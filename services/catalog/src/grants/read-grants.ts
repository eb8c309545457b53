import { and, desc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { grants } from '../schema.ts';
import { foldRows, type TermedGrant, toGrant } from './change-grants.ts';
import { isTombstone } from './grant-rows.ts';

const shownGrants = 500;

/** Every grant of a user with its term, revoked and expired ones included, newest first, at most 500. */
export async function listUserGrants(app: Pick<App, 'db'>, user: { application_id: string; user_id: string }) {
  const termed = await readTermedGrants(app, user);
  return termed.toSorted(newestFirst).slice(0, shownGrants).map(toGrant);
}

const newestFirst = (a: TermedGrant, b: TermedGrant): number => (a.grant.id < b.grant.id ? 1 : -1);

/** All grants of a user with their terms, in the order of the fold. */
export async function readTermedGrants(
  { db }: Pick<App, 'db'>,
  { application_id, user_id }: { application_id: string; user_id: string },
): Promise<TermedGrant[]> {
  const isOfUser = and(eq(grants.application_id, application_id), eq(grants.user_id, user_id));
  const rows = await db.select().from(grants).where(isOfUser).orderBy(desc(grants.id));
  return foldRows(rows.filter((row) => !isTombstone(row)));
}
