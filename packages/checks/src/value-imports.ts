import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** An import or re-export with its clause. A dynamic import loads later, if at all. */
const statement =
  /^(?:import|export)\s+(?<clause>[^'";]*?)\s*from\s+'(?<specifier>[^']+)';|^import\s+'(?<effect>[^']+)';/gm;

/** Whether a clause imports types alone, which do not exist when the program runs. */
function isTypeOnly(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = /^\{(?<names>[^}]*)\}$/.exec(clause.trim())?.groups?.names;
  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

/**
 * Modules that a file loads when it is loaded.
 * @returns paths in the repository for files of its workspace, names for packages
 */
export function valueImports({ path, text }: SourceFile): string[] {
  return [...text.matchAll(statement)].flatMap(({ groups }) => {
    const specifier = groups?.specifier ?? groups?.effect;
    if (specifier === undefined || isTypeOnly(groups?.clause ?? '')) return [];
    return [specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : specifier];
  });
}
