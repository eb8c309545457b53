import { expect, test } from '@jest/globals';
import { nodeImageViolations, versionViolations } from './versions.ts';

const manifest = (path: string, versions: Record<string, string>) => ({
  path,
  text: JSON.stringify({ devDependencies: versions }),
});

test('a dependency has one exact version in all workspaces', () => {
  const root = manifest('package.json', { pg: '8.1.0', zod: '^4.0.0' });
  const other = manifest('packages/a/package.json', { pg: '8.2.0' });
  expect(versionViolations([root, other])).toEqual([
    'package.json: zod ^4.0.0 is not an exact version',
    'packages/a/package.json: pg 8.2.0, but package.json has 8.1.0',
  ]);
});

test('an image has the Node that the tests run with', () => {
  const manifests = [manifest('package.json', { node: '24.21.0' })];
  const dockerfile = (version: string) => [{ path: 'Dockerfile', text: `ARG NODE_IMAGE=node:${version}-slim\n` }];
  expect(nodeImageViolations(manifests, dockerfile('24.21.0'))).toEqual([]);
  expect(nodeImageViolations(manifests, dockerfile('24.11.1'))).toEqual([
    'Dockerfile: node 24.11.1, but the tests run with 24.21.0',
  ]);
});
