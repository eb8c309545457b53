import { identity } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import { writeAuditRecord } from './audit-log/write-audit-record.ts';

/** What this service does when something happened, here or elsewhere. */
export const consumers = (): Consumer[] => [
  consume('write-audit-record', identity.events.adminActionRecorded, writeAuditRecord),
];
