import type { SocialChannelPolicy, social } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import { type Database, newId, readPageRows, type Tx, toPage, withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { channel_policies } from '../schema.ts';
import { isStale, lawDay, type PolicyRow, policyOf } from './policy.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialChannelPolicies>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialChannelPolicy>['body'];
type PolicyView = z.input<typeof SocialChannelPolicy>;

/** The advertising law of all channels; some tens of rows. */
export const readPolicies = (db: Database | Tx): Promise<PolicyRow[]> => db.select().from(channel_policies);

/** A policy as administrators see it. */
export const toPolicy = (row: PolicyRow, all: readonly PolicyRow[], now: Date): PolicyView => ({
  ...withIsoTimes(row),
  is_stale: isStale(row, now),
  holds_today: policyOf(all, row, lawDay(now))?.id === row.id,
});

/** One page of the advertising law, newest first. */
export async function listPolicies(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { limit, cursor, channel }: Query,
): Promise<Page<PolicyView>> {
  const all = await readPolicies(db);
  const rows = await readPageRows(db, channel_policies, { channel }, { limit, cursor });
  return toPage(rows, limit, (row) => toPolicy(row, all, clock.now()));
}

/** Writes down a policy, verified now. */
export async function createPolicy(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  body: Creation,
  { email }: Pick<AdminContext, 'email'>,
): Promise<PolicyView> {
  const now = app.clock.now();
  const row: PolicyRow = { id: newId(), ...body, verified_at: now, created_by: email, created_at: now };
  return app.db.transaction(async (tx) => {
    await tx.insert(channel_policies).values(row);
    const view = toPolicy(row, await readPolicies(tx), now);
    await app.audit.record(tx, { before: null, after: view, application_id: null });
    return view;
  });
}
