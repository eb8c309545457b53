import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openHelm, renderChart } from './helm-render.ts';
import { root } from './source-files.ts';

interface KeyReference {
  key: string;
  optional?: boolean;
}

/** Keys of Secrets that an object cannot do without, wherever they stand in it. */
function requiredKeys(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name !== 'secretKeyRef') return requiredKeys(value);
    const { key, optional } = value as KeyReference;
    return optional === true ? [] : [key];
  });
}

test('the Secret of the trial in a cluster has a value for every key that its pods need', async () => {
  const { objects, failure } = await renderChart(openHelm(), ['-f', join(root, 'helm/values-minimal.yaml')]);
  expect(failure).toBeNull();
  const file = join(mkdtempSync(join(tmpdir(), 'platform-trial-')), 'env');
  execFileSync(join(root, 'deploy/docker/make-env'), [file], { stdio: 'ignore' });
  // As deploy/release/test-in-kind writes a shop into it.
  const replacements = /^sed -i '(.*)' "\$work\/env"$/m.exec(
    readFileSync(join(root, 'deploy/release/test-in-kind'), 'utf8'),
  );
  execFileSync('sed', ['-i', replacements?.[1] ?? '', file]);
  const given = new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const needed = new Set(requiredKeys(objects));
  expect(needed.size).toBeGreaterThan(30);
  expect([...needed].filter((key) => (given.get(key) ?? '') === '')).toEqual([]);
});
