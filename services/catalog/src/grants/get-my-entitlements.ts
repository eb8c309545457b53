import { billing, catalog, type EntitlementSnapshot, type PaidPeriod } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { defineStatement, errorText, fail, prepareBody } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { open_payments } from '../schema.ts';
import { purchasedGrant } from './apply-purchase.ts';
import type { GrantInput } from './fold-terms.ts';
import { reportLocation } from './report-location.ts';
import { activeEntitlements, nextChange, overallExpiry } from './snapshot.ts';

/** The grants of a user as the database writes them in JSON: equal text means equal grants. */
type GrantsText = string;

interface UserRow {
  offline_grace_days: number;
  grants: GrantsText | null;
  open_payments: string[] | null;
}

/** How long an answer, and with it its token, is given again while the grants stay the same. */
const reuseMs = 60_000;

/**
 * The active entitlements of the user, with a token for offline use. With no open payment this is one query.
 * With one, billing settles it first, so that the read after a checkout shows the purchase, webhook or no
 * webhook; when billing or the provider does not answer, the read still does.
 */
export async function getMyEntitlements(
  app: App,
  { client_ip, ...holder }: { application: { id: string; code: string }; user_id: string; client_ip: string },
): Promise<PreparedBody> {
  reportLocation(app, { application_id: holder.application.id, user_id: holder.user_id, client_ip });
  return readEntitlements(app, holder);
}

/**
 * The entitlements of a user for any reader of them.
 * @throws `application_not_found`
 */
export async function readEntitlements(
  app: App,
  input: { application: { id: string; code: string }; user_id: string },
): Promise<PreparedBody> {
  const { application, user_id } = input;
  const row = await readUser(app, application.id, user_id);
  const paid = row.open_payments ? await askForPaid(app, application.id, user_id, row.open_payments) : [];
  const now = app.clock.now();
  const source = `${row.offline_grace_days} ${row.grants ?? ''} ${paid.map(({ payment_id }) => payment_id).join()}`;
  const present = app.answers.get(user_id);
  if (present?.source === source && now >= present.from && now < present.until) return present.body;
  const answer = await buildAnswer(app, { ...input, row, paid }, now);
  app.answers.set(user_id, { ...answer, source, from: now });
  return answer.body;
}

/**
 * Builds and signs the answer; it holds until the next moment at which some grant starts or ends, at most a
 * minute.
 */
async function buildAnswer(
  app: App,
  {
    application,
    user_id,
    row,
    paid,
  }: { application: { code: string }; user_id: string; row: UserRow; paid: PaidPeriod[] },
  now: Date,
): Promise<{ body: PreparedBody; until: Date }> {
  const grants = [...parseGrants(row.grants), ...paid.map(toInput)];
  const snapshot = await signSnapshot(
    app,
    { application, user_id, grants, offline_grace_days: row.offline_grace_days },
    now,
  );
  const until = new Date(Math.min(now.getTime() + reuseMs, nextChange(grants, now)));
  return { body: prepareBody(catalog.endpoints.getMyEntitlements, snapshot), until };
}

interface Holder {
  application: { code: string };
  user_id: string;
  grants: GrantInput[];
  offline_grace_days: number;
}

/** Active entitlements of grants at a moment, with a token for offline use. */
async function signSnapshot(
  app: Pick<App, 'snapshots'>,
  { application, user_id, grants, offline_grace_days }: Holder,
  now: Date,
): Promise<z.input<typeof EntitlementSnapshot>> {
  const active = activeEntitlements(grants, now);
  const expiry = overallExpiry(active);
  const snapshot = {
    codes: active.map(({ code }) => code),
    entitlements: active.map(({ code, source, starts_at, expires_at }) => ({
      code,
      source,
      starts_at: starts_at.toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
      is_lifetime: expires_at === null,
    })),
    expires_at: expiry.expires_at?.toISOString() ?? null,
    is_lifetime: expiry.is_lifetime,
  };
  const claims = { user_id, application_code: application.code, ...snapshot };
  return { ...snapshot, snapshot_token: await app.snapshots.sign(claims, now, offline_grace_days) };
}

