import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  baseConfig,
  ConfigError,
  ContextSecrets,
  contextKeysConfig,
  databaseConfig,
  encryptionKeysConfig,
  Flag,
  List,
  loadConfig,
  loadEncryptionKeys,
} from './config.ts';

const secret = 'a-context-secret-that-is-long-enough';
const key = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const contextKey = Buffer.alloc(32, 2).toString('base64url');
const good = { SEO_RKN_ENCRYPTION_KEYS: key };
/** Everything that the runtime reads, for a gateway and for a service. */
const all = z.object({
  ...baseConfig.shape,
  ...databaseConfig.shape,
  ...contextKeysConfig('seo-rkn').shape,
  ...encryptionKeysConfig('seo-rkn').shape,
  PLATFORM_CONTEXT_SECRETS: ContextSecrets,
});

const messageOf = (schema: z.ZodType, env: Record<string, string | undefined>): string => {
  try {
    loadConfig('billing', schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
};

test('a valid environment is read with its defaults, and unknown variables are ignored', () => {
  const schema = all.partial({ DATABASE_URL: true });
  const secrets = { PLATFORM_CONTEXT_SECRETS: secret, SEO_RKN_CONTEXT_KEYS: `${contextKey},${contextKey}` };
  const config = loadConfig('seo-rkn', schema, { ...good, ...secrets, PORT: '3000', NATS_URL: '', UNKNOWN: 'x' });
  expect(config).toMatchObject({
    PORT: 3000,
    OPS_PORT: 9090,
    LOG_LEVEL: 'info',
    PLATFORM_CONTEXT_SECRETS: [secret],
    SEO_RKN_CONTEXT_KEYS: [contextKey, contextKey],
    SAFE_FETCH_ALLOWED_HOSTS: [],
  });
  expect(config).not.toHaveProperty('UNKNOWN');
  expect(config.NATS_URL).toBeUndefined();
});

test('every problem is listed at once, each with the name of its variable', () => {
  const message = messageOf(all, {
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    PUBLIC_API_URL: 'not an address',
    PLATFORM_CONTEXT_SECRETS: 'short,also-short',
    SEO_RKN_CONTEXT_KEYS: `${contextKey},${secret}`,
    DATABASE_POOL_SIZE: '1',
  });
  expect(message).toMatch(/^The configuration of billing has 9 problem\(s\):/);
  const names = message
    .split('\n')
    .slice(1)
    .map((line) => /^ {2}- (?:Entry \d of )?`(\w+)` \S/.exec(line)?.[1]);
  expect(names.toSorted()).toEqual([
    'DATABASE_POOL_SIZE',
    'DATABASE_URL',
    'LOG_LEVEL',
    'PLATFORM_CONTEXT_SECRETS',
    'PLATFORM_CONTEXT_SECRETS',
    'PORT',
    'PUBLIC_API_URL',
    'SEO_RKN_CONTEXT_KEYS',
    'SEO_RKN_ENCRYPTION_KEYS',
  ]);
  expect(message).toContain('`DATABASE_URL` is missing: it has to be an address with its scheme (URL).');
});

test('no value is ever printed, for values are secrets', () => {
  const values = {
    LOG_LEVEL: 'value-of-level',
    PORT: 'value-of-port',
    OPS_PORT: '70000',
    PUBLIC_API_URL: 'value-of-url',
    NATS_REPLICAS: '77',
    PLATFORM_CONTEXT_SECRETS: 'value-of-secret',
    SEO_RKN_ENCRYPTION_KEYS: 'k1:value-of-key',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'value-of-otel',
    SEO_RKN_CONTEXT_KEYS: 'value-of-context-key',
    DATABASE_URL: 'value-of-database',
  };
  const message = messageOf(all, values);
  for (const [name, value] of Object.entries(values)) {
    expect(message).toContain(`\`${name}\` has to `);
    expect(message).not.toContain(value);
  }
});

test('a service takes its own encryption keys, each with an id of its own', () => {
  const next = `k2:${Buffer.alloc(32, 3).toString('base64')}`;
  const env = { SEO_RKN_ENCRYPTION_KEYS: `${next}, ${key}`, CMS_ENCRYPTION_KEYS: `${key},${next.replace('k2', 'k1')}` };
  expect(loadEncryptionKeys('seo-rkn', env)).toEqual([next, key]);
  expect(() => loadEncryptionKeys('cms', env)).toThrow(
    '`CMS_ENCRYPTION_KEYS` has two keys with one id: each key needs an id of its own.',
  );
  expect(() => loadEncryptionKeys('social', env)).toThrow('`SOCIAL_ENCRYPTION_KEYS` is missing');
});

test('an empty variable counts as missing', () => {
  expect(messageOf(all, { ...good, PLATFORM_CONTEXT_SECRETS: '' })).toContain('`PLATFORM_CONTEXT_SECRETS` is missing');
  expect(messageOf(all, { ...good, PLATFORM_CONTEXT_SECRETS: ' , ' })).toContain('`PLATFORM_CONTEXT_SECRETS` is empty');
});

test('lists are split at commas and trimmed, flags take the usual words', () => {
  expect(List.parse(' a, b ,,c ')).toEqual(['a', 'b', 'c']);
  expect(['true', '1', 'false', '0', undefined].map((value) => Flag.parse(value))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(Flag.safeParse('yes').success).toBe(false);
});

test.each(['api.example.com', 'api.example.com:8443', 'ftp://api.example.com'])(
  'the public address %j is refused: it has no scheme that clients can call',
  (PUBLIC_API_URL) => {
    expect(messageOf(baseConfig, { PUBLIC_API_URL })).toContain(
      '`PUBLIC_API_URL` has to begin with https:// or http://.',
    );
  },
);
