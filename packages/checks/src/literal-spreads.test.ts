import { expect, test } from '@jest/globals';
import { literalSpreadViolations } from './literal-spreads.ts';

const violations = (text: string) => literalSpreadViolations([{ path: 'services/a/src/b.ts', text }]);

test('a spread of a literal is refused, in an object, an array and a call, with its line', () => {
  for (const spread of [
    '({ ...{ a: 1, b: 2 }, c: 3 });',
    '[...[1, 2], ...rest];',
    'call(...[1, 2]);',
    "[...(['a', 'b'] as const)];",
    '({ ...({ a: 1 } satisfies Row) });',
    '({ ...\n// why\n{ a: 1 } });',
    '({ ...{} });',
  ])
    expect(violations(`const first = 1;\n${spread}\n`)).toEqual([
      'services/a/src/b.ts:2: a literal is spread: write its fields out',
    ]);
});

test('a spread of a variable, of a call and of a choice between literals is accepted', () => {
  expect(
    violations(`({ ...row, ...(isNew && { a: 1 }), ...(isOld ? { a: 1 } : {}), ...read({ a: 1 }) });
call(...values, ...[1, 2].map(String));
const text = 'an example of { ...{ a, b } }';
`),
  ).toEqual([]);
});
