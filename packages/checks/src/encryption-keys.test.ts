import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encryptionKeysVariable } from '@platform/contracts';
import { loadEncryptionKeys } from '@platform/runtime';
import { servicesWithSchema } from '@platform/testing/services-on-disk';
import { openHelm, renderChart } from './helm-render.ts';
import { root } from './source-files.ts';

/** Each service with a schema has keys of its own for what it stores, in every deployment. */

const run = promisify(execFile);
const makeEnv = join(root, 'deploy/docker/make-env');
const services = servicesWithSchema();
const oldKeys = [1, 2].map((byte) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encryption-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What make-env makes of a file, as variables and as text; of none when there is no text. */
async function made(name: string, text?: string) {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const { stderr } = await run(makeEnv, [file]);
  const written = await readFile(file, 'utf8');
  const lines = written.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const env = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]));
  return { written, stderr, env };
}
const context = `PLATFORM_CONTEXT_SECRETS=${'s'.repeat(48)}`;

test('a new file has another key for each service, and none for all', async () => {
  const { env } = await made('new');
  const keys = services.flatMap((service) => loadEncryptionKeys(service, env));
  expect(new Set(keys).size).toBe(services.length);
  expect(env).not.toHaveProperty('PLATFORM_ENCRYPTION_KEYS');
});

test('the keys of an earlier release stay behind a new one of each service, and a second run changes nothing', async () => {
  const { written, stderr, env } = await made('old', `PLATFORM_ENCRYPTION_KEYS=${oldKeys}\n${context}`);
  const lists = services.map((service) => loadEncryptionKeys(service, env));
  for (const list of lists) expect(list).toEqual([expect.stringMatching(/^k3:/), ...oldKeys]);
  expect(new Set(lists.map(([first]) => first)).size).toBe(services.length);
  expect(stderr).toContain('PLATFORM_ENCRYPTION_KEYS in');
  expect((await made('old')).written).toBe(written);
});

test('keys that a service has already stay as they are', async () => {
  const own = `BILLING_ENCRYPTION_KEYS=${oldKeys[1]}`;
  const { env } = await made('some', `PLATFORM_ENCRYPTION_KEYS=${oldKeys[0]}\n${own}\n${context}\n`);
  expect(loadEncryptionKeys('billing', env)).toEqual([oldKeys[1]]);
  expect(loadEncryptionKeys('cms', env)).toEqual([expect.stringMatching(/^k2:/), oldKeys[0]]);
});

test('keys in quotes are refused, and no service gets a key', async () => {
  await expect(made('quoted', `${context}\nPLATFORM_ENCRYPTION_KEYS="${oldKeys}"\n`)).rejects.toMatchObject({
    stderr: expect.stringContaining('PLATFORM_ENCRYPTION_KEYS in'),
  });
  expect(await readFile(join(folder, 'quoted'), 'utf8')).not.toContain('_ENCRYPTION_KEYS=k');
});

test('the chart asks each service with a schema for its keys, and gives them to no other', async () => {
  const values = await readFile(join(root, 'helm/ci/default-values.yaml'), 'utf8');
  const { objects, failure } = await renderChart(openHelm(), ['-f', '-'], values);
  expect(failure).toBeNull();
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Deployment') as Deployment[]) {
    const names = spec.template.spec.containers.flatMap(({ env }) => (env ?? []).map(({ name }) => name));
    const service = metadata.name.replace(/^platform-/, '');
    const own = services.includes(service) ? [encryptionKeysVariable(service)] : [];
    expect([service, names.filter((name) => name.endsWith('_ENCRYPTION_KEYS'))]).toEqual([service, own]);
  }
  const without = await renderChart(openHelm(), ['-f', '-'], values.replace('CMS_ENCRYPTION_KEYS: only-rendered', ''));
  expect(without.failure).toContain('services.cms.secrets: CMS_ENCRYPTION_KEYS is missing');
});

interface Deployment {
  metadata: { name: string };
  spec: { template: { spec: { containers: { env?: { name: string }[] }[] } } };
}
