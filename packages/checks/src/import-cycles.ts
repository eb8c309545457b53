import type { SourceFile } from './source-files.ts';
import { valueImports } from './value-imports.ts';

/**
 * Cycles of imports by value: which file of a cycle is evaluated first depends on the file that imports it
 * first, and a constant of another may not be there yet. Depth-first search; each cycle is named once.
 */
export function cycleViolations(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, valueImports(file)]));
  const done = new Set<string>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    if (done.has(path)) return;
    const at = stack.indexOf(path);
    if (at !== -1) {
      found.push(`a cycle of imports by value: ${[...stack.slice(at), path].join(' → ')}`);
      return;
    }
    stack.push(path);
    for (const next of imports.get(path) ?? []) visit(next);
    stack.pop();
    done.add(path);
  };
  for (const path of [...imports.keys()].sort()) visit(path);
  return found;
}
