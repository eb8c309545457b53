import type { Lead as LeadSchema } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { openRows } from '../personal-data/subject-keys.ts';
import type { Client, LeadContent, LeadRow, Submission } from './lead-content.ts';
import type { LeadState } from './lead-states.ts';

export type LeadView = z.input<typeof LeadSchema>;
const leadSealContext = (id: string) => `leads:${id}:sealed`;

/** The part of a form that is stored sealed. */
export const contentOf = (
  { form: _, form_code, submission_id, website, filled_ms, captcha_token, ...content }: Submission,
  { client_ip, user_agent }: Client,
): LeadContent => ({ ...content, client_ip, user_agent });

export const sealContent = (
  seal: (text: string, sealContext: string) => string,
  id: string,
  content: LeadContent,
): string => seal(JSON.stringify(content), leadSealContext(id));

/** Opens the contents of leads. The function answers null for one whose person was erased. */
export const openLeads = (app: Pick<App, 'sealer' | 'log'>, db: Database | Tx, rows: readonly LeadRow[]) =>
  openRows<LeadContent>(app, db, rows, leadSealContext);

/** A lead with what is sealed of it, both of one moment. */
export interface OpenedLead {
  lead: LeadRow;
  content: LeadContent;
  /** When the person was erased last, before this form. */
  erased_at: Date | null;
}

/**
 * A lead as administrators see it.
 * @param unsubscribe_url where its person ends the mails that it allows; null where nobody asks for it
 */
export const toLead = (row: LeadRow, content: LeadContent | null, unsubscribe_url: string | null = null): LeadView => ({
  id: row.id,
  form: row.form,
  form_code: row.form_code,
  state: row.state as LeadState,
  email: content?.email ?? null,
  phone: content?.phone ?? null,
  name: content?.name ?? null,
  message: content?.message ?? null,
  fields: content?.fields ?? {},
  page_url: content?.page_url ?? null,
  page_path: row.page_path,
  referrer: content?.referrer ?? null,
  utm_source: content?.utm_source ?? null,
  utm_medium: content?.utm_medium ?? null,
  utm_campaign: content?.utm_campaign ?? null,
  utm_term: content?.utm_term ?? null,
  utm_content: content?.utm_content ?? null,
  locale: content?.locale ?? null,
  subject_id: row.subject_id,
  consents: row.consents,
  unsubscribe_url: content === null ? null : unsubscribe_url,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The answer to the sender of a form. */
export const answerTo = ({ id, form }: Pick<LeadRow, 'id' | 'form'>) => ({
  lead_id: id,
  status: form === 'newsletter' ? ('pending_confirmation' as const) : ('accepted' as const),
});
