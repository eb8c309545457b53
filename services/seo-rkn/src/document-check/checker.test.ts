import { afterAll, expect, test } from '@jest/globals';
import { sandboxDocument } from '@platform/sandbox';
import { createDocumentChecker } from './checker.ts';
import { clausesFor, newestClauses } from './clauses.ts';

const task = {
  clauses: clausesFor(newestClauses, 'marketing_consent'),
  kind: 'marketing_consent',
  policy: null,
  site: null,
  is_recorded: null,
  owner: { inn: null, name: null, today: '2026-11-24' },
};
const markdown = sandboxDocument('marketing_consent');
const checker = createDocumentChecker();
afterAll(() => checker.stop());

test('a text over its time ends its thread, and the next one gets another', async () => {
  const impatient = createDocumentChecker({ checkMs: 0 });
  // A million characters take longer than no time at all, so the thread is ended.
  expect(await impatient.check({ ...task, markdown: 'реклама товаров '.repeat(60_000) })).toBeNull();
  await impatient.stop();
  expect(await checker.check({ ...task, markdown })).not.toBeNull();
});
