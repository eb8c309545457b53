import type { SeoReport, SeoVerdict } from '@platform/contracts';
import type { z } from 'zod';
import type { TaskRow } from '../issues/read-tasks.ts';

type Verdict = z.output<typeof SeoVerdict>;
type Report = z.output<typeof SeoReport>;

/** What is stored of a report: numbers and addresses, no texts of a language. */
export interface ReportContent {
  parts: Verdict['parts'];
  coverage: Report['coverage'];
  delta: Report['delta'];
  tasks: TaskRow[];
}
