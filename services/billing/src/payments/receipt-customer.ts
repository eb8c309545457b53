import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * A stored request without the person that its receipt (54-FZ) goes to. Nobody needs the e-mail here once the provider
 * has answered: it has sent the receipt, and the call is never repeated.
 */
export const withoutCustomer = (request: AnyColumn): SQL => sql`${request} #- '{receipt,customer}'`;
