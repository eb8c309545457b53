import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditShape, isAudited, platform, type Reply, type Route } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import { z } from 'zod';
import { asFile, exampleRequest, named, routes, sampleParams } from './probes.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld, ok } from './world.ts';

/**
 * Every endpoint through which administrators change something, taken from the contracts: one call, one
 * record, no secret in it. An endpoint that is new is called here and fails until it leaves its record.
 */

const audited = routes.filter(({ endpoint }) => isAudited(endpoint));

interface Wanted {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
  headers?: Record<string, string>;
}
type AnyCall = (wanted?: Wanted) => Promise<Reply<Record<string, unknown>>>;
interface Row {
  id: string;
  action: string;
  admin_id: string;
  admin_email: string;
  admin_role: string;
  application_id: string | null;
  target: Record<string, string>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changed: string[];
  client_ip: string;
  user_agent: string;
  request_id: string;
}

const address = '198.51.100.42';
const software = 'AuditTest/1.0';
let t: TestPlatform;
let admin: PlatformClient;
let adminHeaders: Record<string, string>;
let me: { id: string; email: string };
let owned: { application_id: string };
/** Values that the log must never contain; grows as secrets are created. */
const secrets = new Set<string>();

const from = (headers: Record<string, string>) => ({ ...headers, 'x-forwarded-for': address, 'user-agent': software });
const callOf = (client: PlatformClient, id: string): AnyCall =>
  (client as unknown as Record<string, AnyCall>)[id] as AnyCall;
const token = (length = 12) => randomUUID().replaceAll('-', '').slice(0, length);

