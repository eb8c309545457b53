import { randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { SafeFetch } from './safe-fetch.ts';
import { codeOf, reasonOf, withServer } from './safe-fetch-server.ts';

const s = withServer();

/** Which of two fetches ends first: one with the default time limit, or a later one with a short limit. */
const firstToEnd = (safeFetch: SafeFetch, address: string): Promise<string> =>
  Promise.race([
    reasonOf(safeFetch(address)).then((reason) => `${reason} after the default time`),
    reasonOf(safeFetch(address, { timeoutMs: 150 })).then((reason) => `${reason} after the time given`),
  ]);

test('an address inside the network is refused however it is written, before anything is sent', async () => {
  const safeFetch = s.open();
  for (const address of [
    `http://127.0.0.1:${s.port}/`,
    `http://127.1:${s.port}/`,
    `http://2130706433:${s.port}/`,
    `http://0x7f000001:${s.port}/`,
    `http://0177.0.0.1:${s.port}/`,
    `http://127.0.0.1.:${s.port}/`,
    `http://１２７.０.０.１:${s.port}/`,
    `http://[::1]:${s.port}/`,
    `http://[::ffff:127.0.0.1]:${s.port}/`,
    `http://[0:0:0:0:0:ffff:7f00:1]:${s.port}/`,
    `http://localhost:${s.port}/`,
    `http://LOCALHOST:${s.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ])
    expect([address, await reasonOf(safeFetch(address))]).toEqual([address, 'address_refused']);
  expect(s.requests).toHaveLength(0);
});

test('a closed fetch sends nothing, whether it was used before or not', async () => {
  const used = s.trusting();
  expect((await used(`http://127.0.0.1:${s.port}/`)).status).toBe(200);
  for (const safeFetch of [used, s.trusting()]) {
    await safeFetch.close();
    expect(await reasonOf(safeFetch(`http://127.0.0.1:${s.port}/`))).toBe('unreachable');
  }
  expect(s.requests).toHaveLength(1);
});

test('anything but http and https is refused, and so is what is no address', async () => {
  const safeFetch = s.open();
  for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com', 'data:,x', '', 'example'])
    expect([address, await reasonOf(safeFetch(address))]).toEqual([address, 'address_refused']);
});

test('credentials in an address are refused, and not repeated in the failure', async () => {
  const safeFetch = s.trusting();
  for (const address of [`http://anna:hidden@127.0.0.1:${s.port}/`, 'ftp://anna:hidden@example.com/']) {
    const error = await safeFetch(address).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'address_refused' });
    expect(String(error)).not.toContain('hidden');
  }
  expect(s.requests).toHaveLength(0);
});

describe('a name', () => {
  const resolving = (answers: LookupAddress[][]) => {
    const asked: string[] = [];
    const safeFetch = s.open([], (hostname, _, callback) => {
      asked.push(hostname);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? [];
      callback(null, answer);
    });
    return { safeFetch, asked };
  };
  const inside: LookupAddress = { address: '127.0.0.1', family: 4 };
  // This part of the address space is unassigned; no host answers there.
  const outside: LookupAddress = { address: '2000::1', family: 6 };

  test('that resolves to an address inside the network is refused', async () => {
    const { safeFetch } = resolving([[inside]]);
    expect(await reasonOf(safeFetch(`http://rebind.example:${s.port}/`))).toBe('address_refused');
    expect(s.requests).toHaveLength(0);
  });

  test('of which one address of several is inside the network is refused', async () => {
    for (const answer of [
      [outside, inside],
      [inside, outside],
    ]) {
      const { safeFetch } = resolving([answer]);
      expect(await reasonOf(safeFetch(`http://rebind.example:${s.port}/`))).toBe('address_refused');
    }
    expect(s.requests).toHaveLength(0);
  });

  test('that changes its address between two lookups gains nothing: the connection uses the checked address', async () => {
    const { safeFetch, asked } = resolving([[outside], [inside]]);
    expect(await reasonOf(safeFetch(`http://rebind.example:${s.port}/`, { timeoutMs: 200 }))).toBe('unreachable');
    expect(asked).toHaveLength(1);
    // Another scheme, so that it is not the connection of the first call that answers.
    expect(await reasonOf(safeFetch(`https://rebind.example:${s.port}/`, { timeoutMs: 200 }))).toBe('address_refused');
    expect(asked).toEqual(['rebind.example', 'rebind.example']);
    expect(s.requests).toHaveLength(0);
  });

  test('without any address is refused, and one that does not exist is unreachable', async () => {
    expect(await reasonOf(resolving([[]]).safeFetch(`http://rebind.example:${s.port}/`))).toBe('address_refused');
    const unknown = s.open([], (_, __, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    );
    expect(await reasonOf(unknown('http://nowhere.example/'))).toBe('unreachable');
  });

  test('is not trusted because an allowed address resolves from it', async () => {
    const safeFetch = s.open([`127.0.0.1:${s.port}`], (_, __, callback) => callback(null, [inside]));
    expect(await reasonOf(safeFetch(`http://rebind.example:${s.port}/`))).toBe('address_refused');
  });
});

test('an allowed host and port works, and nothing else on that host', async () => {
  const safeFetch = s.trusting();
  s.reply = (req, res) => {
    res.setHeader('x-seen', `${req.method} ${req.url} ${req.headers['x-sent']}`);
    res.statusCode = 201;
    res.end('created');
  };
  const answer = await safeFetch(`http://127.0.0.1:${s.port}/path?q=1`, {
    method: 'POST',
    headers: { 'x-sent': 'yes' },
    body: 'text',
  });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-seen': 'POST /path?q=1 yes' } });
  expect(answer.body.toString()).toBe('created');
  expect(await reasonOf(safeFetch(`http://127.0.0.1:${s.port + 1}/`))).toBe('address_refused');
  expect(await reasonOf(safeFetch(`http://localhost:${s.port}/`))).toBe('address_refused');
});

test('an allowed host without a port works at every port, and no other host does', async () => {
  const safeFetch = s.open(['127.0.0.1:*', '[::1]:*']);
  expect((await safeFetch(`http://127.0.0.1:${s.port}/`)).body.toString()).toBe('hello');
  expect(await reasonOf(safeFetch('http://[::1]:1/'))).toBe('unreachable');
  expect(await reasonOf(safeFetch(`http://localhost:${s.port}/`))).toBe('address_refused');
  expect(await reasonOf(safeFetch('http://10.0.0.1/'))).toBe('address_refused');
});

test('a refusal names the setting that allows the host and port', async () => {
  const safeFetch = s.open();
  for (const host of [`127.0.0.1:${s.port}`, `[::1]:${s.port}`, `localhost:${s.port}`]) {
    const error = await safeFetch(`http://${host}/`).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`SAFE_FETCH_ALLOWED_HOSTS=${host}`);
  }
  const error = await safeFetch('https://10.0.0.1/').catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('SAFE_FETCH_ALLOWED_HOSTS=10.0.0.1:443');
});

test('an allowed name is reached by its name', async () => {
  const safeFetch = s.open([`localhost:${s.port}`]);
  expect((await safeFetch(`http://localhost:${s.port}/`)).body.toString()).toBe('hello');
});

test('redirects are not followed, wherever they lead', async () => {
  const safeFetch = s.trusting();
  for (const status of [301, 302, 303, 307, 308]) {
    s.reply = (_, res) => res.writeHead(status, { location: `http://127.0.0.1:${s.port}/next` }).end();
    expect([status, await reasonOf(safeFetch(`http://127.0.0.1:${s.port}/`))]).toEqual([status, 'redirected']);
  }
  expect(s.requests.map(({ url }) => url)).toEqual(['/', '/', '/', '/', '/']);
});

test('an answer of the allowed size is read, one byte more is refused', async () => {
  const safeFetch = s.trusting();
  s.reply = (req, res) => void res.end(Buffer.alloc(Number(req.url?.slice(1))));
  const fetchBytes = (bytes: number) => safeFetch(`http://127.0.0.1:${s.port}/${bytes}`, { maxBytes: 1_000 });
  expect((await fetchBytes(1_000)).body).toHaveLength(1_000);
  expect(await reasonOf(fetchBytes(1_001))).toBe('too_large');
});

test('an answer without end is cut off at the allowed size', async () => {
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  s.reply = (_, res) => {
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
    };
    res.on('drain', more).on('close', () => onClose());
    more();
  };
  expect(await reasonOf(s.trusting()(`http://127.0.0.1:${s.port}/`))).toBe('too_large');
  await closed;
});

