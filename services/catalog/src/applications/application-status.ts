import type { ApplicationStatus } from '@platform/contracts';
import type { z } from 'zod';

type Status = z.output<typeof ApplicationStatus>;

const next: Record<Status, readonly Status[]> = {
  draft: ['active', 'archived'],
  active: ['suspended', 'archived'],
  suspended: ['active', 'archived'],
  archived: [],
};

/**
 * Whether an application may go from one status to another: a served one is never a draft again, and archived
 * is final.
 */
export const mayBecome = (from: Status, to: Status): boolean => from === to || next[from].includes(to);
