import { expect, test } from '@jest/globals';
import { deriveContextKey } from '../http/platform-context.ts';
import { createGatewaySealer } from './gateway-sealer.ts';

const [old, next] = ['old-secret-'.repeat(4), 'new-secret-'.repeat(4)];
const sealerOf = (service: string, ...secrets: string[]) =>
  createGatewaySealer(secrets.map((secret) => deriveContextKey(secret, service)));

test('the gateway opens, with the secrets in any order, what a service sealed with its context keys', () => {
  const gateway = sealerOf('catalog', next, old);
  for (const service of [sealerOf('catalog', old), sealerOf('catalog', next), sealerOf('catalog', old, next)])
    expect(gateway.open(service.seal('secret', 'c'), 'c').toString()).toBe('secret');
});

test('another service, another context and a secret that went open nothing', () => {
  const sealed = sealerOf('catalog', old).seal('secret', 'c');
  expect(() => sealerOf('billing', old).open(sealed, 'c')).toThrow('the key of a sealed value is not configured');
  expect(() => sealerOf('catalog', next).open(sealed, 'c')).toThrow('the key of a sealed value is not configured');
  expect(() => sealerOf('catalog', old).open(sealed, 'd')).toThrow();
  expect(() => createGatewaySealer([])).toThrow('at least one');
});
