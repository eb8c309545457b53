import { type SealedColumns, sealedColumn, subjectKeyContext } from '@platform/runtime';
import { captchaSecretContext } from './leads/lead-settings.ts';
import { pseudonymKeyContext } from './leads/pseudonyms.ts';
import { mailSealContext } from './mails/mail.ts';
import {
  lead_settings,
  leads,
  mails,
  site_pseudonym_keys,
  subject_keys,
  subscribers,
  support_attachments,
  support_messages,
  support_tickets,
} from './schema.ts';
import { nameSealContext } from './support/attachment.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(lead_settings, 'sealed_captcha_secret', {
      parts: ['site_id'],
      contextOf: ({ site_id }) => captchaSecretContext(site_id),
    }),
    sealedColumn(site_pseudonym_keys, 'sealed_key', {
      parts: ['site_id'],
      contextOf: ({ site_id }) => pseudonymKeyContext(site_id),
    }),
    sealedColumn(subject_keys, 'sealed_key', {
      parts: ['subject_id'],
      contextOf: ({ subject_id }) => subjectKeyContext(subject_id),
    }),
    sealedColumn(mails, 'sealed', {
      parts: ['id'],
      contextOf: ({ id }) => mailSealContext(id),
      options: { person: 'subject_id' },
    }),
    sealedColumn(support_attachments, 'file_name', {
      parts: ['id'],
      contextOf: ({ id }) => nameSealContext(id),
      options: { person: 'user_id' },
    }),
  ],
  byPerson: [
    leads.sealed,
    subscribers.sealed,
    subscribers.sealed_withdrawal,
    support_tickets.subject,
    support_messages.message,
  ],
};
