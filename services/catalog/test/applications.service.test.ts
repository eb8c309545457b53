import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { createGatewaySealer, createSealer, deriveContextKey, newId } from '@platform/runtime';
import { anApplication, fakeClock, testContextSecret, testEncryptionKeys } from '@platform/testing';
import pg from 'pg';
import { aCode, admin, type Catalog, everyPage, givenApplication, issuerWithUsers, startCatalog } from './support.ts';

const clock = fakeClock('2026-01-10T00:00:00Z');
let t: Catalog;
beforeAll(async () => {
  t = await startCatalog({ clock });
});
afterAll(() => t.stop());

const resolve = async (by: { code: string } | { id: string } | { public_key: string }) =>
  (await t.ask(catalog.queries.resolveApplication, by)).application;
const nothing = { params: { application_id: newId() } };

describe('an application', () => {
  test('is made with its defaults and its first public key, and read again as it was made', async () => {
    const code = aCode('shop');
    const reply = await admin(t).createApplication({ body: { code, name: '  Shop ' } });
    expect(reply.status).toBe(201);
    expect(reply.data).toEqual({
      id: expect.any(String),
      code,
      name: 'Shop',
      description: null,
      status: 'active',
      payments_enabled: false,
      icon_url: null,
      website_url: null,
      offline_grace_days: 7,
      return_url_schemes: [],
      receipt_settings: null,
      max_active_devices: 10,
      device_limit_policy: 'reject',
      version: 1,
      created_at: '2026-01-10T00:00:00.000Z',
      updated_at: '2026-01-10T00:00:00.000Z',
      public_keys: [
        {
          id: expect.any(String),
          key: expect.stringMatching(/^svc_pub_[A-Za-z0-9]{32}$/),
          created_at: '2026-01-10T00:00:00.000Z',
          valid_until: null,
          revoked_at: null,
          last_used_at: null,
        },
      ],
    });
    const params = { application_id: reply.data.id };
    expect((await admin(t).getApplication({ params })).data).toEqual(reply.data);
    expect(await t.published(catalog.events.applicationCreated)).toContainEqual({
      application_id: reply.data.id,
      code,
    });
  });

  test('has a code of its own, also when two are made at once', async () => {
    const code = aCode('twice');
    const replies = await Promise.all(
      [1, 2, 3].map((n) => admin(t).createApplication({ body: { code, name: `n${n}` } })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.error).toBe('conflict');
  });

  test('is refused with fields that do not exist or make no sense', async () => {
    const good = { code: aCode('bad'), name: 'x' };
    for (const [field, value] of [
      ['code', 'Upper'],
      ['code', '1st'],
      ['name', '   '],
      ['status', 'archived'],
      ['offline_grace_days', 0],
      ['offline_grace_days', 91],
      ['website_url', 'javascript:alert(1)'],
      ['return_url_schemes', ['javascript']],
      ['return_url_schemes', ['my app']],
      ['receipt_settings', { vat_code: 13 }],
      ['receipt_settings', { vat_code: 4 }],
      ['max_active_devices', 0],
      ['max_active_devices', 1001],
      ['device_limit_policy', 'ignore'],
      ['unknown_field', 1],
    ] as const) {
      const reply = await admin(t).createApplication({ body: { ...good, [field]: value } });
      expect([field, value, reply.status, reply.error]).toEqual([field, value, 400, 'validation_failed']);
      expect(JSON.stringify(reply.body)).toContain(field);
    }
  });

  test('is made once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { code: aCode('idem'), name: 'Once' };
    const first = await admin(t).createApplication({ body, headers });
    const again = await admin(t).createApplication({ body, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    const other = await admin(t).createApplication({ body: { ...body, name: 'Twice' }, headers });
    expect([other.status, other.error]).toEqual([409, 'idempotency_conflict']);
  });

  test('changes field by field, and each change publishes an event', async () => {
    const application = await givenApplication(t);
    clock.advance({ minutes: 1 });
    const body = {
      name: 'New name',
      description: 'text',
      website_url: 'https://shop.example/',
      payments_enabled: true,
      return_url_schemes: ['shop'],
      receipt_settings: { vat_code: 1 },
      max_active_devices: 3,
      device_limit_policy: 'evict_oldest' as const,
    };
    const { params } = application;
    const reply = await admin(t).updateApplication({ params, body });
    expect(reply.data).toMatchObject({
      ...body,
      receipt_settings: { vat_code: 1, payment_subject: 'service', payment_mode: 'full_payment' },
      code: application.code,
      offline_grace_days: 7,
      updated_at: clock.now().toISOString(),
      created_at: application.created_at,
    });
    const cleared = await admin(t).updateApplication({ params, body: { description: null, receipt_settings: null } });
    expect(cleared.data).toMatchObject({ description: null, receipt_settings: null, name: 'New name' });
    expect((await admin(t).updateApplication({ params, body: {} })).data).toEqual(cleared.data);
    const told = (await t.published(catalog.events.applicationUpdated)).filter(
      ({ application_id }) => application_id === application.id,
    );
    expect([told.length, cleared.data.version]).toEqual([2, 3]);
    expect(await admin(t).updateApplication({ ...nothing, body })).toMatchObject({ error: 'application_not_found' });
    expect(await admin(t).getApplication(nothing)).toMatchObject({ status: 404, error: 'application_not_found' });
  });

  test('allows only valid status transitions, and a refusal changes nothing', async () => {
    const { params, code: confirm } = await givenApplication(t, { status: 'draft' });
    const become = async (status: 'draft' | 'active' | 'suspended' | 'archived') => {
      const body = { status, name: `It is ${status}`, confirm };
      const { error, data } = await admin(t).updateApplication({ params, body });
      return error ?? data.status;
    };
    expect([await become('suspended'), await become('draft'), await become('active')]).toEqual([
      'conflict',
      'draft',
      'active',
    ]);
    expect([await become('draft'), await become('suspended'), await become('draft')]).toEqual([
      'conflict',
      'suspended',
      'conflict',
    ]);
    expect((await admin(t).getApplication({ params })).data.name).toBe('It is suspended');
    expect([await become('active'), await become('archived'), await become('archived')]).toEqual([
      'active',
      'archived',
      'conflict',
    ]);
  });

  test('is found on one page of the list exactly, whatever is added during the read', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await givenApplication(t, { status: 'draft' })).id);
    const read = async (cursor: string | undefined) => {
      const page = await admin(t).listApplications({ query: { limit: 2, status: 'draft', cursor } });
      await givenApplication(t, { status: 'draft' });
      return page;
    };
    const rows = await everyPage(read);
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(-5)).toEqual(made.toReversed());
    expect(rows.every(({ status }) => status === 'draft')).toBe(true);
    expect(await admin(t).listApplications({ query: { cursor: 'nonsense' } })).toMatchObject({
      error: 'validation_failed',
    });
    expect(await admin(t).listApplications({ query: { limit: 201 } })).toMatchObject({ error: 'validation_failed' });
  });
});