beforeAll(async () => {
  // Payments are settled by asking, so that a test decides when.
  t = await startTestPlatform({ webhooks: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  adminHeaders = await t.adminHeaders();
  secrets.add(adminHeaders.authorization?.slice('Bearer '.length) ?? '').add(t.secrets.admin_password);
  admin = t.client(from(adminHeaders));
  me = ok(await admin.getCurrentAdmin());
  owned = { application_id: t.demo.application_id };
});
afterAll(() => t.stop());

const rows = async (): Promise<Row[]> => {
  await t.untilIdle();
  return t.database.query<Row & Record<string, unknown>>('SELECT * FROM identity.audit_log ORDER BY id');
};
const countRows = async (): Promise<number> => {
  await t.untilIdle();
  const [row] = await t.database.query<{ count: number }>('SELECT count(*)::int FROM identity.audit_log');
  return row?.count ?? 0;
};
const recordsOf = async (reply: Reply<unknown>): Promise<Row[]> => {
  await t.untilIdle();
  return t.database.query<Row & Record<string, unknown>>(
    'SELECT * FROM identity.audit_log WHERE request_id = $1 ORDER BY id',
    [reply.headers.get('x-request-id')],
  );
};

/* ------------------------------------------------------------------------------ objects, callers and requests */

const password = () => {
  const made = `password-${token()}`;
  secrets.add(made);
  return made;
};
const givenAdmin = async () =>
  ok(await admin.createAdmin({ body: { email: `${token()}@staff.test`, password: password(), role: 'staff' } }));
const givenApplication = async () => {
  const application = ok(await admin.createApplication({ body: { code: `a${token()}`, name: 'Audited' } }));
  return { application_id: application.id };
};
const givenEntitlement = async () =>
  ok(await admin.createEntitlement({ params: owned, body: { code: `e${token()}`, name: 'E' } }));
const givenPlan = async () => {
  const body = { code: `p${token()}`, name: 'Plan', billing_type: 'recurring' as const, duration_days: 30 };
  return ok(await admin.createPlan({ params: owned, body }));
};
const planParams = async () => ({ ...owned, plan_id: (await givenPlan()).id });
const grantBody = async () => ({
  entitlement_codes: [(await givenEntitlement()).code],
  expires_at: null,
  reason: 'a gift',
});
const givenFlag = async () => {
  const params = { ...owned, code: `f${token()}` };
  ok(await admin.createFeature({ params: owned, body: { code: params.code } }));
  return params;
};
const givenPayment = async () => {
  const user = await t.registered();
  secrets.add(user.headers.authorization?.slice('Bearer '.length) ?? '');
  const payment = await t.startPayment(user.client, 'monthly');
  secrets.add(payment.confirmation_url);
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  ok(await user.client.syncPayment({ params: { payment_id: payment.payment_id } }));
  return { payment_id: payment.payment_id };
};
/**
 * In an application without registrations: a required document would lock out the users of the other tests.
 */
const givenSlot = async () => ({
  owner_type: 'application' as const,
  owner_id: (await givenApplication()).application_id,
  kind: 'terms_of_use',
});
const givenDraft = async () => {
  const params = await givenSlot();
  ok(await admin.saveLegalDraft({ params, body: { title: 'Terms', body: 'Text' } }));
  return params;
};

/** A new owner. */
const givenOwner = async () => {
  const body = { email: `${token()}@owner.test`, password: password() };
  const { id } = ok(await admin.createAdmin({ body: { ...body, role: 'owner' } }));
  const { access_token } = ok(await t.client().openAdminSession({ body }));
  secrets.add(access_token);
  const headers = from({ authorization: `Bearer ${access_token}` });
  return { id, ...body, client: t.client(headers) };
};
/** One owner for most endpoints, because each login costs a password hash; another one for calls about itself. */
let sharedOwner: ReturnType<typeof givenOwner> | undefined;
const givenCaller = ({ endpoint }: Route) => {
  if (/^\/v1\/admin\/(me|sessions)\b/.test(endpoint.path)) return givenOwner();
  sharedOwner ??= givenOwner();
  return sharedOwner;
};

/** The example request of the contract on resources that no other request uses. */
const givenRequest = async (route: Route, own_password: string): Promise<Wanted> => {
  const code = `a${token()}`;
  const world = createWorld({ t, admin, adminHeaders, code, username: code });
  const { params, query, body } = exampleRequest(route, { ...(await world.givenFor(route)), own_password });
  for (const secret of world.secrets) secrets.add(secret);
  for (const [name, value] of Object.entries(body ?? {}))
    if (/password|secret|api_key/.test(name) && typeof value === 'string') secrets.add(value);
  return {
    params,
    query,
    body,
    ...(route.endpoint.upload ? { file: new Blob([new Uint8Array(asFile(route).body)]) } : {}),
  };
};

const remember = (reply: Reply<Record<string, unknown>>) => {
  const { keys, access_token, site_key } = (reply.data ?? {}) as {
    keys?: { key: string }[];
    access_token?: string;
    site_key?: string;
  };
  for (const { key } of Array.isArray(keys) ? keys : []) secrets.add(key);
  if (access_token) secrets.add(access_token);
  if (site_key) secrets.add(site_key);
};

/* ------------------------------------------------------------------------------------------------- the contracts */

test('the contract says of every endpoint that changes something what the log keeps of it', () => {
  const silent = audited.filter(({ endpoint }) => !(auditShape(endpoint) instanceof z.ZodObject));
  expect(silent.map(({ id }) => id)).toEqual([]);
  expect(audited.length).toBeGreaterThan(35);
});

test('the log keeps no field with the name of a secret', () => {
  const namesOf = (schema: unknown, seen = new Set<unknown>()): string[] => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
    seen.add(schema);
    const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
    return [
      ...Object.keys(properties),
      ...[...Object.values(properties), ...Object.values(rest)].flatMap((v) => namesOf(v, seen)),
    ];
  };
  const speaking = audited.flatMap(({ id, endpoint }) => {
    const shape = auditShape(endpoint);
    const names = shape ? namesOf(z.toJSONSchema(shape, { unrepresentable: 'any' })) : [];
    return (
      names
        // The digest of a text that readers see, or will.
        .filter((name) => name !== 'content_hash')
        .filter((name) => /secret|password|token|sealed|hash$|^key$|^keys$|confirmation_url|email/.test(name))
        .map((name) => `${id}.${name}`)
    );
  });
  expect(speaking.toSorted()).toEqual(
    [
      // Whether there is one, the login name of staff, names of parameters, and keys that are public.
      'changeOwnPassword.email',
      'createAdmin.email',
      'createApplication.key',
      'deleteAdmin.email',
      'deleteConfigParameter.key',
      // Tokens of language models are counted.
      'putAiSettings.daily_tokens',
      'putAiSettings.monthly_tokens',
      'putConfigParameter.key',
      'revokePublicKey.key',
      'rollBackConfigParameter.key',
      'rotatePublicKey.key',
      'setIdentityProvider.has_hs256_secret',
      'updateAdmin.email',
      'updatePublicKey.key',
    ].toSorted(),
  );
});

/* -------------------------------------------------------------------------------------------------- one by one */

describe('a change by an administrator leaves one record, and a repeat of it none', () => {
  test.each(named(audited))('%s', async (id, route) => {
    const { endpoint } = route;
    const caller = await givenCaller(route);
    const wanted = await givenRequest(route, caller.password);
    const once: Record<string, string> = endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {};
    if (endpoint.versioned === 'required') once['if-match'] = '*';
    const send = () => callOf(caller.client, id)({ ...wanted, headers: once });
    const reply = await send();
    remember(reply);
    expect([reply.status < 300, reply.body]).toEqual([true, reply.body]);
    const records = await recordsOf(reply);
    expect(records).toHaveLength(1);
    const [record] = records;
    if (!record) return;

    expect(record).toMatchObject({ action: id, admin_id: caller.id, admin_email: caller.email, admin_role: 'owner' });
    expect(record).toMatchObject({ client_ip: address, user_agent: software });
    const { application_id, owner_id } = wanted.params ?? {};
    if (application_id ?? owner_id) expect(record.application_id).toBe(application_id ?? owner_id);
    // A record has the words of the path.
    const words = Object.entries(wanted.params ?? {}).map(([name, value]) => [name, String(value)]);
    expect(record.target).toMatchObject(Object.fromEntries(words));
    expect(record.before ?? record.after).not.toBeNull();
    expect(record.changed).not.toEqual([]);
    const allowed = Object.keys((auditShape(endpoint) as z.ZodObject).shape);
    const answer = reply.data as { id?: unknown } | null | undefined;
    // A record of an erasure is not named beside the user.
    if (typeof answer?.id === 'string' && id !== 'eraseUser') expect(Object.values(record.target)).toContain(answer.id);
    for (const facts of [record.before, record.after])
      expect(Object.keys(facts ?? {}).filter((name) => !allowed.includes(name))).toEqual([]);

    if (!endpoint.idempotent) return;
    const before = await countRows();
    const repeated = await send();
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([reply.status, 'true']);
    expect(await countRows()).toBe(before);
  });
});

test('refused and failed calls leave no record', async () => {
  const body = { email: `${token()}@staff.test`, password: password() };
  ok(await admin.createAdmin({ body: { ...body, role: 'staff' } }));
  const staff = t.client({ authorization: `Bearer ${ok(await t.client().openAdminSession({ body })).access_token}` });
  const before = await countRows();
  for (const route of audited) {
    const { id, endpoint } = route;
    const wanted: Wanted = {
      params: sampleParams(route),
      body: exampleRequest(route).body,
      ...(endpoint.upload ? { file: new Blob([new Uint8Array(asFile(route).body)]) } : {}),
    };
    const refusals: Reply[] = [];
    if (endpoint.role) refusals.push(await callOf(staff, id)(wanted));
    // Random ids name nothing.
    if (endpoint.params) refusals.push(await callOf(admin, id)(wanted));
    if (endpoint.body) refusals.push(await callOf(admin, id)({ ...wanted, body: { no_such_field: 1 } }));
    for (const reply of refusals) expect([id, reply.status >= 400]).toEqual([id, true]);
  }
  const taken = ok(await admin.getApplication({ params: owned })).code;
  expect((await admin.createApplication({ body: { code: taken, name: 'Taken' } })).error).toBe('conflict');
  expect((await admin.createAdmin({ body: { email: me.email, password: password(), role: 'staff' } })).error).toBe(
    'conflict',
  );
  expect(await countRows()).toBe(before);
});

test('calls that change nothing leave no record', async () => {
  const flag = await givenFlag();
  const entitlement = await givenEntitlement();
  const params = { ...owned, user_id: (await t.registered()).user_id };
  const grant = ok(await admin.grantEntitlements({ params, body: await grantBody() }));
  const revoked = { params: { ...params, grant_id: grant.id } };
  ok(await admin.revokeGrant(revoked));
  const draft = await givenDraft();
  const publication = { params: draft, ...publicationOf(ok(await admin.getLegalDraft({ params: draft }))) };
  ok(await admin.publishLegalDocument(publication));
  const colleague = await givenAdmin();
  const before = await countRows();
  const idle = [
    await admin.updateFeature({ params: flag, body: { enabled: true } }),
    await admin.updateEntitlement({
      params: { ...owned, entitlement_id: entitlement.id },
      body: { name: entitlement.name },
    }),
    await admin.updateApplication({ params: owned, body: {} }),
    await admin.revokeGrant(revoked),
    await admin.publishLegalDocument(publication),
    await admin.saveLegalDraft({ params: draft, body: { title: 'Terms', body: 'Text' } }),
    await admin.updateAdmin({ params: { admin_id: colleague.id }, body: { role: 'staff' } }),
  ];
  expect(idle.map(({ status }) => status)).toEqual(idle.map(() => 200));
  expect(await countRows()).toBe(before);
});

test('a change of an end user leaves no record, also through an endpoint that administrators share', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const before = await countRows();
  ok(await user.client.syncPayment({ params: { payment_id: payment.payment_id } }));
  expect(await countRows()).toBe(before);
});

