import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openHelm, renderChart } from './helm-render.ts';
import { root } from './source-files.ts';

const hashOf = (...paths: string[]) =>
  createHash('sha256')
    .update(paths.map((path) => readFileSync(join(root, path), 'utf8')).join(''))
    .digest('hex');

test('an engine of the chart restarts when its users or their rights change, and PostgreSQL does not', async () => {
  const { objects, failure } = await renderChart(openHelm(), ['-f', join(root, 'helm/values-minimal.yaml')]);
  expect(failure).toBeNull();
  const configOf = (engine: string) => {
    const found = objects.find(
      ({ kind, metadata }) => kind === 'StatefulSet' && metadata?.name === `platform-${engine}`,
    ) as { spec?: { template?: { metadata?: { annotations?: Record<string, string> } } } } | undefined;
    return found?.spec?.template?.metadata?.annotations?.['checksum/config'];
  };
  expect(configOf('nats')).toBe(hashOf('deploy/nats/nats.conf', 'deploy/nats/permissions.conf'));
  expect(configOf('redis')).toBe(hashOf('deploy/redis/users'));
  expect(configOf('postgresql')).toBeUndefined();
});
