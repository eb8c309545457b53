import type { ApprovalReason, social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { applyChanges, assertVersion, fail, newId, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { requireLawful } from '../ad-law/judge-ad.ts';
import type { App } from '../app.ts';
import type { RemoteChange } from '../channels/channel-posts.ts';
import { beginAttempts, endAttempts, hashRequests } from '../delivery/attempts.ts';
import { type Deliverer, deliverNow } from '../delivery/deliver.ts';
import { type Failed, throttledMs } from '../delivery/outcome.ts';
import type { PlannedRequest } from '../posts/planned-request.ts';
import { variants } from '../schema.ts';
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

type Changer = Deliverer & Pick<App, 'audit' | 'config' | 'settings'>;
type Admin = Pick<AdminContext, 'id' | 'email'>;
type Edit = EndpointRequest<typeof social.endpoints.editSocialRemote>['body'];

/** A change of a published post, as it is planned while the post is locked. */
interface Change {
  kind: 'edit' | 'delete';
  /** The requests that would publish the changed post; none for a deletion. */
  requests: readonly PlannedRequest[];
  send(remote: RemoteChange): Promise<void>;
  /** The post after the channel took it. */
  apply(variant: VariantRow, now: Date): VariantRow;
}

/**
 * Changes the text or the buttons of a published post at its channel, and here when the channel took it.
 * @throws AppError `variant_not_found`, `conflict` for a post that is not there, or while its account
 * publishes, `remote_change_not_supported`, `channel_check_failed`, `account_not_ready` also for refused
 * credentials, `rate_limited`, `service_unavailable` for a channel out of reach, `provider_error` for a refusal,
 * and `ad_marking_required`, `ad_not_allowed_on_channel`, `approval_required` for a text that resembles an
 * advertisement and where the brand does not let this administrator alone approve a text, `outcome_uncertain`
 * when the channel did not say whether it changed: the call may be repeated
 */
export const editRemote = (app: Changer, id: string, changes: Edit, by: ConditionalChange): Promise<VariantView> =>
  perform(app, id, by, (tx, post) => planEdit(app, tx, post, { changes, admin: by.admin }));

/**
 * Deletes a published post at its channel.
 * @throws AppError as {@link editRemote}
 */
export async function deleteRemote(app: Changer, id: string, by: ConditionalChange): Promise<VariantView> {
  const { admin } = by;
  const { variant } = await requireVariant(app.db, id);
  assertVersion(by.if_match, variant.version);
  const repeat = () => app.db.transaction((tx) => storeChange(app, tx, id, { admin, apply: (row) => row }));
  if (variant.remote_deleted_at !== null) return repeat();
  return perform(app, id, by, async (_tx, post) => {
    if (post.variant.remote_deleted_at !== null) throw new DeletedError();
    return planDeletion(app, post);
  }).catch((error: unknown) => {
    if (error instanceof DeletedError) return repeat();
    throw error;
  });
}

/** The author of a change, and the condition of its request. */
interface ConditionalChange {
  if_match: number | null;
  admin: Admin;
}

/** Another call has deleted the post while this one waited. */
class DeletedError extends Error {}

async function planEdit(
  app: Changer,
  tx: Tx,
  post: PostContext,
  { changes, admin }: { changes: Edit; admin: Admin },
): Promise<Change> {
  const edit = requireChange(post, app.channels[post.account.channel].posts.edit, 'edits');
  const now = app.clock.now();
  const { row, isChanged } = applyChanges(post.variant, { ...changes }, now);
  const facts = await readPostFacts(tx, row, now);
  const next = { ...post, variant: isChanged ? judge(app, { ...post, variant: row }, facts) : post.variant };
  requireEditLawful(post, next, facts);
  if (next.variant.content_hash !== post.variant.content_hash) requireSoleApprover(next, admin);
  const { body, buttons, content_hash, checks, unsupported_claims } = next.variant;
  if (checks.some(({ level }) => level === 'error')) fail('channel_check_failed', { fields: { checks } });
  const { requests } = compose(app, next);
  const publishing = requests.at(-1);
  if (!publishing) throw new Error('a post without a request');
  const changed = { body, buttons, content_hash, checks, unsupported_claims };
  return {
    kind: 'edit',
    requests,
    send: (remote) => edit(remote, publishing),
    apply: (variant, at) => ({ ...variant, ...changed, remote_edited_at: at }),
  };
}

const planDeletion = (app: Changer, post: PostContext): Change => ({
  kind: 'delete',
  requests: [],
  send: requireChange(post, app.channels[post.account.channel].posts.remove, 'deletes'),
  apply: (variant, at) => ({ ...variant, remote_deleted_at: variant.remote_deleted_at ?? at }),
});

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
    message:
      'The brand does not allow this administrator to approve a text alone: submit the change to another approver.',
    fields: { variant_id: variant.id, approval_id: null, reasons },
  });
}

