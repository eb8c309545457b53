import type { RuleLocale, SeoReportAdvice } from '@platform/contracts';
import { idFromKey, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type Task, toTask } from '../issues/list-tasks.ts';
import { requireReport } from '../reports/read-reports.ts';
import { requireSite } from '../scans/require-site.ts';
import { type Completer, completeWithAi, endpointWaitsMs } from './complete-with-ai.ts';
import type { JsonSchema } from './dialects.ts';
import { hostsOf } from './own-hosts.ts';
import { type Advice, adviseByRules, maxPriorities } from './report-rules.ts';

/** Tasks of the plan that the model sees, the largest gain first. */
const maxTasks = 40;
const maxUrl = 200;

/** The answer of the model: it knows issues by the numbers of their tasks, and no id. */
interface Written {
  summary: string;
  priorities: { tasks: number[]; why: string }[];
}

/**
 * Sums up a report and says what to fix first: of the language model where it answers, else by rules. It
 * changes nothing of the report or its issues.
 * @throws AppError `site_not_found`, `report_not_found`
 */
export async function adviseOnReport(
  app: Completer & Pick<App, 'ask' | 'audit'>,
  target: { site_id: string; report_id: string },
  locale: RuleLocale,
  idempotency_key: string | null,
): Promise<z.input<typeof SeoReportAdvice>> {
  const site = await requireSite(app, target.site_id);
  const { score, verdict, open_issues, content } = await requireReport(app, target);
  const plan = content.tasks.map((task) => toTask(task, locale));
  const byRules = { ...adviseByRules({ score, open_issues }, plan, locale), source: 'rules' as const, model: null };
  const advice = plan.length === 0 ? { ...byRules, tokens: 0 } : await advise();
  const after = { source: advice.source, model: advice.model };
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after, application_id: site.application_id }));
  return advice;

  async function advise(): Promise<z.input<typeof SeoReportAdvice>> {
    const shownTasks = plan.slice(0, maxTasks);
    const request_id =
      idempotency_key === null ? newId() : idFromKey('report', target.report_id, locale, idempotency_key);
    const { output, tokens, model } = await completeWithAi(app, {
      request_id,
      purpose: 'seo',
      system: 'seo_report',
      schema: schemaOf(shownTasks.length),
      max_tokens: 1_500,
      hosts: hostsOf(site.website_url),
      waitsMs: endpointWaitsMs,
      input: { locale, score, verdict, open_issues, tasks: shownTasks.map(toInput) },
    });
    const aiAdvice = output === null ? null : toAdvice(output as Written, shownTasks);
    return aiAdvice === null ? { ...byRules, tokens } : { ...aiAdvice, source: 'ai', model, tokens };
  }
}

const toInput = ({ title, severity, owner, pages, effort, gain, sample_urls }: Task, at: number) => ({
  number: at + 1,
  title,
  severity,
  owner,
  pages,
  effort,
  gain,
  sample_urls: sample_urls.slice(0, 2).map((url) => url.slice(0, maxUrl)),
});

const schemaOf = (tasks: number): JsonSchema => ({
  type: 'object',
  properties: {
    summary: { type: 'string', minLength: 1, maxLength: 2_000 },
    priorities: {
      type: 'array',
      maxItems: maxPriorities,
      items: {
        type: 'object',
        properties: {
          tasks: { type: 'array', maxItems: 10, items: { type: 'integer', minimum: 1, maximum: tasks } },
          why: { type: 'string', minLength: 1, maxLength: 500 },
        },
        required: ['tasks', 'why'],
        additionalProperties: false,
      },
    },
  },
  required: ['summary', 'priorities'],
  additionalProperties: false,
});

/** The answer with ids of issues, each task named once; null where it names none. */
function toAdvice({ summary, priorities }: Written, shownTasks: readonly Task[]): Advice | null {
  const unnamed = new Set(shownTasks.keys());
  const priorityIssues = priorities.flatMap(({ tasks, why }) => {
    const namedTasks = new Set(tasks.map((number) => number - 1).filter((at) => unnamed.delete(at)));
    const issue_ids = shownTasks.flatMap((task, at) => (namedTasks.has(at) ? task.issue_ids : []));
    return issue_ids.length === 0 ? [] : [{ issue_ids, why }];
  });
  return priorityIssues.length === 0 ? null : { summary, priorities: priorityIssues };
}
