import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { configurationViolations, serviceConfigurations } from './configuration.ts';

const gateway = {
  service: 'gateway',
  fields: {
    NATS_URL: z.string().optional(),
    PORT: z.coerce.number().max(9).default(1),
    SECRET: z.string(),
    X_URL: z.url().optional(),
    PUSH_NEWS_URL: z.url().optional(),
  },
};
const given = (entries: Record<string, string | null>) => new Map(Object.entries(entries));
const right = { NATS_URL: 'nats://a:1', SECRET: null, X_URL: 'http://x:1' };

test('a deployment that gives what a service reads is fine', () => {
  expect(configurationViolations(gateway, given({ ...right, PORT: '9' }), ['x'])).toEqual([]);
});

test.each<[string, Record<string, string | null>, string, string[]?]>([
  ['a required variable that is missing', { NATS_URL: 'a', X_URL: 'http://x:1' }, 'needs SECRET'],
  ['an optional one that separate processes need', { SECRET: null, X_URL: 'http://x:1' }, 'needs NATS_URL'],
  ['the address of a service that the gateway cannot do without', { NATS_URL: 'a', SECRET: null }, 'needs X_URL'],
  [
    'the address of a service with a dash in its name',
    { ...right, X_URL: null },
    'needs PUSH_NEWS_URL',
    ['x', 'push-news'],
  ],
  ['a variable that no service reads', { ...right, PORTS: '1' }, 'reads no PORTS'],
  ['a value that the service refuses', { ...right, PORT: '10' }, 'refuses the value of PORT'],
])('%s is found', (_, entries, problem, services = ['x']) => {
  expect(configurationViolations(gateway, given(entries), services)).toEqual([expect.stringContaining(problem)]);
});

test('the schemas of all services are found, with what the runtime reads', async () => {
  const found = await serviceConfigurations();
  expect(found.map(({ service }) => service)).toEqual(expect.arrayContaining(['billing', 'gateway', 'identity']));
  const billing = found.find(({ service }) => service === 'billing');
  expect(Object.keys(billing?.fields ?? {})).toEqual(
    expect.arrayContaining(['YOOKASSA_SHOP_ID', 'DATABASE_URL', 'BILLING_CONTEXT_KEYS', 'BILLING_ENCRYPTION_KEYS']),
  );
  expect(Object.keys(billing?.fields ?? {})).not.toContain('PLATFORM_CONTEXT_SECRETS');
  expect(Object.keys(found.find(({ service }) => service === 'gateway')?.fields ?? {})).not.toContain('DATABASE_URL');
});
