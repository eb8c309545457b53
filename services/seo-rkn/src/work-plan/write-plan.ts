import type { RuleLocale, SeoPlanDocument } from '@platform/contracts';
import type { z } from 'zod';
import { codeSpan, plainText } from '../reports/markdown.ts';
import { reportTexts } from '../reports/report-texts.ts';
import { writeEvidence, writeTaskBody } from '../reports/write-markdown.ts';
import type { Plan, PlannedTask } from './plan.ts';

type PlanDocument = z.output<typeof SeoPlanDocument>;
export type PlanStyle = 'checklist' | 'github';

/** A plan as a document and as tickets. Texts of pages appear only in code spans. */
export function writePlan(plan: Plan, style: PlanStyle, locale: RuleLocale): PlanDocument {
  const texts = reportTexts[locale];
  const section = (title: string, tasks: readonly PlannedTask[]) =>
    tasks.length === 0 ? [] : [`## ${title}`, '', ...tasks.flatMap((task) => writeTask(task, style, locale)), ''];
  const open = ({ open_now }: PlannedTask) => open_now > 0;
  const isEmpty = plan.unplanned.length === 0 && plan.weeks.every(({ tasks }) => tasks.length === 0);
  return {
    markdown: [
      `# ${texts.plan}`,
      '',
      ...(isEmpty ? [texts.nothing, ''] : []),
      ...plan.weeks.flatMap(({ week, tasks }) => section(`${texts.week} ${week}`, tasks)),
      ...section(texts.unplanned, plan.unplanned),
    ].join('\n'),
    items: plan.weeks.flatMap(({ week, tasks }) =>
      tasks.filter(open).map(({ task, open_now }) => ({
        title: `SEO: ${task.title} (${open_now})`,
        body:
          style === 'github' ? writeTaskBody(task, locale) : writeTask({ task, open_now }, style, locale).join('\n'),
        labels: ['seo', `severity:${task.severity}`, `owner:${task.owner}`, `effort:${task.effort}`, `week:${week}`],
      })),
    ),
  };
}

function writeTask(
  { task, open_now }: Pick<PlannedTask, 'task' | 'open_now'>,
  style: PlanStyle,
  locale: RuleLocale,
): string[] {
  const texts = reportTexts[locale];
  const about = `${texts.owners[task.owner]} · ${texts.severities[task.severity]} · ${task.effort} · ${task.pages}`;
  const first = task.samples[0];
  if (style === 'github') return [`### ${plainText(task.title)}`, '', about, '', writeTaskBody(task, locale)];
  return [
    `- [${open_now === 0 ? 'x' : ' '}] **${plainText(task.title)}** · ${about}`,
    ...task.steps.map((step) => `  - ${plainText(step)}`),
    ...(first === undefined ? [] : [`  - ${texts.pages}: ${codeSpan(first.url)}`]),
    ...(first === undefined ? [] : writeEvidence(first, task.issue_type, locale).map((line) => `    - ${line}`)),
    ...task.acceptance.map((line) => `  - ${texts.acceptance}: ${plainText(line)}`),
  ];
}
