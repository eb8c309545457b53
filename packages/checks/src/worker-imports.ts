import type { SourceFile } from './source-files.ts';
import { valueImports } from './value-imports.ts';

/** Packages that take half a second of CPU time and 50 MB to load, and their files. */
const heavyModules = new Set([
  '@platform/contracts',
  '@platform/runtime',
  'packages/contracts/src/index.ts',
  'packages/runtime/src/index.ts',
]);

/**
 * Worker threads that load all contracts or the whole runtime. A worker thread loads its own copy of each
 * module, often for one task; it imports a single file by its subpath. Its program names its `parentPort`.
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
  return files
    .filter(({ path, text }) => !path.endsWith('.test.ts') && text.includes('parentPort'))
    .map(({ path }) => path)
    .sort()
    .flatMap((path) => chainsFrom([path], new Set()));
}
