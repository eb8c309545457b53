import { join } from 'node:path';
import { platform, routeTable } from '@platform/contracts';
import { type Helm, renderFile } from './helm-render.ts';
import { chart, readValues } from './helm-values.ts';
import { runbookBaseUrl, runbookPath } from './runbooks.ts';
import type { SourceFile } from './source-files.ts';

/** A command that installs the chart of this repository, up to the end of its line or of its quotation. */
const installCommand = /\bhelm (?:install|upgrade)(?: --install)? \S+ (?:helm|…) [^\n`"]*/g;

/** Minutes and seconds of `--timeout`; the five minutes of helm without it. */
function timeoutSecondsOf(command: string): number {
  const [, minutes, seconds] = /--timeout[ =](?:(\d+)m)?(?:(\d+)s)?/.exec(command) ?? [];
  return minutes === undefined && seconds === undefined ? 300 : Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

const defaultDeadline = (): number => readValues('values.yaml').migrations?.activeDeadlineSeconds ?? 0;

/**
 * Commands that end before a migration may: helm gives up, and the next try removes a Job that still runs.
 * @param files documents
 * @param deadlineSeconds time that a migration may take
 */
export const installCommandViolations = (
  files: readonly SourceFile[],
  deadlineSeconds: number = defaultDeadline(),
): string[] =>
  files.flatMap(({ path, text }) =>
    // A shell command goes on after a backslash at the end of a line.
    [...text.replaceAll(/\\\n\s*/g, ' ').matchAll(installCommand)]
      .filter(([command]) => timeoutSecondsOf(command) <= deadlineSeconds)
      .map(
        ([command]) =>
          `${path}: '${command.trim()}' ends after ${timeoutSecondsOf(command)} s, and a migration may take ${deadlineSeconds} s`,
      ),
  );

/** Paths of the API in the notes after an installation that do not exist, and a command there that ends too early. */
export async function notesViolations(helm: Helm, file: string, deadlineSeconds = 3_600): Promise<string[]> {
  const { output, failure } = await helm([
    'install',
    'platform',
    chart,
    '--dry-run=client',
    '-f',
    join(chart, file),
    '--set',
    `migrations.activeDeadlineSeconds=${deadlineSeconds}`,
  ]);
  const notes = output.split('\nNOTES:\n')[1];
  if (failure || notes === undefined) return [failure ?? 'the installation has no notes'];
  const known = routeTable(platform).map(({ endpoint }) => endpoint.path as string);
  const unknown = [...notes.matchAll(/\/v1\/[\w/-]+/g)].map(([path]) => path).filter((path) => !known.includes(path));
  return [
    ...unknown.map((path) => `the notes name ${path}, which is no path of the API`),
    ...installCommandViolations([{ path: 'templates/NOTES.txt', text: notes }], deadlineSeconds),
  ];
}

/** Links of alerts in a rendering that do not begin with the address that the values file names. */
export async function runbookLinkViolations(helm: Helm, file: string): Promise<string[]> {
  const base = readValues(file).monitoring?.prometheusRule?.runbookBaseUrl ?? runbookBaseUrl;
  const { objects } = await renderFile(helm, file);
  const links = objects
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap(({ spec }) => [...JSON.stringify(spec).matchAll(/"runbook_url":"([^"]*)"/g)].map(([, link = '']) => link));
  if (links.length === 0) return [`${file} has no alerts`];
  return links
    .filter((link) => !link.startsWith(`${base}/${runbookPath}#`))
    .map((link) => `${file}: an alert links to ${link}, not to ${base}`);
}
