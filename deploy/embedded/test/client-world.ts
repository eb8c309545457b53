import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
import { ok } from './front-door.ts';
import type { Harness } from './harness.ts';

const execute = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The compiled client with its journeys, as files of the language that browsers and Node 20 run. */
export interface CompiledClient {
  folder: string;
  remove(): Promise<void>;
}

export async function compileClient(): Promise<CompiledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-client-'));
  const project = join(repository, 'packages/client/tsconfig.journey.json');
  await execute(join(repository, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', folder]);
  await cp(join(repository, 'packages/client/package.json'), join(folder, 'package.json'));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Options of a journey; `stored` are the values that an earlier journey left on the device. */
export interface JourneyOptions {
  baseUrl: string;
  controlUrl: string;
  applicationCode: string;
  publicKey: string;
  username: string;
  isOffline?: boolean;
  isGuest?: boolean;
  stored?: [string, string][];
  /** Globals that the program does not have. */
  without?: readonly string[];
}

/**
 * Runs one journey in a program of its own; what it stored is given to the next one.
 */
export async function runJourney(
  client: CompiledClient,
  node: string,
  journey: string,
  ...inputs: [options: JourneyOptions, ...unknown[]]
): Promise<{ answer: unknown; stored: [string, string][] }> {
  const runner = join(repository, 'packages/client/test/run-journey.js');
  const args = [
    runner,
    join(client.folder, 'test/journey.js'),
    journey,
    ...inputs.map((input) => JSON.stringify(input)),
  ];
  const { stdout } = await execute(node, args, { env: { PATH: process.env.PATH }, maxBuffer: 16 * 1_048_576 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** A fault between client and platform that a journey can switch on and off. */
export interface Fault {
  /**
   * Lets it happen about so often.
   * @param everyMs null ends it
   */
  failing(everyMs: number | null): void | Promise<void>;
}

/**
 * A network between client and platform: its fault cuts every connection, and refuses new ones for a moment.
 */
export interface FragileNetwork extends Fault {
  baseUrl: string;
  /** How often the connections were cut. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startFragileNetwork(platformUrl: string): Promise<FragileNetwork> {
  const { port, hostname } = new URL(platformUrl);
  const sockets = new Set<Socket>();
  let isRefusing = false;
  let everyMs: number | null = null;
  let isClosed = false;
  let cuts = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createTcpServer((client) => {
    keep(client);
    if (isRefusing) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const killing = (async () => {
    while (!isClosed) {
      await sleep((everyMs ?? 20) * (0.5 + Math.random()));
      if (everyMs === null) continue;
      cuts += 1;
      isRefusing = true;
      for (const socket of sockets) socket.destroy();
      await sleep(20);
      isRefusing = false;
    }
  })();
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    failing: (wanted) => {
      everyMs = wanted;
    },
    cuts: () => cuts,
    async close() {
      isClosed = true;
      await killing;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What is outside of the application: the identity provider, the payment page and the administrator. */
export async function startOutside(t: Harness, fault: Fault) {
  const admin = t.client(await t.adminHeaders());
  const owner = { owner_type: 'application' as const, owner_id: t.demo.application_id, kind: 'terms_notes' };
  const { application_id } = t.demo;
  const work: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
    async token(query) {
      const { authorization } = await t.userHeaders(query.get('username') ?? '');
      return { access_token: authorization?.replace('Bearer ', '') };
    },
    async pay(query) {
      t.sandboxes.yookassa.pay(query.get('id') ?? '');
      return {};
    },
    async publish() {
      const { title, body } = ok(await admin.getLegalDraft({ params: owner }));
      const draft = ok(await admin.saveLegalDraft({ params: owner, body: { title, body: `${body}\n\nMore.` } }));
      return ok(await admin.publishLegalDocument({ params: owner, ...publicationOf(draft) }));
    },
    async flag() {
      const body = { code: 'guest_banner', value: true };
      return ok(await admin.createFeature({ params: { application_id }, body }));
    },
    async license() {
      const body = { plan_code: 'lifetime', quantity: 1, batch_name: 'journey' };
      const batch = ok(await admin.issueLicenseKeys({ params: { application_id }, body }));
      return { key: batch.keys[0]?.key };
    },
    async cut(query) {
      const every = query.get('every');
      await fault.failing(every === null ? null : Number(every));
      return {};
    },
  };
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://outside');
    const head = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    // The page of an identity provider that knows the person: it sends the browser back at once.
    if (pathname === '/authorize')
      return void res.writeHead(302, { location: searchParams.get('redirect_uri') ?? '' }).end();
    try {
      const done = await work[pathname.slice(1)]?.(searchParams);
      res.writeHead(done === undefined ? 404 : 200, head).end(JSON.stringify(done ?? {}));
    } catch (error) {
      res.writeHead(500, head).end(String(error));
    }
  };
  const server = await listen((req, res) => void answer(req, res), { port: 0, host: '127.0.0.1' });
  return { controlUrl: `http://127.0.0.1:${server.port}`, close: () => server.close(0) };
}

/** Serves the compiled files to a browser, at an origin of their own, with an empty page at `/`. */
export async function serveFiles(folder: string) {
  const server = createServer(async (req, res) => {
    const path = (req.url ?? '/').split('?')[0] ?? '/';
    if (path === '/')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Notes</title>');
    const text = await readFile(join(folder, path), 'utf8').catch(() => null);
    res.writeHead(text === null ? 404 : 200, { 'content-type': 'text/javascript' }).end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
