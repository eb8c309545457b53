import { expect, test } from '@jest/globals';
import { threadFiles, workspaceModules } from './thread-files.ts';

const at = (name: string) => `services/cms/src/${name}.ts`;
const files = [
  { path: at('reader'), text: "new Threads({ program: new URL('reader-worker.ts', import.meta.url) });\n" },
  { path: at('reader-worker'), text: "import { parse } from './parse.ts';\nimport { clean } from './clean.ts';\n" },
  { path: at('parse'), text: "import { cut } from '@platform/markdown/banner';\n" },
  { path: at('clean'), text: '' },
  { path: 'packages/markdown/src/banner.ts', text: '' },
];
const packages = workspaceModules([
  {
    path: 'packages/markdown/package.json',
    text: '{"name":"@platform/markdown","exports":{"./banner":"./src/banner.ts"}}',
  },
]);
const inThreads = (...more: typeof files) => [...threadFiles([...files, ...more], packages)];

test('a file that the program of a thread alone imports runs in the thread', () => {
  const banner = 'packages/markdown/src/banner.ts';
  expect(new Set(inThreads())).toEqual(new Set([at('reader-worker'), at('parse'), at('clean'), banner]));
});

test.each([
  ["import { clean } from './clean.ts';\n", at('clean')],
  ["const later = () => import('./clean.ts');\n", at('clean')],
  ["import { cut } from '@platform/markdown/banner';\n", 'packages/markdown/src/banner.ts'],
])('a file that the main thread imports, too, does not: %j', (text, path) => {
  expect(inThreads({ path: at('main'), text })).not.toContain(path);
});

test('an import of a type loads nothing', () => {
  expect(inThreads({ path: at('main'), text: "import type { Clean } from './clean.ts';\n" })).toContain(at('clean'));
});
