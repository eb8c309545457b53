import { describe, expect, test } from '@jest/globals';
import { readNatsUrl } from './nats-address.ts';

describe('NATS_URL', () => {
  test.each([
    ['nats://nats:4222', { servers: ['nats://nats:4222'] }],
    ['nats:4222', { servers: ['nats:4222'] }],
    ['nats://a:1, nats://b:2', { servers: ['nats://a:1', 'nats://b:2'] }],
    ['nats://me:word@nats:4222', { servers: ['nats://nats:4222'], user: 'me', pass: 'word' }],
    ['me:word@nats:4222', { servers: ['nats:4222'], user: 'me', pass: 'word' }],
    ['nats://me:@nats', { servers: ['nats://nats'], user: 'me', pass: '' }],
    ['nats://t0k3n@nats:4222', { servers: ['nats://nats:4222'], token: 't0k3n' }],
    ['nats://me:word@[::1]:4222', { servers: ['nats://[::1]:4222'], user: 'me', pass: 'word' }],
    ['nats://m%40e:a%2Cb%2F%3A%25@nats', { servers: ['nats://nats'], user: 'm@e', pass: 'a,b/:%' }],
    ['nats://me:a:b@c/#100%@nats', { servers: ['nats://nats'], user: 'me', pass: 'a:b@c/#100%' }],
    ['nats://a:1,nats://me:word@b:2', { servers: ['nats://a:1', 'nats://b:2'], user: 'me', pass: 'word' }],
  ])('%s', (url, expected) => {
    expect(readNatsUrl(url)).toEqual(expected);
  });
});
