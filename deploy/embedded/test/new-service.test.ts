import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from './harness.ts';
import { freePort, killWhatIsLeft, runNode } from './processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const names = ['seo-rkn', 'demo'];

let folder: string;
let scratch: string;

/** Runs a program in the scratch copy, as a shell of its own would: without the make around this test. */
async function inScratch(program: string, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const { MAKEFLAGS: _, MAKELEVEL: __, ...env } = process.env;
  const PATH = `${join(scratch, 'node_modules/.bin')}:${process.env.PATH}`;
  return run(program, args, { cwd: scratch, env: { ...env, PATH }, maxBuffer: 64 * 1_048_576 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}
const succeed = async (program: string, ...args: string[]): Promise<string> => {
  const { code, output } = await inScratch(program, ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-new-service-'));
  scratch = join(folder, 'repository');
  // Packages are linked and not copied, but for the file whose time the generator sets.
  const copy = `
    set -e
    mkdir -p "$1" && cd "$0"
    git ls-files --cached --others --exclude-standard | tar --ignore-failed-read -cf - -T - | tar -xf - -C "$1"
    for modules in node_modules packages/*/node_modules services/*/node_modules; do
      [ ! -d "$modules" ] || cp -al "$modules" "$1/$modules" || cp -a "$modules" "$1/$modules"
    done
    cp --remove-destination node_modules/.package-lock.json "$1/node_modules/.package-lock.json"
    git init --quiet "$1"`;
  await run('bash', ['-c', copy, root, scratch]);
}, 300_000);
afterAll(async () => {
  killWhatIsLeft();
  await rm(folder, { recursive: true, force: true });
});

test('new services are written and connected by one command, and pass every check', async () => {
  // The list of files is brought up to date once, after both.
  await succeed('node', 'packages/testing/src/new-service/main.ts', 'seo-rkn');
  await succeed('make', 'service', 'name=demo');
  expect(await succeed('make', 'check')).not.toContain('installing');
  const deployed = [
    'docker-compose.yml',
    'helm/values.yaml',
    'deploy/postgres/roles.sql',
    'deploy/prometheus/prometheus.yml',
    'deploy/prometheus/rules/platform.yml',
    'README.md',
  ];
  for (const path of deployed)
    expect([path, await readFile(join(scratch, path), 'utf8')]).toEqual([path, expect.stringContaining('seo-rkn')]);
}, 600_000);

test('the new services start in the embedded process and are healthy', async () => {
  const port = await freePort();
  const program = runNode(join(scratch, 'deploy/embedded/src/main.ts'), [], {
    PLATFORM_PORT: String(port),
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
  const { code, output } = await inScratch('node', 'packages/testing/src/new-service/main.ts', name);
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
});
