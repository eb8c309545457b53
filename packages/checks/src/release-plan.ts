import { readFileSync } from 'node:fs';
import { serviceNames } from '@platform/contracts';
import { parse } from 'yaml';
import { changelogViolations } from './changelog.ts';
import { root } from './source-files.ts';

/** What a tag releases. */
export interface ReleasePlan {
  tag: string;
  version: string;
  /** Whether it is a release of the platform: every service, the chart and the client. */
  whole: boolean;
  /** Services whose images it publishes. */
  services: string[];
}

/** Versions as in semver 2.0.0, without build metadata, which no tag of an image may have. */
const tagForm = /^(?:([a-z][a-z-]*)\/)?v((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?)$/;

/** The text of a file of the repository. @throws Error of an absent file */
export type ReadFile = (path: string) => string;

const readRepositoryFile: ReadFile = (path) => readFileSync(root + path, 'utf8');

/**
 * The release of a tag: `v1.2.3` of the platform, `billing/v1.4.2` of one service.
 * @param services names of all services
 * @throws Error of a tag of another form or of an unknown service, of a chart with another version, and of a service
 * whose changelog has no entry of the version
 */
export function planRelease(
  tag: string,
  services: readonly string[] = serviceNames,
  readFile: ReadFile = readRepositoryFile,
): ReleasePlan {
  const [, service, version = ''] = tagForm.exec(tag) ?? [];
  if (version === '')
    throw new Error(`'${tag}' is no tag of a release: v1.2.3 of the platform, billing/v1.4.2 of one service`);
  if (service === undefined) {
    requireChartOf(version, readFile);
    return { tag, version, whole: true, services: [...services] };
  }
  if (!services.includes(service)) throw new Error(`'${service}' is no service: ${services.join(', ')}`);
  const [violation] = changelogViolations(readFile(changelogOf(service)), version, changelogOf(service));
  if (violation !== undefined) throw new Error(violation);
  return { tag, version, whole: false, services: [service] };
}

/** Where a service lists the releases of itself alone. */
const changelogOf = (service: string) => `services/${service}/CHANGELOG.md`;

/** The chart installs the images of its `appVersion`: at the tag of a release both versions are that of the tag. */
function requireChartOf(version: string, readFile: ReadFile): void {
  const chart = parse(readFile('helm/Chart.yaml')) as { version: string; appVersion: string };
  if (chart.version !== version || chart.appVersion !== version)
    throw new Error(
      `helm/Chart.yaml has version ${chart.version} and appVersion ${chart.appVersion}: ` +
        `the commit of v${version} needs ${version} in both`,
    );
}

/** The entry of a service release in its changelog, as Markdown; empty for a release of the platform. */
export function releaseNotes(
  { whole, services, version }: ReleasePlan,
  readFile: ReadFile = readRepositoryFile,
): string {
  if (whole) return '';
  const lines = readFile(changelogOf(services[0] ?? '')).split('\n');
  const from = lines.indexOf(`## ${version}`) + 1;
  const end = lines.findIndex((line, at) => at >= from && /^##? /.test(line));
  return lines
    .slice(from, end < 0 ? lines.length : end)
    .join('\n')
    .trim();
}

// node packages/checks/src/release-plan.ts <tag> [--notes]: the plan as outputs of a workflow step, or the notes.
if (import.meta.main) {
  try {
    const plan = planRelease(process.argv[2] ?? '');
    const outputs = Object.entries(plan).map(
      ([name, value]) => `${name}=${Array.isArray(value) ? JSON.stringify(value) : value}\n`,
    );
    process.stdout.write(process.argv[3] === '--notes' ? `${releaseNotes(plan)}\n` : outputs.join(''));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
