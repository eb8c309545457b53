import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, get, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { platform as contracts, defaultTimeoutSeconds, type Route, routeTable, schedules } from '@platform/contracts';
import { createContextSigner, createLog, type Listening, listen, sendError, systemClock } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { remoteUpstream } from './remote.ts';
import type { ReplicaLimits } from './replica.ts';

const log = createLog('test', 'silent');
const signer = createContextSigner(['a-secret-of-more-than-32-characters-for-tests'], systemClock);
const routeOf = (id: string): Route => routeTable(contracts).find((route) => route.id === id) as Route;
const contextOf = (client_ip: string) => ({ request_id: 'r', client_ip, user_agent: 'test' });

const open: { close(graceMs: number): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close(0);
});

let lastRefused = 0;
/** An address that refuses connections: a system port, which no other test can take meanwhile. */
const refused = async (): Promise<string> => {
  lastRefused += 1;
  return `http://127.0.0.1:${lastRefused}`;
};

interface Service extends Listening {
  url: string;
  bodies: string[];
}

async function service(
  name: string,
  answer: { status?: number; headers?: Record<string, string>; isCut?: boolean } = {},
): Promise<Service> {
  const bodies: string[] = [];
  const listening = await listen(
    async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      bodies.push(body);
      if (answer.status === 0) return void req.socket.destroy();
      if (answer.isCut) return void res.write(name, () => req.socket.destroy());
      res.writeHead(answer.status ?? 200, { 'content-type': 'text/plain', ...answer.headers }).end(name);
    },
    { port: 0, host: '127.0.0.1' },
  );
  open.push(listening);
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, bodies };
}

/** A gateway of one endpoint before these addresses. Each request has the client address of its header. */
async function gateway(
  endpointId: string,
  addresses: string[],
  { before, ...limits }: Partial<ReplicaLimits> & { before?(res: ServerResponse): Promise<void> } = {},
): Promise<string> {
  const upstream = remoteUpstream('billing', addresses, { log, signer, ...limits });
  const front = await listen(
    async (req, res) => {
      const context = contextOf(String(req.headers['x-from'] ?? '203.0.113.1'));
      await before?.(res);
      Promise.resolve(upstream.handle({ route: routeOf(endpointId), params: {}, context, req, res })).catch((error) =>
        sendError(req, res, { error, requestId: 'r', failures: { log, docsUrl: 'http://api.test/docs/errors/' } }),
      );
    },
    { port: 0, host: '127.0.0.1' },
  );
  open.push({ close: () => upstream.close() }, front);
  return `http://127.0.0.1:${front.port}`;
}

const post = async (url: string) => {
  const answer = await fetch(url, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
  return { status: answer.status, text: await answer.text() };
};

describe('a service with several addresses', () => {
  test('is asked in turn', async () => {
    const [a, b] = [await service('a'), await service('b')];
    const url = await gateway('createPayment', [a.url, b.url]);
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await post(url)).text);
    expect(answers.sort()).toEqual(['a', 'a', 'b', 'b']);
  });

  test('that refuses at one of them is asked at the next, with the whole body', async () => {
    const a = await service('a');
    const url = await gateway('createPayment', [await refused(), a.url, await refused()]);
    for (let n = 0; n < 4; n += 1) expect(await post(url)).toEqual({ status: 200, text: 'a' });
    expect(a.bodies).toEqual(Array(4).fill('{"a":1}'));
  });

  test('that took a request and died gets it no second time', async () => {
    const [a, b] = [await service('a', { status: 0 }), await service('b', { status: 0 })];
    const url = await gateway('createPayment', [a.url, b.url]);
    expect((await post(url)).status).toBe(503);
    expect(a.bodies.length + b.bodies.length).toBe(1);
  });

  test.each([
    ['read', 'getMyEntitlements'],
    ['streamed read', 'listLicenseKeys'],
  ])('that ends the connection of a %s without an answer is asked for it elsewhere', async (_, id) => {
    const [a, b] = [await service('a', { status: 0 }), await service('b')];
    const url = await gateway(id, [a.url, b.url]);
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await (await fetch(url)).text());
    expect(answers).toEqual(Array(4).fill('b'));
    expect(a.bodies.length).toBeGreaterThan(0);
  });

  test('gets a read that ends every connection twice, and not once for each address', async () => {
    const dying = await Promise.all(['a', 'b', 'c'].map((name) => service(name, { status: 0 })));
    const urls = dying.map(({ url }) => url);
    for (const id of ['getMyEntitlements', 'listLicenseKeys']) {
      expect((await fetch(await gateway(id, urls))).status).toBe(503);
      expect([id, dying.flatMap(({ bodies }) => bodies.splice(0))]).toEqual([id, ['', '']]);
    }
  });

  test('that ends the connection of the callback of an authorization gets it no second time', async () => {
    const [a, b] = [await service('a', { status: 0 }), await service('b', { status: 0 })];
    expect((await fetch(await gateway('finishSocialOauth', [a.url, b.url]))).status).toBe(503);
    expect(a.bodies.length + b.bodies.length).toBe(1);
  });

  test('that ends the connection of a read within its answer is not asked again', async () => {
    const [a, b] = [await service('a', { isCut: true }), await service('b', { isCut: true })];
    const url = await gateway('getMyEntitlements', [a.url, b.url]);
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
    expect(a.bodies.length + b.bodies.length).toBe(1);
  });

  test.each(['createPayment', 'listLicenseKeys'])(
    'that says in an answer to %s that it leaves is asked elsewhere for a while',
    async (id) => {
      const [a, b] = [await service('a', { headers: { connection: 'close' } }), await service('b')];
      const url = await gateway(id, [a.url, b.url]);
      const { method } = routeOf(id).endpoint;
      for (let n = 0; n < 8; n += 1) await (await fetch(url, { method })).text();
      expect(a.bodies).toHaveLength(1);
      expect(b.bodies).toHaveLength(7);
    },
  );

  test('streams from the one that is there', async () => {
    const a = await service('a');
    const url = await gateway('listLicenseKeys', [await refused(), a.url]);
    for (let n = 0; n < 4; n += 1) expect(await (await fetch(url)).text()).toBe('a');
  });
});

