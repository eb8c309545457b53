import { posix } from 'node:path';
import { isProductionFile, type SourceFile } from './source-files.ts';
import { valueImports } from './value-imports.ts';

const threadProgram = /\bprogram: new URL\('(?<program>[\w./-]+\.ts)', import\.meta\.url\)/g;
const dynamicImport = /\bimport\('(?<specifier>[^']+)'\)/g;

/** Modules that a file may load at any time, dynamic imports included. */
function loadedBy(file: SourceFile): string[] {
  const later = [...file.text.matchAll(dynamicImport)].flatMap(({ groups }) => {
    const specifier = groups?.specifier ?? '';
    return specifier.startsWith('.') ? [posix.normalize(posix.join(posix.dirname(file.path), specifier))] : [specifier];
  });
  return [...valueImports(file), ...later];
}

/** Paths of the programs of worker threads: the options of `Threads` name each as a URL beside their file. */
export const threadPrograms = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(threadProgram)].map(({ groups }) => posix.join(posix.dirname(path), groups?.program ?? '')),
  );

/**
 * Production files that run in worker threads alone: a program of a worker thread leads to them, and no other
 * production file does.
 * @param files every production file
 * @param packages path of the module behind the name of a workspace, such as `@platform/markdown/banner`
 */
export function threadFiles(files: readonly SourceFile[], packages: ReadonlyMap<string, string>): Set<string> {
  const imports = new Map(
    files
      .filter(({ path }) => isProductionFile(path))
      .map((file) => [file.path, loadedBy(file).map((name) => packages.get(name) ?? name)]),
  );
  const reachedFrom = (roots: readonly string[]): Set<string> => {
    const reached = new Set<string>();
    const open = [...roots];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      open.push(...(imports.get(path) ?? []));
    }
    return reached;
  };
  const inThreads = reachedFrom(threadPrograms(files).filter((path) => imports.has(path)));
  const onMain = reachedFrom([...imports.keys()].filter((path) => !inThreads.has(path)));
  return new Set([...inThreads].filter((path) => imports.has(path) && !onMain.has(path)));
}

/** The modules of the workspaces of a repository by the names under which others import them. */
export function workspaceModules(manifests: readonly SourceFile[]): Map<string, string> {
  return new Map(
    manifests.flatMap(({ path, text }) => {
      const { name, exports } = JSON.parse(text) as { name: string; exports?: unknown };
      if (typeof exports !== 'object' || exports === null) return [];
      return Object.entries(exports).flatMap(([subpath, target]) =>
        typeof target === 'string'
          ? [[posix.join(name, subpath), posix.join(posix.dirname(path), target)] as const]
          : [],
      );
    }),
  );
}
