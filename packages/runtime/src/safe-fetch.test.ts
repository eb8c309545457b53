import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createSafeFetch, isPublicAddress, type SafeFetch, SafeFetchError } from './safe-fetch.ts';

/**
 * Every range that IANA keeps for special purposes, with an address of its start and one of its end where
 * they differ.
 */
const special: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  private: ['10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local, cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'IETF protocols': ['192.0.0.1', '192.0.0.170'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  '6to4 relay': ['192.88.99.1'],
  benchmarking: ['198.18.0.1', '198.19.255.254', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff00::1', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fdff::1', 'fd00:ec2::254'],
  'site local': ['fec0::1'],
  discard: ['100::1'],
  Teredo: ['2001::1'],
  ORCHID: ['2001:20::1'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1'],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:192.168.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
  ],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  'segment routing': ['5f00::1'],
  'IPv4-compatible': ['::2', '::8.8.8.8', '::808:808', '::ffff'],
  'translated IPv4': ['::ffff:0:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1:ffff::1'],
  'dummy prefix': ['100:0:0:1::1', '100:0:0:1:ffff::1'],
  'IETF protocols of IPv6': [
    '2001:1::1',
    '2001:1::3',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:30::1',
    '2001:1ff::1',
  ],
  'outside global unicast': ['1::1', '200::1', '1fff::1', '4000::1', '6000::1', 'e000::1', 'fe00::1'],
  'documentation, later part': ['3fff:fff::1'],
  'platform services of Azure': ['168.63.129.16', '::ffff:168.63.129.16'],
};

