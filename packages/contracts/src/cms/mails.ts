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
    kind: z.string().describe('What it is about').meta({ example: 'newsletter_confirmation' }),
    status: MailStatus.describe('`failed`: given up after eight tries, or refused for good'),
    recipient: z
      .string()
      .nullable()
      .describe('First letter and domain of the address; null for a person who was erased')
      .meta({ example: 'a***@example.com' }),
    attempts: z.int().describe('Tries so far'),
    next_attempt_at: Timestamp.nullable().describe('When it is tried next'),
    last_error: z.string().nullable().describe('Why the last try failed, with the codes of the mail server'),
    created_at: Timestamp.describe('When it was asked for'),
    sent_at: Timestamp.nullable().describe('When the mail server took it'),
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
    query: z.object({ ...pageQuery, status: MailStatus.optional().describe('Only these') }),
    response: Mail,
    errors: ['site_not_found'],
  }),
  retryMail: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/mails/{mail_id}/retry',
    summary: 'Send a mail again that failed or waits',
    description:
      'It is sent within seconds, and tried eight times again when it was given up. A repeat has the same `Message-ID`.',
    params: SiteIdParams.extend({ mail_id: idOf('mail_id', 'Id of the mail') }),
    response: Mail,
    audit: Mail.omit({ recipient: true }),
    errors: ['site_not_found', 'mail_not_found', 'mail_not_configured', 'invalid_transition'],
  }),
});
