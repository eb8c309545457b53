import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Listening, listen, PortBusyError } from './listen.ts';

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

test('a server that drains goes on answering, closes each connection after its answer, and ends with the last connection', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const [first, second] = [await ask(server.port, agent), await ask(server.port, agent)];
  expect(second).toEqual({ connection: 'keep-alive', port: first.port });
  const began = Date.now();
  const left = server.drain(3_600_000);
  const [third, fourth] = [await ask(server.port, agent), await ask(server.port, agent)];
  expect([third, fourth]).toMatchObject([{ connection: 'close', port: first.port }, { connection: 'close' }]);
  expect(fourth.port).not.toBe(first.port);
  await left;
  // A load balancer has half a second to notice that the server is not ready.
  expect(Date.now() - began).toBeGreaterThanOrEqual(450);
});

test('a port has one listener, though it has several sockets', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const { port } = server;
  await expect(listen(() => {}, { port, host: '127.0.0.1' })).rejects.toThrow(PortBusyError);
  // Each new connection may come by another socket.
  const agent = new Agent();
  for (let at = 0; at < 40; at += 1) expect(await ask(port, agent)).toMatchObject({ connection: 'close' });
  await server.close(0);
  server = await listen((_, res) => void res.end('x'), { port, host: '127.0.0.1' });
});

test('a close ends every connection after its grace, by whatever socket it came', async () => {
  server = await listen(() => {}, { port: 0, host: '127.0.0.1' });
  const { port } = server;
  const hanging = await Promise.all(Array.from({ length: 24 }, () => open({ port } as Listening)));
  const gone = hanging.map((socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve())));
  await server.close(100);
  await Promise.all(gone);
});

/** A client that sends one request; the test controls what and when it reads. */
async function open({ port }: Listening, request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n') {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(request);
  return socket;
}

describe('a client that does not read its answer', () => {
  const large = Buffer.alloc(64 * 1_048_576);

  test.each([
    ['at once', (res: ServerResponse) => void res.end(large)],
    [
      'in pieces',
      (res: ServerResponse) => {
        const more = () => {
          while (res.write(large.subarray(0, 65_536)));
          res.once('drain', more);
        };
        more();
      },
    ],
  ])('is left after a time, the answer being written %s', async (_how, answer) => {
    const closed = Promise.withResolvers<void>();
    server = await listen(
      (_, res) => {
        res.once('close', closed.resolve);
        answer(res);
      },
      { port: 0, host: '127.0.0.1', stalledMs: 300 },
    );
    const socket = await open(server);
    await closed.promise;
    socket.destroy();
  });

  test('is not left as long as it reads something now and then', async () => {
    // Far more than the buffers of the system hold.
    const answer = Buffer.alloc(48 * 1_048_576);
    server = await listen((_, res) => void res.end(answer), { port: 0, host: '127.0.0.1', stalledMs: 2_000 });
    const socket = await open(server);
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
      // A pause behind every megabyte.
      if (Math.floor(read / 1_048_576) === Math.floor((read - chunk.length) / 1_048_576)) return;
      socket.pause();
      setTimeout(() => socket.resume(), 120);
    });
    socket.resume();
    while (read < answer.length && !socket.closed) await sleep(20);
    expect(read).toBeGreaterThanOrEqual(answer.length);
    socket.destroy();
  });

  test('is not meant by a client that waits for an answer which takes longer than that', async () => {
    server = await listen((_, res) => void setTimeout(() => res.end('late'), 1_200), {
      port: 0,
      host: '127.0.0.1',
      stalledMs: 200,
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    expect(await answer.text()).toBe('late');
  });
});

test('an idle connection that stays is waited for, but not for ever', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  await ask(server.port, agent);
  const began = Date.now();
  await server.drain(900);
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
  const keep = async ({ port }: Listening) => {
    const socket = connect(port, '127.0.0.1');
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      const [text] = (await once(socket, 'data')) as [Buffer];
      return /^keep-alive: (.*)$/im.exec(text.toString())?.[1];
    };
    return { socket, ask };
  };
  const [kept, ended] = [await keep(server), await keep(ends)];
  expect([await kept.ask(), await ended.ask()]).toEqual(['timeout=75', 'timeout=5']);
  await once(ended.socket, 'close');
  await sleep(1_000);
  expect(await kept.ask()).toBe('timeout=75');
  kept.socket.destroy();
  await ends.close(0);
});

/** The event loop stands still, as in a garbage collection or on a machine without a free processor. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a request that arrives on an idle connection during a stall of the event loop', () => {
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const statusLine = async (socket: Socket): Promise<string> => {
    const closed = once(socket, 'close').then(() => [Buffer.from('closed')]);
    const [text] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer];
    return text.toString().split('\r\n', 1)[0] ?? '';
  };

  test('is answered, though the connection was idle for too long by the end of the stall', async () => {
    const listener = Object.assign((_: IncomingMessage, res: ServerResponse) => void res.end('x'), {
      keepAliveSeconds: 3,
    });
    server = await listen(listener, { port: 0, host: '127.0.0.1' });
    const socket = await open(server, request);
    expect(await statusLine(socket.resume())).toBe('HTTP/1.1 200 OK');
    socket.write(request);
    stall(6_000);
    expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
    socket.destroy();
  });

  test('is answered, though the server begins to close', async () => {
    server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
    const socket = await open(server, request);
    expect(await statusLine(socket.resume())).toBe('HTTP/1.1 200 OK');
    socket.write(request);
    const isClosed = server.close(60_000);
    stall(200);
    expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
    await isClosed;
  });

  test('is answered, though it arrives between two looks of a closing server', async () => {
    server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
    const socket = await open(server, request);
    expect(await statusLine(socket.resume())).toBe('HTTP/1.1 200 OK');
    const isClosed = server.close(60_000);
    // With the first sweep, which is due after 20 ms. An immediate comes behind the poll, and timers are next.
    setTimeout(() => {
      setImmediate(() => {
        socket.write(request);
        stall(200);
      });
    }, 20);
    expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
    await isClosed;
  });
});

test('a close waits for an answer that is complete but not sent yet', async () => {
  const answer = Buffer.alloc(64 * 1_048_576);
  const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>();
  server = await listen(
    (_, res) => {
      res.end(answer);
      onAnswer();
    },
    { port: 0, host: '127.0.0.1' },
  );
  const socket = await open(server);
  await answered;
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  socket.pause();
  const isClosed = server.close(60_000);
  // Some sweeps of the connections of the closing server.
  await sleep(200);
  socket.resume();
  await Promise.all([isClosed, once(socket, 'close')]);
  expect(read).toBeGreaterThan(answer.length);
});

test('a close ends idle connections without waiting for its grace', async () => {
  server = await listen((_, res) => void res.end('x'), { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  await ask(server.port, agent);
  // Longer than a test may take.
  await server.close(3_600_000);
  agent.destroy();
});
