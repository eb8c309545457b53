import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Reply, type Route, rateClasses, requestPath, urlVariable } from '@platform/contracts';
import { type AuthKind, expressPath, type Method, type RateClass } from '@platform/contracts/kit';
import { gatewayService } from '@platform/gateway';
import { contextHeader, createContextSigner, type Listening, listen, newId, prepareService } from '@platform/runtime';
import { aSvg } from '@platform/testing';
import { chromium } from 'playwright-core';
import { localEnvironment } from '../src/environment.ts';
import { asJson, inParallel, named, routes, sampleParams, type WireReply, wire, without } from './probes.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/**
 * The guarantees of the gateway to its clients: addresses, headers, limits, keys, tokens, and a single
 * entry.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let admin: PlatformClient;
let anna: { client: PlatformClient; headers: Record<string, string>; user_id: string };
/** An uploaded file. */
let assetName: string;
const closers: (() => Promise<void> | void)[] = [];

const demo = { params: { app_code: 'demo' } };
const routeOf = (id: string): Route => {
  const route = routes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`no endpoint ${id}`);
  return route;
};

function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

/** An application of its own for one test, whose tokens have this audience. */
async function createApplication(
  code: string,
  idp: { jwks_url?: string; hs256_secret?: string; issuer?: string } = {},
) {
  const application = ok(await admin.createApplication({ body: { code, name: code } }));
  const params = { application_id: application.id };
  const { issuer, jwksUrl } = t.sandboxes.idp;
  const keys = idp.hs256_secret
    ? { hs256_secret: idp.hs256_secret }
    : { jwks_url: idp.jwks_url ?? jwksUrl, skip_check: idp.jwks_url !== undefined };
  ok(await admin.setIdentityProvider({ params, body: { issuer: idp.issuer ?? issuer, audience: code, ...keys } }));
  return { id: application.id, params, public_key: application.public_keys[0]?.key ?? '', code };
}

/**
 * Registration with this token: 200 when it is accepted, since an application without documents asks for
 * nothing.
 */
const present = (code: string, token: string): Promise<Reply> =>
  t.client({ authorization: `Bearer ${token}` }).registerUser({ params: { app_code: code }, body: {} });

const headersFor = async (auth: AuthKind): Promise<Record<string, string>> => {
  const all: Record<AuthKind, Record<string, string>> = {
    none: {},
    application: {},
    user_or_key: without(anna.headers, 'authorization'),
    key: without(anna.headers, 'authorization'),
    site_key: { 'x-public-key': t.demo.site_key },
    user: without(anna.headers, 'x-public-key'),
    user_and_key: anna.headers,
    user_or_admin: without(anna.headers, 'x-public-key'),
    admin: auth === 'admin' ? await t.adminHeaders() : {},
    worker: t.workerHeaders,
    webhook_token: { 'x-webhook-token': t.secrets.webhook_token },
  };
  return all[auth];
};

const callOf = (route: Route, headers: Record<string, string>, path: Record<string, string> = {}) => ({
  method: route.endpoint.method as string,
  target: requestPath(route.endpoint, { params: { ...sampleParams(route), site_code: t.demo.site_code, ...path } }),
  ...(route.endpoint.body ? { body: '{}' } : {}),
  headers: { ...headers, ...(route.endpoint.body ? { 'content-type': 'application/json' } : {}) },
});

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  admin = t.client(await t.adminHeaders());
  anna = await t.registered('anna');
  const file = new Blob([aSvg()]);
  const icon = ok(await admin.setApplicationIcon({ params: { application_id: t.demo.application_id }, file }));
  assetName = icon.icon_url?.split('/').at(-1) ?? '';
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  send.close();
  for (const close of closers.toReversed()) await close();
  await t.stop();
});

/* ------------------------------------------------------------------------------------------------------ one door */

