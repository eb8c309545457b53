import type { Grant } from '@platform/contracts';
import { and, arrayContains, desc, eq, gt, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { grants } from '../schema.ts';

export const toGrant = (row: typeof grants.$inferSelect): z.input<typeof Grant> => ({
  ...row,
  starts_at: row.starts_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Every grant of a user, revoked and expired ones included, newest first, at most 500. */
export async function listUserGrants({ db }: Pick<App, 'db'>, user: { application_id: string; user_id: string }) {
  const rows = await db
    .select()
    .from(grants)
    .where(and(eq(grants.application_id, user.application_id), eq(grants.user_id, user.user_id)))
    .orderBy(desc(grants.id))
    .limit(500);
  return rows.map(toGrant);
}

/**
 * Whether a user was given, from an administrator or a license and since the payment began, what it would grant: the same
 * plan, or one grant with all its codes, for at least as long. A shorter grant, or one from before, is no reason to stop
 * a purchase that the person has chosen to make.
 */
export async function isPlanCovered(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  wanted: {
    application_id: string;
    user_id: string;
    plan_id: string;
    entitlement_codes: string[];
    granted_after: string;
    covers_until: string | null;
  },
): Promise<boolean> {
  const now = clock.now();
  const rows = await db
    .select({ id: grants.id })
    .from(grants)
    .where(
      and(
        eq(grants.application_id, wanted.application_id),
        eq(grants.user_id, wanted.user_id),
        inArray(grants.source, ['admin', 'license']),
        isNull(grants.revoked_at),
        lte(grants.starts_at, now),
        or(isNull(grants.expires_at), gt(grants.expires_at, now)),
        gte(grants.created_at, new Date(wanted.granted_after)),
        or(
          isNull(grants.expires_at),
          wanted.covers_until === null ? undefined : gte(grants.expires_at, new Date(wanted.covers_until)),
        ),
        or(
          eq(grants.plan_id, wanted.plan_id),
          wanted.entitlement_codes.length > 0
            ? arrayContains(grants.entitlement_codes, wanted.entitlement_codes)
            : undefined,
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
