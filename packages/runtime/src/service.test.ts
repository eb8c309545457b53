import { expect, test } from '@jest/globals';
import type { ServiceContract } from '@platform/contracts/kit';
import { z } from 'zod';
import { openHost, prepareService } from './host.ts';
import { inProcessBus } from './messaging/in-process-bus.ts';
import { defineService } from './service.ts';

const contract = {
  name: 'probe',
  endpoints: {},
  events: {},
  queries: {},
  commands: {},
} as const satisfies ServiceContract;
const parts = { routes: {}, queries: {}, commands: {} };
const config = z.object({});
const env = {
  PLATFORM_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  PROBE_CONTEXT_KEYS: Buffer.alloc(32).toString('base64url'),
};

test('the key-value store is there for a service that declares it, and for no other, also to the compiler', async () => {
  const given: unknown[] = [];
  const declared = defineService({
    migrations: undefined,
    contract,
    config,
    usesKeyValue: true,
    create({ platform }) {
      given.push(platform.kv.isShared);
      return parts;
    },
  });
  const undeclared = defineService({
    migrations: undefined,
    contract,
    config,
    create({ platform }) {
      // @ts-expect-error this service declares no key-value store
      given.push(platform.kv);
      return parts;
    },
  });
  const host = await openHost({ name: 'probe', env, bus: inProcessBus() });
  for (const definition of [declared, undeclared]) await (await prepareService(host, definition, { env })).stop();
  await host.close();
  expect(given).toEqual([false, undefined]);
});
