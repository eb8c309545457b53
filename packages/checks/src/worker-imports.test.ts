import { expect, test } from '@jest/globals';
import { workerViolations } from './worker-imports.ts';

const violations = (files: Record<string, string>) =>
  workerViolations(Object.entries(files).map(([path, text]) => ({ path: `services/a/src/${path}`, text })));

const port = "import { parentPort } from 'node:worker_threads';\n";

test('a worker thread that loads all contracts through another file is refused', () => {
  expect(
    violations({
      'read-worker.ts': `${port}import { limit } from './limits.ts';\n`,
      'limits.ts': "import { limit } from '@platform/contracts';\nexport { limit };\n",
    }),
  ).toEqual([
    'a worker thread loads @platform/contracts: services/a/src/read-worker.ts → services/a/src/limits.ts → @platform/contracts',
  ]);
});

test('a worker thread may load one file of the contracts, and types of all of them', () => {
  expect(
    violations({
      'read-worker.ts': `${port}import type { Plan } from '@platform/contracts';
import { isInn } from '@platform/contracts/inn';
`,
      'read-in-worker.ts': "import { cms } from '@platform/contracts';\nnew Worker(program);\n",
      'service.ts': "import { cms } from '@platform/contracts';\n",
    }),
  ).toEqual([]);
});

test('a worker thread of the runtime itself loads single files, too', () => {
  const worker = { path: 'packages/runtime/src/hash-worker.ts', text: `${port}import { newId } from './index.ts';\n` };
  expect(workerViolations([worker])).toEqual([
    'a worker thread loads packages/runtime/src/index.ts: packages/runtime/src/hash-worker.ts → packages/runtime/src/index.ts',
  ]);
});
