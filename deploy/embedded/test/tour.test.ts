import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { z } from 'zod';
import { plantedDefects } from '../src/demo-content.ts';
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

/** The answers of all steps of the tour, typed in a new terminal. */
async function takeTour(): Promise<string[]> {
  const guide = await readFile(join(root, 'services/gateway/docs/tour.md'), 'utf8');
  const steps = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
  expect(steps.length).toBeGreaterThanOrEqual(18);
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
  return answers;
}

test.each([
  ['the first time', true],
  ['again on the same data', false],
])('the tour works word for word %s, with the checkout page clicked in a browser', async (_, isFirst) => {
  const answers = await takeTour();
  const registered = answers.find((answer) => answer.includes('"created"')) ?? '';
  expect(JSON.parse(registered)).toMatchObject({
    data: { created: isFirst, needs_reconsent: false, user: { email: 'anna@example.test' } },
  });
  const bought = answers.find((answer) => answer.includes('snapshot_token')) ?? '';
  expect(JSON.parse(bought)).toMatchObject({ data: { codes: ['export_pdf', 'notes_unlimited'], is_lifetime: false } });
  expect(answers).toContain('refunded');
  expect(answers).toContain('published');
  expect(answers.find((answer) => answer.includes('<strong>'))).toContain('From the tour</h2>');
  expect(answers).toContain('304');
  expect(JSON.parse(answers.find((answer) => answer.includes('personal_data_consent')) ?? '')).toMatchObject({
    data: {
      receipt: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      record: { doc_kind: 'personal_data_consent', accepted: true },
    },
  });
  const workPlan = answers.find((answer) => answer.startsWith('# ')) ?? '';
  for (const part of ['- [ ]', 'Editor of the CMS', 'Done when']) expect(workPlan).toContain(part);
  const tasks = workPlan.split('\n').filter((line) => line.startsWith('- ['));
  expect(new Set(tasks).size).toBe(tasks.length);
  expect(answers).toContain('recheck');
  expect(answers).toContain('approval_required');
  expect(answers).toContainEqual(expect.stringMatching(/^published\nHello \d+ from the tour$/));
  const plan = answers.find((answer) => answer.includes('slots:'))?.split('\n') ?? [];
  expect(plan[0]).toMatch(/^\{ slots: \d+, ideas: \d+, variants: \d+ \}$/);
  expect(plan).toContainEqual(expect.stringMatching(/^post http:\/\/localhost:\d+\/blog\/hello-\d+$/));
  expect(plan).toContainEqual(expect.stringMatching(/^changelog_entry http:\/\/localhost:\d+\/changelog\//));
  const earned = answers.find((answer) => answer.includes('payers')) ?? '';
  const payments = isFirst ? 1 : 2;
  for (const part of ["key: 'telegram'", 'registers: 1', 'payers: 1', `payments: ${payments}`, `refunds: ${payments}`])
    expect(earned).toContain(part);
});

test('a refused step of the tour prints the answer of the platform', async () => {
  const guide = await readFile(join(root, 'services/gateway/docs/tour.md'), 'utf8');
  const [, functions = ''] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  const terminal = openTerminal(folder);
  try {
    await terminal.type(functions);
    const refused = terminal.type('curl -s "$API/v1/payments" -H "$KEY" | json data.confirmation_url');
    await expect(refused).rejects.toThrow(
      /refused: \{"error":"missing_token","message":"The `Authorization: Bearer` header/,
    );
  } finally {
    await terminal.close();
  }
});

test('each post of the tour is on the page of its channel, once, and in no other one', async () => {
  const demo = Demo.parse(JSON.parse(await readFile(join(folder, '.platform/demo.json'), 'utf8')));
  const page = async (channel: string) => (await fetch(`${demo.base_url}/sandbox/${channel}/`)).text();
  const posts = (await page('telegram')).match(/Hello \d+ from the tour/g) ?? [];
  expect([posts.length, new Set(posts).size]).toEqual([2, 2]);
  const channels = Object.keys(demo.social.accounts);
  expect(channels.toSorted()).toEqual(['instagram', 'max', 'telegram', 'threads', 'vk']);
  for (const channel of channels) {
    if (channel !== 'telegram') expect(await page(channel)).toContain('There is no post yet.');
    expect(await page('channels')).toContain(`/sandbox/${channel}/`);
  }
});

test('the audit of the tour found what the seed planted, and each change was announced once', async () => {
  const demo = Demo.parse(JSON.parse(await readFile(join(folder, '.platform/demo.json'), 'utf8')));
  const json = { 'content-type': 'application/json' };
  const { admin_email: email, admin_password: password } = demo;
  const login = { method: 'POST', headers: json, body: JSON.stringify({ email, password }) };
  const session = Session.parse(await (await fetch(`${demo.base_url}/v1/admin/sessions`, login)).json());
  const headers = { authorization: `Bearer ${session.data.access_token}` };
  const read = async (path: string): Promise<unknown> => (await fetch(`${demo.base_url}${path}`, { headers })).json();
  const [site] = Rows.parse(await read('/v1/cms/sites')).data;
  const audits = `/v1/cms/sites/${site?.id}/seo`;

  const issues = Issues.parse(await read(`${audits}/issues?limit=200`)).data;
  const isOfPost = (url: string | null): url is string => url !== null && /\/blog\/hello-\d+$/.test(url);
  const others = issues.filter(({ url }) => !isOfPost(url));
  const addresses = [...new Set(issues.map(({ url }) => url).filter(isOfPost))];
  expect(addresses).toHaveLength(2);
  const inOrder = (defects: readonly { issue_type: string }[]) =>
    defects.toSorted((a, b) => a.issue_type.localeCompare(b.issue_type));
  expect(inOrder(others.map(({ issue_type, url, owner, status }) => ({ issue_type, url, owner, status })))).toEqual(
    inOrder(plantedDefects.map(({ path, ...defect }) => ({ ...defect, url: demo.landing_url + path, status: 'open' }))),
  );
  for (const url of addresses)
    expect(issues).toContainEqual({
      issue_type: 'missing_description',
      url,
      owner: 'cms_editor',
      status: 'resolved',
      resolved_by: 'recheck',
    });
  expect(Rows.parse(await read(`${audits}/scans`)).data).toHaveLength(2);

  const announcements = async (address: string) => {
    const answer = await fetch(`${demo.base_url}/sandbox/indexnow/__ctl/journal`);
    const calls = Journal.parse(await answer.json());
    return calls.filter(({ status, body }) => status === 200 && body.urlList.includes(address));
  };
  for (const address of addresses) expect(await eventually(async () => (await announcements(address)).length)).toBe(1);
});

const Demo = z.object({
  base_url: z.url(),
  landing_url: z.url(),
  admin_email: z.string(),
  admin_password: z.string(),
  social: z.object({ accounts: z.record(z.string(), z.string()) }),
});
const Session = z.object({ data: z.object({ access_token: z.string() }) });
const Rows = z.object({ data: z.array(z.object({ id: z.string() })) });
const Issues = z.object({
  data: z.array(
    z.object({
      issue_type: z.string(),
      url: z.string().nullable(),
      owner: z.string(),
      status: z.string(),
      resolved_by: z.string().nullable(),
    }),
  ),
});
const Journal = z.array(z.object({ status: z.number().nullable(), body: z.object({ urlList: z.array(z.string()) }) }));
