import type { PageModel, SiteModel } from './site-model.ts';

/** Issue that a scan is to open. */
export interface ExpectedIssue {
  issue_type: string;
  variant: string | null;
  /** Path of its page; null for an issue of the site or of a group. */
  path: string | null;
}

/** One fault that a generated site can have. */
export interface Defect {
  id: string;
  /** Pages that are its own. */
  victims: number;
  kind: PageModel['kind'];
  /** @returns the issues that it causes */
  apply(site: SiteModel, victims: readonly PageModel[]): ExpectedIssue[];
}
