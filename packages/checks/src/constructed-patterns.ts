/** Program: prints each RegExp that a production module constructs while it loads, as JSON. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Pattern } from './patterns.ts';
import { isProductionFile, repositoryFiles, root } from './source-files.ts';

const found: Pattern[] = [];
const rootUrl = pathToFileURL(root).href;

/** The file of the repository that calls; null for packages. */
function callerOf(stack: string): string | null {
  const line = stack.split('\n').find((one) => one.includes(rootUrl) && !one.includes('constructed-patterns'));
  if (line === undefined || line.includes('/node_modules/')) return null;
  return /file:\/\/[^\s)]*?\.ts/.exec(line)?.[0].slice(rootUrl.length) ?? null;
}

const Original = globalThis.RegExp;
globalThis.RegExp = new Proxy(Original, {
  construct(target, [source, flags]: [string | RegExp, string?]) {
    const pattern = new target(source, flags);
    const path = callerOf(new Error('caller').stack ?? '');
    if (path !== null) found.push({ path, line: 0, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

const output = process.argv[2] ?? '';
const isLoadable = (path: string): boolean =>
  isProductionFile(path) && !/(?:main|write-[\w-]+|-worker)\.ts$/.test(path);
for (const { path, text } of repositoryFiles('.ts'))
  if (isLoadable(path) && !path.startsWith('deploy/') && !/'@jest\/globals'|'@platform\/testing'/.test(text))
    await import(pathToFileURL(root + path).href);
writeFileSync(output, JSON.stringify(found));
process.exit(0);