test.each([
  ...schedules.map(({ id, timeoutSeconds }) => [id, timeoutSeconds] as const),
  ['listMyPayments', defaultTimeoutSeconds] as const,
])('the service behind %s has %d seconds for its answer', async (id, seconds) => {
  const limits: unknown[] = [];
  const note = (message: unknown) => {
    const { request } = message as { request: { headersTimeout: number; bodyTimeout: number } };
    limits.push([request.headersTimeout, request.bodyTimeout]);
  };
  const a = await service('a');
  const url = await gateway(id, [a.url]);
  subscribe('undici:request:create', note);
  await post(url);
  unsubscribe('undici:request:create', note);
  expect(limits).toContainEqual([seconds * 1000, seconds * 1000]);
});

test('a request that could not be sent to the only address of a service is tried there once more', async () => {
  const attempts: unknown[] = [];
  const count = (message: unknown) => attempts.push(message);
  subscribe('undici:client:connectError', count);
  const url = await gateway('createPayment', [await refused()]);
  expect((await post(url)).status).toBe(503);
  unsubscribe('undici:client:connectError', count);
  expect(attempts).toHaveLength(2);
});

/** An address of a process that stands still and whose queue of connections is full: a connect has no answer. */
async function silentAddress(): Promise<string> {
  const program = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    () => console.log(server.address().port))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const fillers: Socket[] = [];
  open.push({
    close() {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
    },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  child.kill('SIGSTOP');
  let connected = 0;
  for (let n = 0; n < 8; n += 1)
    fillers.push(
      connect(port, '127.0.0.1', () => {
        connected += 1;
      }).on('error', () => {}),
    );
  // One more than the backlog.
  await eventually(() => connected >= 2);
  return `http://127.0.0.1:${port}`;
}

test.each(['getMyEntitlements', 'listLicenseKeys', 'createPayment'])(
  'an address that does not take the connection of %s in time is left for the next one',
  async (id) => {
    const a = await service('a');
    const url = await gateway(id, [await silentAddress(), a.url, await silentAddress()]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => (await fetch(url, { method: routeOf(id).endpoint.method })).text()),
    );
    expect(answers).toEqual(Array(4).fill('a'));
  },
);

/** A service that holds all answers until it is released. */
async function heldService() {
  const { promise: mayAnswer, resolve: release } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let asked = 0;
  const listening = await listen(
    async (req, res) => {
      asked += 1;
      sockets.add(req.socket);
      await mayAnswer;
      res.end('held');
    },
    { port: 0, host: '127.0.0.1' },
  );
  open.push(listening);
  return { url: `http://127.0.0.1:${listening.port}`, asked: () => asked, sockets, release };
}