/** The change of a channel, for a published post whose account may make it. */
function requireChange<F>({ variant, account }: PostContext, change: F | null, ability: 'edits' | 'deletes'): F {
  if (variant.state !== 'published')
    fail('conflict', {
      message: `The post is ${variant.state}, and only a published post can be changed at its channel.`,
    });
  if (variant.remote_deleted_at !== null)
    fail('conflict', { message: 'The post is deleted at its channel: create another post.' });
  if (change === null || account.abilities?.[ability] === false) return fail('remote_change_not_supported');
  if (variant.remote_id === null)
    fail('remote_change_not_supported', {
      message: 'The id of the post at its channel is not known: change it in the channel itself.',
    });
  return change;
}

/**
 * Delivers a change. It is planned from the locked post in the transaction that leases the account, so the change
 * before it is in it.
 */
async function perform(
  app: Changer,
  id: string,
  { if_match, admin }: ConditionalChange,
  plan: (tx: Tx, post: PostContext) => Promise<Change>,
): Promise<VariantView> {
  const { account_id, version } = (await requireVariant(app.db, id)).variant;
  // Refused before it waits for the account.
  assertVersion(if_match, version);
  const result = await deliverNow(app, { account_id, kind: 'change' }, async (tx, lease, now) => {
    const post = await lockVariant(tx, id);
    assertVersion(if_match, post.variant.version);
    const { kind, requests, send, apply } = await plan(tx, post);
    const account = await lease();
    const attempt_id = newId();
    const { content_hash, remote_id } = post.variant;
    const request_hash = requests.length > 0 ? hashRequests(requests) : null;
    const attempt = { id: attempt_id, variant_id: id, account_id, kind, content_hash, request_hash, sent_at: now };
    await beginAttempts(tx, [attempt], now);
    return {
      kind: 'change',
      about: { variant_id: id },
      account,
      sentMark: performance.now(),
      async send({ credentials, destination, decide }) {
        await send({ credentials, destination, id: remote_id ?? '', notAfter: await decide() });
        return { kind: 'done' } as const;
      },
      async record(part, outcome, at) {
        if (outcome === null) return null;
        await lockVariant(part, id);
        const isFailed = outcome.kind === 'failed';
        const { code, message } = isFailed ? outcome.failure : { code: null, message: null };
        const end = { id: attempt_id, outcome: isFailed ? outcome.class : outcome.kind, code, message };
        const open = await endAttempts(part, [end], at);
        if (isFailed) return outcome;
        // Another process took the account over: what is at the channel now is not known.
        return open.size === 0 ? null : storeChange(app, part, id, { admin, apply });
      },
    };
  });
  if (result === null) return fail('outcome_uncertain');
  return 'class' in result ? refuse(result) : result;
}

/** Tells the person why a change is not there. */
function refuse({ class: name, failure: { code, message, retryAfterMs } }: Failed): never {
  switch (name) {
    case 'uncertain':
      return fail('outcome_uncertain', { message });
    case 'throttled':
      return fail('rate_limited', { message, retryAfterSeconds: Math.ceil((retryAfterMs ?? throttledMs) / 1_000) });
    case 'auth':
      return fail('account_not_ready', { message: `The channel refuses the account: ${message}` });
    default:
      return code === 'platform' ? fail('internal_error') : fail('provider_error', { message });
  }
}

/** Writes a change that the channel has taken. */
async function storeChange(
  app: Changer,
  tx: Tx,
  id: string,
  { admin, apply }: { admin: Admin; apply: Change['apply'] },
): Promise<VariantView> {
  const { variant: before, account, brand } = await lockVariant(tx, id);
  const now = app.clock.now();
  const { row, isChanged } = applyChanges(before, apply(before, now), now);
  if (isChanged) await tx.update(variants).set(row).where(eq(variants.id, id));
  if (row.content_hash !== before.content_hash) await storeRevision(tx, row, admin.email);
  const after = toVariant(app, { variant: row, account });
  const views = { before: toVariant(app, { variant: before, account }), after };
  await app.audit.record(tx, { ...views, application_id: brand.application_id });
  return after;
}
