import { timingSafeEqual } from 'node:crypto';
import type { RecordedConsent } from '@platform/contracts';
import { findRow } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LeadRow } from '../leads/lead-content.ts';
import type { SitePseudonyms } from '../leads/pseudonyms.ts';
import { leads, sites } from '../schema.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { unsubscribeUrl } from './subscription-links.ts';

/** Length of an id and of an HMAC, both base64url. */
const idLength = 22;
const tokenLength = idLength + 43;

const isMarketing = ({ doc_kind, accepted }: Pick<RecordedConsent, 'doc_kind' | 'accepted'>): boolean =>
  doc_kind === 'marketing_consent' && accepted;

/** Whether the person of a form may be mailed because of it. */
export const allowsMails = ({ email_hash, consents }: Pick<LeadRow, 'email_hash' | 'consents'>): boolean =>
  email_hash !== null && consents.some(isMarketing);

const idText = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * The token of a person who agreed to mails on a form and is no subscriber: the id of the form with its HMAC, so that it
 * needs no table.
 */
const tokenOfLead = (pseudonyms: SitePseudonyms, id: string): string =>
  `${idText(id)}${pseudonyms.hash('unsubscribe', `lead:${id}`)}`;

/** Where the person of a form ends the mails that its consent allows; null for a form without one. */
export const unsubscribeUrlOfLead = (
  app: Pick<App, 'config'>,
  pseudonyms: SitePseudonyms,
  lead: Pick<LeadRow, 'id' | 'email_hash' | 'consents'>,
): string | null => (allowsMails(lead) ? unsubscribeUrl(app, tokenOfLead(pseudonyms, lead.id)) : null);

/** {@link unsubscribeUrlOfLead} for the forms of a site. */
export async function linksOfLeads(
  app: Pick<App, 'config' | 'pseudonyms'>,
  site_id: string,
): Promise<(lead: Pick<LeadRow, 'id' | 'email_hash' | 'consents'>) => string | null> {
  const pseudonyms = await app.pseudonyms.find(site_id);
  return (lead) => (pseudonyms === null ? null : unsubscribeUrlOfLead(app, pseudonyms, lead));
}

/** The form that a token is of, and its site; null for an unknown one. */
export async function findLeadByToken(
  { db, pseudonyms }: Pick<App, 'db' | 'pseudonyms'>,
  token: string,
): Promise<{ lead: LeadRow; site: SiteRow } | null> {
  if (token.length !== tokenLength || !/^[\w-]+$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, idLength), 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const lead = await findRow(db, leads, { id });
  const key = lead && (await pseudonyms.find(lead.site_id));
  if (!lead || !key || !allowsMails(lead)) return null;
  const wanted = Buffer.from(tokenOfLead(key, lead.id));
  if (!timingSafeEqual(wanted, Buffer.from(token))) return null;
  const site = await findRow(db, sites, { id: lead.site_id });
  return site ? { lead, site } : null;
}
