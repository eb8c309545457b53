import { expect, test } from '@jest/globals';
import { runbookBaseUrl, runbookViolations } from './runbooks.ts';

const rules = (url: string, alert = 'ServiceIsDown') =>
  `groups: [{ name: a, rules: [{ record: b }, { alert: ${alert}, annotations: { runbook_url: '${url}' } }] }]`;
const right = `${runbookBaseUrl}/deploy/runbook.md#serviceisdown`;
const runbook = '# Runbook\n\n## ServiceIsDown\n\n**Means:** a\n\n**Look:** b\n\n**Do:** c\n';

test('each alert links to a heading with its name, which says what it means, where to look and what to do', () => {
  expect(runbookViolations(rules(right), runbook)).toEqual([]);
});

test.each([
  ['a relative link', rules('deploy/runbook.md#serviceisdown'), runbook, 'ServiceIsDown: its runbook_url has to be'],
  ['the link of another alert', rules(right.replace('isdown', 'isup')), runbook, 'its runbook_url has to be'],
  ['an alert without an entry', rules(right), '# Runbook\n', "has no heading '## ServiceIsDown'"],
  ['an entry of no alert', rules(right), `${runbook}## GoneAlert\n`, 'no alert has the name GoneAlert'],
  ['an entry without a remedy', rules(right), runbook.replace('**Do:** c', ''), 'ServiceIsDown has to have'],
  ['an entry that begins with its remedy', rules(right), runbook.replace('**Means:**', '**Do:**'), 'has to have'],
])('%s is found', (_, text, book, problem) => {
  expect(runbookViolations(text, book)).toContainEqual(expect.stringContaining(problem));
});
