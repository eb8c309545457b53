import { beforeAll, describe, expect, test } from '@jest/globals';
import { upstreamNames } from '@platform/contracts';
import { contextHeader, createContextSigner, hmac, listen, newId } from '@platform/runtime';
import { type Close, type FrontDoor, useFrontDoor } from './front-door.ts';
import { inParallel, named, routes, type Send, wire } from './probes.ts';
import type { TestPlatform } from './test-platform.ts';

let door: FrontDoor;
let t: TestPlatform;
let send: Send;
let onEnd: (close: Close) => void;
useFrontDoor((opened, client, register) => {
  [door, t, send, onEnd] = [opened, opened.platform, client, register];
});

describe('a service that is called past the gateway', () => {
  const listeners = new Map<string, ReturnType<typeof wire>>();
  beforeAll(async () => {
    for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
      const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
      const client = wire(`http://127.0.0.1:${server.port}`);
      onEnd(() => server.close(0));
      onEnd(client.close);
      listeners.set(service.name, client);
    }
  });

  /** A caller of all kinds at once, so that every handler finds the caller that it requires. */
  const aContext = () => ({
    request_id: 'direct',
    client_ip: '203.0.113.1',
    user_agent: 'test',
    application: { id: t.demo.application_id, code: 'demo' },
    site: { id: newId(), code: 'direct', application_id: null },
    user: {
      id: newId(),
      issuer: t.sandboxes.idp.issuer,
      subject: 'direct',
      email: null,
      display_name: null,
      avatar_url: null,
    },
    admin: { id: newId(), email: 'direct@example.test', role: 'owner' as const, session_id: newId() },
  });
  const signer = (secret: string, ageSeconds = 0) =>
    createContextSigner([secret], { now: () => new Date(Date.now() - ageSeconds * 1000) });

  test.each(named(routes.filter(({ service }) => service !== 'gateway')))(
    'refuses %s without a fresh context that was signed for it',
    async (id, route) => {
      const direct = listeners.get(route.service) ?? send;
      const secret = t.secrets.context_secret;
      const other = upstreamNames.find((name) => name !== route.service) ?? '';
      const right = signer(secret).sign(aContext(), route.service, id);
      const [payload = '', signature = ''] = right.split('.');
      const altered = Buffer.from(JSON.stringify({ ...aContext(), endpoint: id, issued_at: 9e9 })).toString(
        'base64url',
      );
      const contexts: Record<string, string | undefined> = {
        none: undefined,
        empty: '',
        garbage: 'garbage',
        'signed with another secret': signer('another-secret-another-secret-anothe').sign(
          aContext(),
          route.service,
          id,
        ),
        'made for another service': signer(secret).sign(aContext(), other, id),
        'signed with the secret itself': `${payload}.${hmac(secret, payload)}`,
        'made for another endpoint': signer(secret).sign(
          aContext(),
          route.service,
          id === 'getHealth' ? 'getOpenApi' : 'getHealth',
        ),
        old: signer(secret, 300).sign(aContext(), route.service, id),
        'from the future': signer(secret, -300).sign(aContext(), route.service, id),
        'with another content': `${altered}.${signature}`,
        'without its signature': `${payload}.`,
        'with the signature cut': right.slice(0, -1),
        'only signed': `.${signature}`,
      };
      const entries = Object.entries(contexts);
      const replies = await inParallel(entries, async ([what, context]) => {
        const headers: Record<string, string> = context === undefined ? {} : { [contextHeader]: context };
        const { status, error } = await direct(door.callOf(route, headers));
        return [what, status, error];
      });
      expect(replies).toEqual(entries.map(([what]) => [what, 403, 'forbidden']));
      const let_in = await direct(door.callOf(route, { [contextHeader]: right }));
      expect(let_in.json.message).not.toBe('Only the gateway may call services.');
    },
  );
});
