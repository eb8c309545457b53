import { type Consumer, consumeAll } from '@platform/runtime';
import type { App } from './app.ts';
import { writeAuditRecord } from './audit-log/write-audit-record.ts';
import { eraseSubject } from './consents/erase-subject.ts';
import { recordDestroyedContent } from './erasures/record-destroyed-content.ts';
import { recordErasedPerson } from './erasures/record-erased-person.ts';
import { recordExpiredSubject } from './erasures/record-expired-subject.ts';
import { auditedServices, consumes } from './subscriptions.ts';
import { eraseAgain } from './users/erase-user.ts';

/** Consumers of events, own and foreign. */
export const consumers = (app: App): Consumer[] =>
  consumeAll(consumes, {
    ...Object.fromEntries([...auditedServices].map(([name, service]) => [name, writeAuditRecord(service)])),
    'erase-again': eraseAgain(app),
    'erase-subject': eraseSubject(app),
    'record-expired-subject': recordExpiredSubject(app),
    'record-erased-person': recordErasedPerson(app),
    'record-destroyed-content': recordDestroyedContent(app),
  });
