import type { PsiInput } from '../issues/site-input.ts';

/** Pages that a scan measured. It is stored page by page: after a crash the next process goes on. */
export interface ScanPsi {
  /** No page is left, or the time is over. */
  is_done: boolean;
  pages: ScanPsiPage[];
}
/** `runs`: scores of the runs of this scan. */
export type ScanPsiPage = PsiInput & { runs: readonly number[] };
