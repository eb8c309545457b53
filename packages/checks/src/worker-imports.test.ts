import { expect, test } from '@jest/globals';
import { workerViolations } from './worker-imports.ts';

const violations = (files: Record<string, string>) =>
  workerViolations(Object.entries(files).map(([path, text]) => ({ path: `services/a/src/${path}`, text })));

const starter = "new Threads({ program: new URL('read-worker.ts', import.meta.url) });\n";

test('a worker thread that loads all contracts through another file is refused', () => {
  expect(
    violations({
      'read.ts': starter,
      'read-worker.ts': "import { limit } from './limits.ts';\n",
      'limits.ts': "import { limit } from '@platform/contracts';\nexport { limit };\n",
    }),
  ).toEqual([
    'a worker thread loads @platform/contracts: services/a/src/read-worker.ts → services/a/src/limits.ts → @platform/contracts',
  ]);
});

test('a worker thread may load one file of the contracts, and types of all of them', () => {
  expect(
    violations({
      'read-worker.ts': `import type { Plan } from '@platform/contracts';
import { isInn } from '@platform/contracts/inn';
`,
      'read.ts': `import { cms } from '@platform/contracts';\n${starter}`,
    }),
  ).toEqual([]);
});

test('a worker thread of the runtime itself loads single files, too', () => {
  const hash = { path: 'packages/runtime/src/hash.ts', text: starter };
  const worker = { path: 'packages/runtime/src/read-worker.ts', text: "import { newId } from './index.ts';\n" };
  expect(workerViolations([hash, worker])).toEqual([
    'a worker thread loads packages/runtime/src/index.ts: packages/runtime/src/read-worker.ts → packages/runtime/src/index.ts',
  ]);
});

test('a worker thread without limits is refused', () => {
  expect(violations({ 'read.ts': "new Worker(new URL('read-worker.ts', import.meta.url));\n" })).toEqual([
    'services/a/src/read.ts: starts a worker thread without limits; use Threads of @platform/threads',
  ]);
});
