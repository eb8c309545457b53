import { Agent, get } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { type Listening, listen } from './listen.ts';

let server: Listening | undefined;
afterEach(() => server?.close(0));

const ask = (port: number, agent: Agent) =>
  new Promise<{ connection: string | undefined; port: number | undefined }>((resolve, reject) => {
    const call = get({ port, agent }, (answer) => {
      const near = call.socket?.localPort;
      answer.resume().on('end', () => resolve({ connection: answer.headers.connection, port: near }));
    });
    call.on('error', reject);
  });

test('a server that leaves goes on answering, ends each connection with its answer, and is done when nobody is connected', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const [first, second] = [await ask(server.port, agent), await ask(server.port, agent)];
  expect(second).toEqual({ connection: 'keep-alive', port: first.port });
  const began = Date.now();
  const left = server.leave(5_000);
  const [third, fourth] = [await ask(server.port, agent), await ask(server.port, agent)];
  expect([third, fourth]).toMatchObject([{ connection: 'close', port: first.port }, { connection: 'close' }]);
  expect(fourth.port).not.toBe(first.port);
  await left;
  // Half a second is given to those who only now hear that it is not ready.
  expect(Date.now() - began).toBeGreaterThanOrEqual(450);
  expect(Date.now() - began).toBeLessThan(3_000);
});

test('an idle connection that stays is waited for, but not for ever', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  await ask(server.port, agent);
  const began = Date.now();
  await server.leave(900);
  expect(Date.now() - began).toBeGreaterThanOrEqual(850);
  agent.destroy();
});
