import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { diskFolder, eventually } from '@platform/testing';
import { freePort } from './free-port.ts';
import { copyRepository, type ScratchCopy } from './scratch-copy.ts';
import { openTerminal, payInBrowser, type Terminal } from './terminal.ts';

/**
 * A newcomer follows the guides: a clone of the repository, `make start` in it, and in a second terminal each
 * block of each guide, in order. What a guide shows as output is compared; `…` stands for anything.
 */

let home: string;
let clone: ScratchCopy;
let platform: ChildProcess;
let terminal: Terminal;

beforeAll(async () => {
  home = await mkdtemp(join(diskFolder(), 'platform-guides-'));
  clone = await copyRepository(join(home, 'application-platform'));
  const { MAKEFLAGS: _, MAKELEVEL: __, ...environment } = process.env;
  const [port, opsPort, issuerPort] = [await freePort(), await freePort(), await freePort()];
  platform = spawn('make', ['start'], {
    cwd: clone.root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment, PLATFORM_PORT: `${port}`, OPS_PORT: `${opsPort}`, LANDING_PORT: '0', LOG_LEVEL: 'warn' },
    detached: true,
  });
  const isWritten = () =>
    access(join(clone.root, '.platform/demo.json')).then(
      () => true,
      () => false,
    );
  await eventually(async () => platform.exitCode !== null || (await isWritten()), 300_000);
  if (platform.exitCode !== null) throw new Error('the platform did not start');
  const helm = dirname(await clone.succeed('node', 'packages/checks/src/helm-path.ts'));
  terminal = openTerminal(home, {
    HOME: home,
    PATH: `${helm}:${process.env.PATH}`,
    ISSUER_PORT: String(issuerPort),
    npm_config_update_notifier: 'false',
  });
});

afterAll(async () => {
  await terminal?.close();
  const exited = once(platform, 'exit');
  // The group: make starts the platform in a separate process.
  process.kill(-(platform.pid ?? 0), 'SIGINT');
  await exited;
  await rm(home, { recursive: true, force: true });
});

const blocksOf = async (name: string) => {
  const guide = await readFile(join(clone.root, `services/gateway/docs/${name}.md`), 'utf8');
  return [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
};

/** Output as a guide shows it, for a comparison with `…` as anything. */
const shown = (text: string): RegExp =>
  new RegExp(
    `^${text
      .trim()
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

test.each([
  'sell-a-plan',
  'conventions',
  'offline-trust',
  'landing-page',
  'customers-of-before',
  'flags-and-config',
  'events-and-funnels',
  'license-keys',
  'devices',
  'support',
  'reconcile',
  'static-builds',
  'languages-and-search',
  'leads-and-newsletter',
  'audits',
  'social',
  'personal-data',
  'kubernetes',
])('the guide %s works block by block, and prints what it shows', async (name) => {
  const blocks = await blocksOf(name);
  expect(blocks.filter(({ language }) => language !== 'sh' && language !== 'text')).toEqual([]);
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  let output = '';
  for (const { language, text } of blocks) {
    if (language === 'text') expect(output).toMatch(shown(text));
    else output = await terminal.type(text);
    if (text.includes('node buy.js')) await payInBrowser(output, /^https:\/\/example\.com\/bought$/);
  }
});

test('the guide identity-providers has settings alone, which another test sends and buys with', async () => {
  const blocks = await blocksOf('identity-providers');
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['json']));
});
