import type { Observer } from '@platform/runtime';

/** Days, both ends included. */
export interface Days {
  from: string;
  to: string;
}

/** What a site offers its readers, and what they read of it. */
export interface Content {
  inventory: { kind: string; published: number }[];
  /** Views of articles in each of the ranges that were asked for. */
  views: number[];
}

export interface SiteContent {
  /**
   * The id of a site by its code; the last known one while the cms does not answer.
   * @throws AppError `site_not_found`; `service_unavailable` for a site that was not asked for before
   */
  idOf(code: string): Promise<string>;
  /** The content of a site; the last known one while the cms does not answer, null without any. */
  of(site_id: string, ranges: readonly Days[]): Promise<Content | null>;
  observers: Observer[];
}
