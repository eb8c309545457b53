import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contextKeysVariable, upstreamNames } from '@platform/contracts';
import { contextKeysEnvironment } from '@platform/runtime';
import { openHelm, renderChart } from './helm-render.ts';
import { root } from './source-files.ts';

/** The gateway derives the keys of services with the runtime; a deployment gives them to the services. */

const run = promisify(execFile);
const secrets = 'first-secret-first-secret-first-secret,zweites-Geheimnis-zweites-Geheimnis-ö';
const expected = contextKeysEnvironment(secrets, upstreamNames);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = async (name: string): Promise<Record<string, string>> => {
  const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
  return Object.fromEntries(lines.map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]));
};

test('the chart gives each service its own keys, and the secrets to the gateway alone', async () => {
  const { objects, failure } = await renderChart(openHelm(), [
    '-f',
    join(root, 'helm/ci/default-values.yaml'),
    '--set-string',
    `services.gateway.secrets.values.PLATFORM_CONTEXT_SECRETS=${secrets.replaceAll(',', '\\,')}`,
  ]);
  expect(failure).toBeNull();
  for (const name of ['gateway', ...upstreamNames]) {
    const secret = objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === `platform-${name}`);
    const given = (secret as { stringData?: Record<string, string> } | undefined)?.stringData ?? {};
    const keys = Object.entries(given).filter(([key]) => key.includes('_CONTEXT_'));
    const variable = contextKeysVariable(name);
    const own = name === 'gateway' ? { PLATFORM_CONTEXT_SECRETS: secrets } : { [variable]: expected[variable] };
    expect([name, Object.fromEntries(keys)]).toEqual([name, own]);
  }
});

test('a service whose Secret exists needs no derived keys, and keys that are given stay', async () => {
  const values = await readFile(join(root, 'helm/ci/default-values.yaml'), 'utf8');
  const given = await renderChart(
    openHelm(),
    ['-f', '-', '--set', 'services.social.secrets.values.SOCIAL_CONTEXT_KEYS=own'],
    values.replace(/(?<= {2}billing:\n {4}secrets: ).*/, '{ existingSecret: mine }'),
  );
  expect(given.failure).toBeNull();
  const named = (name: string) => given.objects.find(({ metadata }) => metadata.name === name && metadata);
  expect(JSON.stringify(given.objects.filter(({ kind }) => kind === 'Secret'))).toContain(
    '"SOCIAL_CONTEXT_KEYS":"own"',
  );
  expect(named('platform-billing')).not.toMatchObject({ kind: 'Secret' });
});

test('make-env writes the keys of each service, and adds those that a file lacks', async () => {
  const makeEnv = join(root, 'deploy/docker/make-env');
  await run(makeEnv, [join(folder, 'new')]);
  const made = await fileOf('new');
  expect(made).toMatchObject(contextKeysEnvironment(made.PLATFORM_CONTEXT_SECRETS ?? '', upstreamNames));

  // An editor may leave out the end of the last line.
  await writeFile(join(folder, 'old'), `PLATFORM_CONTEXT_SECRETS=${secrets}\nBILLING_CONTEXT_KEYS=mine`);
  await run(makeEnv, [join(folder, 'old')]);
  expect(await fileOf('old')).toMatchObject({ ...expected, BILLING_CONTEXT_KEYS: 'mine' });

  await writeFile(join(folder, 'quoted'), `PLATFORM_CONTEXT_SECRETS="${secrets}"\n`);
  await expect(run(makeEnv, [join(folder, 'quoted')])).rejects.toMatchObject({
    stderr: expect.stringContaining('has quotes or spaces'),
  });
  expect(Object.keys(await fileOf('quoted'))).toEqual(['PLATFORM_CONTEXT_SECRETS', '']);
});
