import { randomUUID } from 'node:crypto';
import { type MountedServer, startMountedServer } from '../http/mounted-server.ts';
import { createYookassaSandbox, type YookassaSandbox, type YookassaSandboxOptions } from './yookassa-sandbox.ts';

/** An API answer as a test reads it. */
export type ApiAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/** A sandbox on a real server, with a real receiver of its webhooks and a clock that a test moves. */
export type Fixture = {
  server: MountedServer;
  mount: string;
  sandbox: YookassaSandbox;
  clock: { now: Date; advance(ms: number): void };
  received: { event: string; object: Record<string, unknown> }[];
  /** Decides the receiver's answer; 200 unless a test changes it. */
  receiver: { status: () => number | Promise<number>; headers: Record<string, string> };
  api(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<ApiAnswer>;
  control(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  create(changes?: Record<string, unknown>): Promise<Record<string, unknown> & { id: string }>;
  /** Stops the sandbox and opens another one with the same options. */
  reopen(): Promise<void>;
  close(): Promise<void>;
};

/** A body of `POST /payments` that is right in every field. */
export const PAYMENT = {
  amount: { value: '990.00', currency: 'RUB' },
  capture: true,
  confirmation: { type: 'redirect', return_url: 'https://app.example/return?from=shop' },
  description: 'Plan Pro, 1 month',
  metadata: { payment_id: 'p-1' },
};

const AUTHORIZATION = `Basic ${Buffer.from('100500:test_secret').toString('base64')}`;

async function read(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** Starts everything on free ports. */
export async function startFixture(changes: Partial<YookassaSandboxOptions> = {}): Promise<Fixture> {
  const server = await startMountedServer();
  const mount = `${server.origin}/sandbox/yookassa`;
  const clock = {
    now: new Date('2026-01-15T10:00:00.000Z'),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const received: Fixture['received'] = [];
  const receiver: Fixture['receiver'] = { status: () => 200, headers: {} };
  server.mount('/shop', (req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    req.on('end', async () => {
      received.push(JSON.parse(text));
      res.writeHead(await receiver.status(), receiver.headers).end('ignored');
    });
  });
  const options: YookassaSandboxOptions = {
    shopId: '100500',
    secretKey: 'test_secret',
    publicUrl: mount,
    webhookUrl: `${server.origin}/shop/webhook?token=secret`,
    now: () => clock.now,
    webhookRetryDelaysMs: [10],
    ...changes,
  };
  const fixture: Fixture = {
    server,
    mount,
    sandbox: createYookassaSandbox(options),
    clock,
    received,
    receiver,
    async api(method, path, body, headers = {}) {
      const sent = new Headers({ authorization: AUTHORIZATION });
      if (method === 'POST') sent.set('idempotence-key', randomUUID());
      if (body !== undefined) sent.set('content-type', 'application/json');
      for (const [name, value] of Object.entries(headers)) {
        if (value === null) sent.delete(name);
        else sent.set(name, value);
      }
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return read(await fetch(`${mount}/v3${path}`, { method, headers: sent, body: body === undefined ? null : text }));
    },
    async control(method, path, body) {
      const text = body === undefined ? null : JSON.stringify(body);
      return read(await fetch(`${mount}/__ctl${path}`, { method, body: text }));
    },
    async create(overrides = {}) {
      const { status, body } = await fixture.api('POST', '/payments', { ...PAYMENT, ...overrides });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return { ...body, id: String(body.id) };
    },
    async reopen() {
      await fixture.sandbox.stop();
      fixture.sandbox = createYookassaSandbox(options);
    },
    async close() {
      await fixture.sandbox.stop();
      await server.close();
    },
  };
  server.mount('/sandbox/yookassa', (req, res) => fixture.sandbox.handler(req, res));
  return fixture;
}

/** Waits until something holds, at most two minutes. */
export async function eventually(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it did not happen within two minutes');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