describe('a service whose connections are all busy', () => {
  const connections = 64;
  /** Asks from another address each time, a few requests of each. */
  const ask = (url: string, at: number) => fetch(url, { headers: { 'x-from': `203.0.113.${at % 64}` } });
  const askedBy = (url: string, count: number) =>
    Promise.all(Array.from({ length: count }, async (_, at) => (await ask(url, at)).status));

  test.each([
    ['request', 'getMyEntitlements'],
    ['streamed request', 'listLicenseKeys'],
  ])('never gets a %s whose client disconnected while it waited', async (_, id) => {
    const busy = await heldService();
    const url = await gateway(id, [busy.url]);
    const answers = askedBy(url, connections);
    await eventually(() => busy.asked() === connections);

    const gone = new AbortController();
    const given = fetch(url, { signal: gone.signal }).catch((error: Error) => error.name);
    await sleep(100);
    gone.abort();
    expect(await given).toBe('AbortError');
    await sleep(100);
    busy.release();
    expect(await answers).toEqual(Array(connections).fill(200));
    expect(await askedBy(url, 1)).toEqual([200]);
    expect(busy.asked()).toBe(connections + 1);
    // The connection that it would have used goes on.
    expect(busy.sockets.size).toBe(connections);
  });

  test.each([
    ['requests', 'getMyEntitlements', 503, 'service_unavailable'],
    ['streamed requests', 'listLicenseKeys', 429, 'rate_limited'],
  ])('has a bounded queue of %s, and those beyond it are refused', async (_, id, refusal, error) => {
    const busy = await heldService();
    const url = await gateway(id, [busy.url]);
    const many = 5 * connections;
    const first = askedBy(url, connections);
    await eventually(() => busy.asked() === connections);
    let refusals = 0;
    const others = Array.from({ length: many }, async (_, at) => {
      const answer = await ask(url, at);
      if (answer.status === refusal) refusals += 1;
      return { status: answer.status, after: answer.headers.get('retry-after'), text: await answer.text() };
    });
    await eventually(() => refusals === connections);
    busy.release();
    expect(await first).toEqual(Array(connections).fill(200));
    const answers = await Promise.all(others);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4 * connections);
    const [refused] = answers.filter(({ status }) => status === refusal);
    expect(Number(refused?.after)).toBeGreaterThan(0);
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({ error, request_id: 'r' });
    expect(await askedBy(url, 1)).toEqual([200]);
  });
});

test.each(['getMyEntitlements', 'listLicenseKeys'])(
  'a request of %s whose client disconnects before it is passed on is not sent, and takes no turn',
  async (id) => {
    const a = await service('a');
    const gone: ServerResponse[] = [];
    const url = await gateway(id, [a.url], {
      async before(res) {
        if (res.req.headers['x-leaves'] === undefined) return;
        gone.push(res);
        await once(res, 'close');
      },
    });
    const leaving = new AbortController();
    // More than one address may have at once.
    const leavers = Array.from({ length: 17 }, () =>
      fetch(url, { headers: { 'x-leaves': '1' }, signal: leaving.signal }).catch((error: Error) => error.name),
    );
    await eventually(() => gone.length === 17);
    leaving.abort();
    expect(await Promise.all(leavers)).toEqual(Array(17).fill('AbortError'));
    await eventually(() => gone.every(({ closed }) => closed));
    expect(await (await fetch(url)).text()).toBe('a');
    expect(a.bodies).toHaveLength(1);
  },
);

test.each(['getMyEntitlements', 'listLicenseKeys'])(
  'pipelined requests for %s whose client disconnects take no turn',
  async (id) => {
    const busy = await heldService();
    const url = await gateway(id, [busy.url]);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(16));
    await eventually(() => busy.asked() === 16);
    client.destroy();
    await eventually(() => [...busy.sockets].every(({ destroyed }) => destroyed));
    busy.release();
    expect(await (await fetch(url)).text()).toBe('held');
  },
);

test('headers of one connection end at the gateway, in a streamed call as in another', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const listening = await listen(
    (req, res) => {
      seen.push(req.headers);
      res.writeHead(200, { connection: 'close', 'keep-alive': 'timeout=9' }).end('x');
    },
    { port: 0, host: '127.0.0.1' },
  );
  open.push(listening);
  const agent = new Agent({ keepAlive: true });
  for (const id of ['getMyEntitlements', 'listLicenseKeys']) {
    const url = await gateway(id, [`http://127.0.0.1:${listening.port}`]);
    const call = get(url, { agent, headers: { te: 'trailers', 'proxy-authorization': 'Basic eDp5', 'x-own': '1' } });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    const { te, 'proxy-authorization': authorization, 'x-own': own, host } = seen.pop() ?? {};
    expect([id, te, authorization, own]).toEqual([id, undefined, undefined, '1']);
    expect([id, host]).toEqual([id, `127.0.0.1:${listening.port}`]);
    expect([id, answer.headers['keep-alive']]).not.toEqual([id, 'timeout=9']);
    // The service leaves, the gateway does not.
    expect([id, answer.headers.connection]).toEqual([id, 'keep-alive']);
  }
  agent.destroy();
});