/** The snapshot as the grants in the database have it, for an answer that has just written one. */
export async function readSnapshot(
  app: App,
  { application, user_id }: { application: { id: string; code: string }; user_id: string },
): Promise<z.input<typeof EntitlementSnapshot>> {
  const row = await readUser(app, application.id, user_id);
  const { offline_grace_days } = row;
  return signSnapshot(
    app,
    { application, user_id, grants: parseGrants(row.grants), offline_grace_days },
    app.clock.now(),
  );
}

interface GrantJson extends Omit<GrantInput, 'granted_at' | 'starts_at' | 'expires_at' | 'revoked_at'> {
  granted_at: string;
  starts_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

const parseGrants = (text: GrantsText | null): GrantInput[] =>
  (JSON.parse(text ?? '[]') as GrantJson[]).map((grant) => ({
    ...grant,
    granted_at: new Date(grant.granted_at),
    starts_at: new Date(grant.starts_at),
    expires_at: toDate(grant.expires_at),
    revoked_at: toDate(grant.revoked_at),
  }));

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

/**
 * Everything the answer needs in one round trip. Ended and revoked grants decide when later ones begin, so
 * all are read. A payment that has its grant is no longer open, also when the event of its start came last.
 */
async function readUser({ db }: Pick<App, 'db'>, applicationId: string, userId: string): Promise<UserRow> {
  const [row] = await db.read<UserRow>(entitlementsOfUser, [applicationId, userId]);
  return row ?? fail('application_not_found');
}

/**
 * OFFSET 0 keeps the subquery of its own: as an anti join it may read every purchase while the tables have no
 * statistics.
 */
const entitlementsOfUser = defineStatement({
  name: 'entitlements_of_user',
  text: `SELECT a.offline_grace_days,
      (SELECT json_agg(json_build_object('source', g.source, 'source_id', g.source_id, 'entitlement_codes', g.entitlement_codes,
                'added_codes', g.added_codes, 'granted_at', g.granted_at, 'duration_ms', g.duration_ms, 'starts_at', g.starts_at, 'expires_at', g.expires_at,
                'is_prolonged', g.is_prolonged, 'revoked_at', g.revoked_at) ORDER BY g.id)
         FROM catalog.grants g
        WHERE g.application_id = $1 AND g.user_id = $2 AND (g.source <> 'payment' OR g.plan_code IS NOT NULL))::text AS grants,
      (SELECT array_agg(o.payment_id::text ORDER BY o.payment_id DESC)
         FROM catalog.open_payments o
        WHERE o.application_id = $1 AND o.user_id = $2
          AND NOT EXISTS (SELECT FROM catalog.grants s WHERE s.source = 'payment' AND s.source_id = o.payment_id::text
                          OFFSET 0)) AS open_payments
    FROM catalog.applications a WHERE a.id = $1`,
});

/**
 * Has billing settle the open payments and answer the paid ones. The grants themselves are written by the
 * event that billing has committed with the payment; until it arrives, this read counts a paid period as
 * granted.
 */
async function askForPaid(
  app: App,
  application_id: string,
  user_id: string,
  openPayments: string[],
): Promise<PaidPeriod[]> {
  try {
    const question = { application_id, user_id, payment_ids: openPayments.slice(0, 20) };
    const { paid, closed_payment_ids } = await app.call(billing.commands.settleOpenPayments, question);
    const unpaid = closed_payment_ids.filter((id) => !paid.some(({ payment_id }) => payment_id === id));
    // Billing published that they closed, but that event may have overtaken the one that opened them.
    if (unpaid.length > 0) await app.db.delete(open_payments).where(inArray(open_payments.payment_id, unpaid));
    return paid;
  } catch (error) {
    app.log.warn({ reason: errorText(error) }, 'open payments could not be settled; the response has the known grants');
    return [];
  }
}

const toInput = (period: PaidPeriod): GrantInput => {
  const grant = purchasedGrant(period);
  const expires_at = period.expires_at === null ? null : new Date(period.expires_at);
  const { granted_at } = grant;
  return { ...grant, added_codes: {}, starts_at: granted_at, expires_at, is_prolonged: false, revoked_at: null };
};
