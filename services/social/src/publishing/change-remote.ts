import type { ApprovalReason, social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { applyChanges, fail, newId } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import { openCredentials } from '../accounts/account.ts';
import { requireLawful } from '../ad-law/judge-ad.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { RemoteChange } from '../channels/channel-posts.ts';
import type { PlannedRequest } from '../posts/planned-request.ts';
import { attempts, variants } from '../schema.ts';
import { judge, judgeLaw, type PostFacts, readPostFacts } from '../variants/judge-variant.ts';
import {
  compose,
  lockVariant,
  type PostContext,
  requireVariant,
  storeRevision,
  toVariant,
  type VariantRow,
  type VariantView,
} from '../variants/variant.ts';
import { accountIsBusy, claimAccount, releaseAccount } from './claim-account.ts';
import { hashRequests } from './claim-due.ts';
import { classifyFailure } from './classify-failure.ts';

type Changer = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'settings' | 'sealer' | 'channels' | 'timing'>;
type Edit = EndpointRequest<typeof social.endpoints.editSocialRemote>['body'];

/**
 * Changes the text or the buttons of a published post at its channel, and here when the channel took it.
 * @throws AppError `variant_not_found`, `conflict` for a post that is not there, or while its account
 * publishes, `remote_change_not_supported`, `channel_check_failed`, `account_not_ready`, `provider_error` for
 * a refusal, and `ad_marking_required`, `ad_not_allowed_on_channel`, `approval_required` for a text that
 * resembles an advertisement and where the brand does not let this administrator alone approve a text,
 * `outcome_uncertain` when the channel did not say whether it changed: the call may be repeated
 */
export async function editRemote(
  app: Changer,
  id: string,
  changes: Edit,
  admin: Pick<AdminContext, 'id' | 'email'>,
): Promise<VariantView> {
  const seen = await requireVariant(app.db, id);
  const { edit } = app.channels[seen.account.channel].posts;
  requireRemote(seen, edit !== null && seen.account.abilities?.edits !== false);
  if (edit === null) return fail('remote_change_not_supported');
  const { row, isChanged } = applyChanges(seen.variant, { ...changes }, app.clock.now());
  const facts = await readPostFacts(app.db, row, app.clock.now());
  const next = { ...seen, variant: isChanged ? judge(app, { ...seen, variant: row }, facts) : seen.variant };
  requireEditLawful(seen, next, facts);
  if (next.variant.content_hash !== seen.variant.content_hash) requireSoleApprover(next, admin);
  const { checks } = next.variant;
  if (checks.some(({ level }) => level === 'error')) fail('channel_check_failed', { fields: { checks } });
  const { requests } = compose(app, next);
  const publishing = requests.at(-1);
  if (!publishing) throw new Error('a post without a request');
  await perform(app, seen, { kind: 'edit', requests }, (change) => edit(change, publishing));
  return storeChange(
    app,
    id,
    (variant, now) => {
      const { body, buttons, content_hash, unsupported_claims } = next.variant;
      return { ...variant, body, buttons, content_hash, checks, unsupported_claims, remote_edited_at: now };
    },
    admin,
  );
}

/** Asserts that the advertising law of today lets a changed text be there, which no approval is about. */
function requireEditLawful(before: PostContext, after: PostContext, facts: PostFacts): void {
  const verdict = judgeLaw(after, facts);
  requireLawful(verdict);
  const known = judgeLaw(before, facts).acknowledge;
  const reasons: ApprovalReason[] = verdict.acknowledge.includes('looks_like_ad') ? ['looks_like_ad'] : [];
  if (reasons.length > 0 && !known.includes('looks_like_ad'))
    fail('approval_required', { fields: { variant_id: after.variant.id, approval_id: null, reasons } });
}

/**
 * Asserts that the brand allows an administrator to approve an own text, because an edit has no other
 * approver.
 */
function requireSoleApprover({ variant, brand: { approval } }: PostContext, { id }: Pick<AdminContext, 'id'>): void {
  const { required, self_approval, approver_ids } = approval;
  if (required === 1 && self_approval && (approver_ids.length === 0 || approver_ids.includes(id))) return;
  const reasons: ApprovalReason[] = ['content'];
  fail('approval_required', {
    message: 'The brand does not allow this administrator to approve a text alone.',
    fields: { variant_id: variant.id, approval_id: null, reasons },
  });
}

/**
 * Deletes a published post at its channel.
 * @throws AppError as {@link editRemote}
 */
export async function deleteRemote(app: Changer, id: string, admin: Pick<AdminContext, 'email'>): Promise<VariantView> {
  const seen = await requireVariant(app.db, id);
  const { remove } = app.channels[seen.account.channel].posts;
  requireRemote(seen, remove !== null && seen.account.abilities?.deletes !== false);
  if (remove === null) return fail('remote_change_not_supported');
  if (seen.variant.remote_deleted_at === null) await perform(app, seen, { kind: 'delete', requests: [] }, remove);
  return storeChange(
    app,
    id,
    (variant, now) => ({ ...variant, remote_deleted_at: variant.remote_deleted_at ?? now }),
    admin,
  );
}

function requireRemote({ variant }: PostContext, isSupported: boolean): void {
  if (variant.state !== 'published') fail('conflict', { message: `The post is ${variant.state}.` });
  if (!isSupported) fail('remote_change_not_supported');
  if (variant.remote_id === null)
    fail('remote_change_not_supported', { message: 'The id of the post at its channel is not known.' });
}

/** Makes a change under the lease of the account; `sent_at` of its attempt is committed before it leaves. */
async function perform(
  app: Changer,
  { variant, account }: PostContext,
  { kind, requests }: { kind: 'edit' | 'delete'; requests: readonly PlannedRequest[] },
  change: (remote: RemoteChange) => Promise<void>,
): Promise<void> {
  if (account.state !== 'active') fail('account_not_ready', { message: `The account is ${account.state}.` });
  const credentials = openCredentials(app, account) ?? fail('account_not_ready');
  const attempt_id = newId();
  const notAfter = performance.now() + app.timing.writeWithinMs;
  const fence = await begin(app, { attempt_id, variant, kind, requests });
  const destination = { id: account.remote_id ?? '', url: account.remote?.url ?? null };
  let error: ChannelError | null = null;
  try {
    await change({ credentials, destination, id: variant.remote_id ?? '', notAfter });
  } catch (cause) {
    if (!(cause instanceof ChannelError)) throw cause;
    error = cause;
  }
  const outcome = error ? classifyFailure(error, { isDeciding: true, channel: account.channel }) : 'done';
  await end(app, account.id, fence, { attempt_id, outcome, error });
  if (outcome === 'uncertain') fail('outcome_uncertain', { message: error?.message });
  if (error) fail('provider_error', { message: error.message });
}

async function begin(
  app: Changer,
  {
    attempt_id,
    variant,
    kind,
    requests,
  }: { attempt_id: string; variant: VariantRow; kind: 'edit' | 'delete'; requests: readonly PlannedRequest[] },
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const { account_id } = variant;
    const account = await claimAccount(tx, account_id, now);
    if (!account) return fail('conflict', { message: accountIsBusy });
    const fence = account.publishing_fence;
    await tx.insert(attempts).values({
      id: attempt_id,
      variant_id: variant.id,
      account_id,
      kind,
      content_hash: variant.content_hash,
      request_hash: requests.length > 0 ? hashRequests(requests) : null,
      started_at: now,
      sent_at: now,
    });
    return fence;
  });
}

async function end(
  app: Changer,
  account_id: string,
  fence: number,
  {
    attempt_id,
    outcome,
    error,
  }: { attempt_id: string; outcome: typeof attempts.$inferInsert.outcome; error: ChannelError | null },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await releaseAccount(tx, account_id, fence);
    await tx
      .update(attempts)
      .set({ outcome, code: error?.code ?? null, message: error?.message ?? null, ended_at: app.clock.now() })
      .where(and(eq(attempts.id, attempt_id), isNull(attempts.outcome)));
  });
}

/** Writes a change that the channel has taken. */
async function storeChange(
  app: Changer,
  id: string,
  change: (variant: VariantRow, now: Date) => VariantRow,
  { email }: Pick<AdminContext, 'email'>,
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const { variant: before, account, brand } = await lockVariant(tx, id);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, change(before, now), now);
    if (isChanged) await tx.update(variants).set(row).where(eq(variants.id, id));
    if (row.content_hash !== before.content_hash) await storeRevision(tx, row, email);
    const after = toVariant(app, { variant: row, account });
    const views = { before: toVariant(app, { variant: before, account }), after };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return after;
  });
}
