import { cutText } from '@platform/contracts/cut-text';
import { findRow, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { readPolicies } from '../ad-law/manage-policies.ts';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { readKnown } from '../facts/read-known.ts';
import { type IdeaRow, newIdea } from '../ideas/manage-ideas.ts';
import { ideas, slots, variant_revisions, variants } from '../schema.ts';
import { newSlot, type SlotRow } from '../slots/slot.ts';
import { judge } from '../variants/judge-variant.ts';
import { newVariant, type VariantRow } from '../variants/variant.ts';
import type { Plan, PlannedPost } from './make-plan.ts';
import type { PlanSource } from './plan-source.ts';

/** Rows of one INSERT: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 200;

interface Context {
  brand: BrandRow;
  accounts: readonly AccountRow[];
  run_id: string;
  use_ai: boolean;
  author: string;
  now: Date;
}

/**
 * Writes a plan: ideas, drafts with their first revisions, and slots.
 * @returns the number of created rows, and of slots that stay without a post
 */
export async function writePlan(app: Pick<App, 'config' | 'settings'>, tx: Tx, plan: Plan, context: Context) {
  const { brand, accounts, run_id, use_ai, author, now } = context;
  const policies = await readPolicies(tx);
  const known = await readKnown(tx, brand.id, now);
  const ideasOf = await ideaFinder(tx, brand, now);
  const newVariants: VariantRow[] = [];
  const newSlots: SlotRow[] = [];
  const filled: { id: string; variant_id: string; rubric: string }[] = [];
  const withoutSource = new Map<string, PlannedPost[]>();
  let empty = 0;
  for (const planned of plan.posts) {
    const { slot, rubric, post } = planned;
    const account = accounts.find(({ id }) => id === planned.account_id);
    if (!account) continue;
    if (post === null) {
      empty += 1;
      if (slot.slot_id === null) withoutSource.set(rubric, [...(withoutSource.get(rubric) ?? []), planned]);
    }
    let variant_id: string | null = null;
    if (post !== null) {
      const fields = { body: post.body, buttons: post.buttons, is_ad: false, erid: null, advertiser: null };
      const idea = ideasOf.of(post.source, rubric);
      const blank = {
        ...newVariant({ brand, account }, fields, { idea_id: idea.id, now }),
        plan_run_id: run_id,
        plan_version: 1,
        ai_state: use_ai ? ('waiting' as const) : null,
      };
      const facts = { policies, known, sources: [post.source.source], at: slot.at, now };
      const variant = judge(app, { variant: blank, account, brand }, facts);
      newVariants.push(variant);
      variant_id = variant.id;
    }
    if (slot.slot_id === null) {
      const { at } = slot;
      newSlots.push(newSlot({ account, at, timezone: brand.timezone, rubric, variant_id, origin: 'plan' }, now));
    } else if (variant_id !== null) filled.push({ id: slot.slot_id, variant_id, rubric });
  }
  const briefs = [...withoutSource].map(([rubric, posts]) => briefFor(brand.id, { rubric, posts, now }));
  await insertIdeas(tx, [...ideasOf.createdIdeas, ...briefs]);
  await ideasOf.markPlanned();
  for (let at = 0; at < newVariants.length; at += rowsAtOnce) {
    const rows = newVariants.slice(at, at + rowsAtOnce);
    await tx.insert(variants).values(rows);
    await tx.insert(variant_revisions).values(
      rows.map(({ id, version, content_hash, body, buttons, updated_at }) => ({
        id: newId(),
        variant_id: id,
        version,
        content_hash,
        body,
        buttons,
        author,
        cover_name: null,
        created_at: updated_at,
      })),
    );
  }
  await lockAccounts(
    tx,
    accounts.map(({ id }) => id),
  );
  for (let at = 0; at < newSlots.length; at += rowsAtOnce)
    await tx.insert(slots).values(newSlots.slice(at, at + rowsAtOnce));
  await fillSlots(tx, filled, now);
  const created = {
    slots: newSlots.length,
    ideas: ideasOf.createdIdeas.length + briefs.length,
    variants: newVariants.length,
  };
  return { created, empty };
}

async function insertIdeas(tx: Tx, rows: readonly IdeaRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await tx.insert(ideas).values(rows.slice(at, at + rowsAtOnce));
}

/**
 * Puts posts into empty slots. A slot that another post has filled meanwhile is skipped; the planned post
 * stays a draft without a time.
 */
async function fillSlots(
  tx: Tx,
  filled: readonly { id: string; variant_id: string; rubric: string }[],
  now: Date,
): Promise<void> {
  for (const { id, variant_id, rubric } of filled) {
    const slot = await findRow(tx, slots, { id }, 'update');
    if (slot?.state !== 'empty') continue;
    const version = slot.version + 1;
    const plan_version = slot.plan_version === slot.version ? version : slot.plan_version;
    await tx
      .update(slots)
      .set({ variant_id, state: 'planned', rubric, version, plan_version, updated_at: now })
      .where(eq(slots.id, id));
  }
}

/** Finds the ideas of a brand by their source. An existing idea is used again. */
async function ideaFinder(tx: Tx, brand: BrandRow, now: Date) {
  const keyOf = ({ kind, id, url }: PlanSource['source']): string => `${kind}:${id ?? url}`;
  const rows = await tx
    .select()
    .from(ideas)
    .where(and(eq(ideas.brand_id, brand.id), ne(ideas.state, 'dropped')))
    .orderBy(ideas.id);
  const byKey = new Map<string, IdeaRow>();
  for (const row of rows) for (const source of row.sources.slice(0, 1)) byKey.set(keyOf(source), row);
  const createdIdeas: IdeaRow[] = [];
  const planned = new Set<string>();
  return {
    createdIdeas,
    of({ title, source }: PlanSource, rubric: string): IdeaRow {
      const knownIdea = byKey.get(keyOf(source));
      if (knownIdea) {
        if (knownIdea.state === 'new') planned.add(knownIdea.id);
        return knownIdea;
      }
      const body = { title: cutText(title.toWellFormed(), 200), brief: '', rubric, sources: [source] };
      const idea = { ...newIdea(brand.id, body, now), state: 'planned' as const, from_plan: true };
      createdIdeas.push(idea);
      byKey.set(keyOf(source), idea);
      return idea;
    },
    async markPlanned(): Promise<void> {
      if (planned.size === 0) return;
      await tx
        .update(ideas)
        .set({ state: 'planned', updated_at: now })
        .where(inArray(ideas.id, [...planned]));
    },
  };
}

const maxBrief = 2_000;

/** An idea for an author: the posts of a rubric for which no source is left. Pure except for its id. */
function briefFor(
  brand_id: string,
  { rubric, posts, now }: { rubric: string; posts: readonly PlannedPost[]; now: Date },
): IdeaRow {
  const times = posts.map(({ slot }) => slot.local_time.replace('T', ' ')).join(', ');
  const brief = `No source is left for the rubric ${rubric}. Slots without a post: ${times}.`;
  const body = { title: `Write for the rubric ${rubric}`, brief: cutText(brief, maxBrief), rubric, sources: [] };
  return { ...newIdea(brand_id, body, now), from_plan: true };
}
