import { messagingTables } from '@platform/runtime';
import { schema } from './schema/common.ts';

export { schema } from './schema/common.ts';
export * from './schema/content.ts';
export * from './schema/files.ts';
export * from './schema/leads.ts';
export * from './schema/mails.ts';
export * from './schema/personal-data.ts';
export * from './schema/sites.ts';
export * from './schema/support.ts';
export * from './schema/taxonomy.ts';
export * from './schema/transfer.ts';

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
