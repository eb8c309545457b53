import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentVersion } from '@platform/contracts';
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

test('the earlier release still starts on the folder after an upgrade: its key stays in the file', async () => {
  const { encryption_keys: _, ...others } = await load('former', true);
  const old = `k1:${Buffer.alloc(32, 2).toString('base64')}`;
  await writeFile(join(folder, 'former'), JSON.stringify({ ...others, encryption_key: old }));
  await load('former');
  await load('former');
  // What that release asks of the file.
  expect(await read('former')).toMatchObject({ encryption_key: old, database_password: others.database_password });
});

test('what a newer version wrote stays in the file when this one starts on the folder in between', async () => {
  const made = await load('newer', true);
  const newer = { ...made, signing_keys: { billing: 's1' }, written_by: '9.0.0' };
  await writeFile(join(folder, 'newer'), JSON.stringify(newer));
  await load('newer');
  const { written_by, ...kept } = await read('newer');
  expect(kept).toEqual({ ...kept, signing_keys: { billing: 's1' }, encryption_keys: made.encryption_keys });
  expect(written_by).toBe(documentVersion);
});

test('a service of a newer release gets a key, and the others keep theirs', async () => {
  const made = await load('before', true);
  const { social: _, ...some } = made.encryption_keys;
  await writeFile(join(folder, 'before'), JSON.stringify({ ...made, encryption_keys: { ...some, gone: 'k1:x' } }));
  const { encryption_keys } = await load('before');
  expect(encryption_keys).toEqual({ ...some, gone: 'k1:x', social: expect.stringMatching(/^k1:/) });
  expect(encryption_keys.social).not.toBe(made.encryption_keys.social);
});

const refusalOf = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  const refusal = await load(name).catch((error: unknown) => error);
  if (!(refusal instanceof DataFolderError)) throw new Error('no refusal');
  expect(await readFile(join(folder, name), 'utf8')).toBe(content);
  return refusal.message;
};

test('a file of another version whose keys are not found names that version, and advises no reset', async () => {
  const { encryption_keys: _, ...others } = await load('whole', true);
  const files = [
    { ...others, written_by: '9.0.0' },
    { ...others, written_by: '9.0.0', encryption_keys: [{ id: 'k1' }] },
  ];
  for (const file of files) {
    const message = await refusalOf('of-another', JSON.stringify(file));
    expect(message).toContain('was written by version 9.0.0');
    expect(message).not.toMatch(/damaged|RESET/);
  }
  expect(await refusalOf('of-before', JSON.stringify({ context_secret: 'x' }))).toContain('another version');
});

test('a file that is no JSON object is damaged, and stays as it is', async () => {
  for (const content of ['', '{"context_secret": "x', '[]', 'null', '"text"'])
    expect(await refusalOf('damaged', content)).toMatch(/is damaged, .*RESET=1/);
});
