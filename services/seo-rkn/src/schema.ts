import { messagingTables } from '@platform/runtime';
import { schema } from './schema/common.ts';

export { schema } from './schema/common.ts';
export * from './schema/issues.ts';
export * from './schema/scans.ts';

export const { outbox, inbox, dead_letters, idempotency_keys } = messagingTables(schema);
