export type { WorkBacklog } from './backlog.ts';
export { isClaimable, requeue, type WorkColumns, type WorkTable } from './columns.ts';
export { Lease, LostLeaseError, WorkStoppedError } from './lease.ts';
export type { SpentWork, WorkKind } from './work-kind.ts';
export { type BackgroundWork, type DueOptions, type WorkOutcome, WorkRunner } from './work-runner.ts';
export type { WorkChange, WorkPlatform, WorkTerms } from './work-terms.ts';
