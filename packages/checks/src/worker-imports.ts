import { isProductionFile, type SourceFile } from './source-files.ts';
import { threadPrograms } from './thread-files.ts';
import { valueImports } from './value-imports.ts';

/** Packages that take half a second of CPU time and 50 MB to load, and their files. */
const heavyModules = new Set([
  '@platform/contracts',
  '@platform/runtime',
  'packages/contracts/src/index.ts',
  'packages/runtime/src/index.ts',
]);

/**
 * Worker threads that load all contracts or the whole runtime, and those without the limits of `Threads`. A worker thread
 * loads its own copy of each module, often for one task; it imports a single file by its subpath.
 */
export function workerViolations(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, valueImports(file)]));
  const chainsFrom = (chain: readonly string[], seen: Set<string>): string[] =>
    (imports.get(chain.at(-1) ?? '') ?? []).flatMap((next) => {
      if (heavyModules.has(next)) return [`a worker thread loads ${next}: ${[...chain, next].join(' → ')}`];
      if (seen.has(next)) return [];
      seen.add(next);
      return chainsFrom([...chain, next], seen);
    });
  const programs = threadPrograms(files.filter(({ path }) => !path.endsWith('.test.ts')));
  return [
    ...[...new Set(programs)].sort().flatMap((path) => chainsFrom([path], new Set())),
    ...files
      .filter(({ path, text }) => isProductionFile(path) && text.includes('new Worker('))
      .map(({ path }) => `${path}: starts a worker thread without limits; use Threads of @platform/threads`),
  ];
}
