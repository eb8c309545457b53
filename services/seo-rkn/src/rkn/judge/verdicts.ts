import type { RknCertainty, RknCode } from '@platform/contracts';
import { rknCodes } from '@platform/contracts/rkn-codes';

/** What a rule saw, before the law caps its certainty. */
export interface RknSighting {
  code: RknCode;
  variant: string | null;
  certainty: RknCertainty;
  /** What it is about: a form, a document, a service, the site. Part of the fingerprint. */
  subject: string;
  /** URL key of the page that shows it. */
  url: string;
  selector: string | null;
  /** Text of the page, 300 code points at most; never a value of a form. */
  snippet: string | null;
  /** A number or name that was measured. */
  measured: string | number | null;
  /** Other pages that show the same, 20 at most. */
  related: string[];
}

/** Why a rule could not be judged. */
export type Unjudged =
  | 'not_rendered'
  | 'not_fetched'
  | 'source_down'
  | 'unanswered'
  | 'needs_click'
  | 'unknown_place'
  | 'unreadable'
  | 'late_forms';

export interface RuleOutcome {
  state: 'judged' | 'unverified' | 'not_applicable';
  /** Of a rule that was judged: why a part of the site may say otherwise. */
  reason: Unjudged | null;
}

type Seen = Partial<Pick<RknSighting, 'variant' | 'certainty' | 'selector' | 'snippet' | 'measured' | 'related'>>;

export interface RknVerdicts {
  /**
   * Something is wrong; the rule was judged. Without a certainty it is `detected`. Of one rule, {@link maxOfPage} findings
   * are recorded for a page and {@link maxOfRule} for a site; the snippet of the last one says how many more there are.
   */
  report(code: RknCode, target: { subject: string; url: string }, seen?: Seen): void;
  /** The rule applies, and was judged except for the unverified subjects. */
  judge(...codes: RknCode[]): void;
  /** The rule applies and nothing is known: of one subject, or at all. */
  leave(code: RknCode, reason: Unjudged, subject?: string): void;
  /** A part of the site was not seen: what was judged stays, and the rule is not covered. Called behind all others. */
  limit(code: RknCode, reason: Unjudged): void;
  sightings: RknSighting[];
  outcomes: Map<RknCode, RuleOutcome>;
  /** Subjects about which nothing is known, as `code subject`. */
  unverifiedSubjects: Set<string>;
}

/** Of one page and rule: a page that states hundreds of wrong numbers is one page to mend. */
const maxOfPage = 20;
/** Of one rule and site. */
const maxOfRule = 300;

/** Findings of one rule, of a page or the site. */
interface CountedFindings {
  count: number;
  last: RknSighting;
  /** Snippet of the last one without the number of those that are left out. */
  snippet: string | null;
}

/** Collects what rules say. A rule that says nothing does not apply to the site. */
export function collectRknVerdicts(): RknVerdicts {
  const sightings: RknSighting[] = [];
  const outcomes = new Map<RknCode, RuleOutcome>(
    rknCodes.map((code) => [code, { state: 'not_applicable', reason: null }]),
  );
  const unverifiedSubjects = new Set<string>();
  const judge = (code: RknCode): void => {
    outcomes.set(code, { state: 'judged', reason: null });
  };
  const leaveOne = (code: RknCode, reason: Unjudged, subject: string): void => {
    unverifiedSubjects.add(`${code} ${subject}`);
    // What is known of another subject was judged, before or behind this one.
    if (outcomes.get(code)?.state === 'not_applicable') outcomes.set(code, { state: 'unverified', reason });
  };
  const counts = new Map<string, CountedFindings>();
  /** @returns whether the finding is beyond the limit */
  const isBeyond = (key: string, limit: number): boolean => {
    const known = counts.get(key);
    if (!known || known.count < limit) return false;
    known.count += 1;
    known.last.snippet = `${known.snippet ?? ''} (+${known.count - limit})`.trimStart();
    return true;
  };
  const count = (key: string, sighting: RknSighting): void => {
    const known = counts.get(key);
    counts.set(key, { count: (known?.count ?? 0) + 1, last: sighting, snippet: sighting.snippet });
  };
  const addSighting = (sighting: RknSighting): void => {
    const { code, url, subject } = sighting;
    const ofPage = `${code} ${url}`;
    // What is left out may have been found before: nothing says that it is gone.
    if (isBeyond(code, maxOfRule) || isBeyond(ofPage, maxOfPage)) leaveOne(code, 'unanswered', subject);
    else {
      count(code, sighting);
      count(ofPage, sighting);
      sightings.push(sighting);
    }
  };
  return {
    sightings,
    outcomes,
    unverifiedSubjects,
    report(code, { subject, url }, seen = {}) {
      const { variant = null, certainty = 'detected', selector = null, snippet = null, measured = null } = seen;
      const related = [...new Set(seen.related ?? [])].filter((other) => other !== url).slice(0, 20);
      const short = snippet === null ? null : [...snippet].slice(0, 300).join('');
      // A finding that is unverified by itself says that the rule could not be judged for its subject.
      if (certainty === 'unverified') leaveOne(code, 'unanswered', subject);
      else judge(code);
      addSighting({ code, variant, certainty, subject, url, selector, snippet: short, measured, related });
    },
    judge(...codes) {
      for (const code of codes) judge(code);
    },
    limit(code, reason) {
      const state = outcomes.get(code)?.state === 'judged' ? 'judged' : 'unverified';
      outcomes.set(code, { state, reason: outcomes.get(code)?.reason ?? reason });
    },
    leave(code, reason, subject) {
      if (subject === undefined) outcomes.set(code, { state: 'unverified', reason });
      else leaveOne(code, reason, subject);
    },
  };
}
