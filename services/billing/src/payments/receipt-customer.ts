import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * A stored request without the recipient of its receipt (54-FZ). The e-mail is not needed here once the
 * provider has answered: it has sent the receipt, and the call is never repeated.
 */
export const withoutCustomer = (request: AnyColumn): SQL => sql`${request} #- '{receipt,customer}'`;
