import { messagingTables } from '@platform/runtime';
import { schema } from './schema/common.ts';

export * from './schema/ai.ts';
export * from './schema/clusters.ts';
export { schema } from './schema/common.ts';
export * from './schema/competitors.ts';
export * from './schema/indexnow.ts';
export * from './schema/issues.ts';
export * from './schema/psi.ts';
export * from './schema/readiness.ts';
export * from './schema/rechecks.ts';
export * from './schema/reports.ts';
export * from './schema/rkn.ts';
export * from './schema/rkn-law.ts';
export * from './schema/scans.ts';
export * from './schema/search.ts';
export * from './schema/work-plans.ts';

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
