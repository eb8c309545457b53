import { cms, identity } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import type { App } from './app.ts';
import { writeAuditRecord } from './audit-log/write-audit-record.ts';
import { eraseSubject } from './consents/erase-subject.ts';
import { eraseAgain } from './users/erase-user.ts';

/** Consumers of events, own and foreign. */
export const consumers = (app: App): Consumer[] => [
  consume('write-audit-record', identity.events.adminActionRecorded, writeAuditRecord),
  consume('erase-again', identity.events.userErased, eraseAgain(app)),
  consume('erase-subject', cms.events.leadSubjectErased, eraseSubject),
];
