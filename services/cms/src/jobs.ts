import type { Job } from '@platform/runtime';
import type { App } from './app.ts';
import { sweepFiles } from './assets/sweep-files.ts';
import { dropExpiredPreviewTokens } from './content/preview-tokens.ts';
import { publishDue } from './content/publish-due.ts';
import { dropRemovedTexts } from './content/removed-texts.ts';
import { rerenderTexts } from './content/rerender-texts.ts';
import { thinRevisions } from './content/thin-revisions.ts';
import { finishRecordingLeads } from './leads/finish-recording-leads.ts';
import { queueNotices } from './leads/notify.ts';
import { sweepLeads } from './leads/sweep-leads.ts';
import { type MailWork, sendMails } from './mails/send-mails.ts';
import { sweepMails } from './mails/sweep-mails.ts';
import { recordWithdrawals } from './newsletter/record-withdrawals.ts';
import { sweepSubscribers } from './newsletter/sweep-subscribers.ts';
import { closeSilentTickets } from './support/close-silent-tickets.ts';
import { sweepAttachments } from './support/sweep-attachments.ts';
import { nameAuthors } from './taxonomy/name-authors.ts';
import { sweepImports } from './transfer/sweep-imports.ts';

export const jobs = (app: App, mailWork: MailWork): Job[] => [
  { name: 'publish-due', everySeconds: 10, run: () => publishDue(app) },
  { name: 'rerender-texts', everySeconds: 10, run: () => rerenderTexts(app) },
  { name: 'thin-revisions', everySeconds: 600, run: () => thinRevisions(app) },
  { name: 'drop-preview-tokens', everySeconds: 3600, run: () => dropExpiredPreviewTokens(app) },
  { name: 'drop-removed-texts', everySeconds: 3600, run: () => dropRemovedTexts(app) },
  { name: 'name-authors', everySeconds: 60, run: () => nameAuthors(app) },
  { name: 'sweep-imports', everySeconds: 3600, run: () => sweepImports(app) },
  { name: 'queue-notices', everySeconds: 5, run: () => queueNotices(app) },
  { name: 'send-mails', everySeconds: 5, wakeup: app.mailWakeup, run: () => sendMails(mailWork) },
  { name: 'sweep-mails', everySeconds: 3600, run: () => sweepMails(app) },
  { name: 'settle-leads', everySeconds: 10, run: () => finishRecordingLeads(app) },
  { name: 'sweep-leads', everySeconds: 3600, run: () => sweepLeads(app) },
  { name: 'record-withdrawals', everySeconds: 30, run: () => recordWithdrawals(app) },
  { name: 'sweep-subscribers', everySeconds: 3600, run: () => sweepSubscribers(app) },
  { name: 'close-silent-tickets', everySeconds: 600, run: () => closeSilentTickets(app) },
  { name: 'sweep-attachments', everySeconds: 60, run: () => sweepAttachments(app) },
  { name: 'sweep-files', everySeconds: 3600, run: () => sweepFiles(app) },
];
