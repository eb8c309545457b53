import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from './harness.ts';
import { freePort, killWhatIsLeft, runNode } from './processes.ts';
import { copyRepository, type ScratchCopy } from './scratch-copy.ts';

const names = ['seo-rkn', 'demo'];

let folder: string;
let scratch: ScratchCopy;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-new-service-'));
  scratch = await copyRepository(join(folder, 'repository'));
}, 300_000);
afterAll(async () => {
  killWhatIsLeft();
  await rm(folder, { recursive: true, force: true });
});

test('new services are written and connected by one command, and pass every check', async () => {
  // The list of files is brought up to date once, after both.
  await scratch.succeed('node', 'packages/testing/src/new-service/main.ts', 'seo-rkn');
  await scratch.succeed('make', 'service', 'name=demo');
  expect(await scratch.succeed('make', 'check')).not.toContain('installing');
  const deployed = [
    'docker-compose.yml',
    'helm/values.yaml',
    'deploy/postgres/roles.sql',
    'deploy/prometheus/prometheus.yml',
    'deploy/prometheus/rules/platform.yml',
    'README.md',
  ];
  for (const path of deployed)
    expect([path, await readFile(join(scratch.root, path), 'utf8')]).toEqual([
      path,
      expect.stringContaining('seo-rkn'),
    ]);
}, 600_000);

test('the new services start in the embedded process and are healthy', async () => {
  const port = await freePort();
  const program = runNode(join(scratch.root, 'deploy/embedded/src/main.ts'), [], {
    PLATFORM_PORT: String(port),
    LANDING_PORT: '0',
    PLATFORM_DATA_DIR: join(folder, 'data'),
  });
  let services: Record<string, string> = {};
  await until(
    'the platform is healthy',
    async () => {
      if (!program.isRunning()) throw new Error(program.output());
      const answer = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null);
      if (answer?.status !== 200) return false;
      services = ((await answer.json()) as { data: { services: Record<string, string> } }).data.services;
      return true;
    },
    120_000,
  );
  for (const name of names) expect([name, services[name]]).toEqual([name, 'up']);
  // It seeds the demo application before it can be stopped without an error.
  await until('the welcome', () => program.output().includes(`${port}/docs`), 60_000);
  expect((await program.end('SIGTERM')).code).toBe(0);
}, 240_000);

test.each([
  ['a name that is there', 'demo', 'services/demo is there already'],
  ['the name of an engine', 'postgres', 'docker-compose.yml has a container postgres already'],
  ['no name', '', 'nothing is no name of a service'],
  ['a name with capitals', 'SeoRkn', 'SeoRkn is no name of a service'],
])('%s is refused before anything is written', async (_, name, sentence) => {
  const { code, output } = await scratch.run('node', 'packages/testing/src/new-service/main.ts', name);
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
});
