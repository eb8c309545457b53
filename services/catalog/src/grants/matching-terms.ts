import { foldRows } from './change-grants.ts';
import type { GrantRow } from './grant-rows.ts';
import { endOfCalendar, toEnd } from './term.ts';

/** Which terms of a user are asked for; an absent field asks for nothing. */
export interface WantedTerms {
  entitlement_code?: string | undefined;
  plan_code?: string | undefined;
  /** Bounds of the end, the second one exclusive. */
  expires_from?: Date | undefined;
  expires_until?: Date | undefined;
  access?: 'active' | 'ended' | undefined;
}

/** Uninterrupted access to one code; the end is exclusive, null for lifetime. */
export interface MatchingTerm {
  /** Null for a plan without codes. */
  code: string | null;
  /** Plan and source of the grant that reaches furthest. */
  plan_code: string | null;
  source: GrantRow['source'];
  starts_at: Date;
  expires_at: Date | null;
}

interface Run {
  plan_code: string | null;
  source: GrantRow['source'];
  starts_at: number;
  ends_at: number;
}

/** Whether a filter asks when a term ends. */
export const asksForEnd = ({ expires_from, expires_until }: WantedTerms): boolean =>
  expires_from !== undefined || expires_until !== undefined;

/** The state of access that a filter asks for; without a word and without an end, the access of now. */
export const accessOf = (wanted: WantedTerms): 'active' | 'ended' | undefined =>
  wanted.access ?? (asksForEnd(wanted) ? undefined : 'active');

/**
 * The terms of one user that a filter asks for, those that end last first. Terms of one code that touch or overlap are
 * one, so that a renewal moves its end. With a plan, grants of other plans are left out, after the fold of all of them.
 * @param rows every grant of the user, without tombstones
 */
export function matchingTerms(rows: readonly GrantRow[], wanted: WantedTerms, now: Date): MatchingTerm[] {
  const access = accessOf(wanted);
  const matches: { code: string; run: Run }[] = [];
  for (const [code, runs] of runsByCode(rows, wanted))
    for (const run of inState(runs, access, now.getTime())) if (endsAsWanted(run, wanted)) matches.push({ code, run });
  return matches
    .sort((a, b) => (a.run.ends_at === b.run.ends_at ? compareText(a.code, b.code) : b.run.ends_at - a.run.ends_at))
    .map(({ code, run: { plan_code, source, starts_at, ends_at } }) => ({
      code: code === '' ? null : code,
      plan_code,
      source,
      starts_at: new Date(starts_at),
      expires_at: toEnd(ends_at),
    }));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Access to each code without gaps, earliest first. A plan without codes is named by the filter of its plan alone. */
function runsByCode(rows: readonly GrantRow[], { entitlement_code, plan_code }: WantedTerms): Map<string, Run[]> {
  const terms = foldRows(rows)
    .filter(({ grant }) => plan_code === undefined || grant.plan_code === plan_code)
    .flatMap(({ grant, terms: ofGrant }) =>
      ofGrant.map(({ code, starts_at, ends_at }) => ({
        code,
        run: { plan_code: grant.plan_code, source: grant.source, starts_at, ends_at },
      })),
    )
    .filter(({ code, run }) => run.starts_at < Math.min(run.ends_at, endOfCalendar) && isNamed(code))
    .sort((a, b) => a.run.starts_at - b.run.starts_at || b.run.ends_at - a.run.ends_at);
  function isNamed(code: string): boolean {
    return entitlement_code === undefined ? code !== '' || plan_code !== undefined : code === entitlement_code;
  }
  const byCode = new Map<string, Run[]>();
  for (const { code, run } of terms) {
    const runs = byCode.get(code) ?? [];
    byCode.set(code, runs);
    const last = runs.at(-1);
    if (last === undefined || run.starts_at > last.ends_at) runs.push(run);
    else if (run.ends_at > last.ends_at) runs[runs.length - 1] = { ...run, starts_at: last.starts_at };
  }
  return byCode;
}

function inState(runs: readonly Run[], access: 'active' | 'ended' | undefined, now: number): readonly Run[] {
  if (access === undefined) return runs;
  const active = runs.filter(({ starts_at, ends_at }) => starts_at <= now && now < ends_at);
  if (access === 'active') return active;
  const last = runs.findLast(({ ends_at }) => ends_at <= now);
  return active.length === 0 && last ? [last] : [];
}

function endsAsWanted({ ends_at }: Run, { expires_from, expires_until }: WantedTerms): boolean {
  if (expires_from === undefined && expires_until === undefined) return true;
  if (ends_at === Number.POSITIVE_INFINITY) return false;
  const from = expires_from?.getTime() ?? Number.NEGATIVE_INFINITY;
  return from <= ends_at && ends_at < (expires_until?.getTime() ?? Number.POSITIVE_INFINITY);
}
