import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

test('an idle connection is ended after some seconds, unless the listener wants it kept', async () => {
  const answer = (_: IncomingMessage, res: ServerResponse) => void res.end('x');
  const stays = Object.assign((req: IncomingMessage, res: ServerResponse) => answer(req, res), {
    keepAliveSeconds: 75,
  });
  server = await listen(stays, { port: 0, host: '127.0.0.1' });
  const ends = await listen(answer, { port: 0, host: '127.0.0.1' });
  // Clients that keep a connection whatever the server says of it, as load balancers do.
  const open = async ({ port }: Listening) => {
    const socket = connect(port, '127.0.0.1');
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      const [text] = (await once(socket, 'data')) as [Buffer];
      return /^keep-alive: (.*)$/im.exec(text.toString())?.[1];
    };
    return { socket, ask };
  };
  const [kept, ended] = [await open(server), await open(ends)];
  expect([await kept.ask(), await ended.ask()]).toEqual(['timeout=75', 'timeout=5']);
  await once(ended.socket, 'close');
  await sleep(1_000);
  expect(await kept.ask()).toBe('timeout=75');
  kept.socket.destroy();
  await ends.close(0);
});
