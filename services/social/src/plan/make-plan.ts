import type { PlanSkipReason, SocialChannel, StrategyRubric } from '@platform/contracts';
import { allocateNext, spread } from './allocate.ts';
import type { PlanSource } from './plan-source.ts';
import { knownTexts } from './similar-texts.ts';
import { templateLanguage, writePost } from './write-post.ts';

/** A time that waits for a post: a new slot, or a slot without a post. */
export interface OpenSlot {
  at: Date;
  local_time: string;
  /** The empty slot that it is; null for a new one. */
  slot_id: string | null;
  /** The rubric that an empty slot asks for; null for any. */
  rubric: string | null;
}

export interface PlanAccount {
  id: string;
  channel: SocialChannel;
  /** By time. */
  openSlots: OpenSlot[];
  /** Keys of sources that it has posts of. */
  used: ReadonlySet<string>;
  /** Texts of the last 90 days and of the days ahead. */
  texts: readonly string[];
  /** Posts of each rubric in these days, by code. */
  counts: ReadonlyMap<string, number>;
}

export interface PlanInput {
  rubrics: readonly StrategyRubric[];
  /** By kind, the best first. */
  sources: ReadonlyMap<PlanSource['kind'], readonly PlanSource[]>;
  languages: readonly string[];
  accounts: readonly PlanAccount[];
}

export interface PlannedPost {
  account_id: string;
  slot: OpenSlot;
  rubric: string;
  /** Null where no source is left. */
  post: { source: PlanSource; body: string; buttons: { text: string; url: string }[] } | null;
}

export interface Plan {
  posts: PlannedPost[];
  skipped: { at: Date; account_id: string; reason: PlanSkipReason }[];
}

/** Posts of one run. */
const maxPosts = 400;

/**
 * Chooses a source for each open slot of each account and writes its text. Rubrics get their slots by the
 * largest remainder method with their weights. A rubric without a source gives its slot to the next one. The
 * same input gives the same plan.
 */
export function makePlan({ rubrics, sources, languages, accounts }: PlanInput): Plan {
  const plan: Plan = { posts: [], skipped: [] };
  const language = templateLanguage(languages);
  let slotsLeft = maxPosts;
  for (const account of accounts) {
    const openSlots = account.openSlots.slice(0, slotsLeft);
    slotsLeft -= openSlots.length;
    for (const { at } of account.openSlots.slice(openSlots.length))
      plan.skipped.push({ at, account_id: account.id, reason: 'too_many' });
    const queues = new Map(rubrics.map((rubric) => [rubric.code, queueOf(rubric, sources)]));
    const usedSources = new Set(account.used);
    const known = knownTexts(account.texts);
    for (const { slot, rubric } of withRubrics(openSlots, rubrics, account.counts)) {
      const day = slot.local_time.slice(0, 10);
      // An occasion has its day alone, so it goes first then.
      const ofDay = rubrics.filter(({ code }) => queues.get(code)?.some(({ days }) => days?.includes(day)));
      const order = new Set(
        [...(slot.rubric === null ? ofDay : []), { code: rubric }, ...rubrics].map(({ code }) => code),
      );
      let plannedPost: PlannedPost | null = null;
      for (const code of order) {
        plannedPost = take(code);
        if (plannedPost !== null) break;
      }
      plan.posts.push(plannedPost ?? { account_id: account.id, slot, rubric, post: null });

      /** A post of the first source of a rubric that is not used, is for this day, and says something new. */
      function take(code: string): PlannedPost | null {
        for (const source of queues.get(code) ?? []) {
          if (usedSources.has(source.key) || (source.days !== null && !source.days.includes(day))) continue;
          usedSources.add(source.key);
          const written = writePost(source, account.channel, language);
          if (known.has(written.body)) {
            plan.skipped.push({ at: slot.at, account_id: account.id, reason: 'duplicate' });
            continue;
          }
          known.add(written.body);
          return { account_id: account.id, slot, rubric: code, post: { source, ...written } };
        }
        return null;
      }
    }
  }
  return plan;
}

/** The sources of a rubric: one of each of its kinds, round robin. */
function queueOf({ sources: kinds }: StrategyRubric, sources: PlanInput['sources']): PlanSource[] {
  const lists = kinds.map((kind) => sources.get(kind) ?? []);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** The rubric of each open slot: that of an empty slot, else by weight, spread over the days. */
function withRubrics(
  openSlots: readonly OpenSlot[],
  rubrics: readonly StrategyRubric[],
  before: PlanAccount['counts'],
): { slot: OpenSlot; rubric: string }[] {
  const codes = rubrics.map(({ code }) => code);
  const wantedRubrics = openSlots.map(({ rubric }) => (rubric !== null && codes.includes(rubric) ? rubric : null));
  const counts = codes.map((code) => (before.get(code) ?? 0) + wantedRubrics.filter((one) => one === code).length);
  const open = wantedRubrics.filter((one) => one === null).length;
  const weights = rubrics.map(({ weight }) => weight);
  const next = spread(allocateNext(weights, counts, open));
  let at = 0;
  return openSlots.map((slot, index) => {
    const wantedRubric = wantedRubrics[index];
    if (wantedRubric) return { slot, rubric: wantedRubric };
    const code = codes[next[at] ?? 0] ?? '';
    at += 1;
    return { slot, rubric: code };
  });
}
