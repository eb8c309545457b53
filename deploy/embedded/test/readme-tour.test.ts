import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { openTerminal, payInBrowser } from './terminal.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
let platform: ChildProcessWithoutNullStreams;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-tour-'));
  const probe = await listen(() => {}, { port: 0, host: '127.0.0.1' });
  await probe.close(0);
  platform = spawn(process.execPath, [join(root, 'deploy/embedded/src/main.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      PLATFORM_PORT: String(probe.port),
      LANDING_PORT: '0',
      APP_PORT: '0',
      PLATFORM_DATA_DIR: '.platform',
    },
  });
  platform.stdout.on('data', () => {});
  platform.stderr.pipe(process.stderr);
  for (;;) {
    const written = await access(join(folder, '.platform/demo.json')).then(
      () => true,
      () => false,
    );
    if (written) return;
    if (platform.exitCode !== null) throw new Error('the platform did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

afterAll(async () => {
  const exited = once(platform, 'exit');
  platform.kill('SIGINT');
  await exited;
  await rm(folder, { recursive: true, force: true });
});

test('the tour of the README works word for word, with the checkout page clicked in a browser', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const tour = readme.slice(readme.indexOf('## The tour'), readme.indexOf('## How it is laid out'));
  const steps = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
  expect(steps.length).toBeGreaterThanOrEqual(6);
  const terminal = openTerminal(folder);
  const answers: string[] = [];
  try {
    for (const step of steps) {
      const answer = await terminal.type(step);
      answers.push(answer);
      // Back where the app sent the person from, without anything in the address that could be trusted.
      if (step.includes('confirmation_url')) await payInBrowser(answer, /\/docs$/);
    }
  } finally {
    await terminal.close();
  }

  const registered = answers.find((answer) => answer.includes('"created"')) ?? '';
  expect(JSON.parse(registered)).toMatchObject({
    data: { created: true, needs_reconsent: false, user: { email: 'anna@example.test' } },
  });
  const bought = answers.find((answer) => answer.includes('snapshot_token')) ?? '';
  expect(JSON.parse(bought)).toMatchObject({ data: { codes: ['export_pdf', 'notes_unlimited'], is_lifetime: false } });
  expect(answers).toContain('refunded');
  expect(answers).toContain('published');
  expect(answers.find((answer) => answer.includes('<strong>'))).toContain('From the tour</h2>');
  expect(answers).toContain('304');
  expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({
    data: {
      receipt: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      record: { doc_kind: 'personal_data_consent', accepted: true },
    },
  });
});