describe('the identity provider', () => {
  const secret = 'a-shared-secret-of-the-provider-0123456789';
  const base = { issuer: 'https://idp.example/', audience: 'app' };

  test('is not set at first', async () => {
    const { params, id } = await givenApplication(t);
    const reply = await admin(t).getIdentityProvider({ params });
    expect([reply.status, reply.data]).toEqual([200, null]);
    expect((await resolve({ id }))?.identity_provider).toBeNull();
  });

  test('with public keys is kept as it was given', async () => {
    const { params, id } = await givenApplication(t);
    const body = {
      ...base,
      issuer_aliases: ['https://login.example/'],
      allow_missing_audience: true,
      jwks_url: 'https://idp.example/jwks',
      authorized_party: 'client',
    };
    const reply = await admin(t).setIdentityProvider({ params, body: { ...body, skip_check: true } });
    const now = clock.now().toISOString();
    const kept = { ...body, has_hs256_secret: false, version: 1, created_at: now, updated_at: now };
    expect(reply.data).toEqual({ ...kept, check: null });
    expect((await admin(t).getIdentityProvider({ params })).data).toEqual(kept);
    expect((await resolve({ id }))?.identity_provider).toEqual({
      ...body,
      sealed_hs256_secret: null,
      saved_at: now,
    });
    expect(await t.published(catalog.events.applicationUpdated)).toContainEqual(
      expect.objectContaining({ application_id: id }),
    );
  });

  test('with a shared secret seals it for this application and never shows it', async () => {
    const { params, id } = await givenApplication(t);
    const reply = await admin(t).setIdentityProvider({ params, body: { ...base, hs256_secret: secret } });
    expect(reply.data).toMatchObject({ has_hs256_secret: true, jwks_url: null });
    const shown = [reply.body, (await admin(t).getIdentityProvider({ params })).body];
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown)).not.toContain('sealed');

    const rows = await t.database.query<{ text: string }>(
      `SELECT i::text AS text FROM catalog.identity_providers i
       UNION ALL SELECT o.envelope::text FROM catalog.outbox o UNION ALL SELECT k::text FROM catalog.idempotency_keys k`,
    );
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false);

    // The gateway opens it for this application alone, and has no key of the stored one.
    const place = `identity_provider:${id}`;
    const sealed = (await resolve({ id }))?.identity_provider?.sealed_hs256_secret ?? '';
    const ofGateway = createGatewaySealer([deriveContextKey(testContextSecret, catalog.name)]);
    expect(ofGateway.open(sealed, place).toString()).toBe(secret);
    expect(() => ofGateway.open(sealed, `identity_provider:${newId()}`)).toThrow();
    expect(() => createGatewaySealer([deriveContextKey(testContextSecret, 'billing')]).open(sealed, place)).toThrow();
    const [stored] = await t.database.query<{ sealed_hs256_secret: string }>(
      'SELECT sealed_hs256_secret FROM catalog.identity_providers WHERE application_id = $1',
      [id],
    );
    expect(() => ofGateway.open(stored?.sealed_hs256_secret ?? '', place)).toThrow();
    expect(createSealer([testEncryptionKeys(catalog.name)]).open(stored?.sealed_hs256_secret ?? '', place)).toEqual(
      Buffer.from(secret),
    );
  });

  test('with a shared secret that no key opens any more stops no other credential of the application', async () => {
    const { params, id } = await givenApplication(t);
    await admin(t).setIdentityProvider({ params, body: { ...base, hs256_secret: secret } });
    const lost = createSealer([testEncryptionKeys('billing')]).seal(secret, `identity_provider:${id}`);
    await t.database.query('UPDATE catalog.identity_providers SET sealed_hs256_secret = $1 WHERE application_id = $2', [
      lost,
      id,
    ]);
    expect(await resolve({ id })).toMatchObject({ id, identity_provider: { sealed_hs256_secret: lost } });
    expect(t.errors()).toEqual([
      expect.stringContaining('the shared secret of an identity provider cannot be decrypted'),
    ]);
  });

  test('that goes over to public keys forgets the shared secret', async () => {
    const { params, id } = await givenApplication(t);
    await admin(t).setIdentityProvider({ params, body: { ...base, hs256_secret: secret } });
    await admin(t).setIdentityProvider({
      params,
      body: { ...base, jwks_url: 'https://idp.example/jwks', skip_check: true },
    });
    expect((await resolve({ id }))?.identity_provider?.sealed_hs256_secret).toBeNull();
  });

  test('may have public keys beside the shared secret, while its provider goes over to them', async () => {
    const { params, id } = await givenApplication(t);
    const body = { ...base, jwks_url: 'https://idp.example/jwks', hs256_secret: secret, skip_check: true };
    expect((await admin(t).setIdentityProvider({ params, body })).data).toMatchObject({
      has_hs256_secret: true,
      jwks_url: body.jwks_url,
    });
    const resolved = (await resolve({ id }))?.identity_provider;
    expect([resolved?.jwks_url, resolved?.sealed_hs256_secret !== null]).toEqual([body.jwks_url, true]);
  });

  test('may name no audience where a party or a switch stands for it, and only there', async () => {
    const { params } = await givenApplication(t);
    const body = { ...base, audience: null, hs256_secret: secret };
    const refused = await admin(t).setIdentityProvider({ params, body });
    expect(refused.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'audience' }] });
    for (const instead of [{ authorized_party: 'web' }, { allow_missing_audience: true }]) {
      const { data } = await admin(t).setIdentityProvider({ params, body: { ...body, ...instead } });
      expect(data).toMatchObject({ audience: null, ...instead });
    }
  });

  test('keeps an issuer that has users until a change of it is confirmed', async () => {
    const { params } = await givenApplication(t);
    const used = { ...base, issuer: issuerWithUsers, hs256_secret: secret };
    await admin(t).setIdentityProvider({ params, body: used });
    // Everything else changes without a question.
    const alias = await admin(t).setIdentityProvider({
      params,
      body: { ...used, audience: 'other', issuer_aliases: [base.issuer] },
    });
    expect(alias.status).toBe(200);

    const body = { ...base, hs256_secret: secret };
    const refused = await admin(t).setIdentityProvider({ params, body });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ error: 'issuer_has_users', user_count: 3 }),
    ]);
    expect((await admin(t).getIdentityProvider({ params })).data?.issuer).toBe(issuerWithUsers);

    const confirmed = await admin(t).setIdentityProvider({ params, body: { ...body, confirm: true } });
    expect([confirmed.status, confirmed.data.issuer]).toEqual([200, base.issuer]);
    // The new one has no users yet.
    expect((await admin(t).setIdentityProvider({ params, body: used })).status).toBe(200);
  });

  test('needs keys or a secret, and an application', async () => {
    const { params } = await givenApplication(t);
    for (const body of [base, { ...base, hs256_secret: 'short' }, { ...base, jwks_url: 'ftp://idp.example/jwks' }])
      expect(await admin(t).setIdentityProvider({ params, body })).toMatchObject({ error: 'validation_failed' });
    expect(await admin(t).getIdentityProvider(nothing)).toMatchObject({ error: 'application_not_found' });
    const body = { ...base, hs256_secret: secret };
    expect(await admin(t).setIdentityProvider({ ...nothing, body })).toMatchObject({ error: 'application_not_found' });
  });
});