describe('headers that only the gateway may write', () => {
  const forged = (endpoint: string, context: Record<string, unknown>) =>
    createContextSigner([t.secrets.context_secret], t.platform.host.clock).sign(
      { request_id: 'forged', client_ip: '1.2.3.4', user_agent: 'forged', ...context },
      endpoint,
    );

  test('a context that a caller sends is worth nothing, even one with the right signature', async () => {
    const boris = await t.registered('boris');
    const user = { id: boris.user_id, issuer: t.sandboxes.idp.issuer, subject: 'x', email: null };
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

describe('a service that is called past the gateway', () => {
  const listeners = new Map<string, ReturnType<typeof wire>>();
  beforeAll(async () => {
    for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
      const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
      const client = wire(`http://127.0.0.1:${server.port}`);
      closers.push(() => server.close(0), client.close);
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
      const right = signer(secret).sign(aContext(), id);
      const [payload = '', signature = ''] = right.split('.');
      const altered = Buffer.from(JSON.stringify({ ...aContext(), endpoint: id, issued_at: 9e9 })).toString(
        'base64url',
      );
      const contexts: Record<string, string | undefined> = {
        none: undefined,
        empty: '',
        garbage: 'garbage',
        'signed with another secret': signer('another-secret-another-secret-anothe').sign(aContext(), id),
        'made for another endpoint': signer(secret).sign(aContext(), id === 'getHealth' ? 'getOpenApi' : 'getHealth'),
        old: signer(secret, 32).sign(aContext(), id),
        'from the future': signer(secret, -32).sign(aContext(), id),
        'with another content': `${altered}.${signature}`,
        'without its signature': `${payload}.`,
        'with the signature cut': right.slice(0, -1),
        'only signed': `.${signature}`,
      };
      const entries = Object.entries(contexts);
      const replies = await inParallel(entries, async ([what, context]) => {
        const headers: Record<string, string> = context === undefined ? {} : { [contextHeader]: context };
        const { status, error } = await direct(callOf(route, headers));
        return [what, status, error];
      });
      expect(replies).toEqual(entries.map(([what]) => [what, 403, 'forbidden']));
      const let_in = await direct(callOf(route, { [contextHeader]: right }));
      expect(let_in.json.message).not.toBe('Only the gateway may call services.');
    },
  );
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

/* ---------------------------------------------------------------------------------------------------- addresses */

describe('addresses', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/health',
    '/V1/health',
    '/v1/health/',
    '//v1/health',
    '/v1//health',
    '/v1/health/x',
    '/v1/../v1/health',
    '/v1/%2e%2e/v1/health',
    '/v1/payments/',
    '/ready',
    '/live',
    '/metrics',
    '/docs/../v1/openapi.json',
    '/docs/package.json',
    '/.env',
    '/%',
    '*',
  ])('%s does not exist', async (target) => {
    const reply = await send({ method: 'GET', target });
    expect([reply.status, reply.error]).toEqual([404, 'not_found']);
    expect(reply.headers.allow).toBeUndefined();
  });

  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const paths = [...new Set(routes.map(({ endpoint }) => endpoint.path))];
  /** Methods of every pattern that this address matches: `/v1/payments/sync-pending` is also a payment id. */
  const allowed = (target: string): Method[] => {
    const matching = routes.filter(({ endpoint }) =>
      new RegExp(
        `^${expressPath(endpoint.path)
          .replaceAll('.', '\\.')
          .replaceAll(/:[a-z_]+/g, '[^/]+')}$`,
      ).test(target),
    );
    return methods.filter((method) => matching.some(({ endpoint }) => endpoint.method === method));
  };

  test.each(paths)('%s names its methods when asked with another one', async (path) => {
    const route = routeOf(routes.find(({ endpoint }) => endpoint.path === path)?.id ?? '');
    const target = requestPath(route.endpoint, { params: sampleParams(route) });
    const allow = allowed(target);
    const others = [...methods.filter((method) => !allow.includes(method)), 'OPTIONS', 'PROPFIND'];
    for (const method of others) {
      const reply = await send({ method, target });
      expect([method, reply.status, reply.error, reply.headers.allow]).toEqual([
        method,
        405,
        'method_not_allowed',
        allow.join(', '),
      ]);
    }
  });

  test.each(named(routes.filter(({ endpoint }) => endpoint.method === 'GET')))(
    'HEAD of %s answers what GET answers, without a body',
    async (_id, route) => {
      const call = callOf(route, await headersFor(route.endpoint.auth));
      const [got, head] = [await send(call), await send({ ...call, method: 'HEAD' })];
      expect([head.status, head.text]).toEqual([got.status, '']);
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
        if (got.error === undefined && route.id !== 'getMyEntitlements')
          expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    },
  );
});

/* ------------------------------------------------------------------------------------------------ every answer */

describe('the request id', () => {
  const answers: [string, () => Parameters<typeof send>[0], number][] = [
    ['a success', () => ({ method: 'GET', target: '/v1/health' }), 200],
    ['a creation', () => ({ method: 'POST', target: '/v1/admin/sessions', ...asJson(login()) }), 201],
    ['an unknown address', () => ({ method: 'GET', target: '/nowhere' }), 404],
    ['a wrong method', () => ({ method: 'PUT', target: '/v1/health' }), 405],
    ['a missing credential', () => ({ method: 'GET', target: '/v1/admin/me' }), 401],
    ['an unknown application', () => ({ method: 'GET', target: '/v1/applications/no/branding', headers: key() }), 404],
    ['a bad body', () => ({ method: 'POST', target: '/v1/admin/sessions', ...asJson([]) }), 400],
    ['a page', () => ({ method: 'GET', target: '/docs' }), 200],
    ['a preflight', () => ({ method: 'OPTIONS', target: '/v1/health', headers: preflight }), 204],
    ['a HEAD', () => ({ method: 'HEAD', target: '/v1/health' }), 200],
    [
      'an unchanged body',
      () => ({ method: 'GET', target: '/v1/openapi.json', headers: { 'if-none-match': '*' } }),
      304,
    ],
  ];
  const login = () => ({ email: t.secrets.admin_email, password: t.secrets.admin_password });
  const key = () => ({ 'x-public-key': t.demo.public_key });
  const preflight = { origin: 'https://app.example.test', 'access-control-request-method': 'GET' };

  test.each(answers)('of the caller comes back on %s', async (_what, request, status) => {
    const given = `order-7/${newId()}`;
    const call = request();
    const reply = await send({ ...call, headers: { ...call.headers, 'x-request-id': given } });
    expect([reply.status, reply.headers['x-request-id']]).toEqual([status, given]);
    if (reply.error) expect(reply.json.request_id).toBe(given);
  });

  test.each(answers)('is made where the caller has none, on %s', async (_what, request) => {
    const ids = await Promise.all([send(request()), send(request())]);
    const [one, two] = ids.map((reply) => reply.headers['x-request-id']);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(two);
  });

  test('is replaced when it is too long, or not printable', async () => {
    const call = { method: 'GET', target: '/v1/health' };
    const long = await send({ ...call, headers: { 'x-request-id': 'x'.repeat(128) } });
    expect(long.headers['x-request-id']).toBe('x'.repeat(128));
    for (const bad of ['x'.repeat(129), 'two words', 'tab\tbed', Buffer.from('ключ').toString('latin1'), '']) {
      const reply = await send({ ...call, headers: { 'x-request-id': bad } });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('browsers of any origin', () => {
  const origin = 'https://app.example.test';
  const list = (value: unknown) => String(value).toLowerCase().split(/,\s*/);

  test('may send every method and header that the contract needs, without asking again for a day', async () => {
    for (const target of ['/v1/payments', '/v1/applications/demo/users/me', '/v1/anything']) {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-public-key',
      };
      const reply = await send({ method: 'OPTIONS', target, headers });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
      expect(list(reply.headers['access-control-allow-methods'])).toEqual(['get', 'post', 'put', 'patch', 'delete']);
      expect(list(reply.headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining([
          ...['authorization', 'content-type', 'x-public-key', 'x-application-code', 'x-application-id'],
          ...['idempotency-key', 'if-none-match', 'x-request-id'],
        ]),
      );
      expect(Number(reply.headers['access-control-max-age'])).toBe(86_400);
    }
  });

  test('may read the answer and the headers that clients need, of failures too', async () => {
    for (const target of ['/v1/health', '/v1/admin/me', '/nowhere', '/v1/applications/demo/branding']) {
      const reply = await send({ method: 'GET', target, headers: { origin } });
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      const exposed = list(reply.headers['access-control-expose-headers']);
      for (const name of ['etag', 'x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect(exposed).toContain(name);
      for (const name of ['retry-after', 'idempotent-replayed']) expect(exposed).toContain(name);
    }
  });

  test('send nothing extra to clients that are no browsers', async () => {
    const reply = await send({ method: 'GET', target: '/v1/health' });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['x-powered-by']).toBeUndefined();
  });
});

/* --------------------------------------------------------------------------------------------------- documents */

const everyService = { identity: 'up', catalog: 'up', billing: 'up', cms: 'up', analytics: 'up' };

describe('health', () => {
  test('is ok while every service is ready', async () => {
    const { status, data } = await t.client().getHealth();
    expect([status, data.status, data.services]).toEqual([200, 'ok', everyService]);
  });
});

describe('the description of the API', () => {
  test('is the committed document, with the public address of the API', async () => {
    const committed = await readFile(new URL('../../../packages/contracts/openapi.json', import.meta.url), 'utf8');
    const servers = [{ url: t.baseUrl }];
    expect((await t.client().getOpenApi()).body).toEqual({ ...JSON.parse(committed), servers });
  });

  test('is a page that shows every operation, without an error in a real browser', async () => {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
      await page.goto(`${t.baseUrl}/docs`);
      await page.locator('.opblock').first().waitFor();
      expect(await page.locator('.opblock').count()).toBe(routes.length);
      await page.locator('#operations-Paywalls-getPaywall .opblock-summary-control').click();
      await page.getByText('The public key is not a live key of this application.').first().waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('the files of the reference', () => {
  test.each(['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])(
    '%s has a strong ETag and is sent once',
    async (target) => {
      const first = await send({ method: 'GET', target });
      const etag = String(first.headers.etag);
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await send({ method: 'GET', target, headers: { 'if-none-match': etag } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      const head = await send({ method: 'HEAD', target });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(first.text)),
      ]);
      const other = await send({ method: 'GET', target, headers: { 'if-none-match': '"other"' } });
      expect([other.status, other.text === first.text]).toEqual([200, true]);
    },
  );
});

const cached = routes.filter(({ endpoint }) => endpoint.cache);
const realPath = (documentId: string) => ({ id: documentId, doc_kind: 'terms_notes', name: assetName });

describe('public reads answer a strong ETag and honour it', () => {
  beforeAll(async () => {
    const [site] = ok(await admin.listSites({ query: { application_id: t.demo.application_id } }));
    const slot = { params: { owner_type: 'cms_site' as const, owner_id: site?.id ?? '', kind: 'terms_notes' } };
    ok(await admin.saveLegalDraft({ ...slot, body: { title: 'Terms', body: 'Of the site' } }));
    ok(await admin.publishLegalDocument(slot));
  });

  test.each(named(cached))('%s', async (_id, route) => {
    const [document] = await t.consents(['terms_notes']);
    const call = callOf(route, await headersFor(route.endpoint.auth), realPath(document?.document_id ?? ''));
    const first = await send(call);
    const etag = first.headers.etag ?? '';
    expect([first.status, first.headers['cache-control']]).toEqual([200, route.endpoint.cache]);
    expect(etag).toMatch(/^"[^"]+"$/);
    const ask = (tag: string) => send({ ...call, headers: { ...call.headers, 'if-none-match': tag } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await ask(tag);
      expect([tag, reply.status, reply.text, reply.headers.etag]).toEqual([tag, 304, '', etag]);
      expect(reply.headers['cache-control']).toBe(route.endpoint.cache);
    }
    for (const tag of ['"other"', etag.slice(1, -1), `"${etag.slice(2)}`, '']) {
      const reply = await ask(tag);
      expect([tag, reply.status, reply.text]).toEqual([tag, 200, first.text]);
    }
  });

  test('a paywall that was changed is answered anew within a second', async () => {
    const read = () => t.client(anna.headers).getPaywall({ params: { app_code: 'demo', paywall_code: 'main' } });
    const old = await read();
    const params = { application_id: t.demo.application_id };
    const [paywall] = ok(await admin.listPaywalls({ params }));
    await admin.updatePaywall({ params: { ...params, paywall_id: paywall?.id ?? '' }, body: { title: 'New title' } });
    await until('the new title is read', async () => (await read()).data.title === 'New title', 1_000);
    expect((await read()).headers.get('etag')).not.toBe(old.headers.get('etag'));
  });
});

/* ---------------------------------------------------------------------------------------------- applications */

const withApplication = routes.filter(({ endpoint }) =>
  (['key', 'user', 'user_and_key', 'user_or_key', 'user_or_admin'] as AuthKind[]).includes(endpoint.auth),
);

test('an application is named by its id in any case', async () => {
  const headers = { ...anna.headers, 'x-application-id': t.demo.application_id.toUpperCase() };
  expect((await send({ method: 'GET', target: '/v1/applications/demo/users/me', headers })).status).toBe(200);
});

describe('an application that is not active', () => {
  const answers = async (app: { code: string; public_key: string }) => {
    const token = await t.sandboxes.idp.mint({ aud: app.code });
    const headers = {
      authorization: `Bearer ${token}`,
      'x-public-key': app.public_key,
      'x-application-code': app.code,
    };
    return inParallel(
      withApplication,
      async (route) => (await send(callOf(route, headers, { app_code: app.code }))).error,
    );
  };
  const allGone = withApplication.map(() => 'application_not_found');

  test.each(['suspended', 'archived'] as const)(
    'is not found on any public route within a second of becoming %s',
    async (status) => {
      const app = await createApplication(`turns-${status}`);
      expect(await answers(app)).not.toContain('application_not_found');
      ok(await admin.updateApplication({ params: app.params, body: { status } }));
      const last = () => answers(app);
      await until('it is gone', async () => (await last()).every((error) => error === 'application_not_found'), 1_000);
      expect(await last()).toEqual(allGone);
    },
  );

  test('is not found while it is a draft, and is within a second of becoming active', async () => {
    const { id, code, public_keys } = ok(
      await admin.createApplication({ body: { code: 'still-a-draft', name: 'Draft', status: 'draft' } }),
    );
    const client = t.client({ 'x-public-key': public_keys[0]?.key ?? '' });
    const read = async () => (await client.getBranding({ params: { app_code: code } })).error;
    expect(await read()).toBe('application_not_found');
    ok(await admin.updateApplication({ params: { application_id: id }, body: { status: 'active' } }));
    await until('it is found', async () => (await read()) === undefined, 1_000);
  });

  test('is back within a second of becoming active again', async () => {
    const app = await createApplication('comes-back');
    ok(await admin.updateApplication({ params: app.params, body: { status: 'suspended' } }));
    const isGone = async () => (await answers(app)).includes('application_not_found');
    await until('it is gone', isGone, 1_000);
    ok(await admin.updateApplication({ params: app.params, body: { status: 'active' } }));
    await until('it is back', async () => !(await isGone()), 1_000);
  });

  test('was never there: before it is created, nothing is remembered that hides it afterwards', async () => {
    const early = await present('comes-late', 'a.b.c');
    expect(early.error).toBe('application_not_found');
    await createApplication('comes-late');
    await until('it is found', async () => (await present('comes-late', 'a.b.c')).error === 'invalid_token', 1_000);
  });
});

describe('a public key that was rotated', () => {
  const branding = async (code: string, public_key: string) =>
    (await t.client({ 'x-public-key': public_key }).getBranding({ params: { app_code: code } })).error ?? 'ok';

  test('is refused at once without a grace period', async () => {
    const app = await createApplication('rotates-now');
    expect(await branding(app.code, app.public_key)).toBe('ok');
    const rotated = ok(await admin.rotatePublicKey({ params: app.params, body: { grace_hours: 0 } }));
    const fresh = rotated.public_keys[0]?.key ?? '';
    await until('the new key opens', async () => (await branding(app.code, fresh)) === 'ok', 1_000);
    expect(await branding(app.code, app.public_key)).toBe('invalid_public_key');
  });

  test('lives through its grace period and not longer', async () => {
    const app = await createApplication('rotates-late');
    const rotated = ok(await admin.rotatePublicKey({ params: app.params, body: { grace_hours: 2 } }));
    const fresh = rotated.public_keys[0]?.key ?? '';
    await until('the new key opens', async () => (await branding(app.code, fresh)) === 'ok', 1_000);
    expect(await branding(app.code, app.public_key)).toBe('ok');
    const rotatedAt = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => rotatedAt + 119 * 60_000);
    expect(await branding(app.code, app.public_key)).toBe('ok');
    clock.mockImplementation(() => rotatedAt + 121 * 60_000);
    expect(await branding(app.code, app.public_key)).toBe('invalid_public_key');
    expect(await branding(app.code, fresh)).toBe('ok');
  });
});

test('a session that was closed is refused at once', async () => {
  const client = t.client(await t.adminHeaders());
  expect((await client.getCurrentAdmin()).status).toBe(200);
  expect((await client.closeAdminSession()).status).toBe(204);
  await until('it is refused', async () => (await client.getCurrentAdmin()).error === 'invalid_token', 1_000);
});

/* --------------------------------------------------------------------------------------------- user tokens */

describe('an identity provider', () => {
  test('that an administrator changes is the new one at once', async () => {
    const app = await createApplication('changes-idp');
    const old = await t.sandboxes.idp.mint({ aud: 'changes-idp' });
    expect((await present(app.code, old)).status).toBe(200);
    const { issuer, jwksUrl } = t.sandboxes.idp;
    const body = { issuer, audience: 'renamed', jwks_url: jwksUrl };
    ok(await admin.setIdentityProvider({ params: app.params, body }));
    await until('the old is refused', async () => (await present(app.code, old)).error === 'invalid_token', 1_000);
    expect((await present(app.code, await t.sandboxes.idp.mint({ aud: 'renamed' }))).status).toBe(200);
  });

  test('that is not set up yet authenticates no user', async () => {
    ok(await admin.createApplication({ body: { code: 'without-idp', name: 'Without' } }));
    expect((await present('without-idp', await t.sandboxes.idp.mint())).error).toBe('invalid_token');
  });

  test('may ask for an authorized party', async () => {
    const { issuer, jwksUrl, mint } = t.sandboxes.idp;
    const app = await createApplication('with-azp');
    const body = { issuer, audience: 'account', jwks_url: jwksUrl, authorized_party: 'web' };
    ok(await admin.setIdentityProvider({ params: app.params, body }));
    const party = async (azp?: string) => (await present('with-azp', await mint({ aud: ['account', 'x'], azp }))).error;
    await until('it is in effect', async () => (await party('web')) === undefined, 1_000);
    expect([await party('mobile'), await party()]).toEqual(['invalid_token', 'invalid_token']);
  });

  test('with a shared secret has its tokens accepted, and no others', async () => {
    const { issuer, sharedSecret, mint } = t.sandboxes.idp;
    const project = `${new URL(issuer).origin}/auth/v1`;
    const secretOf = async (code: string, hs256_secret: string) => {
      const app = await createApplication(code, { hs256_secret, issuer: project });
      const body = { issuer: project, audience: 'authenticated', hs256_secret };
      ok(await admin.setIdentityProvider({ params: app.params, body }));
    };
    await secretOf('legacy', sharedSecret);
    await secretOf('legacy-other', 'another-secret-that-is-long-enough-for-this');
    const token = await mint({}, { kind: 'supabase_user' });
    await until('it is in effect', async () => (await present('legacy', token)).status === 200, 1_000);
    expect((await present('legacy-other', token)).error).toBe('invalid_token');
    const claims = { iss: project, aud: 'authenticated', sub: 'x', exp: Math.floor(Date.now() / 1000) + 600 };
    for (const refused of [
      await mint({}, { kind: 'supabase_anon' }),
      await mint({}, { kind: 'supabase_service_role' }),
      await mint(claims, { kind: 'supabase_anon' }),
      await mint(claims, { kind: 'supabase_service_role' }),
      await mint(claims, { kind: 'alg_none' }),
      await mint(claims),
      await mint(claims, { algorithm: 'ES256' }),
      await mint({}, { kind: 'supabase_user', header: { alg: 'HS512' } }),
    ])
      expect((await present('legacy', refused)).error).toBe('invalid_token');
    expect((await present('legacy', await mint({ exp: 1 }, { kind: 'supabase_user' }))).error).toBe('token_expired');
  });

  test('may sign with either of its algorithms', async () => {
    const app = await createApplication('both-algorithms');
    for (const algorithm of ['RS256', 'ES256'] as const) {
      const token = await t.sandboxes.idp.mint({ aud: app.code }, { algorithm });
      expect((await present(app.code, token)).status).toBe(200);
    }
  });
});

/** Every application has its own copy of the keys, so that what one test broke does not stay for the next. */
const withKeysAt = async (code: string, jwks_url = `${t.sandboxes.idp.jwksUrl}?${code}`) => {
  await createApplication(code, { jwks_url });
  return t.sandboxes.idp.mint({ aud: code });
};

/** Lets so many seconds pass for what is measured by the clock of the process. */
const realNow = performance.now.bind(performance);
let passedMs = 0;
const pass = (seconds: number): void => {
  passedMs += seconds * 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
};
afterEach(() => {
  passedMs = 0;
});

describe('the keys of an identity provider', () => {
  afterEach(() => t.sandboxes.idp.faults.reset());
  test('are not followed to another address', async () => {
    const token = await withKeysAt('redirected');
    t.sandboxes.idp.faults.set({ redirectingJwks: true });
    const reply = await present('redirected', token);
    expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    t.sandboxes.idp.faults.reset();
    pass(6);
    expect((await present('redirected', token)).status).toBe(200);
  });

  test('that cannot be read are answered with 503 and not 401, and are fetched again soon', async () => {
    const token = await withKeysAt('down');
    t.sandboxes.idp.faults.set({ down: true });
    const reply = await present('down', token);
    expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    t.sandboxes.idp.faults.reset();
    // It is not asked again within five seconds.
    pass(6);
    expect((await present('down', token)).status).toBe(200);
    // Cached keys stay valid while the provider is unavailable.
    t.sandboxes.idp.faults.set({ down: true });
    expect((await present('down', await t.sandboxes.idp.mint({ aud: 'down' }, { username: 'carol' }))).status).toBe(
      200,
    );
  });

  test('that are slow are waited for a bounded time, and hold up no other application', async () => {
    const token = await withKeysAt('slow');
    t.sandboxes.idp.faults.set({ slowMs: 30_000 });
    const began = performance.now();
    const waiting = Promise.all(Array.from({ length: 10 }, () => present('slow', token)));
    const other = await t.client(anna.headers).getMyProfile(demo);
    expect([other.status, performance.now() - began < 2_000]).toEqual([200, true]);
    const replies = await waiting;
    expect(replies.map(({ error }) => error)).toEqual(Array(10).fill('service_unavailable'));
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  test('may be none, and then no token is signed with one of them', async () => {
    const token = await withKeysAt('empty');
    t.sandboxes.idp.faults.set({ emptyKeys: true });
    expect((await present('empty', token)).error).toBe('invalid_token');
  });

  test('are never fetched from inside the network', async () => {
    let fetched = 0;
    const count = (_req: unknown, res: ServerResponse) => {
      fetched += 1;
      res.end('{"keys":[]}');
    };
    const inside = await listen(count, { port: 0, host: '127.0.0.1' });
    closers.push(() => inside.close(0));
    const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'];
    for (const [at, host] of hosts.entries()) {
      const token = await withKeysAt(`inside-${at}`, `http://${host}:${inside.port}/jwks`);
      const reply = await present(`inside-${at}`, token);
      expect([host, reply.status, reply.error]).toEqual([host, 503, 'service_unavailable']);
    }
    for (const [at, address] of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[fd00::1]/'].entries()) {
      const token = await withKeysAt(`private-${at}`, address);
      expect((await present(`private-${at}`, token)).error).toBe('service_unavailable');
    }
    expect(fetched).toBe(0);
  });
});

/* ------------------------------------------------------------------------------------------------------- limits */

describe('limits', () => {
  const allowances: Record<RateClass, number> = {
    public_ip: 6,
    public_assets: 7,
    public_events: 3,
    public_sites: 3,
    public_key: 8,
    user: 9,
    payments: 3,
    license_activation: 4,
    admin_login: 5,
    admin: 90,
    webhooks: 4,
    worker: 3,
    failed_credentials: 6,
  };
  let limited: TestPlatform;
  let hit: ReturnType<typeof wire>;
  let people: Awaited<ReturnType<TestPlatform['registered']>>[];
  let staff: Record<string, string>[];

  beforeAll(async () => {
    const env = Object.entries(allowances).map(([name, points]) => [
      `RATE_LIMIT_${name.toUpperCase()}`,
      String(points),
    ]);
    limited = await startTestPlatform({ env: { ...Object.fromEntries(env), TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } });
    hit = wire(limited.baseUrl);
    closers.push(hit.close, () => limited.stop());
    people = [await limited.registered('anna'), await limited.registered('boris'), await limited.registered('carol')];
    const owner = limited.client(await limited.adminHeaders());
    const open = async (email: string) => {
      const body = { email, password: 'a-long-password' };
      ok(await owner.createAdmin({ body: { ...body, role: 'staff' } }));
      return { authorization: `Bearer ${ok(await limited.client().openAdminSession({ body })).access_token}` };
    };
    staff = [await open('one@example.test'), await open('two@example.test')];
  });

  /** A different caller for a class: another address, another key, another user, another administrator. */
  const headersOf = (auth: AuthKind, who: number): Record<string, string> => {
    const user = people[who]?.headers ?? {};
    const all: Record<AuthKind, Record<string, string>> = {
      none: {},
      application: {},
      user_or_key: without(user, 'authorization'),
      key: without(user, 'authorization'),
      site_key: { 'x-public-key': limited.demo.site_key },
      user,
      user_and_key: user,
      user_or_admin: user,
      admin: staff[who] ?? {},
      worker: limited.workerHeaders,
      webhook_token: { 'x-webhook-token': limited.secrets.webhook_token },
    };
    return all[auth];
  };

  // A class may stand ready for endpoints that come later.
  const used = new Set(routes.map(({ endpoint }) => endpoint.rate));
  test.each([...used])('of class %s: so many a minute, then 429', async (rateClass) => {
    const ofClass = routes.filter(({ endpoint }) => endpoint.rate === rateClass);
    const route = ofClass.find(({ endpoint }) => endpoint.method === 'GET') ?? ofClass[0];
    if (!route) throw new Error(`no endpoint has the class ${rateClass}`);
    const points = allowances[rateClass];
    const call = (who: number, ip: string) => {
      const headers = { ...headersOf(route.endpoint.auth, who), 'x-forwarded-for': ip };
      return hit(callOf(route, headers, { site_code: limited.demo.site_code }));
    };
    const remaining: number[] = [];
    let last: WireReply | undefined;
    for (let sent = 0; sent < points; sent += 1) {
      last = await call(0, '203.0.113.50');
      expect([sent, last.status === 429]).toEqual([sent, false]);
      expect(last.headers['ratelimit-limit']).toBe(String(points));
      expect(Number(last.headers['ratelimit-reset'])).toBeGreaterThan(0);
      expect(Number(last.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
      remaining.push(Number(last.headers['ratelimit-remaining']));
      if (remaining.at(-1) === 0) break;
    }
    // People registered before, so the allowance of a user is not whole; it counts down by one all the same.
    const whole = rateClass !== 'user';
    expect(remaining).toEqual(
      Array.from({ length: whole ? points : remaining.length }, (_, at) => (remaining[0] ?? 0) - at),
    );
    if (whole) expect(remaining[0]).toBe(points - 1);
    const refused = await call(0, '203.0.113.50');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);

    const { countedBy } = rateClasses[rateClass];
    const isPersonal = countedBy === 'user' || countedBy === 'admin';
    const elsewhere = await call(0, '203.0.113.51');
    const someone = await call(1, '203.0.113.50');
    expect(elsewhere.status === 429).toBe(isPersonal || countedBy === 'endpoint');
    expect(someone.status === 429).toBe(!isPersonal);
  });

  const health = async (forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return Number((await hit({ method: 'GET', target: '/v1/health', headers })).headers['ratelimit-remaining']);
  };

  test('count the right-most hop that is no trusted proxy, whatever stands to its left', async () => {
    expect(await health('198.51.100.1')).toBe(5);
    expect(await health('1.1.1.1, 198.51.100.1')).toBe(4);
    expect(await health('2.2.2.2, 198.51.100.1, 10.1.2.3')).toBe(3);
    expect(await health('junk, 3.3.3.3, ::ffff:198.51.100.1')).toBe(2);
    expect(await health('198.51.100.1, 198.51.100.2')).toBe(5);
  });

  test('of uploaded files leave the other calls of an address alone', async () => {
    const file = (ip: string) =>
      hit({ method: 'GET', target: `/assets/${'0'.repeat(40)}.png`, headers: { 'x-forwarded-for': ip } });
    const answered: number[] = [];
    for (let sent = 0; sent <= allowances.public_assets; sent += 1) answered.push((await file('198.51.100.70')).status);
    expect(answered).toEqual([...Array(allowances.public_assets).fill(404), 429]);
    expect(await health('198.51.100.70')).toBe(allowances.public_ip - 1);
  });

  test('count guesses at credentials by address', async () => {
    const guess = async (ip: string) =>
      (
        await hit({
          method: 'GET',
          target: '/v1/admin/me',
          headers: { authorization: `Bearer ${newId()}`, 'x-forwarded-for': ip },
        })
      ).error;
    const errors: unknown[] = [];
    for (let tries = 0; tries <= allowances.failed_credentials; tries += 1) errors.push(await guess('198.51.100.30'));
    expect(errors).toEqual([...Array(allowances.failed_credentials).fill('invalid_token'), 'rate_limited']);
    expect(await guess('198.51.100.31')).toBe('invalid_token');
  });

  test('hold for the pages of the reference as for any call without a credential', async () => {
    const read = (target: string, ip = '198.51.100.50') =>
      hit({ method: 'GET', target, headers: { 'x-forwarded-for': ip } });
    for (let sent = 1; sent <= allowances.public_ip; sent += 1)
      expect((await read('/docs/start.js')).headers['ratelimit-remaining']).toBe(String(allowances.public_ip - sent));
    const refused = await read('/docs');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    expect((await read('/v1/health')).status).toBe(429);
    expect((await read('/docs', '198.51.100.51')).status).toBe(200);
  });

  test('hold for the admin login by address, right password or not', async () => {
    const body = { email: limited.secrets.admin_email, password: limited.secrets.admin_password };
    const attempt = (password: string, ip: string) =>
      hit({
        method: 'POST',
        target: '/v1/admin/sessions',
        body: JSON.stringify({ ...body, password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      });
    const guesses = Array.from({ length: allowances.admin_login }, (_, at) => at);
    for (const guess of guesses)
      expect((await attempt(`wrong-${guess}`, '198.51.100.40')).error).toBe('invalid_credentials');
    expect((await attempt(body.password, '198.51.100.40')).error).toBe('rate_limited');
    expect((await attempt(body.password, '198.51.100.41')).status).toBe(201);
  });

  test('cannot be escaped by a forged X-Forwarded-For where no proxy is trusted', async () => {
    const read = async (forwarded: string) => {
      const reply = await send({ method: 'GET', target: '/v1/health', headers: { 'x-forwarded-for': forwarded } });
      return Number(reply.headers['ratelimit-remaining']);
    };
    const first = await read('1.1.1.1');
    expect([await read('2.2.2.2'), await read('127.0.0.1, 3.3.3.3')]).toEqual([first - 1, first - 2]);
  });
});

/* --------------------------------------------------------------------------- services in processes of their own */

describe('a gateway whose services are elsewhere', () => {
  const elsewhere: Record<string, string> = {};
  let farPort: number;
  let far: ReturnType<typeof wire>;
  let deaf: ReturnType<typeof wire>;

  const startGateway = async (addresses: Record<string, string>): Promise<Listening> => {
    const env = {
      ...localEnvironment({
        secrets: t.secrets,
        baseUrl: t.baseUrl,
        sandboxUrl: t.sandboxes.idp.issuer,
        filesDir: t.filesDir,
      }),
    };
    const limits = Object.keys(rateClasses).map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, '1000000']);
    const service = await prepareService(t.platform.host, gatewayService, {
      env: { ...env, ...Object.fromEntries(limits), ...addresses },
    });
    await service.begin();
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    closers.push(
      () => service.stop(),
      () => server.close(0),
    );
    return server;
  };

  beforeAll(async () => {
    for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
      const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
      closers.push(() => server.close(0));
      elsewhere[urlVariable(service.name)] = `http://127.0.0.1:${server.port}`;
    }
    const gateway = await startGateway(elsewhere);
    farPort = gateway.port;
    far = wire(`http://127.0.0.1:${gateway.port}`);
    const gone = await listen(() => {}, { port: 0, host: '127.0.0.1' });
    await gone.close(0);
    const nowhere = { BILLING_URL: `http://127.0.0.1:${gone.port}` };
    const half = await startGateway({ ...elsewhere, ...nowhere });
    deaf = wire(`http://127.0.0.1:${half.port}`);
    closers.push(far.close, deaf.close);
  });

  /** Reports say up to when they count, which is now. */
  const timeless = (text: string) => text.replace(/"as_of":"[^"]+"/, '');

  test('answers as if they were in its own process', async () => {
    const reads = routes.filter(
      ({ id, endpoint }) => endpoint.method === 'GET' && !['getMyEntitlements', 'getHealth'].includes(id),
    );
    const [document] = await t.consents(['terms_notes']);
    for (const route of reads) {
      const call = callOf(route, await headersFor(route.endpoint.auth), realPath(document?.document_id ?? ''));
      const id = { 'x-request-id': 'the-same' };
      // A login is in the audit log a moment later.
      await t.untilIdle();
      const [near, away] = [
        await send({ ...call, headers: { ...call.headers, ...id } }),
        await far({ ...call, headers: { ...call.headers, ...id } }),
      ];
      expect([route.id, away.status, timeless(away.text)]).toEqual([route.id, near.status, timeless(near.text)]);
      for (const name of [
        'content-type',
        'cache-control',
        'etag',
        'x-request-id',
        'ratelimit-limit',
        'x-content-type-options',
      ])
        expect([route.id, name, away.headers[name]]).toEqual([route.id, name, near.headers[name]]);
    }
    expect((await far({ method: 'GET', target: '/v1/health' })).json.data).toMatchObject({ status: 'ok' });
  });

  test('passes bodies on, and refuses those that are too large, announced or not', async () => {
    const user = { ...anna.headers, 'content-type': 'application/json' };
    const patch = { method: 'PATCH', target: '/v1/applications/demo/users/me', headers: user };
    for (const chunked of [false, true]) {
      const renamed = await far({ ...patch, chunked, body: JSON.stringify({ display_name: `Anna ${chunked}` }) });
      expect([renamed.status, renamed.json.data]).toEqual([
        200,
        expect.objectContaining({ display_name: `Anna ${chunked}` }),
      ]);
      const large = await far({ ...patch, chunked, body: JSON.stringify({ display_name: 'x'.repeat(2_097_152) }) });
      expect([chunked, large.status, large.error]).toEqual([chunked, 413, 'payload_too_large']);
    }
    const created = await far(callOf(routeOf('closeAdminSession'), await t.adminHeaders()));
    expect([created.status, created.text]).toEqual([204, '']);
    const forged = { ...user, [contextHeader]: 'forged', 'x-platform-user': 'forged' };
    expect((await far({ ...patch, headers: forged, body: '{}' })).status).toBe(200);
  });

  test('keeps the credentials of a caller to itself', async () => {
    const received: { target: string; headers: Record<string, unknown> }[] = [];
    const spy = await listen(
      (req, res) => {
        received.push({ target: req.url ?? '', headers: req.headers });
        res.setHeader('content-type', 'application/json');
        res.end('{}');
      },
      { port: 0, host: '127.0.0.1' },
    );
    closers.push(() => spy.close(0));
    const address = `http://127.0.0.1:${spy.port}`;
    const names = t.platform.services.map(({ name }) => urlVariable(name));
    const gateway = await startGateway(Object.fromEntries(names.map((name) => [name, address])));
    const call = wire(`http://127.0.0.1:${gateway.port}`);
    closers.push(call.close);

    const token = t.secrets.webhook_token;
    const webhook = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', cookie: 'a=b' } };
    const query = `a=%20&token=${token}&%74oken=second&b`;
    expect((await call({ ...webhook, target: `/v1/webhooks/yookassa?${query}` })).status).toBe(200);
    expect((await call({ ...webhook, target: `/v1/webhooks/yookassa?token=${token}` })).status).toBe(200);
    for (const route of routes.filter(({ service }) => service !== 'gateway'))
      expect([
        route.id,
        (await call(callOf(route, { ...(await headersFor(route.endpoint.auth)), cookie: 'a=b' }))).status,
      ]).toEqual([route.id, 200]);

    expect(received.slice(0, 2).map(({ target }) => target)).toEqual([
      '/v1/webhooks/yookassa?a=%20&b',
      '/v1/webhooks/yookassa',
    ]);
    for (const { target, headers } of received) {
      expect([target, headers[contextHeader]]).toEqual([target, expect.any(String)]);
      expect(target).not.toContain('token=');
      const names = ['authorization', 'x-public-key', 'x-worker-secret', 'x-webhook-token', 'cookie'];
      expect([target, names.filter((name) => name in headers)]).toEqual([target, []]);
    }
  });

  test('keeps idle connections for longer than load balancers do, as its configuration says', async () => {
    const keptBy = async (port: number) => {
      const call = wire(`http://127.0.0.1:${port}`);
      closers.push(call.close);
      return (await call({ method: 'GET', target: '/v1/health' })).headers['keep-alive'];
    };
    const other = await startGateway({ ...elsewhere, KEEP_ALIVE_SECONDS: '310' });
    expect([await keptBy(farPort), await keptBy(other.port)]).toEqual(['timeout=75', 'timeout=310']);
  });

  test('says which one is down, and answers for it that it will be back', async () => {
    const health = await deaf({ method: 'GET', target: '/v1/health' });
    expect([health.status, health.json.data]).toEqual([
      503,
      expect.objectContaining({ status: 'degraded', services: { ...everyService, billing: 'down' } }),
    ]);
    for (const route of routes.filter(({ service }) => service === 'billing')) {
      const reply = await deaf(callOf(route, await headersFor(route.endpoint.auth)));
      expect([route.id, reply.status, reply.error]).toEqual([route.id, 503, 'service_unavailable']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(
      (await deaf({ method: 'GET', target: '/v1/applications/demo/users/me', headers: anna.headers })).status,
    ).toBe(200);
  });
});

// Last, because what the others were let in with is withdrawn here.
test('keys may rotate: new ones are found, and the withdrawn ones are refused', async () => {
  const app = 'rotating-keys';
  const { mint, rotate } = t.sandboxes.idp;
  const old = await withKeysAt(app);
  expect((await present(app, old)).status).toBe(200);
  await rotate();
  // The keys are not asked for again within five seconds, so that forged key ids cannot make us ask for ever.
  pass(6);
  expect((await present(app, await mint({ aud: app }, { username: 'new' }))).status).toBe(200);
  expect((await present(app, old)).status).toBe(200);
  const unseen = await mint({ aud: app }, { username: 'late' });
  await rotate({ dropOld: true });
  pass(6);
  expect((await present(app, await mint({ aud: app }, { username: 'newer' }))).status).toBe(200);
  expect((await present(app, unseen)).error).toBe('invalid_token');
});
