import type { Database } from '@platform/runtime';
import type { App } from '../app.ts';
import { openRows } from '../personal-data/subject-keys.ts';
import { type MailRow, mailSealContext, type SealedMail } from './mail.ts';

/** Opens mails. The function answers null for one whose person was erased. */
export const openMails = (
  app: Pick<App, 'sealer' | 'log'>,
  db: Database,
  rows: readonly Pick<MailRow, 'id' | 'subject_id' | 'sealed'>[],
) => openRows<SealedMail>(app, db, rows, mailSealContext);
