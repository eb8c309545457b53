import { expect, test } from '@jest/globals';
import { workerViolations } from './worker-imports.ts';

const violations = (files: Record<string, string>) =>
  workerViolations(Object.entries(files).map(([path, text]) => ({ path: `services/a/src/${path}`, text })));

test('a worker thread that loads all contracts through another file is refused', () => {
  expect(
    violations({
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
      'read-worker.ts':
        "import type { Plan } from '@platform/contracts';\nimport { isInn } from '@platform/contracts/inn';\n",
      'service.ts': "import { cms } from '@platform/contracts';\n",
    }),
  ).toEqual([]);
});
