import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { ConfigError, createContextSigner, createLog, loadConfig, systemClock } from '@platform/runtime';
import { z } from 'zod';
import { addressFields } from '../config.ts';
import { openUpstreams } from './open-upstreams.ts';

const names = ['catalog', 'seo-rkn'] as const;
const platform = {
  log: createLog('test', 'silent'),
  signer: createContextSigner(['a-secret-of-more-than-32-characters-for-tests'], systemClock),
};
const read = (env: Record<string, string>) => loadConfig('gateway', z.object(addressFields(names)), env);

test('the address of a service with a dash in its name is read from a variable with an underscore', async () => {
  const server = createServer((_req, res) => res.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = read({ CATALOG_URL: address, SEO_RKN_URL: `${address},${address}` });
  expect(config.SEO_RKN_URL).toEqual([address, address]);
  const upstreams = openUpstreams(names, { config, local: {}, ...platform });
  expect([...upstreams.keys()]).toEqual(['catalog', 'seo-rkn']);
  expect(await upstreams.get('seo-rkn')?.isReady()).toBe(true);
  for (const upstream of upstreams.values()) await upstream.close();
  server.close();
});

test('a service that is neither here nor anywhere else is named by its variable', () => {
  const open = () => openUpstreams(names, { config: read({}), local: {}, ...platform });
  expect(open).toThrow(ConfigError);
  expect(open).toThrow('`CATALOG_URL` is missing');
  expect(open).toThrow('`SEO_RKN_URL` is missing');
});

test('a service of this process needs no address, whatever its name', () => {
  const here = { name: 'x', dispatch: async () => {}, listener: () => {}, isReady: async () => true };
  const local = { catalog: here, 'seo-rkn': here };
  const upstreams = openUpstreams(names, { config: read({}), local, ...platform });
  expect([...upstreams.keys()]).toEqual(['catalog', 'seo-rkn']);
});
