import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EvaluationDetails, FlagValue, JsonValue } from '@openfeature/core';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as OnServer } from '@openfeature/server-sdk';
import { OpenFeature as InBrowser } from '@openfeature/web-sdk';
import { rateClasses } from '@platform/contracts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * The providers of OpenFeature for servers and browsers, unchanged and with their default options: the limits
 * are the real ones, and the public key travels in the header that OFREP names.
 */

let t: TestPlatform;
const realLimits = Object.fromEntries(
  Object.entries(rateClasses).map(([name, { perMinute }]) => [`RATE_LIMIT_${name.toUpperCase()}`, `${perMinute}`]),
);
const context = { targetingKey: 'anna', platform: 'ios', app_version: '2.4.0' };
const blue = { colours: ['blue', null], dark: { from: 18.5 } };
const ios = { platforms: ['ios'], app_version: '>=2' };
const web = { platforms: ['web'] };

const flags = {
  'Boolean.targeting': { rules: [{ ...ios, value: true }] },
  'Boolean.split': { rules: [{ percentage: 100, value: true }] },
  'Boolean.default': {
    value: true,
    rules: [
      { ...web, value: false },
      { percentage: 0, value: false },
    ],
  },
  'Boolean.static': { value: true },
  'Boolean.disabled': { enabled: false, value: true, rules: [{ value: true }] },
};
const parameters = {
  'String.targeting': { type: 'string', value: 'no', rules: [{ ...ios, value: 'yes' }] },
  'String.default': { type: 'string', value: 'yes', rules: [{ ...web, value: 'no' }] },
  'String.static': { type: 'string', value: '' },
  'Number.targeting': { type: 'number', value: 0, rules: [{ ...ios, value: 2.5 }] },
  'Number.default': { type: 'number', value: -7, rules: [{ ...web, value: 0 }] },
  'Number.static': { type: 'number', value: 0 },
  'Object.targeting': { type: 'json', value: {}, rules: [{ ...ios, value: blue }] },
  'Object.default': { type: 'json', value: blue, rules: [{ ...web, value: {} }] },
  'Object.static': { type: 'json', value: ['a', { b: 1 }] },
} as const;

type Type = 'Boolean' | 'String' | 'Number' | 'Object';
const fallbacks: Record<Type, FlagValue> = { Boolean: false, String: 'code', Number: 42, Object: { from: 'code' } };

/** A typed read, and what it has to give; `code` is the default in the code of the caller. */
const checks: [type: Type, key: string, value: unknown, reason: string, errorCode?: string][] = [
  ['Boolean', 'Boolean.targeting', true, 'TARGETING_MATCH'],
  ['Boolean', 'Boolean.split', true, 'SPLIT'],
  ['Boolean', 'Boolean.default', true, 'DEFAULT'],
  ['Boolean', 'Boolean.static', true, 'STATIC'],
  ['Boolean', 'Boolean.disabled', false, 'DISABLED'],
  ['Boolean', 'Boolean.missing', 'code', 'ERROR', 'FLAG_NOT_FOUND'],
  ['Boolean', 'String.static', 'code', 'ERROR', 'TYPE_MISMATCH'],
  ['String', 'String.targeting', 'yes', 'TARGETING_MATCH'],
  ['String', 'String.default', 'yes', 'DEFAULT'],
  ['String', 'String.static', '', 'STATIC'],
  ['String', 'String.missing', 'code', 'ERROR', 'FLAG_NOT_FOUND'],
  ['String', 'Boolean.static', 'code', 'ERROR', 'TYPE_MISMATCH'],
  ['Number', 'Number.targeting', 2.5, 'TARGETING_MATCH'],
  ['Number', 'Number.default', -7, 'DEFAULT'],
  ['Number', 'Number.static', 0, 'STATIC'],
  ['Number', 'Number.missing', 'code', 'ERROR', 'FLAG_NOT_FOUND'],
  ['Number', 'Object.static', 'code', 'ERROR', 'TYPE_MISMATCH'],
  ['Object', 'Object.targeting', blue, 'TARGETING_MATCH'],
  ['Object', 'Object.default', blue, 'DEFAULT'],
  ['Object', 'Object.static', ['a', { b: 1 }], 'STATIC'],
  ['Object', 'Object.missing', 'code', 'ERROR', 'FLAG_NOT_FOUND'],
  ['Object', 'Number.static', 'code', 'ERROR', 'TYPE_MISMATCH'],
];