test('a server that does not answer, or drips, is left after the time given', async () => {
  const address = `http://127.0.0.1:${s.port}/`;
  s.reply = () => {};
  expect(await firstToEnd(s.trusting(), address)).toBe('unreachable after the time given');
  s.reply = (_, res) => {
    const drip = setInterval(() => res.write('.'), 20);
    res.on('close', () => clearInterval(drip));
  };
  expect(await firstToEnd(s.trusting(), address)).toBe('unreachable after the time given');
});

test('a name server that does not answer is left after the time given', async () => {
  const silent = s.open([], () => {});
  expect(await firstToEnd(silent, 'http://slow.example/')).toBe('unreachable after the time given');
});

test('a server that cuts the connection is unreachable', async () => {
  s.reply = (req) => void req.socket.destroy();
  expect(await reasonOf(s.trusting()(`http://127.0.0.1:${s.port}/`))).toBe('unreachable');
});

const nowhere = () =>
  s.open([], (_, __, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []));

test('failures are told apart', async () => {
  const safeFetch = s.trusting();
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: closedPort } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await codeOf(s.open(['127.0.0.1:*'])(`http://127.0.0.1:${closedPort}/`))).toBe('connect');
  expect(await codeOf(nowhere()('http://nowhere.example/'))).toBe('dns');
  expect(await codeOf(safeFetch('http://10.0.0.1/'))).toBe('address_refused');

  s.reply = (req) => void req.socket.destroy();
  expect(await codeOf(safeFetch(`http://127.0.0.1:${s.port}/`))).toBe('reset');
  s.reply = (_, res) => void res.socket?.end('no http at all');
  expect(await codeOf(safeFetch(`http://127.0.0.1:${s.port}/`))).toBe('reset');
  s.reply = (_, res) => {
    res.writeHead(200, { 'content-length': 100 }).write('short');
    res.socket?.end();
  };
  expect(await codeOf(safeFetch(`http://127.0.0.1:${s.port}/`))).toBe('reset');
  s.reply = () => {};
  expect(await codeOf(safeFetch(`http://127.0.0.1:${s.port}/`, { timeoutMs: 150 }))).toBe('timeout');
});

