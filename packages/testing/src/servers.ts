import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsPasswordVariable } from '@platform/contracts';
import { type DurableConsumer, natsAdmin, prepareStream } from '@platform/runtime';
import { type Engine, engineNamed, findEngineProgram } from './engines.ts';
import { eventually } from './eventually.ts';

/**
 * A server of this test run, on a port of its own that stays the same when it is stopped and started again.
 */
export interface TestServer {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it without a chance to put anything in order; `start` begins it again. */
  kill(): Promise<void>;
  /** Stops its clock: connections stay, and nothing is answered until `resume`. */
  pause(): void;
  resume(): void;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** A NATS server of this test run. */
export interface TestNatsServer extends TestServer {
  /** As the user that manages streams, which may do everything. */
  url: string;
  /** As the user of a service; the same as `url` on a server without users. */
  urlFor(service: string): string;
}

interface ServerKind {
  engine: Engine;
  /** Variables of the program, beside those of this process. */
  env?: Record<string, string>;
  /**
   * Arguments of the program on this machine; in a container the port is `defaultPort` and the folder
   * `/data`.
   */
  arguments(at: { host: string; port: number; folder: string }): string[];
  defaultPort: number;
  scheme: string;
}

const nats: ServerKind = {
  engine: engineNamed('NATS'),
  arguments: ({ host, port, folder }) => ['-a', host, '-p', String(port), '-js', '-sd', folder],
  defaultPort: 4222,
  scheme: 'nats',
};

const redis: ServerKind = {
  engine: engineNamed('Redis'),
  arguments: ({ host, port, folder }) => [
    '--bind',
    host,
    '--port',
    String(port),
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    '--protected-mode',
    'no',
  ],
  defaultPort: 6379,
  scheme: 'redis',
};

export interface NatsServerOptions {
  /** Extra arguments of each start, for example a password. */
  more?(): readonly string[];
  /** The text of the blocks of accounts and users; without one every client may do everything. */
  accounts?: string;
  /** Passwords of its users, by their variables; made up for those that are not given. */
  passwords?: Record<string, string | undefined>;
  /** Durable consumers of the stream, which services with rights do not make. */
  consumers?: readonly DurableConsumer[];
}

/** NATS with JetStream and the event stream; its data survives a stop and a start. */
export async function startNatsServer(options: NatsServerOptions = {}): Promise<TestNatsServer> {
  const { more, accounts, passwords = {}, consumers = [] } = options;
  const variableOf = (user: string) =>
    user === natsAdmin.user ? natsAdmin.passwordVariable : natsPasswordVariable(user);
  const passwordOf = (user: string) => passwords[variableOf(user)] ?? `nats-${user}-password`;
  const users = [...(accounts ?? '').matchAll(/user: "([a-z-]+)"/g)].map(([, user = '']) => user);
  const file = 'accounts.conf';
  const server = await startServer(
    {
      ...nats,
      env: Object.fromEntries(users.map((user) => [variableOf(user), passwordOf(user)])),
      arguments: (at) => [
        ...nats.arguments(at),
        ...(accounts === undefined ? [] : ['-c', join(at.folder, file)]),
        ...(more?.() ?? []),
      ],
    },
    accounts === undefined ? {} : { [file]: accounts },
  );
  const urlFor = (user: string) =>
    users.includes(user) ? server.url.replace('://', `://${user}:${passwordOf(user)}@`) : server.url;
  const bus = { ...server, url: urlFor(natsAdmin.user), urlFor };
  try {
    if (!more) await prepareStream({ url: bus.url, replicas: 1, consumers });
  } catch (error) {
    await server.remove();
    throw error;
  }
  return bus;
}

const permissions = new URL('../../../deploy/nats/permissions.conf', import.meta.url);

/** NATS as in production: each service is a user with the rights that it declares. */
export const startPlatformNats = async (
  options: Pick<NatsServerOptions, 'passwords' | 'consumers'> = {},
): Promise<TestNatsServer> => startNatsServer({ ...options, accounts: await readFile(permissions, 'utf8') });

/**
 * Redis that stores nothing on disk.
 * @param users as an ACL file has them, one a line; without them every client may do everything
 */
export const startRedisServer = (users = ''): Promise<TestServer> => {
  const lines = users.split('\n').filter((line) => line !== '');
  // A line of an ACL file is an option of the command line, too: `user <name> <rules>`.
  const more = lines.flatMap((line) => `--${line}`.split(' '));
  return startServer({ ...redis, arguments: (at) => [...redis.arguments(at), ...more] });
};

/** @param files of the folder of the server, by name */
async function startServer(kind: ServerKind, files: Record<string, string> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), `platform-${kind.engine.program}-`));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const port = await freePort();
  const program = findEngineProgram(kind.engine);
  const run = program === undefined ? runContainer : runProgram.bind(null, program);
  let running: Running | undefined;
  const server: TestServer = {
    url: `${kind.scheme}://127.0.0.1:${port}`,
    async start() {
      running ??= await run(kind, { port, folder });
      await eventually(() => accepts(port));
    },
    async stop() {
      await running?.end('SIGTERM');
      running = undefined;
    },
    async kill() {
      await running?.end('SIGKILL');
      running = undefined;
    },
    pause: () => running?.signal('SIGSTOP'),
    resume: () => running?.signal('SIGCONT'),
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

interface Running {
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

async function runProgram(program: string, kind: ServerKind, at: { port: number; folder: string }): Promise<Running> {
  const child: ChildProcess = spawn(program, kind.arguments({ host: '127.0.0.1', ...at }), {
    env: { ...process.env, ...kind.env },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    async end(signal) {
      child.kill(signal);
      // A paused process (SIGSTOP) handles no signal except SIGKILL, so it is continued first.
      child.kill('SIGCONT');
      await ended;
    },
    signal: (signal) => void child.kill(signal),
  };
}

/** Where the program is not installed but Docker runs: the image of production. */
async function runContainer(kind: ServerKind, at: { port: number; folder: string }): Promise<Running> {
  const { program, image } = kind.engine;
  const { GenericContainer } = await import('testcontainers');
  try {
    const container = await new GenericContainer(image)
      .withCommand([program, ...kind.arguments({ host: '0.0.0.0', port: kind.defaultPort, folder: '/data' })])
      .withEnvironment(kind.env ?? {})
      .withBindMounts([{ source: at.folder, target: '/data' }])
      .withExposedPorts({ container: kind.defaultPort, host: at.port })
      .start();
    return {
      async end() {
        await container.stop();
      },
      signal: () => {
        throw new Error(`only a ${program} that is on the PATH can be sent a signal`);
      },
    };
  } catch (cause) {
    throw new Error(
      `the tests need ${program}: it is not on the PATH and no Docker engine runs it; packages/testing/install-servers installs it`,
      { cause },
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listenOn = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** A network between a client and a server that a test can break. */
export interface TestNetwork {
  /** The given address, through this network. */
  url: string;
  /** Another URL of the same server, through this network. */
  through(url: string): string;
  /** All traffic stops silently, without an error to either end. */
  freeze(): void;
  /** Connections are cut, and new ones refused. */
  cut(): Promise<void>;
  /** The network works again; frozen traffic is lost. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @returns what `connect` takes for the URL of a server; the host of PostgreSQL may be the folder of its
 * socket
 */
export function addressOf({ hostname, port }: URL): { path: string } | { host: string; port: number } {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

/** Puts a network of our own before a server. */
export async function startNetwork(address: string): Promise<TestNetwork> {
  const at = addressOf(new URL(address));
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    // Either end may go away at any time; that is what a network does.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const open = () =>
    createServer((near) => {
      const far = connect(at);
      track(near);
      track(far);
      near.on('data', (chunk) => isFrozen || far.write(chunk)).on('close', () => far.destroy());
      far.on('data', (chunk) => isFrozen || near.write(chunk)).on('close', () => near.destroy());
    });
  let server = open();
  const port = await listenOn(server, 0);
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const through = (other: string): string => {
    const url = new URL(other);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.href;
  };
  return {
    url: through(address),
    through,
    freeze() {
      isFrozen = true;
    },
    cut,
    async restore() {
      if (server.listening) await cut();
      isFrozen = false;
      server = open();
      await listenOn(server, port);
    },
    close: cut,
  };
}
