import type { SocialChannel, social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, fail, SafeFetchError, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applyChanges } from '../apply-changes.ts';
import { changedFields, renewApproval, voidApproval } from '../approvals/approval.ts';
import { scheduleApproved } from '../approvals/schedule-approved.ts';
import { approverOf } from '../approvals/submit-variant.ts';
import { fitsChannel } from '../covers/cover-rules.ts';
import type { CoverFit } from '../covers/process-cover.ts';
import { type Cover, exchangeCover, requireCover, storeCover } from '../covers/stored-covers.ts';
import { offSchedule } from '../publishing/next-step.ts';
import { isWithChannel } from '../publishing/post-states.ts';
import { variants } from '../schema.ts';
import { judge, type PostFacts, readPostFacts } from './judge-variant.ts';
import {
  keepRevision,
  lockVariant,
  type PostContext,
  requireVariant,
  toVariant,
  type VariantRow,
  type VariantView,
} from './variant.ts';

export type Editor = Pick<
  App,
  'db' | 'clock' | 'audit' | 'config' | 'settings' | 'safeFetch' | 'covers' | 'coverFiles' | 'log'
>;
type Changes = EndpointRequest<typeof social.endpoints.updateSocialVariant>['body'];
type Author = Pick<AdminContext, 'id' | 'email'>;

const fetchMs = 20_000;
const maxBytes = 10 * 1_048_576;

/**
 * Changes a post; absent fields stay. An image is fetched and made before the transaction.
 * @throws AppError `variant_not_found`, `precondition_failed`, `image_not_readable`, `address_refused`,
 * `cover_not_found`, `conflict` for a post that is with its channel; where a rule approves it again also
 * `account_not_ready`, `duplicate_content`
 */
export async function updateVariant(
  app: Editor,
  id: string,
  { cover, ...changes }: Changes,
  { if_match, admin }: { if_match: number | null; admin: Author },
): Promise<VariantView> {
  const seen = await requireVariant(app.db, id);
  assertVersion(if_match, seen.variant.version);
  const made = cover ? await chooseCover(app, seen.account.channel, cover) : cover;
  return save(app, id, { ...changes, ...(made === undefined ? {} : { cover: made }) }, { if_match, admin });
}

/**
 * Sets the image of a post.
 * @throws AppError `variant_not_found`, `image_not_readable`
 */
export async function putCover(
  app: Editor,
  id: string,
  file: Buffer,
  { alt, fit, admin }: { alt: string; fit: CoverFit; admin: Author },
): Promise<VariantView> {
  const { account } = await requireVariant(app.db, id);
  const cover = await makeCover(app, account.channel, file, { alt, fit });
  return save(app, id, { cover }, { if_match: null, admin });
}

/** Takes the image of a post away. Throws `variant_not_found`. */
export const removeCover = (app: Editor, id: string, admin: Author): Promise<VariantView> =>
  save(app, id, { cover: null }, { if_match: null, admin });

/** The image as a channel gets it, in the store. */
async function makeCover(
  app: Pick<App, 'db' | 'clock' | 'covers' | 'coverFiles'>,
  channel: SocialChannel,
  file: Buffer,
  { alt, fit }: { alt: string; fit: CoverFit },
): Promise<Cover> {
  const { id, name, width, height } = await storeCover(app, await app.covers.process(channel, file, channel, fit));
  return { id, name, width, height, alt, fit };
}

/** The image that a change names: one that was uploaded before, or one from outside. */
async function chooseCover(
  app: Editor,
  channel: SocialChannel,
  { asset, url, alt, fit }: NonNullable<Changes['cover']>,
): Promise<Cover> {
  if (asset === undefined) return makeCover(app, channel, await fetchImage(app, url ?? ''), { alt, fit });
  const { id, name, width, height } = await requireCover(app.db, asset);
  // An image that the channel takes as it is loses nothing by another encoding.
  if (fitsChannel(channel, { width, height })) return { id, name, width, height, alt, fit };
  return makeCover(app, channel, (await app.coverFiles.get(name)) ?? fail('cover_not_found'), { alt, fit });
}

/** Fetches an image from outside. Throws `address_refused`, `image_not_readable`. */
async function fetchImage({ safeFetch }: Pick<App, 'safeFetch'>, url: string): Promise<Buffer> {
  const response = await safeFetch(url, { timeoutMs: fetchMs, maxBytes }).catch((error: unknown) => {
    if (!(error instanceof SafeFetchError)) throw error;
    if (error.code === 'address_refused')
      fail('address_refused', { message: 'The address of the image is not public.' });
    return fail('image_not_readable', { message: `The image could not be fetched: ${error.code}.` });
  });
  if (response.status !== 200)
    fail('image_not_readable', { message: `The address of the image answered ${response.status}.` });
  return response.body;
}

/** Writes a change, with the findings about the post as it is then. */
async function save(
  app: Editor,
  id: string,
  changes: Partial<Record<keyof VariantRow, unknown>>,
  { if_match, admin }: { if_match: number | null; admin: Author },
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const { variant: before, account, brand } = await lockVariant(tx, id);
    assertVersion(if_match, before.version);
    if (isWithChannel(before.state)) fail('conflict', { message: `The post is ${before.state}.` });
    const now = app.clock.now();
    const changed = applyChanges(before, changes, now);
    const facts = await readPostFacts(tx, before, now);
    const judged = changed.isChanged ? judge(app, { variant: changed.row, account, brand }, facts) : before;
    const context = { variant: judged, account, brand };
    const state = await stateAfter(tx, before, context, { facts, by: admin });
    const isSame = state === before.state && judged.content_hash === before.content_hash;
    // What is not approved any more is not on the schedule either.
    const planned = isSame ? {} : { ...offSchedule, ...(await scheduleApproved(tx, context, { state, now })) };
    const row = { ...judged, ...planned };
    if (changed.isChanged) {
      await tx.update(variants).set(row).where(eq(variants.id, id));
      await keepRevision(tx, row, admin.email);
      await exchangeCover(tx, { before: before.cover, after: row.cover }, now);
    }
    const after = toVariant(app, { variant: row, account });
    const isRenewed = before.state !== 'draft' && row.content_hash !== before.content_hash;
    const views = {
      before: { ...toVariant(app, { variant: before, account }), approved_by: null },
      after: { ...after, approved_by: isRenewed ? approverOf(row) : null },
    };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return after;
  });
}

/**
 * The state of a post after a change. What was submitted or approved is not what the post is now: that approval
 * ends, and another one is asked for; a post that its channel would refuse is a draft again.
 */
async function stateAfter(
  tx: Tx,
  before: VariantRow,
  after: PostContext,
  { facts, by }: { facts: PostFacts; by: Author },
): Promise<VariantRow['state']> {
  if (before.state === 'draft' || before.content_hash === after.variant.content_hash) return before.state;
  if (after.variant.checks.some(({ level }) => level === 'error')) {
    await voidApproval(tx, before.id, facts.now);
    return 'draft';
  }
  return renewApproval(tx, after, facts, { by, changed: changedFields(before, after.variant) });
}
