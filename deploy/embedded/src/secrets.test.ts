import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadEncryptionKeys } from '@platform/runtime';
import { localEnvironment } from './environment.ts';
import { DataFolderError, loadSecrets } from './secrets.ts';
import { schemaNames } from './services.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const load = (name: string, isFirstStart = false) =>
  loadSecrets(join(folder, name), { idp_issuer: 'http://localhost:8090', isFirstStart });
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
const keysIn = (secrets: Awaited<ReturnType<typeof load>>) => {
  const address = 'http://localhost:1';
  const env = localEnvironment({ secrets, baseUrl: address, sandboxUrl: address, filesDir: folder });
  expect(env).not.toHaveProperty('PLATFORM_ENCRYPTION_KEYS');
  return schemaNames.map((name) => loadEncryptionKeys(name, env));
};

test('the first start makes a key for each service, and the next one has the same', async () => {
  const made = await load('first', true);
  const keys = keysIn(made).flat();
  expect(new Set(keys).size).toBe(schemaNames.length);
  expect((await stat(join(folder, 'first'))).mode & 0o777).toBe(0o600);
  expect(await load('first')).toEqual(made);
});

test('the key of an earlier release stays behind a new one of each service', async () => {
  const { encryption_keys: _, ...others } = await load('made', true);
  const old = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
  await writeFile(join(folder, 'old'), JSON.stringify({ ...others, encryption_key: old }));
  const upgraded = await load('old');
  expect(upgraded).toMatchObject(others);
  const keys = keysIn(upgraded);
  for (const list of keys) expect(list).toEqual([expect.stringMatching(/^k2:/), old]);
  expect(new Set(keys.map(([first]) => first)).size).toBe(schemaNames.length);
  expect(await read('old')).toEqual(upgraded);
  expect(await load('old')).toEqual(upgraded);
});

test('a service of a newer release gets a key, and the others keep theirs', async () => {
  const made = await load('before', true);
  const { social: _, ...some } = made.encryption_keys;
  await writeFile(join(folder, 'before'), JSON.stringify({ ...made, encryption_keys: { ...some, gone: 'k1:x' } }));
  const { encryption_keys } = await load('before');
  expect(encryption_keys).toEqual({ ...some, gone: 'k1:x', social: expect.stringMatching(/^k1:/) });
  expect(encryption_keys.social).not.toBe(made.encryption_keys.social);
});

test('a file without any key is damaged, and stays as it is', async () => {
  const { encryption_keys: _, ...others } = await load('whole', true);
  await writeFile(join(folder, 'damaged'), JSON.stringify(others));
  await expect(load('damaged')).rejects.toThrow(DataFolderError);
  expect(await read('damaged')).toEqual(others);
});
