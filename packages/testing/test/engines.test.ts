import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { engineNamed, findEngineProgram, isAtLeast, parseEngines } from '../src/engines.ts';
import { startNatsServer, type TestNatsServer } from '../src/servers.ts';

let bus: TestNatsServer;

beforeAll(async () => {
  bus = await startNatsServer();
});

afterAll(() => bus.remove());

const folderWith = async (program: string, version: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-engine-'));
  await writeFile(join(folder, program), `#!/bin/sh\necho "${version}"\n`);
  await chmod(join(folder, program), 0o755);
  return folder;
};

/** What a NATS server says before a client says anything. */
async function greeting({ url }: TestNatsServer): Promise<{ version: string }> {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setEncoding('utf8').once('error', reject);
    socket.once('data', (text) => {
      socket.destroy();
      resolve(JSON.parse(String(text).replace('INFO ', '').split('\r\n')[0] ?? ''));
    });
  });
}

test('a test runs on a NATS that production may have', async () => {
  const { version } = await greeting(bus);
  expect(isAtLeast(version, engineNamed('NATS').required)).toBe(true);
});

test('an engine that is older than required is refused with its path, its version and the way out', async () => {
  const nats = engineNamed('NATS');
  const folder = await folderWith('nats-server', 'nats-server: v2.9.10');
  expect(() => findEngineProgram(nats, [folder])).toThrow(
    `${folder}/nats-server is NATS 2.9.10, and the platform needs ${nats.required} or newer`,
  );
  expect(() => findEngineProgram(nats, [folder])).toThrow('packages/testing/install-servers');
});

test('an engine that does not say its version is refused', async () => {
  const folder = await folderWith('redis-server', 'hello');
  expect(() => findEngineProgram(engineNamed('Redis'), [folder])).toThrow('Redis of an unknown version');
});

test('the unpacked program is taken before one of the system, and none means a container', async () => {
  const newer = await folderWith('nats-server', 'nats-server: v3.0.1');
  const older = await folderWith('nats-server', 'nats-server: v2.9.10');
  expect(findEngineProgram(engineNamed('NATS'), [newer, older])).toBe(`${newer}/nats-server`);
  expect(findEngineProgram(engineNamed('NATS'), [])).toBeUndefined();
});

test('versions are compared by number', () => {
  expect(isAtLeast('2.12.0', '2.12')).toBe(true);
  expect(isAtLeast('2.9.10', '2.12')).toBe(false);
  expect(isAtLeast('3.0', '2.12')).toBe(true);
  expect(isAtLeast('18', '18')).toBe(true);
  expect(isAtLeast('7', '7.0')).toBe(true);
});

test('a row of the table with a missing field is refused', () => {
  expect(() => parseEngines('engine\trequired\nNATS')).toThrow('NATS has 1 fields');
});
