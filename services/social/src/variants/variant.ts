import type { SocialVariant } from '@platform/contracts';
import { type Database, fail, newId, randomBase62, type Tx } from '@platform/runtime';
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountRow } from '../accounts/account.ts';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { type ComposedPost, composePost, type Post } from '../posts/compose-post.ts';
import { reachesPlatform } from '../posts/public-platform.ts';
import { accounts, brands, variant_revisions, variants } from '../schema.ts';

export type VariantRow = Omit<typeof variants.$inferSelect, 'probes_before'>;
export type VariantView = z.input<typeof SocialVariant>;
type Platform = Pick<App, 'config'>;
type Composer = Pick<App, 'config' | 'settings'>;

/** A post with the account and the brand that it belongs to. */
export interface PostContext {
  variant: VariantRow;
  account: AccountRow;
  brand: BrandRow;
}

/** Public address of an image. */
export const coverUrl = ({ config }: Platform, name: string): string =>
  `${config.PUBLIC_API_URL}/assets/social/${name}`;

/** A post as administrators see it. */
export function toVariant(app: Platform, { variant, account }: Pick<PostContext, 'variant' | 'account'>): VariantView {
  const { cover, created_at, updated_at, scheduled_at, published_at, due_at, ...row } = variant;
  const remote = {
    id: row.remote_id,
    url: row.remote_url,
    edited_at: row.remote_edited_at?.toISOString() ?? null,
    deleted_at: row.remote_deleted_at?.toISOString() ?? null,
  };
  return {
    ...row,
    channel: account.channel,
    cover: cover && { ...cover, url: coverUrl(app, cover.name) },
    scheduled_at: scheduled_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
    remote: row.state === 'published' ? remote : null,
    next_attempt_at: due_at?.toISOString() ?? null,
    what_to_do: whatToDo(variant, account),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** What a person has to do with a post; null when nothing. */
function whatToDo({ state, due_at, last_error }: VariantRow, account: AccountRow): string | null {
  const remoteName = account.remote?.url ?? account.remote?.title ?? account.name;
  if (state === 'uncertain' && due_at === null)
    return `Check in ${remoteName} whether the post exists, then call resolve with published or not_published.`;
  if (state === 'scheduled' && account.state !== 'active')
    return `The account is ${account.state}: it publishes nothing until it is active.`;
  if (state === 'failed')
    return `Change the part that the channel refuses (${last_error?.code ?? 'unknown'}), or retry.`;
  if (state === 'missed') return 'Schedule it again, or cancel it.';
  return null;
}

/**
 * Existing posts, locked until the end of the transaction in the order of their ids, so that two transactions
 * that lock several posts cannot deadlock.
 */
export const lockVariants = (tx: Tx, ids: readonly string[]): Promise<VariantRow[]> =>
  tx
    .select()
    .from(variants)
    .where(inArray(variants.id, [...ids]))
    .orderBy(asc(variants.id))
    .for('update');

/**
 * The post with its account and brand.
 * @throws `variant_not_found`
 */
export async function requireVariant(db: Database | Tx, id: string): Promise<PostContext> {
  const [row] = await db
    .select({ variant: variants, account: accounts, brand: brands })
    .from(variants)
    .innerJoin(accounts, eq(accounts.id, variants.account_id))
    .innerJoin(brands, eq(brands.id, variants.brand_id))
    .where(eq(variants.id, id));
  return row ?? fail('variant_not_found');
}

/**
 * The post, locked to the end of the transaction, with its account and brand.
 * @throws `variant_not_found`
 */
export async function lockVariant(tx: Tx, id: string): Promise<PostContext> {
  const [locked] = await tx.select({ id: variants.id }).from(variants).where(eq(variants.id, id)).for('update');
  return locked ? requireVariant(tx, id) : fail('variant_not_found');
}

/** Base address of the API of a channel. */
const apiUrlOf = ({ settings }: Pick<App, 'settings'>, channel: AccountRow['channel']): string =>
  settings[`SOCIAL_${channel.toUpperCase() as Uppercase<AccountRow['channel']>}_API_URL`];

/** What is sent for a post: the preview, the checks and the sender have it from here. */
export function compose(app: Composer, { variant, account, brand }: PostContext): ComposedPost {
  const { cover } = variant;
  const post: Post = {
    id: variant.id,
    channel: account.channel,
    body: variant.body,
    buttons: variant.buttons,
    cover: cover && { url: coverUrl(app, cover.name), alt: cover.alt },
    is_ad: variant.is_ad,
    erid: variant.erid,
    advertiser: variant.advertiser,
    tags: { hosts: brand.link_hosts, campaign: brand.code, ref: variant.ref },
    destination_id: account.remote_id ?? '{place}',
    uploadsPhotos: account.abilities?.photos ?? true,
    isPublic: reachesPlatform(apiUrlOf(app, account.channel), app.config.PUBLIC_API_URL),
  };
  return composePost(post);
}

/** What a new post has. */
export type NewVariant = Pick<VariantRow, 'body' | 'buttons' | 'is_ad' | 'erid' | 'advertiser'>;

/** The columns of publishing of a post that was never scheduled. */
const unscheduled = {
  scheduled_at: null,
  due_at: null,
  late_from: null,
  errors: 0,
  last_error: null,
  attempt_id: null,
  media: null,
  lease_until: null,
  lease_fence: 0,
  tries: 0,
  absences: 0,
  published_at: null,
  remote_id: null,
  remote_url: null,
  remote_edited_at: null,
  remote_deleted_at: null,
  plan_run_id: null,
  plan_version: null,
  ai_state: null,
} as const;

const refLength = 8;

/** A new row of a post, which is not judged yet. Pure except for its id and its reference. */
export const newVariant = (
  { brand, account }: Pick<PostContext, 'brand' | 'account'>,
  { body, buttons, is_ad, erid, advertiser }: NewVariant,
  { idea_id, now, cover = null }: { idea_id: string; now: Date; cover?: VariantRow['cover'] },
): VariantRow => ({
  id: newId(),
  brand_id: brand.id,
  account_id: account.id,
  idea_id,
  body,
  buttons,
  is_ad,
  erid,
  advertiser,
  cover,
  ref: randomBase62(refLength),
  state: 'draft',
  checks: [],
  unsupported_claims: [],
  content_hash: '',
  ...unscheduled,
  version: 1,
  created_at: now,
  updated_at: now,
});

/** Stores what a post is at its version. */
export async function storeRevision(tx: Tx, variant: VariantRow, author: string): Promise<void> {
  const { version, content_hash, body, buttons, cover, updated_at } = variant;
  await tx.insert(variant_revisions).values({
    id: newId(),
    variant_id: variant.id,
    version,
    content_hash,
    body,
    buttons,
    author,
    cover_name: cover?.name ?? null,
    created_at: updated_at,
  });
}
