import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { baseConfig, createSafeFetch, type Environment, listen, loadConfig, type SafeFetch } from '@platform/runtime';
import { embeddedEnvironment, localEnvironment } from '../src/environment.ts';
import { testSecrets } from './test-platform.ts';

const baseUrl = 'http://127.0.0.1:8080';
const local = localEnvironment({ secrets: testSecrets(), baseUrl, sandboxUrl: baseUrl, filesDir: '/nonexistent' });
let issuer: Awaited<ReturnType<typeof listen>>;
const opened: SafeFetch[] = [];
beforeAll(async () => {
  issuer = await listen((_req, res) => void res.end('{"keys":[]}'), { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await issuer.close(0);
});

/** Fetches of a service with this environment. */
const fetchIn = (env: Environment): SafeFetch => {
  const { SAFE_FETCH_ALLOWED_HOSTS } = loadConfig('test', baseConfig, env);
  const made = createSafeFetch(SAFE_FETCH_ALLOWED_HOSTS);
  opened.push(made);
  return made;
};

test('the embedded process reads the keys of an issuer on this machine, also with allowed hosts of its own', async () => {
  for (const hosts of [undefined, '', 'keys.internal:8443']) {
    const safeFetch = fetchIn(embeddedEnvironment(local, { SAFE_FETCH_ALLOWED_HOSTS: hosts }));
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await safeFetch(`http://${host}:${issuer.port}/jwks`)).status).toBe(200);
    await expect(safeFetch('http://10.0.0.1/jwks')).rejects.toThrow('is not a public address');
  }
});

test('hosts that the caller of the embedded process allows are added to those that the platform needs', () => {
  const env = embeddedEnvironment(local, { SAFE_FETCH_ALLOWED_HOSTS: 'keys.internal:8443' });
  expect(env.SAFE_FETCH_ALLOWED_HOSTS?.split(',')).toEqual(
    expect.arrayContaining([new URL(baseUrl).host, 'keys.internal:8443']),
  );
});

test('a service in a process of its own reads no address of its machine that was not allowed', async () => {
  await expect(fetchIn(local)(`http://127.0.0.1:${issuer.port}/jwks`)).rejects.toThrow(
    `SAFE_FETCH_ALLOWED_HOSTS=127.0.0.1:${issuer.port}`,
  );
});
