import type { Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';

/**
 * Holds the issues of a site until the transaction ends: scans, rechecks and administrators change them one
 * after the other, and in no order of rows. It comes before the locks of rows.
 */
export const lockIssues = (tx: Tx, site_id: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`seo-rkn.issues.${site_id}`}, 0))`);
