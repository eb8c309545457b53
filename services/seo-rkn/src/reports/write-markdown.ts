import type { IssueOwner, IssueType, RuleLocale } from '@platform/contracts';
import { type Task, toTask } from '../issues/list-tasks.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { codeSpan, plainText, shellWord } from './markdown.ts';
import { issuesByOwner } from './report.ts';
import type { ReportContent } from './report-content.ts';
import { type RelatedKind, reportTexts } from './report-texts.ts';
import { partOfType } from './verdict.ts';

/** Markdown of reports. Texts of pages appear only in code spans. */

/** Issues of a task that a checklist names, and that a document describes. */
const shownSamples = 5;
const describedSamples = 10;
/** Other addresses of one issue. */
const shownRelated = 10;

const relatedKinds: Partial<Record<IssueType, RelatedKind>> = {
  http_4xx: 'linking',
  redirect_chain: 'linking',
  broken_external_link: 'linking',
  duplicate_title: 'alike',
  duplicate_content: 'alike',
  missing_description: 'alike',
  page_not_in_sitemap: 'absent',
  images_without_alt: 'images',
  broken_image: 'images',
  mixed_content: 'files',
  sitemap_unreachable: 'files',
  hreflang_invalid: 'versions',
};

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
    ...fix.samples
      .slice(0, 1)
      .flatMap((sample) => writeEvidence(sample, fix.issue_type, locale))
      .map((line) => `    - ${line}`),
    ...checkCommand(task).map((command) => `  - ${texts.check}: ${codeSpan(command)}`),
    ...fix.acceptance.map((line) => `  - ${texts.acceptance}: ${plainText(line)}`),
  ];
}

const writeSamples = ({ samples, pages }: Pick<Task, 'samples' | 'pages'>, locale: RuleLocale): string => {
  const shown = samples.slice(0, shownSamples);
  const more = pages - shown.length;
  return [...shown.map(({ url }) => codeSpan(url)), ...(more > 0 ? [reportTexts[locale].more(more)] : [])].join(', ');
};

/** A command that shows the first fault of a task: headers for faults of answers, the page for those of its head. */
function checkCommand({ issue_type, samples }: TaskRow): string[] {
  const first = samples[0];
  if (!first) return [];
  const word = shellWord(first.url);
  const pattern = patternsOfHead[issue_type];
  if (pattern !== undefined) return [`curl -sL ${word} | grep -io ${shellWord(pattern)}`];
  if (partOfType(issue_type) === 'performance') return [`curl -so /dev/null -w '%{time_starttransfer}' ${word}`];
  return answerTypes.has(issue_type) ? [`curl -sIL ${word}`] : [];
}

/** What the HTML of a page shows of a fault. */
const patternsOfHead: Partial<Record<IssueType, string>> = {
  missing_canonical: '<link[^>]*canonical[^>]*>',
  canonical_to_home: '<link[^>]*canonical[^>]*>',
  noindex_in_sitemap: '<meta[^>]*robots[^>]*>',
  hreflang_invalid: '<link[^>]*hreflang[^>]*>',
  missing_title: '<title>[^<]*',
  missing_description: '<meta[^>]*description[^>]*>',
  missing_h1: '<h1[^>]*>[^<]*',
  multiple_h1: '<h1[^>]*>[^<]*',
  missing_lang: '<html[^>]*>',
  missing_viewport: '<meta[^>]*viewport[^>]*>',
  missing_og: '<meta[^>]*og:[^>]*>',
};

/** Faults that the status and the headers of an answer show. */
const answerTypes: ReadonlySet<IssueType> = new Set([
  'sitemap_unreachable',
  'robots_unreachable',
  'robots_blocks_all',
  'http_4xx',
  'http_5xx',
  'http_unreachable',
  'redirect_chain',
  'mirror_not_redirected',
  'cms_item_not_live',
  'broken_external_link',
  'charset_mismatch',
]);

/** What was seen at one address, as lines of a list below it. */
export function writeEvidence(
  { evidence }: Task['samples'][number],
  issueType: IssueType,
  locale: RuleLocale,
): string[] {
  if (!evidence) return [];
  const texts = reportTexts[locale];
  const { measured, threshold, selector, snippet, pages, related = [] } = evidence;
  const limit = threshold === undefined ? '' : ` (${texts.limit}: ${codeSpan(String(threshold))})`;
  const shown = related.slice(0, shownRelated).map(codeSpan);
  const total = pages ?? (typeof measured === 'number' && relatedKinds[issueType] !== 'linking' ? measured : 0);
  const more = Math.max(total, related.length) - shown.length;
  return [
    ...(measured === undefined || measured === '' ? [] : [`${texts.found}: ${codeSpan(String(measured))}${limit}`]),
    ...(selector ? [`${texts.place}: ${codeSpan(selector)}`] : []),
    ...(snippet ? [`${texts.text}: ${codeSpan(snippet)}`] : []),
    ...(pages === undefined ? [] : [`${texts.affected}: ${pages}`]),
    ...(shown.length === 0
      ? []
      : [
          `${texts.related[relatedKinds[issueType] ?? 'pages']}: ${[...shown, ...(more > 0 ? [texts.more(more)] : [])].join(', ')}`,
        ]),
  ];
}

/** The addresses of a task, the first ones with what was seen there. */
function writeFindings({ samples, pages, issue_type }: Task, locale: RuleLocale): string[] {
  const more = pages - samples.length;
  return [
    ...samples.flatMap((sample, at) => [
      `- ${codeSpan(sample.url)}`,
      ...(at < describedSamples ? writeEvidence(sample, issue_type, locale).map((line) => `  - ${line}`) : []),
    ]),
    ...(more > 0
      ? [`- ${reportTexts[locale].more(more)}: ${codeSpan(`GET …/seo/issues?issue_type=${issue_type}&format=csv`)}`]
      : []),
  ];
}

/** One task as the text of an issue of a tracker, without its title. */
export function writeTaskBody(fix: Task, locale: RuleLocale): string {
  const texts = reportTexts[locale];
  return [
    `**${texts.where}:** ${plainText(fix.where)}`,
    '',
    `**${texts.pages} (${fix.pages}):**`,
    '',
    ...writeFindings(fix, locale),
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
