import { expect, test } from '@jest/globals';
import { refusalPredicateViolations } from './refusal-predicates.ts';
import { repositoryFiles } from './source-files.ts';

const violations = (text: string) => refusalPredicateViolations([{ path: 'services/a/src/b.ts', text }]);

test('words of a refusal that are no predicate of a sentence are found', () => {
  for (const call of [
    "invalidField('html', 'either html or asset_id')",
    'invalidField(`rules.$' + '{at}`, `no user reaches this rule: rule $' + '{at} matches everyone`)',
    "invalidField(\n  'from',\n  'is in the past.',\n)",
  ])
    expect(violations(call)).toHaveLength(1);
});

test('predicates, and words that a value has, are accepted', () => {
  expect(
    violations("invalidField('from', 'is in the past: send a later time');\ninvalidField(path, problem);"),
  ).toEqual([]);
});

test('every refusal of a field in the repository continues the sentence that its field begins', () => {
  const files = repositoryFiles('.ts');
  expect(files.filter(({ text }) => text.includes('invalidField(')).length).toBeGreaterThan(60);
  expect(refusalPredicateViolations(files)).toEqual([]);
});
