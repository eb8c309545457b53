import type { IssueType } from '@platform/contracts';

/** What a rule saw at one URL, or at one group of URLs. */
export interface Finding {
  issue_type: IssueType;
  /** Sub-case of the type; null for the main one. */
  variant: string | null;
  /**
   * What the issue is about: the URL key of a page, or the key of a group or of the site. Part of its
   * fingerprint.
   */
  subject: string;
  /** Address that the report shows. */
  url: string;
  /** Id of the item of the cms behind the page; null without one. */
  item_id: string | null;
  /** Points: 40 critical, 20 high, 8 medium, 2 low. */
  weight: 2 | 8 | 20 | 40;
  evidence: Evidence;
  /** URL keys of all pages that a fault of a group or of the site is on; the evidence names the first of them. */
  affected: readonly string[];
}

export interface Evidence {
  selector?: string;
  /** Text of the page, 300 code points at most. */
  snippet?: string;
  measured?: string | number;
  threshold?: string | number;
  /** Pages that a fault of a group or of the site is on. */
  pages?: number;
  /** Other addresses it is about, 20 at most. */
  related?: string[];
  /** A browser showed it: HTML alone does not say that it is gone. */
  rendered?: true;
}
