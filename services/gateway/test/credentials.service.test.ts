import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contextHeader, createContextSigner, newId, systemClock } from '@platform/runtime';
import type { Send } from '@platform/testing';
import { type GatewayTest, secrets, startGatewayTest, type User } from './gateway-test.ts';

let t: GatewayTest;
let send: Send;
let anna: User;
beforeAll(async () => {
  t = await startGatewayTest();
  send = t.send;
  anna = await t.addUser('anna');
});
afterAll(() => t.stop());

const demo = { params: { app_code: 'demo' } };

describe('headers that only the gateway may write', () => {
  const forged = (endpoint: string, context: Record<string, unknown>) =>
    createContextSigner([secrets.context], systemClock).sign(
      { request_id: 'forged', client_ip: '1.2.3.4', user_agent: 'forged', ...context },
      'identity',
      endpoint,
    );

  test('a context that a caller sends is worth nothing, even one with the right signature', async () => {
    const boris = await t.addUser('boris');
    const user = { id: boris.user_id, issuer: t.idp.issuer, subject: 'x', email: null };
    const context = {
      application: { id: t.demo.application_id, code: 'demo' },
      user: { ...user, display_name: null, avatar_url: null },
    };
    const asBoris = { [contextHeader]: forged('getMyProfile', context) };
    expect((await t.client(asBoris).getMyProfile(demo)).error).toBe('missing_token');
    expect((await t.client({ ...anna.headers, ...asBoris }).getMyProfile(demo)).data.id).toBe(anna.user_id);
    const owner = { admin: { id: newId(), email: 'x@example.test', role: 'owner', session_id: newId() } };
    const asOwner = { [contextHeader]: forged('listAdmins', owner) };
    expect((await t.client(asOwner).listAdmins()).error).toBe('missing_token');
  });

  test('no x-platform header changes an answer', async () => {
    const plain = await t.client(anna.headers).getMyProfile(demo);
    const names = ['user-id', 'application-id', 'admin', 'role', 'client-ip', 'context-signature', 'anything'];
    const headers = Object.fromEntries(names.map((name) => [`x-platform-${name}`, newId()]));
    expect((await t.client({ ...anna.headers, ...headers }).getMyProfile(demo)).body).toEqual(plain.body);
    expect((await t.client(headers).getCurrentAdmin()).error).toBe('missing_token');
  });
});

test('the reconcile and the webhook ask for their own credentials', async () => {
  const refused = await t.client({ 'x-worker-secret': 'x'.repeat(32) }).reconcilePayments();
  expect([refused.status, refused.error]).toEqual([401, 'invalid_worker_secret']);
  for (const query of [{}, { token: 'x'.repeat(32) }]) {
    const reply = await t
      .client()
      .receiveYookassaWebhook({ query, body: { event: 'payment.succeeded', object: { id: 'x' } } });
    expect([reply.status, reply.error]).toEqual([401, 'invalid_webhook_token']);
  }
});

test('an application is named by its id in any case', async () => {
  const headers = { ...anna.headers, 'x-application-id': t.demo.application_id.toUpperCase() };
  expect((await send({ method: 'GET', target: '/v1/applications/demo/users/me', headers })).status).toBe(200);
});
