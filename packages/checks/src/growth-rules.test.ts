import { expect, test } from '@jest/globals';
import { growthRuleViolations } from './growth-rules.ts';
import { repositoryFiles } from './source-files.ts';

const snapshot = (number: string, ...tables: string[]) => ({
  path: `services/notes/migrations/meta/${number}_snapshot.json`,
  text: JSON.stringify({
    tables: Object.fromEntries(tables.map((name) => [`notes.${name}`, { schema: 'notes', name }])),
  }),
});
const rules = (...rows: string[]) =>
  [
    '# Scaling',
    '## The rule of each table',
    '',
    '| table | rule | reason |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '## Next',
  ].join('\n');

test('every table of every schema has a rule of its growth in scaling.md', () => {
  expect(growthRuleViolations(repositoryFiles('_snapshot.json'))).toEqual([]);
});

test('the tables are those of the newest snapshot, and a table of the runtime has one rule for all schemas', () => {
  const snapshots = [snapshot('0001', 'texts', 'inbox', 'authors'), snapshot('0000', 'old_texts')];
  const text = rules('| `notes.texts`, `authors` | kept | books |', '| `inbox` | 30 days | repeats |');
  expect(growthRuleViolations(snapshots, text)).toEqual([]);
});

test('a table without a rule, a rule without a table, two rules and a rule without words are found', () => {
  const text = rules(
    '| `notes.texts` | kept | books |',
    '| `notes.texts`, `gone` | kept | books |',
    '| `notes.authors` | | few |',
    '| `notes.letters` | kept |  |',
  );
  expect(growthRuleViolations([snapshot('0000', 'texts', 'authors', 'letters', 'marks')], text)).toEqual([
    'deploy/scaling.md: no rule for the growth of notes.marks',
    'deploy/scaling.md: there is no table notes.gone',
    'deploy/scaling.md: notes.texts has two rules',
    'deploy/scaling.md: a rule without words: | `notes.authors` | | few |',
    'deploy/scaling.md: a rule without words: | `notes.letters` | kept |  |',
  ]);
});

test('a row after the section names no table', () => {
  const text = `${rules('| `notes.texts` | kept | books |')}\n| \`notes.marks\` | kept | books |`;
  expect(growthRuleViolations([snapshot('0000', 'texts', 'marks')], text)).toEqual([
    'deploy/scaling.md: no rule for the growth of notes.marks',
  ]);
});
