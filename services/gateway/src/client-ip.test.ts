import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createLog } from '@platform/runtime';
import { logLines } from '@platform/testing';
import { createClientIp } from './client-ip.ts';

/** The address of a client whose request came from `peer` with this X-Forwarded-For. */
const clientIp = (trusted: string[], peer: string | undefined, forwarded?: string | string[]): string =>
  createClientIp(
    trusted,
    createLog('test', 'silent'),
  )({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string },
    socket: { remoteAddress: peer } as never,
  });

describe('without trusted proxies', () => {
  test('the peer is the client, whatever X-Forwarded-For says', () => {
    expect(clientIp([], '203.0.113.9')).toBe('203.0.113.9');
    expect(clientIp([], '203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(clientIp([], '203.0.113.9', '1.2.3.4, 127.0.0.1')).toBe('203.0.113.9');
    expect(clientIp([], '2001:db8::9', '1.2.3.4')).toBe('2001:db8::9');
  });

  test('an IPv4 peer on an IPv6 socket is spelt as IPv4', () => {
    expect(clientIp([], '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  test('a socket that is gone has no address and breaks nothing', () => {
    expect(clientIp([], undefined, '1.2.3.4')).toBe('');
    expect(clientIp(['10.0.0.0/8'], undefined, '1.2.3.4')).toBe('');
  });
});

describe('a proxy that was forgotten in TRUSTED_PROXIES', () => {
  afterEach(() => void jest.restoreAllMocks());
  const warningsOf = (trusted: string[]) => {
    const lines = logLines();
    const find = createClientIp(trusted, createLog('test', 'warn', lines));
    const call = (forwarded?: string) =>
      find({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } as never });
    return { call, lines };
  };

  test('is warned of once an hour, however many requests come', () => {
    const { call, lines } = warningsOf([]);
    call();
    expect(lines.all).toEqual([]);
    for (let sent = 0; sent < 100; sent += 1) call(`203.0.113.${sent}`);
    expect(lines.all).toHaveLength(1);
    expect(JSON.parse(lines.all[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: expect.stringContaining('TRUSTED_PROXIES'),
    });
    expect(lines.all[0]).not.toContain('203.0.113');
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now + 3_601_000);
    for (let sent = 0; sent < 100; sent += 1) call('203.0.113.1');
    expect(lines.all).toHaveLength(2);
  });

  test('is not suspected where one is named', () => {
    const { call, lines } = warningsOf(['10.0.0.2']);
    call('203.0.113.1');
    expect(lines.all).toEqual([]);
  });
});

describe('behind one trusted proxy', () => {
  const trusted = ['10.0.0.1'];

  test('the right-most address is the client, never the left-most', () => {
    expect(clientIp(trusted, '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(clientIp(trusted, '10.0.0.1', '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
    expect(clientIp(trusted, '10.0.0.1', '1.2.3.4,5.6.7.8 ,\t203.0.113.9 ')).toBe('203.0.113.9');
  });

  test('several headers count as one list in their order', () => {
    expect(clientIp(trusted, '10.0.0.1', ['1.2.3.4', '5.6.7.8, 203.0.113.9'])).toBe('203.0.113.9');
  });

  test('a peer that is not the proxy is not believed', () => {
    expect(clientIp(trusted, '10.0.0.2', '1.2.3.4')).toBe('10.0.0.2');
    expect(clientIp(trusted, '203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
  });

  test('the proxy itself is the client when it says nothing', () => {
    expect(clientIp(trusted, '10.0.0.1')).toBe('10.0.0.1');
    expect(clientIp(trusted, '10.0.0.1', '')).toBe('10.0.0.1');
    expect(clientIp(trusted, '10.0.0.1', ' , ')).toBe('10.0.0.1');
  });

  test.each(['unknown', '<script>', '1.2.3.4:8080', '[2001:db8::1]:443', '999.1.1.1', '1.2.3', '0x7f.1', '_hidden'])(
    'a hop that is no address (%s) is ignored: the last real one counts',
    (garbage) => {
      expect(clientIp(trusted, '10.0.0.1', garbage)).toBe('10.0.0.1');
      expect(clientIp(trusted, '10.0.0.1', `1.2.3.4, ${garbage}`)).toBe('10.0.0.1');
      expect(clientIp(trusted, '10.0.0.1', `${garbage}, 203.0.113.9`)).toBe('203.0.113.9');
    },
  );
});

describe('behind two trusted proxies', () => {
  const trusted = ['10.0.0.0/8', '192.168.7.0/24'];

  test('trusted hops are skipped from the right', () => {
    expect(clientIp(trusted, '10.0.0.1', '203.0.113.9, 192.168.7.20')).toBe('203.0.113.9');
    expect(clientIp(trusted, '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.9.9.9, 192.168.7.20')).toBe('203.0.113.9');
  });

  test('an untrusted hop between them is the client', () => {
    expect(clientIp(trusted, '10.0.0.1', '192.168.7.20, 203.0.113.9')).toBe('203.0.113.9');
    expect(clientIp(trusted, '10.0.0.1', '203.0.113.9, 192.168.8.20')).toBe('192.168.8.20');
  });

  test('a chain of nothing but proxies ends at its first', () => {
    expect(clientIp(trusted, '10.0.0.1', '10.1.1.1, 192.168.7.20')).toBe('10.1.1.1');
  });

  test('garbage between the proxies stops the walk at the hop that was real', () => {
    expect(clientIp(trusted, '10.0.0.1', '203.0.113.9, unknown, 192.168.7.20')).toBe('192.168.7.20');
  });
});

describe('IPv6', () => {
  test('proxies and clients may have IPv6 addresses', () => {
    expect(clientIp(['2001:db8:aa::/48'], '2001:db8:aa::1', '1.2.3.4, 2001:db8:ff::9')).toBe('2001:db8:ff::9');
    expect(clientIp(['::1'], '::1', '2001:db8:ff::9')).toBe('2001:db8:ff::9');
    expect(clientIp(['2001:db8:aa::/48'], '2001:db8:ab::1', '1.2.3.4')).toBe('2001:db8:ab::1');
  });

  test('an IPv4 proxy is recognised when it connects over an IPv6 socket', () => {
    expect(clientIp(['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(clientIp(['10.0.0.0/8'], '10.0.0.1', '203.0.113.9, ::ffff:10.0.0.7')).toBe('203.0.113.9');
  });

  test('one address has one spelling, so that it has one allowance', () => {
    for (const spelling of ['2001:db8:ff::9', '2001:DB8:FF::9', '2001:db8:ff:0:0:0:0:9', '2001:0db8:00ff::0009'])
      expect(clientIp(['::1'], '::1', spelling)).toBe('2001:db8:ff::9');
    for (const spelling of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109'])
      expect(clientIp(['::1'], '::1', spelling)).toBe('203.0.113.9');
  });
});
