import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './source-files.ts';

/** Scripts of a release against what a registry says. The registries are foreign: their programs are stand-ins here. */
function run(script: string, args: string[], program: string, answer: { says: string; code: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'platform-release-'));
  const text = `#!/bin/sh\nif [ "$1" = publish ]; then echo "published $*"; else echo '${answer.says}'; exit ${answer.code}; fi\n`;
  writeFileSync(join(folder, program), text);
  chmodSync(join(folder, program), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/release', script), args, { env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

const image = 'registry.example.com/team/platform-billing:1.4.2';
const askImage = (says: string, code = 0) => run('published-image', [image, 'a1b2'], 'docker', { says, code });
/** As buildx prints it: with line breaks, and a space behind each colon. */
const imageOf = (commit: string) => {
  const platform = { config: { Labels: { 'org.opencontainers.image.revision': commit } } };
  return JSON.stringify({ 'linux/amd64': platform, 'linux/arm64': platform }, null, 2);
};

test('an image that the registry does not have is pushed', () => {
  expect(askImage('ERROR: registry.example.com/team/platform-billing:1.4.2: not found', 1)).toEqual({
    status: 0,
    output: 'push=true',
  });
});

test('an image of the same commit is not pushed again, so a release that stopped half way can be repeated', () => {
  expect(askImage(imageOf('a1b2'))).toEqual({ status: 0, output: 'push=false' });
});

test('a published version of another commit is never replaced', () => {
  expect(askImage(imageOf('c3d4'))).toEqual({
    status: 1,
    output: `${image} is published from another commit: take a later version.`,
  });
});

test('nothing is pushed while the registry does not answer', () => {
  const { status, output } = askImage('ERROR: dial tcp: connection refused', 1);
  expect([status, output]).toEqual([1, expect.stringContaining('does not say whether')]);
});

const publishClient = (says: string, code = 0) => run('publish-client', [], 'npm', { says, code });

test('the client is published with its provenance when its version is new', () => {
  expect(publishClient('').output).toBe('published publish --provenance --access public');
  expect(publishClient('npm error code E404', 1).output).toBe('published publish --provenance --access public');
});

test('a version of the client that is published stays, and a registry without an answer stops the release', () => {
  const { version } = JSON.parse(readFileSync(`${root}packages/client/package.json`, 'utf8')) as { version: string };
  expect(publishClient(version)).toEqual({ status: 0, output: `@platform/client ${version} is published` });
  expect(publishClient('npm error code ECONNREFUSED', 1).status).toBe(1);
});
