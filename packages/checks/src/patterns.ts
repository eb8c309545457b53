import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { checkSync } from 'recheck';
import { type ReviewedPattern, reviewedPatterns } from './reviewed-patterns.ts';
import { isProductionFile, repositoryFiles, root, type SourceFile } from './source-files.ts';
import { threadFiles, workspaceModules } from './thread-files.ts';

/** A regular expression of a production file. */
export interface Pattern {
  path: string;
  /** 0 for one that is constructed. */
  line: number;
  source: string;
  flags: string;
}

/** Patterns that the analyser found linear, as `/source/flags`: it takes up to seconds for one. */
export const linearFile = join(root, 'packages/checks/linear-patterns.json');
/** Time of the analyser for one pattern, in milliseconds. */
const timeout = 5_000;
const measure = 'node packages/checks/src/measure-patterns.ts';

export const nameOf = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

/** The literals of a file. */
export function literalsOf({ path, text }: SourceFile): Pattern[] {
  const found: Pattern[] = [];
  const { tokens = [] } = parse(text, { sourceType: 'module', plugins: ['typescript'], tokens: true });
  for (const token of tokens as { value?: unknown; loc: { start: { line: number } } }[]) {
    const { value, loc } = token;
    if (typeof value !== 'object' || value === null || !('pattern' in value && 'flags' in value)) continue;
    found.push({ path, line: loc.start.line, source: String(value.pattern), flags: String(value.flags) });
  }
  return found;
}

/** Patterns that production modules construct while they load, in a process of its own. */
export function constructedPatterns(): Pattern[] {
  const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
  try {
    const output = join(folder, 'patterns.json');
    const resolver = join(root, 'packages/runtime/resolve-modules.js');
    const program = fileURLToPath(new URL('constructed-patterns.ts', import.meta.url));
    execFileSync(process.execPath, ['--import', resolver, program, output], { cwd: root, stdio: ['ignore', 2, 2] });
    return JSON.parse(readFileSync(output, 'utf8')) as Pattern[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each regular expression that runs on the main thread of a production process, once for each file. */
export function productionPatterns(sources: readonly SourceFile[]): Pattern[] {
  const files = sources.filter(({ path }) => isProductionFile(path));
  const inThreads = threadFiles(files, workspaceModules(repositoryFiles('package.json')));
  const all = [...files.flatMap(literalsOf), ...constructedPatterns()].filter(({ path }) => !inThreads.has(path));
  return [...new Map(all.map((one) => [`${one.path} ${nameOf(one)}`, one])).values()];
}

/** Whether a review says what bounds the cost. */
export const isReviewed = (one: Pattern, reviewed: readonly ReviewedPattern[] = reviewedPatterns): boolean =>
  reviewed.some(({ path, pattern }) => path === one.path && pattern === nameOf(one));

/** What the analyser says: `linear`, or why it may be slow. It is no proof: a time-out is refused, too. */
export function analyse({ source, flags }: Pattern): string {
  process.env.RECHECK_BACKEND = 'pure';
  const result = checkSync(source, flags.replace(/[gyd]/g, ''), { timeout });
  if (result.status === 'safe') return 'linear';
  if (result.status === 'vulnerable') return result.complexity.summary;
  return `unknown (${result.error.kind})`;
}

/** What to do about a pattern without a verdict: the analyser reads it for the message alone. */
function adviceOn(one: Pattern): string {
  const result = analyse(one);
  return result === 'linear'
    ? 'has no verdict yet: run `make format`, which finds it linear and keeps that'
    : `is not known to be linear (${result}): write a linear form, or measure it (\`${measure}\`) and review it`;
}

/**
 * Regular expressions that are not known to be linear, and that no review bounds; reviews of patterns that are gone.
 * Verdicts are files of the repository, so that a slow machine finds what a fast one finds.
 * @param linear names of patterns that are known to be linear
 */
export function patternViolations(
  patterns: readonly Pattern[],
  linear: ReadonlySet<string>,
  reviewed: readonly ReviewedPattern[] = reviewedPatterns,
): string[] {
  const slow = patterns
    .filter((one) => !isReviewed(one, reviewed) && !linear.has(nameOf(one)))
    .map((one) => `${one.path}:${one.line}: ${nameOf(one)} ${adviceOn(one)}`);
  const names = new Set(patterns.map((one) => `${one.path} ${nameOf(one)}`));
  const stale = reviewed
    .filter(({ path, pattern }) => !names.has(`${path} ${pattern}`))
    .map(({ path, pattern }) => `reviewed-patterns.json names ${pattern} of ${path}, which is gone`);
  return [...slow, ...stale];
}

export const knownLinear = (): ReadonlySet<string> => new Set(JSON.parse(readFileSync(linearFile, 'utf8')) as string[]);
