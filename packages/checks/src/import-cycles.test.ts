import { expect, test } from '@jest/globals';
import { cycleViolations } from './import-cycles.ts';

const cycles = (files: Record<string, string>) =>
  cycleViolations(Object.entries(files).map(([path, text]) => ({ path: `services/a/src/${path}`, text })));

test('two files that import values of each other are refused', () => {
  expect(
    cycles({ 'x.ts': "import { y } from './sub/y.ts';\n", 'sub/y.ts': "import {\n  x,\n} from '../x.ts';\n" }),
  ).toEqual(['a cycle of imports by value: services/a/src/sub/y.ts → services/a/src/x.ts → services/a/src/sub/y.ts']);
});

test('a cycle through a re-export is refused', () => {
  expect(
    cycles({
      'index.ts': "export * from './x.ts';\n",
      'x.ts': "import { y } from './index.ts';\n",
    }),
  ).toHaveLength(1);
});

test('a cycle through types alone is allowed', () => {
  expect(
    cycles({
      'x.ts': "import { y } from './y.ts';\n",
      'y.ts': "import type { X } from './x.ts';\nimport { type Z } from './x.ts';\nexport type { X } from './x.ts';\n",
    }),
  ).toEqual([]);
});