test('a failure after the head came says what the head was', async () => {
  s.reply = (_, res) => void res.writeHead(203, { 'x-kind': 'long' }).end(Buffer.alloc(2_000));
  const error = await s
    .trusting()(`http://127.0.0.1:${s.port}/`, { maxBytes: 100 })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'too_large',
    head: { status: 203, headers: { 'x-kind': 'long' }, address: '127.0.0.1' },
  });
});

test('a redirect is the answer where it is asked for, and its connection is used again', async () => {
  const safeFetch = s.trusting();
  for (const status of [301, 302, 303, 304, 307, 308]) {
    s.reply = (_, res) => {
      res.writeHead(status, { location: '/next' });
      if (status !== 304) res.write('mov');
      res.end(status === 304 ? undefined : 'ed');
    };
    const answer = await safeFetch(`http://127.0.0.1:${s.port}/`, { redirect: 'return' });
    expect(answer).toMatchObject({ status, headers: { location: '/next' } });
    expect(answer.body).toHaveLength(0);
  }
  expect(s.requests.map(({ url }) => url)).toEqual(['/', '/', '/', '/', '/', '/']);
  expect(new Set(s.requests.map(({ socket }) => socket)).size).toBeLessThan(6);
});

test('a redirect whose body never ends is an answer all the same', async () => {
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  s.reply = (_, res) => {
    res.on('close', () => onClose());
    res.writeHead(302, { location: '/next' }).write('.');
  };
  const answer = await s.trusting()(`http://127.0.0.1:${s.port}/`, { redirect: 'return', timeoutMs: 600_000 });
  expect(answer.status).toBe(302);
  await closed;
});

test('HEAD gives the headers alone, however long the body would be and however it is encoded', async () => {
  const headers = { 'content-length': '100000000', 'content-encoding': 'gzip' };
  s.reply = (_, res) => void res.writeHead(200, headers).end();
  const answer = await s.trusting()(`http://127.0.0.1:${s.port}/`, { method: 'HEAD', maxBytes: 10, decode: true });
  expect(answer).toMatchObject({ status: 200, headers });
  expect(answer.body).toHaveLength(0);
  expect(s.requests[0]?.method).toBe('HEAD');
});

