import type { Client, LeadContent, LeadRow, Submission } from './lead-content.ts';
import type { SitePseudonyms } from './pseudonyms.ts';

export interface NewSubmission {
  site_id: string;
  form: Submission;
  client: Client;
  isSpam: boolean;
  pseudonyms: SitePseudonyms;
}

/** The lead of a form, an older one for a repeat, with its content while it is `recording`. */
export interface StoredSubmission {
  lead: LeadRow;
  content: LeadContent | null;
  /** When the person was erased last, before this form. */
  erased_at: Date | null;
  isNew: boolean;
}
