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
  expect(publishClient('').output).toBe('published publish --provenance --access public --tag latest');
  expect(publishClient('npm error code E404', 1).output).toBe(
    'published publish --provenance --access public --tag latest',
  );
});

test('a version of the client that is published stays, and a registry without an answer stops the release', () => {
  const { version } = JSON.parse(readFileSync(`${root}packages/client/package.json`, 'utf8')) as { version: string };
  expect(publishClient(version)).toEqual({ status: 0, output: `@platform/client ${version} is published` });
  expect(publishClient('npm error code ECONNREFUSED', 1).status).toBe(1);
});

/** Runs a script whose registry and GitHub are a shell script: it gets the arguments of each program. */
function runWith(script: string, args: string[], programs: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'platform-release-'));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    IMAGE_REGISTRY: 'registry.example.com/team',
    IMAGE_REGISTRY_USER: 'robot',
    IMAGE_REGISTRY_TOKEN: 'token',
  };
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/release', script), args, { env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

/** A helm that packages version 1.2.3, and says this of a published chart. */
const helmThat = (show: string) => ({
  helm: `case "$1" in
    package) touch "$4/platform-1.2.3.tgz" ;;
    show) ${show} ;;
    push) echo "pushed to $3" ;;
  esac`,
});
const publishChart = (show: string) => runWith('publish-chart', ['1.2.3'], helmThat(show));

test('a chart is pushed once, and not while the registry does not answer', () => {
  expect(publishChart('echo "manifest unknown" >&2; exit 1')).toEqual({
    status: 0,
    output: 'pushed to oci://registry.example.com/team/charts',
  });
  expect(publishChart('echo "version: 1.2.3"')).toEqual({ status: 0, output: 'the chart 1.2.3 is published' });
  expect(publishChart('echo "connection refused" >&2; exit 1').status).toBe(1);
});

test('a release is announced once, and a pre-release as one', () => {
  const announce = (tag: string, isThere: boolean, whole = 'true') =>
    runWith('announce', [tag, 'a1b2', whole], {
      gh: `[ "$2" = view ] && exit ${isThere ? 0 : 1}; echo "$*"`,
      node: 'echo notes',
    }).output;
  expect(announce('v1.2.3', true)).toBe('the release v1.2.3 is announced');
  expect(announce('v1.2.3', false)).toBe('release create v1.2.3 --target a1b2 --title v1.2.3 --generate-notes');
  expect(announce('v1.3.0-rc.1', false)).toContain('--prerelease');
  const ofService = announce('seo-rkn/v1.4.2', false, 'false');
  expect([ofService.includes('--latest=false'), ofService.includes('--prerelease')]).toEqual([true, false]);
});

test('a commit that is not on main is no release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-release-'));
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const commit = (text: string) => {
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--allow-empty', '-m', text);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('remote', 'add', 'origin', folder);
  const first = commit('first');
  const second = commit('second');
  git('checkout', '--quiet', '-b', 'side', first);
  const side = commit('side');
  const statusOf = (sha: string) =>
    spawnSync(join(root, 'deploy/release/require-main'), [sha], { cwd: folder, encoding: 'utf8' }).status;
  expect([first, second, side].map(statusOf)).toEqual([0, 0, 1]);
});
