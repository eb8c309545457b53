import { type RknCertainty, type RknCode, rknCodes } from '@platform/contracts';

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
  | 'unreadable';

export interface RuleOutcome {
  state: 'judged' | 'unverified' | 'not_applicable';
  reason: Unjudged | null;
}

type Seen = Partial<Pick<RknSighting, 'variant' | 'certainty' | 'selector' | 'snippet' | 'measured' | 'related'>>;

export interface RknVerdicts {
  /** Something is wrong; the rule was judged. Without a certainty it is `detected`. */
  report(code: RknCode, place: { subject: string; url: string }, seen?: Seen): void;
  /** The rule applies, and was judged except for the subjects that are left. */
  judge(...codes: RknCode[]): void;
  /** The rule applies and nothing is known: of one subject, or at all. */
  leave(code: RknCode, reason: Unjudged, subject?: string): void;
  sightings: RknSighting[];
  outcomes: Map<RknCode, RuleOutcome>;
  /** Subjects about which nothing is known, as `code subject`. */
  left: Set<string>;
}

/** Collects what rules say. A rule that says nothing does not apply to the site. */
export function collectRknVerdicts(): RknVerdicts {
  const sightings: RknSighting[] = [];
  const outcomes = new Map<RknCode, RuleOutcome>(
    rknCodes.map((code) => [code, { state: 'not_applicable', reason: null }]),
  );
  const left = new Set<string>();
  const judge = (code: RknCode): void => {
    outcomes.set(code, { state: 'judged', reason: null });
  };
  const leaveOne = (code: RknCode, reason: Unjudged, subject: string): void => {
    left.add(`${code} ${subject}`);
    // What is known of another subject was judged, before or behind this one.
    if (outcomes.get(code)?.state === 'not_applicable') outcomes.set(code, { state: 'unverified', reason });
  };
  return {
    ...{ sightings, outcomes, left },
    report(code, { subject, url }, seen = {}) {
      const { variant = null, certainty = 'detected', selector = null, snippet = null, measured = null } = seen;
      const related = [...new Set(seen.related ?? [])].filter((other) => other !== url).slice(0, 20);
      const short = snippet === null ? null : [...snippet].slice(0, 300).join('');
      // A finding that is unverified by itself says that the rule could not be judged for its subject.
      if (certainty === 'unverified') leaveOne(code, 'unanswered', subject);
      else judge(code);
      sightings.push({ code, variant, certainty, subject, url, selector, snippet: short, measured, related });
    },
    judge(...codes) {
      for (const code of codes) judge(code);
    },
    leave(code, reason, subject) {
      if (subject === undefined) outcomes.set(code, { state: 'unverified', reason });
      else leaveOne(code, reason, subject);
    },
  };
}
