import { expect, test } from '@jest/globals';
import { installCommandViolations } from './helm-commands.ts';

const violations = (text: string) => installCommandViolations([{ path: 'README.md', text }], 600);

test('a documented installation waits longer than a migration may take', () => {
  expect(violations('`helm install platform helm -n platform -f my-values.yaml --wait --timeout 15m`')).toEqual([]);
  expect(violations('`helm upgrade platform helm -n platform --wait --timeout 601s`')).toEqual([]);
  expect(violations('helm upgrade platform helm -n platform \\\n  --wait --timeout 12m30s\n')).toEqual([]);
  expect(violations('`helm install another-chart stable/redis -n platform --wait`')).toEqual([]);
});

test.each([
  ['helm upgrade platform helm -n platform --wait', 300],
  ['helm install platform helm --wait --timeout 10m', 600],
  ['helm upgrade --install platform helm \\\n  --timeout=90s', 90],
  ['helm upgrade platform … -n platform --wait', 300],
])('%s is found: it gives up before a migration does', (command, seconds) => {
  expect(violations(`Run \`${command}\` then.`)).toEqual([
    expect.stringMatching(new RegExp(`^README.md: .* ends after ${seconds} s, and a migration may take 600 s$`)),
  ]);
});
