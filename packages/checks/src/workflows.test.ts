import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { repositoryFiles, root } from './source-files.ts';
import { workflowViolations } from './workflows.ts';

const release = '.github/workflows/release.yml';
const releaseText = readFileSync(root + release, 'utf8');

const violations = (text: string) => workflowViolations([{ path: release, text }]);
const workflow = (step: string) =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-24.04\n    steps:\n      - ${step}\n`;

test('the workflows have no finding', async () => {
  expect(await workflowViolations(repositoryFiles('.yml').filter(({ path }) => path.startsWith('.github/')))).toEqual(
    [],
  );
});

test('an output of a job that is not waited for is found', async () => {
  const text = releaseText.replace('needs: [plan, tests]', 'needs: [tests]');
  expect((await violations(text)).join('\n')).toContain('property "plan" is not defined');
});

test('an input that an action does not have is found', async () => {
  expect((await violations(workflow('uses: actions/checkout@v4\n        with: { depth: 1 }'))).join('\n')).toContain(
    'input "depth" is not defined',
  );
});

test('a step of a text that bash cannot read, or of an absent program, is found', async () => {
  expect((await violations(workflow('run: "if true"'))).join('\n')).toContain('syntax error');
  expect(await violations(workflow('run: deploy/release/ship'))).toEqual([
    `${release}: a step runs deploy/release/ship, which is absent or not executable`,
  ]);
});

test('a job that publishes waits for the tests of its commit', async () => {
  const untested = releaseText
    .replace('needs: [plan, tests]', 'needs: [plan]')
    .replaceAll('needs.tests.result', 'needs.plan.result');
  expect(await violations(untested)).toEqual(
    ['image', 'chart', 'client', 'announce'].map(
      (job) => `${release}: the job ${job} publishes, and waits for no tests (a job that uses ci.yml)`,
    ),
  );
});
