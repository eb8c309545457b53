import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { type Envelope, newId } from '@platform/runtime';
import { createAdminCredentials } from './admin-credentials.ts';

const token = `svc_adm_${'k'.repeat(32)}`;
const id = newId();

/** The credentials in front of an identity service that knows one key, and the calls that it got. */
function open(key: { expires_at?: string; is_use_stale?: boolean } = {}) {
  const asked: string[] = [];
  const called: unknown[] = [];
  const api_key = {
    admin: { id, email: 'key:ci', role: 'admin', session_id: null },
    application_ids: null,
    expires_at: null,
    is_use_stale: false,
    ...key,
  };
  const ask = async ({ subject }: { subject: string }) => {
    asked.push(subject);
    return { api_key };
  };
  const call = async (_: unknown, input: unknown) => {
    called.push(input);
    return { is_written: true };
  };
  const log = { debug: () => {} };
  const credentials = createAdminCredentials({ ask, call, log } as never);
  return { asked, called, verify: () => credentials.verify(token, (_, question) => question()), credentials };
}

test('identity is asked once about a key that is used again at once', async () => {
  const { asked, verify } = open();
  await verify();
  expect((await verify()).admin.id).toBe(id);
  expect(asked).toHaveLength(1);
});

test('a key that ends within the cached time is not let in by the cache after its end', async () => {
  const { asked, verify } = open({ expires_at: new Date(Date.now() + 40).toISOString() });
  await verify();
  await sleep(60);
  await verify();
  expect(asked).toHaveLength(2);
});

test('the first use of an hour is noted, and later ones are not', async () => {
  const stale = open({ is_use_stale: true });
  await stale.verify();
  expect(stale.called).toEqual([{ api_key_id: id }]);
  const noted = open();
  await noted.verify();
  expect(noted.called).toEqual([]);
});

test('a revoked key is asked about anew, another one stays known', async () => {
  const { asked, verify, credentials } = open();
  const revoke = (api_key_id: string) => {
    for (const { type, observe } of credentials.observers)
      if (type === identity.events.adminApiKeyRevoked.type) observe({ data: { api_key_id } } as Envelope);
  };
  await verify();
  revoke(newId());
  await verify();
  expect(asked).toHaveLength(1);
  revoke(id);
  await verify();
  expect(asked).toHaveLength(2);
});
