import type { IssueOwner, RuleLocale } from '@platform/contracts';
import { type Task, toTask } from '../issues/list-tasks.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { codeSpan, plainText, shellWord } from './markdown.ts';
import { issuesByOwner } from './report.ts';
import type { ReportContent } from './report-content.ts';
import { reportTexts } from './report-texts.ts';
import { partOfType } from './verdict.ts';

/** Markdown of reports. Texts of pages appear only in code spans. */

/** Addresses of a task in a document. */
const shownSamples = 5;

export interface ReportDocument {
  score: number | null;
  content: ReportContent;
  locale: RuleLocale;
}

/** The plan as checklists by role. */
export function writeRunbook({ score, content, locale }: ReportDocument): string {
  const texts = reportTexts[locale];
  const fixes = content.tasks.map((task) => ({ task, fix: toTask(task, locale) }));
  const { fetched, pct } = content.coverage.pages;
  const lines = [
    `# ${texts.runbook}`,
    '',
    `${texts.score}: ${score ?? texts.unknown}. ${texts.coverage(fetched, pct)}`,
    '',
    ...issuesByOwner(content.tasks).flatMap(({ owner, issues }) => [
      `## ${texts.owners[owner]}: ${issues}`,
      '',
      ...fixes.filter(({ fix }) => fix.owner === owner).flatMap(({ task, fix }) => writeCheck(fix, task, locale)),
      '',
    ]),
    ...(fixes.length === 0 ? [texts.nothing, ''] : []),
  ];
  return lines.join('\n');
}

/** A task as an item of a checklist, its steps below it. */
function writeCheck(fix: Task, task: TaskRow, locale: RuleLocale): string[] {
  const texts = reportTexts[locale];
  return [
    `- [ ] **${plainText(fix.title)}** · ${texts.severities[fix.severity]} · ${fix.pages} · ${fix.effort}`,
    `  - ${texts.where}: ${plainText(fix.where)}`,
    ...fix.steps.map((step) => `  - [ ] ${plainText(step)}`),
    `  - ${texts.pages}: ${writeSamples(fix, locale)}`,
    ...checkCommand(task).map((command) => `  - ${texts.check}: ${codeSpan(command)}`),
    ...fix.acceptance.map((line) => `  - ${texts.acceptance}: ${plainText(line)}`),
  ];
}

const writeSamples = ({ sample_urls, pages }: Pick<Task, 'sample_urls' | 'pages'>, locale: RuleLocale): string => {
  const shown = sample_urls.slice(0, shownSamples);
  const more = pages - shown.length;
  return [...shown.map(codeSpan), ...(more > 0 ? [reportTexts[locale].more(more)] : [])].join(', ');
};

/** A command that shows the first fault of a task. */
function checkCommand({ issue_type, samples }: TaskRow): string[] {
  const first = samples[0];
  if (!first) return [];
  const word = shellWord(first.url);
  const part = partOfType(issue_type);
  if (part === 'crawl') return [`curl -sIL ${word}`];
  return part === 'performance' ? [`curl -so /dev/null -w '%{time_starttransfer}' ${word}`] : [];
}

/** One task as the text of an issue of a tracker, without its title. */
export function writeTaskBody(fix: Task, locale: RuleLocale): string {
  const texts = reportTexts[locale];
  return [
    `**${texts.where}:** ${plainText(fix.where)}`,
    '',
    `**${texts.pages} (${fix.pages}):**`,
    '',
    ...fix.sample_urls.map((url) => `- ${codeSpan(url)}`),
    '',
    `**${texts.steps}:**`,
    '',
    ...fix.steps.map((step, at) => `${at + 1}. ${plainText(step)}`),
    '',
    `**${texts.acceptance}:**`,
    '',
    ...fix.acceptance.map((line) => `- [ ] ${plainText(line)}`),
    '',
  ].join('\n');
}

/** Roles that a developer document is written for. */
export const developerOwners: readonly IssueOwner[] = ['landing_dev', 'operations'];

/** What developers have to do, the largest gain first. */
export function writeDeveloperDoc(items: readonly Task[], locale: RuleLocale): string {
  const texts = reportTexts[locale];
  return [
    `# ${texts.developerDoc}`,
    '',
    ...(items.length === 0 ? [texts.nothing, ''] : []),
    ...items.flatMap((fix, at) => [
      `## ${at + 1}. ${plainText(fix.title)}`,
      '',
      `${texts.owners[fix.owner]} · ${texts.severities[fix.severity]} · ${texts.effort} ${fix.effort}`,
      '',
      writeTaskBody(fix, locale),
    ]),
  ].join('\n');
}
