import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { databasePasswordVariable, upstreamNames } from '@platform/contracts';
import { openHelm, renderChart } from './helm-render.ts';
import { containersOf, workloadsOf } from './kubernetes-objects.ts';
import { root } from './source-files.ts';

/** Each role of the database has a password of its own, which only its service is given. */

const run = promisify(execFile);
const variables = upstreamNames.map(databasePasswordVariable);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-passwords-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs make-env on a file with this text, or on none. */
async function makeEnv(name: string, text?: string): Promise<{ values: NodeJS.Dict<string>; advice: string }> {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const { stderr } = await run(join(root, 'deploy/docker/make-env'), [file]);
  return { values: parseEnv(await readFile(file, 'utf8')), advice: stderr };
}

test('make-env gives each role a password of its own', async () => {
  const { values, advice } = await makeEnv('new');
  const passwords = [...variables, 'PLATFORM_MIGRATOR_PASSWORD', 'POSTGRES_PASSWORD'].map((name) => values[name]);
  expect(passwords).toEqual(passwords.map(() => expect.stringMatching(/^[A-Za-z0-9]{32}$/)));
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(values).not.toHaveProperty('PLATFORM_DATABASE_PASSWORD');
  expect(advice).toBe('');
  expect((await makeEnv('new')).values).toEqual(values);
});

const before = 'PLATFORM_CONTEXT_SECRETS=one-secret-one-secret-one-secret-one\n';

test('roles of an earlier installation keep the password that they share, with an advice', async () => {
  const { values, advice } = await makeEnv('shared', `${before}PLATFORM_DATABASE_PASSWORD=of-all`);
  expect(variables.map((name) => values[name])).toEqual(variables.map(() => 'of-all'));
  expect(advice).toContain('deploy/operations.md says how each gets its own');
  expect((await makeEnv('shared')).values).toEqual(values);
});

test('without the shared password the missing ones are random, and those that are there stay', async () => {
  const { values, advice } = await makeEnv('some', `${before}BILLING_DATABASE_PASSWORD=mine\n`);
  expect(values.BILLING_DATABASE_PASSWORD).toBe('mine');
  expect(new Set(variables.map((name) => values[name])).size).toBe(variables.length);
  expect(advice).toBe('');
});

test('with the engines of the chart a pod has the password of its own role alone', async () => {
  const { objects, failure } = await renderChart(openHelm(), ['-f', join(root, 'helm/values-minimal.yaml')]);
  expect(failure).toBeNull();
  const given = workloadsOf(objects).flatMap(({ name, pod }) =>
    containersOf(pod).map(({ env = [] }) => ({
      name,
      passwords: env.map((one) => one.valueFrom?.secretKeyRef?.key ?? '').filter((key) => /PASSWORD$/.test(key)),
      url: env.find((one) => one.name === 'DATABASE_URL')?.value,
    })),
  );
  for (const service of upstreamNames) {
    const variable = databasePasswordVariable(service);
    const own = given.filter(({ passwords }) => passwords.includes(variable));
    expect(own.map(({ name }) => name).sort()).toEqual([
      `Deployment/platform-${service}`,
      'StatefulSet/platform-postgresql',
    ]);
    const [deployment] = own.filter(({ name }) => name.startsWith('Deployment'));
    const url = `postgres://${service}:$(${variable})@platform-postgresql:5432/platform`;
    expect(deployment).toMatchObject({ url, passwords: expect.not.arrayContaining(['PLATFORM_MIGRATOR_PASSWORD']) });
    const foreign = variables.filter((one) => one !== variable && deployment?.passwords.includes(one));
    expect(foreign).toEqual([]);
  }
});

test('the chart refuses engines without the password of a role', async () => {
  const values = [...variables, 'PLATFORM_MIGRATOR_PASSWORD', 'POSTGRES_PASSWORD', 'PLATFORM_ENCRYPTION_KEYS']
    .filter((name) => name !== 'SEO_RKN_DATABASE_PASSWORD')
    .flatMap((name) => ['--set', `secrets.values.${name}=x`]);
  const { failure } = await renderChart(openHelm(), [
    '-f',
    join(root, 'helm/values-minimal.yaml'),
    '--set',
    'secrets.existingSecret=',
    ...values,
  ]);
  expect(failure).toContain('SEO_RKN_DATABASE_PASSWORD is missing');
});
