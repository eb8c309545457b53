import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField, isUniqueViolation, type Tx } from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { readPolicies } from '../ad-law/manage-policies.ts';
import type { App } from '../app.ts';
import { approverOf, submitDraft } from '../approvals/submit-variant.ts';
import { type BrandRow, requireLiveBrand } from '../brands/brand.ts';
import { type CoverMaker, chooseCovers } from '../covers/choose-cover.ts';
import { type Cover, exchangeCover } from '../covers/stored-covers.ts';
import { readKnown } from '../facts/read-known.ts';
import { newIdea, requireIdea, toIdea } from '../ideas/manage-ideas.ts';
import { accounts, ideas, slots, variants } from '../schema.ts';
import { newSlot, slotMoment } from '../slots/slot.ts';
import { judge, type PostFacts } from './judge-variant.ts';
import {
  type NewVariant,
  newVariant,
  type PostContext,
  storeRevision,
  toVariant,
  type VariantRow,
  type VariantView,
} from './variant.ts';

type Writer = Pick<App, 'audit' | 'config' | 'settings'> & CoverMaker;
type Content = EndpointRequest<typeof social.endpoints.createSocialContent>['body'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialVariant>['body'];
type Author = Pick<AdminContext, 'id' | 'email'>;

/**
 * Makes an idea with a post for each account and, with a time, a slot for each: all or nothing. With `submit`
 * the approval of each post is asked for.
 * @throws AppError `brand_not_found`, `account_not_found` for one of another brand, `slot_taken`,
 * `validation_failed` for a duplicate account and for a time in the past; with `submit` also
 * `ad_marking_required`, `ad_not_allowed_on_channel`, `channel_check_failed`; with `cover` as `chooseCover`
 */
export async function createContent(app: Writer, brand_id: string, body: Content, admin: Author) {
  const { account_ids, title, rubric, local_time, submit, cover, ...fields } = body;
  if (new Set(account_ids).size !== account_ids.length)
    invalidField('account_ids', 'has an account twice: name each account once');
  await requireLiveBrand(app.db, brand_id);
  const images = cover && (await chooseCovers(app, account_ids, cover));
  try {
    return await app.db.transaction(async (tx) => {
      const brand = await requireLiveBrand(tx, brand_id);
      const now = app.clock.now();
      const ownAccounts = await requireAccounts(tx, brand, account_ids);
      await lockAccounts(tx, account_ids);
      const at = local_time === null ? null : slotMoment(brand, local_time, now);
      const idea = { ...newIdea(brand_id, { title, brief: '', rubric, sources: [] }, now), state: 'planned' as const };
      await tx.insert(ideas).values(idea);
      const [policies, known] = [await readPolicies(tx), await readKnown(tx, brand_id, now)];
      const created: { variant: VariantRow; account: AccountRow }[] = [];
      const slot_ids: string[] = [];
      for (const account of ownAccounts) {
        const facts = { policies, sources: idea.sources, known, at: at ?? now, now };
        const image = images?.get(account.channel) ?? null;
        const written = { fields, cover: image, idea_id: idea.id, facts, admin };
        const variant = await insertVariant(app, tx, { brand, account }, written);
        if (at !== null) {
          const slot = newSlot(
            { account, at, timezone: brand.timezone, rubric, variant_id: variant.id, origin: 'content' },
            now,
          );
          await tx.insert(slots).values(slot);
          slot_ids.push(slot.id);
        }
        const row = submit ? await submitDraft(app, tx, { variant, account, brand }, admin) : variant;
        created.push({ variant: row, account });
      }
      const content = { idea: toIdea(idea), variants: created.map((one) => toVariant(app, one)), slot_ids };
      const record = { ...content, approved_by: created.map(({ variant }) => approverOf(variant)) };
      await app.audit.record(tx, { before: null, after: record, application_id: brand.application_id });
      return content;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at')) fail('slot_taken', { cause: error });
    throw error;
  }
}

/**
 * Creates a post for an idea.
 * @throws AppError `idea_not_found`, `brand_not_found` for an archived brand, `account_not_found` for one of
 * another brand; with `cover` as `chooseCover`
 */
export async function createVariant(
  app: Writer,
  idea_id: string,
  { account_id, cover, ...fields }: Creation,
  admin: Author,
): Promise<VariantView> {
  await requireIdea(app.db, idea_id);
  const images = cover && (await chooseCovers(app, [account_id], cover));
  return app.db.transaction(async (tx) => {
    const idea = await requireIdea(tx, idea_id);
    const brand = await requireLiveBrand(tx, idea.brand_id);
    const [account] = await requireAccounts(tx, brand, [account_id]);
    if (!account) return fail('account_not_found');
    const now = app.clock.now();
    const known = await readKnown(tx, brand.id, now);
    const facts = { policies: await readPolicies(tx), sources: idea.sources, known, at: now, now };
    const image = images?.get(account.channel) ?? null;
    const variant = await insertVariant(app, tx, { brand, account }, { fields, cover: image, idea_id, facts, admin });
    await tx
      .update(ideas)
      .set({ state: 'planned', updated_at: now })
      .where(and(eq(ideas.id, idea_id), inArray(ideas.state, ['new', 'dropped'])));
    const view = toVariant(app, { variant, account });
    await app.audit.record(tx, { before: null, after: view, application_id: brand.application_id });
    return view;
  });
}

/** Writes a new post with the findings about it. */
async function insertVariant(
  app: Pick<App, 'config' | 'settings'>,
  tx: Tx,
  { brand, account }: Pick<PostContext, 'brand' | 'account'>,
  {
    fields,
    cover,
    idea_id,
    facts,
    admin,
  }: { fields: NewVariant; cover: Cover | null; idea_id: string; facts: PostFacts; admin: Author },
): Promise<VariantRow> {
  const blank = newVariant({ brand, account }, fields, { idea_id, now: facts.now, cover });
  const variant = judge(app, { variant: blank, account, brand }, facts);
  await tx.insert(variants).values(variant);
  await storeRevision(tx, variant, admin.email);
  await exchangeCover(tx, { before: null, after: cover }, facts.now);
  return variant;
}

/**
 * Live accounts of a brand, in the order that was asked for.
 * @throws `account_not_found`
 */
export async function requireAccounts(
  tx: Tx,
  { id }: Pick<BrandRow, 'id'>,
  ids: readonly string[],
): Promise<AccountRow[]> {
  const rows = await tx
    .select()
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), eq(accounts.brand_id, id), ne(accounts.state, 'archived')));
  return ids.map((wanted) => rows.find((row) => row.id === wanted) ?? fail('account_not_found'));
}
