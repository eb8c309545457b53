import type { AccessibilityFault } from '../pages/page-facts.ts';
import { siteSubject } from './crawl-rules.ts';
import { templateShare } from './group-rules.ts';
import type { PageState } from './page-state.ts';
import type { SiteInput } from './site-input.ts';
import type { Subject, Verdicts } from './verdicts.ts';

interface FaultyPage {
  subject: Subject;
  /** The first fault of the page, and how many it has. */
  first: AccessibilityFault;
  count: number;
}

/** Barriers of the pages so far, by code. */
export interface Barriers {
  pages: number;
  byCode: Map<AccessibilityFault['code'], FaultyPage[]>;
}

export const createBarriers = (): Barriers => ({ pages: 0, byCode: new Map() });

/** Adds the barriers of a page that the rules of content judge. */
export function collectBarriers({ facts, subject, is_judged }: PageState, barriers: Barriers): void {
  if (!is_judged || !facts?.accessibility) return;
  barriers.pages += 1;
  const counts = Map.groupBy(facts.accessibility, ({ code }) => code);
  for (const [code, faults] of counts) {
    const [first] = faults;
    if (!first) continue;
    const pages = barriers.byCode.get(code) ?? [];
    barriers.byCode.set(code, pages);
    pages.push({ subject, first, count: faults.length });
  }
}

/** One issue a code where a fifth of the pages have it, which is a fault of the template; else one a page. */
export function judgeBarriers({ pages, byCode }: Barriers, site: SiteInput, verdicts: Verdicts): void {
  for (const [code, faulty] of byCode) {
    const [first] = faulty;
    if (first && faulty.length >= 2 && faulty.length >= pages * templateShare) {
      verdicts.report('accessibility', siteSubject(site), {
        variant: code,
        evidence: {
          selector: first.first.selector,
          snippet: first.first.snippet,
          measured: faulty.length,
          threshold: 0,
          related: faulty.slice(0, 20).map(({ subject }) => subject.url),
        },
        affected: faulty.map(({ subject }) => subject.key),
      });
      continue;
    }
    for (const { subject, first: fault, count } of faulty)
      verdicts.report('accessibility', subject, {
        variant: code,
        evidence: { selector: fault.selector, snippet: fault.snippet, measured: count, threshold: 0 },
      });
  }
}
