import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';

/** The log of mails that the platform sent for a site. */

export const MailStatus = z.enum(['queued', 'sent', 'failed']);

export const Mail = z
  .object({
    id: Uuid.describe('Id; the `Message-ID` of the mail is made from it'),
    kind: z.string().describe('Kind of the mail').meta({ example: 'newsletter_confirmation' }),
    status: MailStatus.describe('`failed`: not delivered after eight attempts, or refused permanently'),
    recipient: z
      .string()
      .nullable()
      .describe('First letter and domain of the address; null for a person who was erased')
      .meta({ example: 'a***@example.com' }),
    attempts: z.int().describe('Attempts so far'),
    next_attempt_at: Timestamp.nullable().describe('Time of the next attempt'),
    last_error: z.string().nullable().describe('Error of the last attempt, with the codes of the mail server'),
    created_at: Timestamp.describe('Time of the request'),
    sent_at: Timestamp.nullable().describe('Time at which the mail server accepted it'),
  })
  .meta({ id: 'Mail', description: 'A mail, without its text' });

export const mailEndpoints = feature('Mail', 'Mails that the platform sends for sites.', {
  listMails: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/mails',
    summary: 'List mails of the last 90 days, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({ ...pageQuery, status: MailStatus.optional().describe('Only with this status') }),
    response: Mail,
    errors: ['site_not_found'],
  }),
  retryMail: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/mails/{mail_id}/retry',
    summary: 'Send a failed or waiting mail again',
    description:
      'The mail is sent within seconds. A `failed` mail gets eight new attempts. A repeat has the same `Message-ID`.',
    params: SiteIdParams.extend({ mail_id: idOf('mail_id', 'Id of the mail') }),
    response: Mail,
    audit: Mail.omit({ recipient: true }),
    errors: ['site_not_found', 'mail_not_found', 'mail_not_configured', 'invalid_transition'],
  }),
});
