import { expect, test } from '@jest/globals';
import { isPublicAddress } from './public-address.ts';

/**
 * Every range that IANA reserves for special purposes, with an address of its start and one of its end where
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
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '2001:200::1',
    '2000::1',
    '2a00:1450::1',
    '3ffe::1',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('an invalid address is not public', () => {
  for (const text of ['', 'localhost', 'example.com', '1.1.1', '1.1.1.1.1', '1.1.1.1/8'])
    expect([text, isPublicAddress(text)]).toEqual([text, false]);
});