test.each(Object.entries(special))('%s addresses are not public', (_, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test('addresses on the internet are public, also at the edges of the special ranges', () => {
  for (const address of [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
    ...['168.63.129.15', '168.63.129.17', '2001:200::1', '2000::1', '2a00:1450::1', '3ffe::1'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '2606:4700::1111', '::ffff:8.8.8.8'],
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('an invalid address is not public', () => {
  for (const text of ['', 'localhost', 'example.com', '1.1.1', '1.1.1.1.1', '1.1.1.1/8'])
    expect([text, isPublicAddress(text)]).toEqual([text, false]);
});

describe('fetching', () => {
  let server: Server;
  let port: number;
  let requests: IncomingMessage[] = [];
  let reply: (req: IncomingMessage, res: ServerResponse) => void = (_, res) => void res.end('hello');
  const opened: SafeFetch[] = [];

  beforeAll(async () => {
    server = createServer((req, res) => {
      requests.push(req);
      reply(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const safeFetch of opened.splice(0)) await safeFetch.close();
    requests = [];
    reply = (_, res) => void res.end('hello');
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const open = (...args: Parameters<typeof createSafeFetch>): SafeFetch => {
    const safeFetch = createSafeFetch(...args);
    opened.push(safeFetch);
    return safeFetch;
  };
  const trusting = () => open([`127.0.0.1:${port}`]);
  const reasonOf = (fetched: Promise<unknown>): Promise<string> =>
    fetched.then(
      () => 'answered',
      (error: unknown) => (error instanceof SafeFetchError ? error.reason : `not refused but failed: ${error}`),
    );

  test('an address inside the network is refused however it is written, before anything is sent', async () => {
    const safeFetch = open();
    for (const address of [
      `http://127.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://127.0.0.1.:${port}/`,
      `http://１２７.０.０.１:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[0:0:0:0:0:ffff:7f00:1]:${port}/`,
      `http://localhost:${port}/`,
      `http://LOCALHOST:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ])
      expect([address, await reasonOf(safeFetch(address))]).toEqual([address, 'address_refused']);
    expect(requests).toHaveLength(0);
  });

  test('anything but http and https is refused, and so is what is no address', async () => {
    const safeFetch = open();
    for (const address of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://example.com',
      'data:,x',
      '',
      'example',
    ])
      expect([address, await reasonOf(safeFetch(address))]).toEqual([address, 'address_refused']);
  });

  test('credentials in an address are refused, and not repeated in the failure', async () => {
    const safeFetch = trusting();
    for (const address of [`http://anna:hidden@127.0.0.1:${port}/`, 'ftp://anna:hidden@example.com/']) {
      const error = await safeFetch(address).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ reason: 'address_refused' });
      expect(String(error)).not.toContain('hidden');
    }
    expect(requests).toHaveLength(0);
  });

  describe('a name', () => {
    const resolving = (answers: LookupAddress[][]) => {
      const asked: string[] = [];
      const safeFetch = open([], (hostname, _, callback) => {
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
      expect(await reasonOf(safeFetch(`http://rebind.example:${port}/`))).toBe('address_refused');
      expect(requests).toHaveLength(0);
    });

    test('of which one address of several is inside the network is refused', async () => {
      for (const answer of [
        [outside, inside],
        [inside, outside],
      ]) {
        const { safeFetch } = resolving([answer]);
        expect(await reasonOf(safeFetch(`http://rebind.example:${port}/`))).toBe('address_refused');
      }
      expect(requests).toHaveLength(0);
    });

    test('that changes its address between two lookups gains nothing: the connection uses the checked address', async () => {
      const { safeFetch, asked } = resolving([[outside], [inside]]);
      expect(await reasonOf(safeFetch(`http://rebind.example:${port}/`, { timeoutMs: 200 }))).toBe('unreachable');
      expect(asked).toHaveLength(1);
      // Another scheme, so that it is not the connection of the first call that answers.
      expect(await reasonOf(safeFetch(`https://rebind.example:${port}/`, { timeoutMs: 200 }))).toBe('address_refused');
      expect(asked).toEqual(['rebind.example', 'rebind.example']);
      expect(requests).toHaveLength(0);
    });

    test('without any address is refused, and one that does not exist is unreachable', async () => {
      expect(await reasonOf(resolving([[]]).safeFetch(`http://rebind.example:${port}/`))).toBe('address_refused');
      const unknown = open([], (_, __, callback) =>
        callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
      );
      expect(await reasonOf(unknown('http://nowhere.example/'))).toBe('unreachable');
    });

    test('is not trusted because an allowed address resolves from it', async () => {
      const safeFetch = open([`127.0.0.1:${port}`], (_, __, callback) => callback(null, [inside]));
      expect(await reasonOf(safeFetch(`http://rebind.example:${port}/`))).toBe('address_refused');
    });
  });

  test('an allowed host and port works, and nothing else on that host', async () => {
    const safeFetch = trusting();
    reply = (req, res) => {
      res.setHeader('x-seen', `${req.method} ${req.url} ${req.headers['x-sent']}`);
      res.statusCode = 201;
      res.end('created');
    };
    const answer = await safeFetch(`http://127.0.0.1:${port}/path?q=1`, {
      method: 'POST',
      headers: { 'x-sent': 'yes' },
      body: 'text',
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-seen': 'POST /path?q=1 yes' } });
    expect(answer.body.toString()).toBe('created');
    expect(await reasonOf(safeFetch(`http://127.0.0.1:${port + 1}/`))).toBe('address_refused');
    expect(await reasonOf(safeFetch(`http://localhost:${port}/`))).toBe('address_refused');
  });

  test('an allowed host without a port works at every port, and no other host does', async () => {
    const safeFetch = open(['127.0.0.1:*', '[::1]:*']);
    expect((await safeFetch(`http://127.0.0.1:${port}/`)).body.toString()).toBe('hello');
    expect(await reasonOf(safeFetch('http://[::1]:1/'))).toBe('unreachable');
    expect(await reasonOf(safeFetch(`http://localhost:${port}/`))).toBe('address_refused');
    expect(await reasonOf(safeFetch('http://10.0.0.1/'))).toBe('address_refused');
  });

  test('a refusal names the setting that allows the host and port', async () => {
    const safeFetch = open();
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `localhost:${port}`]) {
      const error = await safeFetch(`http://${host}/`).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain(`SAFE_FETCH_ALLOWED_HOSTS=${host}`);
    }
    const error = await safeFetch('https://10.0.0.1/').catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('SAFE_FETCH_ALLOWED_HOSTS=10.0.0.1:443');
  });

  test('an allowed name is reached by its name', async () => {
    const safeFetch = open([`localhost:${port}`]);
    expect((await safeFetch(`http://localhost:${port}/`)).body.toString()).toBe('hello');
  });

  test('redirects are not followed, wherever they lead', async () => {
    const safeFetch = trusting();
    for (const status of [301, 302, 303, 307, 308]) {
      reply = (_, res) => res.writeHead(status, { location: `http://127.0.0.1:${port}/next` }).end();
      expect([status, await reasonOf(safeFetch(`http://127.0.0.1:${port}/`))]).toEqual([status, 'redirected']);
    }
    expect(requests.map(({ url }) => url)).toEqual(['/', '/', '/', '/', '/']);
  });

  test('an answer of the allowed size is read, one byte more is refused', async () => {
    const safeFetch = trusting();
    reply = (req, res) => void res.end(Buffer.alloc(Number(req.url?.slice(1))));
    const fetchBytes = (bytes: number) => safeFetch(`http://127.0.0.1:${port}/${bytes}`, { maxBytes: 1_000 });
    expect((await fetchBytes(1_000)).body).toHaveLength(1_000);
    expect(await reasonOf(fetchBytes(1_001))).toBe('too_large');
  });

  test('an answer without end is cut off at the allowed size', async () => {
    const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
    reply = (_, res) => {
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      };
      res.on('drain', more).on('close', () => onClose());
      more();
    };
    expect(await reasonOf(trusting()(`http://127.0.0.1:${port}/`))).toBe('too_large');
    await closed;
  });

  test('a server that does not answer, or drips, is left after the time given', async () => {
    const safeFetch = trusting();
    reply = () => {};
    const started = performance.now();
    expect(await reasonOf(safeFetch(`http://127.0.0.1:${port}/`, { timeoutMs: 150 }))).toBe('unreachable');
    reply = (_, res) => {
      const drip = setInterval(() => res.write('.'), 20);
      res.on('close', () => clearInterval(drip));
    };
    expect(await reasonOf(safeFetch(`http://127.0.0.1:${port}/`, { timeoutMs: 150 }))).toBe('unreachable');
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  test('a name server that does not answer is left after the time given', async () => {
    const safeFetch = open([], () => {});
    const started = performance.now();
    expect(await reasonOf(safeFetch('http://slow.example/', { timeoutMs: 150 }))).toBe('unreachable');
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  test('a server that cuts the connection is unreachable', async () => {
    reply = (req) => void req.socket.destroy();
    expect(await reasonOf(trusting()(`http://127.0.0.1:${port}/`))).toBe('unreachable');
  });
});