type Details = EvaluationDetails<FlagValue>;
const providers = {
  server: (type: Type, key: string): Promise<Details> => {
    const client = OnServer.getClient();
    return {
      Boolean: () => client.getBooleanDetails(key, fallbacks.Boolean as boolean, context),
      String: () => client.getStringDetails(key, fallbacks.String as string, context),
      Number: () => client.getNumberDetails(key, fallbacks.Number as number, context),
      Object: () => client.getObjectDetails(key, fallbacks.Object as JsonValue, context),
    }[type]() as Promise<Details>;
  },
  web: async (type: Type, key: string): Promise<Details> => {
    const client = InBrowser.getClient();
    return {
      Boolean: () => client.getBooleanDetails(key, fallbacks.Boolean as boolean),
      String: () => client.getStringDetails(key, fallbacks.String as string),
      Number: () => client.getNumberDetails(key, fallbacks.Number as number),
      Object: () => client.getObjectDetails(key, fallbacks.Object as JsonValue),
    }[type]() as Details;
  },
};

beforeAll(async () => {
  t = await startTestPlatform({ env: realLimits });
  const admin = t.client(await t.adminHeaders());
  const params = { application_id: t.demo.application_id };
  for (const [code, flag] of Object.entries(flags))
    expect((await admin.createFeature({ params, body: { code, ...flag } })).status).toBe(201);
  for (const [key, { ...body }] of Object.entries(parameters))
    expect((await admin.putConfigParameter({ params: { ...params, key }, body: body as never })).status).toBe(200);
  const options = { baseUrl: t.baseUrl, headers: [['X-API-Key', t.demo.public_key]] as [string, string][] };
  await OnServer.setProviderAndWait(new OFREPProvider(options));
  await InBrowser.setContext(context);
  await InBrowser.setProviderAndWait(new OFREPWebProvider(options));
});
afterAll(async () => {
  await OnServer.close();
  await InBrowser.close();
  await t.stop();
});

describe.each(['server', 'web'] as const)('the %s provider reads', (name) => {
  test.each(checks.map((check) => ({ check, name: check.slice(0, 2).join(' from ') })))(
    'a $name',
    async ({ check }) => {
      const [type, key, expected, reason, errorCode] = check;
      const details = await providers[name](type, key);
      expect(details).toMatchObject({ reason, value: expected === 'code' ? fallbacks[type] : expected });
      expect(details.errorCode).toBe(errorCode);
      if (errorCode === undefined)
        expect(details.flagMetadata).toEqual({ version: 1, kind: expect.stringMatching(/^(feature|config)$/) });
      if (key.startsWith('Boolean') && errorCode === undefined) expect(details.variant).toBe(expected ? 'on' : 'off');
    },
  );
});

describe('a request that cannot be evaluated is refused in the words of the protocol', () => {
  test.each([
    ['broken JSON', '{', 'application/json', 400, 'PARSE_ERROR'],
    ['a body that is no JSON', 'hello', 'text/plain', 415, 'PARSE_ERROR'],
    ['a context that is no object', '{"context":"anna"}', 'application/json', 400, 'INVALID_CONTEXT'],
  ])('%s', async (...[, body, type, status, errorCode]) => {
    for (const [path, key] of [
      ['', undefined],
      ['/Boolean.static', 'Boolean.static'],
    ]) {
      const response = await fetch(`${t.baseUrl}/ofrep/v1/evaluate/flags${path}`, {
        method: 'POST',
        headers: { 'x-api-key': t.demo.public_key, 'content-type': type },
        body,
      });
      const failure = (await response.json()) as Record<string, unknown>;
      expect([response.status, failure.errorCode, failure.key]).toEqual([status, errorCode, key]);
      expect(failure.errorDetails).toBe(failure.message);
    }
  });
});

test('a backend is answered 5,000 evaluations in a burst', async () => {
  const client = OnServer.getClient();
  let left = 5_000;
  const refused: unknown[] = [];
  const backend = async () => {
    while (left > 0) {
      left -= 1;
      const details = await client.getBooleanDetails('Boolean.split', false, { targetingKey: `user-${left}` });
      if (details.reason !== 'SPLIT' || !details.value) refused.push(details);
    }
  };
  await Promise.all(Array.from({ length: 20 }, backend));
  expect(refused.slice(0, 3)).toEqual([]);
  const headers = { 'x-api-key': t.demo.public_key, 'content-type': 'application/json' };
  const last = await fetch(`${t.baseUrl}/ofrep/v1/evaluate/flags/Boolean.split`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect([last.status, last.headers.get('ratelimit-limit')]).toEqual([200, '6000']);
});