describe('other services', () => {
  test('find an application by code, id or key, in any status', async () => {
    const made = await givenApplication(t, { status: 'draft' });
    const found = { id: made.id, code: made.code, status: 'draft' };
    for (const by of [{ code: made.code }, { id: made.id }, { public_key: made.public_keys[0]?.key ?? '' }])
      expect(await resolve(by)).toMatchObject(found);
    for (const by of [{ code: 'nobody' }, { id: newId() }, { id: "'; DROP TABLE" }, { public_key: 'svc_pub_x' }])
      expect(await resolve(by)).toBeNull();
  });

  test('get the facts of one', async () => {
    const made = await givenApplication(t, { payments_enabled: true, return_url_schemes: ['shop'] });
    const { application } = await t.ask(catalog.queries.getApplicationFacts, { application_id: made.id });
    expect(application).toEqual({
      id: made.id,
      code: made.code,
      name: 'Demo',
      status: 'active',
      payments_enabled: true,
      return_url_schemes: ['shop'],
      receipt_settings: null,
      max_active_devices: 10,
      device_limit_policy: 'reject',
      issuer: null,
      issuer_aliases: [],
      website_url: null,
    });
    expect(await t.ask(catalog.queries.getApplicationFacts, { application_id: newId() })).toEqual({
      application: null,
    });
  });
});

