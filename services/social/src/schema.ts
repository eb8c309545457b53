import { messagingTables } from '@platform/runtime';
import { schema } from './schema/common.ts';

export * from './schema/accounts.ts';
export * from './schema/approvals.ts';
export * from './schema/brands.ts';
export { schema } from './schema/common.ts';
export * from './schema/covers.ts';
export * from './schema/experiments.ts';
export * from './schema/inbox.ts';
export * from './schema/insights.ts';
export * from './schema/listening.ts';
export * from './schema/metrics.ts';
export * from './schema/plans.ts';
export * from './schema/policies.ts';
export * from './schema/posts.ts';
export * from './schema/publishing.ts';
export * from './schema/strategies.ts';

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
