import type { ApplicationStatus } from '@platform/contracts';
import type { z } from 'zod';

type Status = z.output<typeof ApplicationStatus>;

const next: Record<Status, readonly Status[]> = {
  draft: ['active', 'archived'],
  active: ['suspended', 'archived'],
  suspended: ['active', 'archived'],
  archived: ['active', 'suspended'],
};

/**
 * Whether an application may go from one status to another: a served one is never a draft again.
 * @param archivedFrom the status that an archived application had, which it may have again; null when it is not known
 */
export const mayBecome = (from: Status, to: Status, archivedFrom: Status | null): boolean =>
  from === to || next[from].includes(to) || (from === 'archived' && to === archivedFrom);
