import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** `packages/runtime`, `services/billing`, `deploy/embedded`. */
const workspaceOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const isTest = (path: string): boolean => /(^|\/)test\/|\.test\.ts$/.test(path);

/** The example application for browsers. */
const demoApp = 'deploy/embedded/demo-app/';

/** The one file that imports services, so that a new one needs no second place. */
const registry = 'deploy/embedded/src/services.ts';

/** Imports between workspaces that production code may use; itself and npm packages are always allowed. */
function mayImport(path: string, target: string): boolean {
  const from = workspaceOf(path);
  if (from === target) return true;
  if (target.startsWith('services/')) return path === registry;
  if (from === 'packages/contracts' || from === 'packages/sandbox' || from === 'packages/threads') return false;
  if (from === 'packages/markdown') return target === 'packages/threads';
  if (from === 'packages/runtime') return ['packages/contracts', 'packages/threads'].includes(target);
  if (from === 'packages/testing')
    return ['packages/contracts', 'packages/runtime', 'packages/sandbox'].includes(target);
  if (from === 'packages/checks')
    return ['packages/contracts', 'packages/runtime', 'packages/testing', 'packages/threads'].includes(target);
  if (from === 'packages/bench') return !target.startsWith('services/');
  // It runs in browsers, and may import only what an integrator can import.
  if (path.startsWith(demoApp)) return target === 'packages/client';
  if (from === 'deploy/embedded')
    return ['packages/contracts', 'packages/runtime', 'packages/sandbox'].includes(target);
  return ['packages/contracts', 'packages/runtime', 'packages/markdown', 'packages/threads'].includes(target);
}

/** Of the contracts, the runtime may know the vocabulary, never a concrete one. */
const runtimeMayKnow = new Set([
  '@platform/contracts/audit',
  '@platform/contracts/body-limits',
  '@platform/contracts/cut-text',
  '@platform/contracts/decode-percent',
  '@platform/contracts/kit',
  '@platform/contracts/errors',
  '@platform/contracts/faults',
  '@platform/contracts/route-table',
  '@platform/contracts/service-names',
  '@platform/contracts/trim-characters',
]);

/** Workspace that an import leads to, or null for npm packages and node. */
function targetOf(file: string, specifier: string, workspaces: ReadonlyMap<string, string>): string | null {
  if (specifier.startsWith('.')) return workspaceOf(posix.normalize(posix.join(posix.dirname(file), specifier)));
  const name = specifier.split('/').slice(0, 2).join('/');
  return workspaces.get(name) ?? null;
}

/** Tests that feed single parsers of all workspaces: what no package exports. */
const parserTests = 'deploy/embedded/test/foreign-bytes/';

/**
 * Imports that cross a line of the design: services import packages and never each other, the contracts
 * import only zod, the runtime imports no concrete contract, and production code never imports tests, sandbox
 * or bench.
 * @param workspaces package name → folder
 */
export function importViolations(files: readonly SourceFile[], workspaces: ReadonlyMap<string, string>): string[] {
  return files.flatMap(({ path, text }) => {
    const from = workspaceOf(path);
    const specifiers = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\s[^'"\n;]*?(?:\n[^'";]*?)?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
      ),
    ];
    return specifiers.flatMap((match) => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      const target = targetOf(path, specifier, workspaces);
      const say = (why: string) => [`${path}: imports ${specifier}: ${why}`];
      if (target !== null && specifier.startsWith('.') && target !== from && !path.startsWith(parserTests))
        return say('reach other workspaces by their package name');
      if (isTest(path))
        return target?.startsWith('services/') && from.startsWith('services/') && target !== from
          ? say('a service never imports another')
          : [];
      if (from === 'packages/contracts' && target === null && specifier !== 'zod' && !specifier.startsWith('node:'))
        return say('the contracts know zod alone');
      if (from === 'packages/runtime' && target === 'packages/contracts' && !runtimeMayKnow.has(specifier))
        return say('the runtime knows no concrete contract');
      return target !== null && !mayImport(path, target) ? say(`${from} may not know ${target}`) : [];
    });
  });
}

/** Caches that are bounded by their number of entries, and why that bounds their memory. */
const boundedByCount = new Set([
  // Reads of many callers share one fetch; it names its bytes itself.
  'packages/runtime/src/storage/assets.ts',
  'packages/runtime/src/bounded-cache.ts',
  // Names of an application, a thousand at the most, of a hundred characters at the most.
  'services/analytics/src/ingest/event-names.ts',
  // Three days.
  'services/analytics/src/site-events/visitor-salts.ts',
]);

/** Callers decide how many entries a cache has and how long they are, so its bound is in bytes. */
export const cacheViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(services|packages\/runtime|deploy)\//.test(path) && !isTest(path))
    .filter(({ path, text }) => text.includes('new LRUCache') && !boundedByCount.has(path))
    .map(({ path }) => `${path}: has a cache that is not bounded in bytes; use boundedCache`);

/**
 * Reading the environment is the business of configuration and of programs, so that every variable is
 * declared.
 */
export const environmentViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(services|packages\/(runtime|contracts))\//.test(path) && !isTest(path))
    .filter(({ path, text }) => text.includes('process.env') && !/\/src\/main\.ts$/.test(path))
    .map(({ path }) => `${path}: reads process.env; declare it in a config instead`);
