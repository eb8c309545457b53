import { expect, test } from '@jest/globals';
import { cacheViolations, environmentViolations, importViolations } from './import-boundaries.ts';

const workspaces = new Map(
  [
    'packages/client',
    'packages/contracts',
    'packages/runtime',
    'packages/markdown',
    'packages/sandbox',
    'packages/testing',
    'packages/threads',
    'services/billing',
    'services/catalog',
    'deploy/embedded',
  ].map((folder) => [`@platform/${folder.split('/')[1]}`, folder]),
);

const violations = (path: string, specifier: string) =>
  importViolations([{ path, text: `import { x } from '${specifier}';\n` }], workspaces);

test.each([
  ['services/billing/src/a.ts', '@platform/catalog', 'a service imports another service'],
  ['services/billing/src/a.ts', '../../catalog/src/b.ts', 'a service reaches into another folder'],
  ['deploy/embedded/src/a.ts', '@platform/billing', 'a second file of the embedded process imports a service'],
  ['deploy/embedded/demo-app/src/a.tsx', '@platform/contracts', 'the demo application knows more than an integrator'],
  ['deploy/embedded/src/a.ts', '@platform/client', 'the embedded process imports the client of integrators'],
  ['services/billing/src/a.ts', '@platform/sandbox', 'production code imports the sandbox'],
  ['services/billing/src/a.ts', '@platform/testing', 'production code imports the test harness'],
  ['packages/contracts/src/a.ts', 'express', 'the contracts know a library besides zod'],
  ['packages/contracts/src/a.ts', '@platform/runtime', 'the contracts know the runtime'],
  ['packages/runtime/src/a.ts', '@platform/contracts', 'the runtime knows a concrete contract'],
  ['packages/markdown/src/a.ts', '@platform/runtime', 'the renderer knows the platform'],
  ['packages/threads/src/a.ts', '@platform/contracts', 'the worker threads know the platform'],
  ['services/billing/test/a.test.ts', '@platform/catalog', 'the tests of a service import another service'],
])('%s importing %s is refused: %s', (path, specifier) => {
  expect(violations(path, specifier)).toHaveLength(1);
});

test.each([
  ['services/billing/src/a.ts', '@platform/contracts'],
  ['services/billing/src/a.ts', '@platform/markdown'],
  ['services/billing/src/a.ts', '@platform/threads'],
  ['packages/markdown/src/a.ts', '@platform/threads'],
  ['packages/runtime/src/a.ts', '@platform/threads'],
  ['services/billing/src/a.ts', './b.ts'],
  ['services/billing/test/a.test.ts', '@platform/testing'],
  ['packages/runtime/src/a.ts', '@platform/contracts/kit'],
  ['deploy/embedded/src/services.ts', '@platform/billing'],
  ['deploy/embedded/demo-app/src/a.tsx', '@platform/client/react'],
])('%s importing %s is allowed', (path, specifier) => {
  expect(violations(path, specifier)).toEqual([]);
});

test('an import over several lines and a lazy one are seen too', () => {
  const text = `import {\n  a,\n  b,\n} from '@platform/catalog';\nconst c = await import('@platform/catalog');\n`;
  expect(importViolations([{ path: 'services/billing/src/a.ts', text }], workspaces)).toHaveLength(2);
});

test('the environment is read in main.ts and nowhere else', () => {
  const text = 'const x = process.env.X;';
  expect(environmentViolations([{ path: 'services/billing/src/payments/a.ts', text }])).toHaveLength(1);
  expect(environmentViolations([{ path: 'services/billing/src/main.ts', text }])).toEqual([]);
});

test('a cache that is not bounded in bytes is refused in what runs, not in tests', () => {
  const text = 'const cache = new LRUCache({ max: 10 });';
  expect(cacheViolations([{ path: 'services/billing/src/a.ts', text }])).toHaveLength(1);
  expect(cacheViolations([{ path: 'services/billing/test/a.test.ts', text }])).toEqual([]);
  expect(cacheViolations([{ path: 'services/billing/src/a.ts', text: 'boundedCache({ maxBytes: 1 })' }])).toEqual([]);
});