/* -------------------------------------------------------------------------------------------- what stands in it */

test('a record shows the values before and after the change', async () => {
  const params = await planParams();
  const reply = await admin.updatePlan({ params, body: { name: 'Platinum', status: 'archived' } });
  const [record] = await recordsOf(reply);
  expect(record).toMatchObject({
    application_id: owned.application_id,
    target: { ...params, id: params.plan_id },
    before: { name: 'Plan', status: 'active' },
    after: { name: 'Platinum', status: 'archived' },
  });
  expect(record?.changed.toSorted()).toEqual(['name', 'status', 'version']);
});

test('a secret that was set is named and not shown, and a long text stands as its digest', async () => {
  const reply = await admin.updateAdmin({
    params: { admin_id: (await givenAdmin()).id },
    body: { password: password() },
  });
  expect((await recordsOf(reply))[0]?.changed).toEqual(['password']);
  const hs256_secret = token(32);
  secrets.add(hs256_secret);
  const idp = await admin.setIdentityProvider({
    params: await givenApplication(),
    body: { issuer: 'https://idp.test/', audience: 'app', hs256_secret },
  });
  const [saved] = await recordsOf(idp);
  expect([saved?.changed, JSON.stringify(saved).includes(hs256_secret)]).toEqual([
    expect.arrayContaining(['has_hs256_secret']),
    false,
  ]);
  const body = 'y'.repeat(16_385);
  const draft = await admin.saveLegalDraft({ params: await givenSlot(), body: { title: 'Long', body } });
  const [record] = await recordsOf(draft);
  expect(record?.after).toMatchObject({
    title: 'Long',
    body: { length: 16_385, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('a refund that the provider did not answer is recorded once, as its first call, when it is made', async () => {
  const call = {
    params: await givenPayment(),
    body: { amount: 2 },
    headers: { 'idempotency-key': token() },
  };
  t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
  const first = await admin.refundPayment(call);
  expect(first.status).toBe(503);
  expect(await recordsOf(first)).toEqual([]);
  const second = await admin.refundPayment(call);
  expect(second.status).toBe(200);
  const records = await recordsOf(first);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ action: 'refundPayment', after: { refund: { amount: 2, status: 'succeeded' } } });
  expect(await recordsOf(second)).toEqual([]);
});

test('a refund that the provider refuses leaves no record', async () => {
  const params = await givenPayment();
  t.sandboxes.yookassa.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
  const headers = { 'idempotency-key': token() };
  const reply = await admin.refundPayment({ params, body: { amount: 2 }, headers });
  expect(reply.error).toBe('provider_error');
  expect(await recordsOf(reply)).toEqual([]);
});

/* ------------------------------------------------------------------------------------------------- how it is read */

describe('the log', () => {
  test('is read newest first, in pages that miss nothing and repeat nothing', async () => {
    const all = (await rows()).map(({ id }) => id).toReversed();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.listAuditLog({ query: { limit: 20, cursor } });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
  });

  test('is narrowed by application, administrator, action, object and time', async () => {
    const params = await givenApplication();
    ok(await admin.updateApplication({ params, body: { name: 'Renamed' } }));
    const plan = await planParams();
    ok(await admin.updatePlan({ params: plan, body: { name: 'Found' } }));
    await t.untilIdle();
    const actions = async (query: Parameters<PlatformClient['listAuditLog']>[0]) =>
      ok(await admin.listAuditLog(query)).map(({ action }) => action);
    expect(await actions({ query: params })).toEqual(['updateApplication', 'createApplication']);
    expect(await actions({ query: { ...params, action: 'updateApplication' } })).toEqual(['updateApplication']);
    expect(await actions({ query: { target_id: plan.plan_id } })).toEqual(['updatePlan', 'createPlan']);
    expect(await actions({ query: { target_id: plan.plan_id.toUpperCase() } })).toHaveLength(2);
    expect(await actions({ query: { ...params, admin_id: randomUUID() } })).toEqual([]);
    expect(await actions({ query: { ...params, admin_id: me.id } })).toHaveLength(2);
    const [newest] = ok(await admin.listAuditLog({ query: { target_id: plan.plan_id } }));
    const at = newest?.occurred_at ?? '';
    expect(await actions({ query: { target_id: plan.plan_id, from: at } })).toEqual(['updatePlan']);
    expect(await actions({ query: { target_id: plan.plan_id, to: at } })).toEqual(['createPlan']);
    expect((await admin.listAuditLog({ query: { cursor: 'nonsense' } })).error).toBe('validation_failed');
  });

  test('refuses an action that no operation has, instead of answering that it never happened', async () => {
    expect((await admin.listAuditLog({ query: { action: 'updateAplication' } })).error).toBe('validation_failed');
  });

  test('is for admins and owners; actions on administrators are for owners alone', async () => {
    const clientOf = async (role: 'staff' | 'admin') => {
      const body = { email: `${token()}@staff.test`, password: password() };
      ok(await admin.createAdmin({ body: { ...body, role } }));
      return t.client({ authorization: `Bearer ${ok(await t.client().openAdminSession({ body })).access_token}` });
    };
    const [staff, colleague] = [await clientOf('staff'), await clientOf('admin')];
    await t.untilIdle();
    expect((await staff.listAuditLog()).error).toBe('forbidden');
    const about = { query: { action: 'createAdmin' } };
    expect(ok(await admin.listAuditLog(about)).length).toBeGreaterThan(0);
    expect(ok(await colleague.listAuditLog(about))).toEqual([]);
    expect(ok(await colleague.listAuditLog({ query: { action: 'createPlan' } })).length).toBeGreaterThan(0);
  });

  test('is never changed, by whomever', async () => {
    for (const statement of [
      'UPDATE identity.audit_log SET admin_email = $$nobody$$',
      'DELETE FROM identity.audit_log',
      'TRUNCATE identity.audit_log',
    ])
      await expect(t.database.query(statement)).rejects.toThrow('append-only');
  });

  test('leaves nothing behind when it is read, nor does any other read', async () => {
    const before = await countRows();
    let questions = 0;
    for (const route of routes) {
      const { id, endpoint } = route;
      if (isAudited(endpoint) || endpoint.auth !== 'admin') continue;
      const { body } = exampleRequest(route);
      const reply = await callOf(
        admin,
        id,
      )({ params: { ...sampleParams(route), ...owned }, ...(body ? { body } : {}) });
      // A question that is sent as a POST.
      if (endpoint.method !== 'GET') questions += reply.status === 200 ? 1 : 0;
    }
    expect(questions).toBeGreaterThan(0);
    expect(await countRows()).toBe(before);
  });
});

test('no secret of all that was done here stands in the log, in an event or in a dead letter', async () => {
  expect(secrets.size).toBeGreaterThan(20);
  const tables = [
    'identity.audit_log',
    'identity.dead_letters',
    ...Object.keys(platform)
      .filter((name) => name !== 'gateway')
      .map((name) => `"${name}".outbox`),
  ];
  const kept = await Promise.all(
    tables.map((table) => t.database.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)),
  );
  const text = kept
    .flat()
    .map((row) => row.text)
    .join('\n');
  expect(text).toContain(me.email);
  for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  expect(text).not.toMatch(/v1\.[\w-]+\.[\w-]{20,}|adm_[A-Za-z0-9]{20,}|sealed_|password_hash|eyJ[\w-]+\./);
  // People are named by their ids alone.
  const people = await t.database.query<{ email: string }>('SELECT email FROM identity.users WHERE email IS NOT NULL');
  expect(people.length).toBeGreaterThan(0);
  for (const { email } of people) expect(text.includes(email)).toBe(false);
});
