import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { deleteInSteps, findRow, minuteMs, newId, randomBase62, sha256 } from '@platform/runtime';
import { and, eq, gt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items, preview_tokens, revisions } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import { type Draft, type ItemTarget, requireItem, requireRevision } from './item.ts';

type Body = EndpointRequest<typeof cms.endpoints.createPreviewToken>['body'];

/**
 * Makes a token that shows the draft of one item, or one revision of it, to its bearer.
 * @throws AppError `site_not_found`, `content_not_found`, `revision_not_found`
 */
export async function createPreviewToken(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  target: ItemTarget,
  { ttl_minutes, revision }: Body,
) {
  const site = await requireSite(app.db, target.site_id);
  const item = await requireItem(app.db, target);
  if (revision !== null) await requireRevision(app.db, item.id, revision);
  const token = randomBase62(32);
  const now = app.clock.now();
  const expires_at = new Date(now.getTime() + ttl_minutes * minuteMs);
  const url = publicUrl(site, item);
  const answer = {
    token,
    preview_url: url === null ? null : `${url}?preview=${token}`,
    expires_at: expires_at.toISOString(),
  };
  await app.db.transaction(async (tx) => {
    const row = { id: newId(), item_id: item.id, token_hash: sha256(token), revision, expires_at, created_at: now };
    await tx.insert(preview_tokens).values(row);
    await app.audit.record(tx, { before: null, after: answer, application_id: site.application_id });
  });
  return answer;
}

/** Ends all preview tokens of an item. */
export async function revokePreviewTokens(app: Pick<App, 'db' | 'clock' | 'audit'>, target: ItemTarget) {
  const site = await requireSite(app.db, target.site_id);
  const item = await requireItem(app.db, target);
  return app.db.transaction(async (tx) => {
    const deletedTokens = await tx
      .delete(preview_tokens)
      .where(eq(preview_tokens.item_id, item.id))
      .returning({ expires_at: preview_tokens.expires_at });
    const revoked = deletedTokens.filter(({ expires_at }) => expires_at > app.clock.now()).length;
    await app.audit.record(tx, { before: null, after: { revoked }, application_id: site.application_id });
    return { revoked };
  });
}

/** The item that a token opens, in the revision that it shows; null for a wrong token or one that is over. */
export async function readPreview({ db, clock }: Pick<App, 'db' | 'clock'>, token: string): Promise<Draft | null> {
  const row = await findRow(
    db,
    preview_tokens,
    and(eq(preview_tokens.token_hash, sha256(token)), gt(preview_tokens.expires_at, clock.now())),
  );
  if (!row) return null;
  const item = await findRow(db, items, { id: row.item_id });
  if (!item) return null;
  const revision = await findRow(db, revisions, { item_id: item.id, revision: row.revision ?? item.revision });
  // A draft that was thinned out is gone for its guests like a wrong token.
  return revision ? { item, revision } : null;
}

/** Deletes expired tokens, in steps. */
export const dropExpiredPreviewTokens = ({ pool, clock }: Pick<App, 'pool' | 'clock'>) =>
  deleteInSteps(pool, { table: 'cms.preview_tokens', condition: 'expires_at <= $1', values: [clock.now()] });