describe('branding', () => {
  const read = (application: { id: string; code: string }, headers?: Record<string, string>) =>
    t.as({ application }).getBranding({ params: { app_code: application.code }, headers });

  test('shows the public fields, with an ETag that saves the next read', async () => {
    const made = await givenApplication(t, { description: 'text', website_url: 'https://shop.example/' });
    const reply = await read(made.context);
    expect(reply.data).toEqual({
      code: made.code,
      name: 'Demo',
      description: 'text',
      icon_url: null,
      website_url: 'https://shop.example/',
    });
    const etag = reply.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await read(made.context, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test('shows a change at once', async () => {
    const made = await givenApplication(t);
    const before = await read(made.context);
    await admin(t).updateApplication({ params: made.params, body: { name: 'Renamed' } });
    const after = await read(made.context, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect([after.status, after.data.name]).toEqual([200, 'Renamed']);
  });

  test('of an application that does not exist is not found', async () => {
    expect(await read(anApplication())).toMatchObject({ status: 404, error: 'application_not_found' });
  });
});

describe('the role of the service in the database', () => {
  const asService = async (statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: t.database.urlFor('catalog') });
    await client.connect();
    try {
      await client.query(statement);
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.end();
    }
  };

  test('changes rows of its own schema and no structure of any', async () => {
    for (const statement of [
      'CREATE TABLE catalog.extra (id int)',
      'CREATE TABLE public.extra (id int)',
      'CREATE SCHEMA extra',
      'ALTER TABLE catalog.plans ADD COLUMN extra int',
      'DROP TABLE catalog.plans',
      'TRUNCATE catalog.outbox',
      'CREATE INDEX extra ON catalog.plans (name)',
      'GRANT SELECT ON catalog.plans TO PUBLIC',
      'DELETE FROM migrations.catalog',
      'SELECT * FROM identity.users',
      'SELECT * FROM billing.payments',
      'SET ROLE platform_migrator',
      'CREATE ROLE extra',
    ]) {
      const outcome = await asService(statement);
      // Some of these are warnings in PostgreSQL: the assertion after them is that nothing happened.
      if (!statement.startsWith('GRANT')) expect([statement, outcome]).toEqual([statement, '42501']);
    }
    const [granted] = await t.database.query<{ yes: boolean }>(
      "SELECT has_table_privilege('billing', 'catalog.plans', 'SELECT') AS yes",
    );
    expect(granted).toEqual({ yes: false });
    expect(await asService('DELETE FROM catalog.inbox')).toBe('allowed');
  });
});