test.each(['getMyEntitlements', 'listLicenseKeys'])(
  'a gateway that leaves closes the connection of a client after its answer to %s',
  async (id) => {
    const a = await service('a');
    const upstream = remoteUpstream('billing', [a.url], { log, signer });
    const front = await listen(
      (req, res) =>
        void upstream.handle({ route: routeOf(id), params: {}, context: contextOf('203.0.113.1'), req, res }),
      {
        port: 0,
        host: '127.0.0.1',
      },
    );
    open.push({ close: () => upstream.close() }, front);
    const isDrained = front.drain(600);
    const answer = await fetch(`http://127.0.0.1:${front.port}`);
    expect([await answer.text(), answer.headers.get('connection')]).toEqual(['a', 'close']);
    await isDrained;
  },
);

test('a streamed read that gets no answer in time is answered as a timeout and is sent once', async () => {
  const [a, b] = [await heldService(), await heldService()];
  const answer = await fetch(await gateway('listLicenseKeys', [a.url, b.url], { silenceMs: 2_000 }));
  expect([answer.status, await answer.json()]).toEqual([504, expect.objectContaining({ error: 'upstream_timeout' })]);
  expect(a.asked() + b.asked()).toBe(1);
  a.release();
  b.release();
});

test('a streamed request whose queue is full at one address goes to the next one', async () => {
  const [busy, free] = [await heldService(), await service('free')];
  const url = await gateway('listLicenseKeys', [busy.url, free.url]);
  let answered = 0;
  const many = 2 * 64 + 2 * 256 + 40;
  const answers = Array.from({ length: many }, async (_, at) => {
    const { status } = await fetch(url, { headers: { 'x-from': `203.0.113.${at % 64}` } });
    answered += 1;
    return status;
  });
  // The busy address has 64 of them and another 256 wait.
  await eventually(() => answered === many - 64 - 256);
  busy.release();
  expect(await Promise.all(answers)).toEqual(Array(many).fill(200));
});

test('one address has a quarter of the streamed requests of a service, and others are not behind it', async () => {
  const busy = await heldService();
  const url = await gateway('listLicenseKeys', [busy.url]);
  const from = (address: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => (await fetch(url, { headers: { 'x-from': address } })).status),
    );
  const slow = from('2001:db8:1:2::1', 20);
  const neighbour = from('2001:db8:1:2::2', 20);
  await eventually(() => busy.asked() >= 16);
  const other = from('203.0.113.2', 1);
  await eventually(() => busy.asked() >= 17);
  // A request of the first two beyond their part would have arrived by now.
  await sleep(100);
  expect(busy.asked()).toBe(17);
  busy.release();
  expect([...(await slow), ...(await neighbour), ...(await other)]).toEqual(Array(41).fill(200));
});

test('connections are renewed while requests come, so that a new process behind an address gets its share; none is lost', async () => {
  const sockets = new Set<Socket>();
  const listening = await listen(
    async (req, res) => {
      sockets.add(req.socket);
      await sleep(20);
      res.end('here');
    },
    { port: 0, host: '127.0.0.1' },
  );
  open.push(listening);
  // A method that the gateway sends once: a lost request is seen.
  const url = await gateway('createPayment', [`http://127.0.0.1:${listening.port}`], { renewMs: 100 });
  const began = Date.now();
  // As many as one pool has at the most.
  const isRenewed = () => sockets.size > 64 && Date.now() > began + 1_000;
  const failures: number[] = [];
  // More clients than connections: some requests wait at every renewal.
  const clients = 80;
  const client = async () => {
    while (!isRenewed()) {
      const { status } = await post(url);
      if (status !== 200) failures.push(status);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect(failures).toEqual([]);
});

test.each(['getMyEntitlements', 'listLicenseKeys'])(
  'an unreachable service is answered as our error: %s',
  async (id) => {
    const answer = await fetch(await gateway(id, [await refused(), await refused()]));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      error: 'service_unavailable',
      request_id: 'r',
      message: expect.any(String),
    });
  },
);
