import { dayMs, type Tx } from '@platform/runtime';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import type { BrandRow } from '../brands/brand.ts';
import { readBestTimes } from '../metrics/best-times.ts';
import { ideas, slots, variants } from '../schema.ts';
import type { StrategyRow } from '../strategy/strategy.ts';
import { chooseTimes } from './choose-times.ts';
import type { OpenSlot, PlanAccount } from './make-plan.ts';

/** Texts of these days are not said again. */
const repeatMs = 90 * dayMs;
/** Posts of these days count for the weights of the rubrics. */
const balanceMs = 28 * dayMs;

export interface Horizon {
  from: Date;
  to: Date;
}

/** Slots of some accounts from four weeks before a plan to a day behind it. */
export const readSlots = (tx: Tx, account_ids: readonly string[], { from, to }: Horizon) =>
  tx
    .select()
    .from(slots)
    .where(
      and(
        inArray(slots.account_id, [...account_ids]),
        gte(slots.at, new Date(from.getTime() - balanceMs)),
        lt(slots.at, new Date(to.getTime() + dayMs)),
      ),
    )
    .orderBy(slots.at, slots.id);

/** The sources that are used already: by account, and those of dropped ideas, which no account uses. */
async function readUsed(tx: Tx, { id }: BrandRow): Promise<{ used: Map<string, Set<string>>; dropped: Set<string> }> {
  const key = sql<string>`CASE s->>'kind' WHEN 'occasion' THEN concat('occasion:', s->>'id', ':', left(${slots.local_time}, 10))
    ELSE concat(s->>'kind', ':', s->>'id') END`;
  const rows = await tx
    .select({ account_id: variants.account_id, key })
    .from(variants)
    .innerJoin(ideas, eq(ideas.id, variants.idea_id))
    .leftJoin(slots, eq(slots.variant_id, variants.id))
    .innerJoin(sql`LATERAL jsonb_array_elements(${ideas.sources}) AS s`, sql`s->>'id' IS NOT NULL`)
    .where(eq(variants.brand_id, id));
  const used = new Map<string, Set<string>>();
  for (const { account_id, key } of rows) {
    const keys = used.get(account_id);
    if (keys) keys.add(key);
    else used.set(account_id, new Set([key]));
  }
  const droppedIdeas = await tx
    .select({ sources: ideas.sources })
    .from(ideas)
    .where(and(eq(ideas.brand_id, id), eq(ideas.state, 'dropped')));
  return {
    used,
    dropped: new Set(droppedIdeas.flatMap(({ sources }) => sources.map((one) => `${one.kind}:${one.id}`))),
  };
}

/** Texts of some accounts in the last 90 days and of the days ahead, in the order of their ids. */
const readTexts = (tx: Tx, account_ids: readonly string[], now: Date) =>
  tx
    .select({ account_id: variants.account_id, body: variants.body })
    .from(variants)
    .where(
      and(
        inArray(variants.account_id, [...account_ids]),
        gte(
          sql`coalesce(${variants.published_at}, ${variants.scheduled_at}, ${variants.updated_at})`,
          new Date(now.getTime() - repeatMs),
        ),
      ),
    )
    .orderBy(variants.id);

export interface PlanFacts {
  accounts: PlanAccount[];
  skipped: { at: Date; account_id: string; reason: 'blackout' | 'occupied' | 'day_full' }[];
  /** Slots of these days that stay. */
  remainingSlots: number;
}

/** The slots that wait for posts of each account, and what its posts said before. */
export async function readPlanFacts(
  tx: Tx,
  {
    brand,
    strategy,
    accounts,
    horizon,
    now,
  }: { brand: BrandRow; strategy: StrategyRow; accounts: readonly AccountRow[]; horizon: Horizon; now: Date },
): Promise<PlanFacts> {
  const ids = accounts.map(({ id }) => id);
  const rows = await readSlots(tx, ids, horizon);
  const { used, dropped } = await readUsed(tx, brand);
  const texts = Map.groupBy(await readTexts(tx, ids, now), ({ account_id }) => account_id);
  const bestTimesOf = await readBestTimes(tx, brand, now);
  const skipped: PlanFacts['skipped'] = [];
  let remainingSlots = 0;
  const planned = accounts.map(({ id, channel }): PlanAccount => {
    const accountSlots = rows.filter((row) => row.account_id === id);
    const inside = accountSlots.filter(({ at }) => at >= horizon.from && at < horizon.to);
    remainingSlots += inside.length;
    const cadence = strategy.cadence.find(({ account_id }) => account_id === id);
    const times = cadence
      ? chooseTimes(cadence, { horizon, rules: brand, taken: accountSlots, best: bestTimesOf(id) })
      : { free: [], skipped: [] };
    skipped.push(...times.skipped.map((one) => ({ ...one, account_id: id }) as PlanFacts['skipped'][number]));
    const empty = inside.filter(({ state }) => state === 'empty');
    const openSlots: OpenSlot[] = [
      ...times.free.map((time) => ({ ...time, slot_id: null, rubric: null })),
      ...empty.map(({ at, local_time, id: slot_id, rubric }) => ({ at, local_time, slot_id, rubric })),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const counts = new Map<string, number>();
    for (const { state, rubric } of accountSlots)
      if (state !== 'empty' && rubric !== null) counts.set(rubric, (counts.get(rubric) ?? 0) + 1);
    return {
      id,
      channel,
      openSlots,
      counts,
      used: new Set([...(used.get(id) ?? []), ...dropped]),
      texts: (texts.get(id) ?? []).map(({ body }) => body),
    };
  });
  return { accounts: planned, skipped, remainingSlots };
}
