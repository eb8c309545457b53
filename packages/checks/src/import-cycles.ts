import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/**
 * An import or re-export of a relative path, with its clause. Dynamic imports load later and close no cycle.
 */
const statement =
  /^(?:import|export)\s+(?<clause>[^'";]*?)\s*from\s+'(?<specifier>\.[^']+)';|^import\s+'(?<effect>\.[^']+)';/gm;

/** Whether a clause imports types alone, which do not exist when the program runs. */
function isTypeOnly(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = /^\{(?<names>[^}]*)\}$/.exec(clause.trim())?.groups?.names;
  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

/** Files that a file needs when it is loaded, within its workspace. */
function valueImports({ path, text }: SourceFile): string[] {
  return [...text.matchAll(statement)].flatMap(({ groups }) => {
    const specifier = groups?.specifier ?? groups?.effect;
    if (specifier === undefined || isTypeOnly(groups?.clause ?? '')) return [];
    return [posix.normalize(posix.join(posix.dirname(path), specifier))];
  });
}

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