test.each(['identity', 'gzip'])('a body (%s) that dribbles ends at the whole limit', async (encoding) => {
  const body = encoding === 'gzip' ? gzipSync(randomBytes(10_000)) : randomBytes(10_000);
  s.reply = (_, res) => {
    res.setHeader('content-encoding', encoding);
    let sent = 0;
    const drip = setInterval(() => {
      res.write(body.subarray(sent, sent + 1));
      sent += 1;
    }, 20);
    res.on('close', () => clearInterval(drip));
  };
  const fetched = s.trusting()(`http://127.0.0.1:${s.port}/`, { decode: true, timeoutMs: 3_000 });
  const error = await fetched.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'timeout', detail: 'while the body was read', head: { status: 200 } });
  expect(s.requests[0]?.headers['content-length']).toBeUndefined();
});

test('the signal of the caller ends the call with its reason, at any stage', async () => {
  const safeFetch = s.trusting();
  const reason = new Error('the scan was canceled');
  const early = AbortSignal.abort(reason);
  await expect(safeFetch(`http://127.0.0.1:${s.port}/`, { signal: early })).rejects.toBe(reason);
  expect(s.requests).toHaveLength(0);
  for (const stage of ['before the head', 'in the body']) {
    const controller = new AbortController();
    s.reply = (_, res) => {
      if (stage === 'in the body') res.write('.');
      setImmediate(() => controller.abort(reason));
    };
    const fetched = safeFetch(`http://127.0.0.1:${s.port}/`, { signal: controller.signal, timeoutMs: 600_000 });
    await expect(fetched).rejects.toBe(reason);
  }
});

test('only web ports are reached where that is asked for, except on allowed hosts', async () => {
  const webPortsOnly = true;
  expect(await codeOf(s.trusting()(`http://127.0.0.1:${s.port}/`, { webPortsOnly }))).toBe('answered');
  for (const address of ['http://nowhere.example:8080/', 'https://nowhere.example:22/', 'http://1.1.1.1:6379/'])
    expect([address, await codeOf(nowhere()(address, { webPortsOnly }))]).toEqual([address, 'address_refused']);
  for (const address of ['http://nowhere.example/', 'https://nowhere.example/', 'http://nowhere.example:443/'])
    expect([address, await codeOf(nowhere()(address, { webPortsOnly }))]).toEqual([address, 'dns']);
  expect(await codeOf(nowhere()('http://nowhere.example:8080/'))).toBe('dns');
});

test('an answer says which address gave it, and whether its connection was new', async () => {
  const safeFetch = s.open([`localhost:${s.port}`]);
  const ports = new Set<number | undefined>();
  let from: number | undefined;
  for (let count = 0; count < 10; count += 1) {
    s.reply = (req, res) => {
      from = req.socket.remotePort;
      if (count === 6) res.setHeader('connection', 'close');
      res.end('hello');
    };
    const { address, timings } = await safeFetch(`http://localhost:${s.port}/`);
    expect(address).toBe('127.0.0.1');
    expect(timings.connect_ms === null).toBe(ports.has(from));
    expect(timings.total_ms).toBeGreaterThanOrEqual(timings.ttfb_ms);
    ports.add(from);
  }
  expect(ports.size).toBeLessThan(10);
});

test('the time until the head is not the time until the end of the body', async () => {
  s.reply = (_, res) => {
    res.write('.', () => setTimeout(() => res.end(), 200));
  };
  const { timings } = await s.trusting()(`http://127.0.0.1:${s.port}/`);
  expect(timings.total_ms).toBeGreaterThan(timings.ttfb_ms);
});

test('proxies of the environment and cookies of earlier answers are not used', async () => {
  const proxies = { http_proxy: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' };
  Object.assign(process.env, proxies);
  try {
    const safeFetch = s.trusting();
    s.reply = (_, res) => void res.setHeader('set-cookie', 'session=1').end();
    await safeFetch(`http://127.0.0.1:${s.port}/`);
    await safeFetch(`http://127.0.0.1:${s.port}/`);
    expect(s.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  } finally {
    for (const name of Object.keys(proxies)) delete process.env[name];
  }
});
