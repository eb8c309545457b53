import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin, aUser, fakeClock } from '@platform/testing';
import { type Parameter, settingsCalls } from './settings-calls.ts';
import { admin, type Catalog, everyPage, givenApplication, givenEntitlement, startCatalog } from './support.ts';

const clock = fakeClock();
let t: Catalog;
beforeAll(async () => {
  t = await startCatalog({ clock });
});
afterAll(() => t.stop());

const { put, create, change, readConfig, configOf, readFeatures, featuresOf } = settingsCalls(() => t);

/** An array in an array in an array. */
const nested = (depth: number): Parameter['value'] => (depth === 0 ? [] : [nested(depth - 1)]);

describe('remote config', () => {
  test('is a map of typed values', async () => {
    const app = await givenApplication(t);
    expect(await configOf(app)).toEqual({});
    const values: Record<string, Parameter> = {
      'support.email': { type: 'string', value: 'help@example.test' },
      max_notes: { type: 'number', value: 100 },
      show_banner: { type: 'boolean', value: false },
      theme: { type: 'json', value: { colours: ['#fff', null], dark: true } },
    };
    for (const [key, body] of Object.entries(values)) expect((await put(app, key, body)).status).toBe(200);
    expect(await configOf(app)).toEqual(
      Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value])),
    );
  });

  test('gives the value of the first rule that fits platform and version', async () => {
    const app = await givenApplication(t);
    await put(app, 'min_version', {
      type: 'string',
      value: '1.0.0',
      rules: [
        { platforms: ['ios'], app_version: '<2', value: '2.0.0' },
        { platforms: ['ios', 'android'], value: '1.5.0' },
      ],
    });
    const value = async (query: object) => (await configOf(app, query)).min_version;
    expect(await value({ platform: 'iOS', app_version: '1.9.3' })).toBe('2.0.0');
    expect(await value({ platform: 'ios', app_version: '2.0.0' })).toBe('1.5.0');
    expect(await value({ platform: 'ios', app_version: 'newest' })).toBe('1.5.0');
    expect(await value({ platform: 'ios' })).toBe('1.5.0');
    expect(await value({ platform: 'web' })).toBe('1.0.0');
    expect(await value({})).toBe('1.0.0');
  });

  test('a rollout from 2.0 on reaches every way in which an app writes 2.0, and what is no version is counted', async () => {
    const app = await givenApplication(t);
    await put(app, 'checkout', { type: 'string', value: 'old', rules: [{ app_version: '>=2.0.0', value: 'new' }] });
    await create(app, 'new_checkout', { rules: [{ app_version: '>=2.0', value: true }] });
    for (const app_version of ['2', '2.0', '2.0.0', 'v2.0', '10.0', '2.0.0.1234', '2.0.0 (45)', '2.0.0+45']) {
      expect([app_version, await configOf(app, { app_version })]).toEqual([app_version, { checkout: 'new' }]);
      expect(await featuresOf(app, aUser(), { app_version })).toEqual({ new_checkout: true });
    }
    for (const app_version of ['1.9', '1.99.99.9999', '2.0-beta.1'])
      expect([app_version, await configOf(app, { app_version })]).toEqual([app_version, { checkout: 'old' }]);
    const countOf = async (use: string) =>
      Number(
        (await t.metrics()).match(new RegExp(`catalog_unreadable_app_versions_total\\{use="${use}"\\} (\\d+)`))?.[1],
      );
    const [ofConfig, ofFeatures] = [await countOf('config'), await countOf('features')];
    for (let times = 0; times < 2; times += 1) {
      expect(await configOf(app, { app_version: 'two point oh' })).toEqual({ checkout: 'old' });
      expect(await featuresOf(app, aUser(), { app_version: 'two point oh' })).toEqual({ new_checkout: false });
    }
    expect([await countOf('config'), await countOf('features')]).toEqual([ofConfig + 2, ofFeatures + 2]);
  });

  test.each<[string, Parameter, string]>([
    ['a value of another type', { type: 'number', value: '1' }, 'value'],
    [
      'a rule with a value of another type',
      { type: 'boolean', value: true, rules: [{ value: 'yes' }] },
      'rules.0.value',
    ],
    [
      'a range that is none',
      { type: 'boolean', value: true, rules: [{ app_version: 'new', value: false }] },
      'rules.0.app_version',
    ],
    [
      'a range that no version is in',
      { type: 'boolean', value: true, rules: [{ app_version: '>=3 <2', value: false }] },
      'rules.0.app_version',
    ],
    [
      'a range with four numbers, of which three are compared',
      { type: 'boolean', value: true, rules: [{ app_version: '>=2.0.0.1234', value: false }] },
      'rules.0.app_version',
    ],
    ['a private key', { type: 'string', value: '-----BEGIN RSA PRIVATE KEY-----\nMIIE' }, 'value'],
    [
      'a secret inside of a JSON value',
      { type: 'json', value: { pay: { key: `sk_live_${'a'.repeat(24)}` } } },
      'value',
    ],
    [
      'a secret that begins a line inside of a JSON value',
      { type: 'json', value: { env: `A=1\nAKIA${'B'.repeat(16)}` } },
      'value',
    ],
    ['a secret as a name in a JSON value', { type: 'json', value: [{ [`ghp_${'a'.repeat(36)}`]: 1 }] }, 'value'],
    ['a value that is nested without an end', { type: 'json', value: nested(2_000) }, 'value'],
    ['such a value in a rule', { type: 'json', value: 1, rules: [{ value: nested(33) }] }, 'rules.0.value'],
    ['a secret in a rule', { type: 'string', value: '', rules: [{ value: `ghp_${'a'.repeat(36)}` }] }, 'rules.0.value'],
    ['the address of a database', { type: 'string', value: 'postgres://app:hunter2@db.example.test/app' }, 'value'],
  ])('refuses %s', async (_, body, path) => {
    const app = await givenApplication(t);
    expect(await put(app, 'k', body)).toMatchObject({
      status: 400,
      error: 'validation_failed',
      body: { details: [{ path }] },
    });
    expect(await configOf(app)).toEqual({});
  });

  test('is gone when it is removed, and its versions go on when it comes back', async () => {
    const app = await givenApplication(t);
    const params = { ...app.params, key: 'k' };
    await put(app, 'k', { type: 'number', value: 1 });
    expect((await admin(t).deleteConfigParameter({ params })).status).toBe(204);
    expect(await configOf(app)).toEqual({});
    const gone = { status: 404, error: 'config_parameter_not_found' };
    expect(await admin(t).getConfigParameter({ params })).toMatchObject(gone);
    expect(await admin(t).deleteConfigParameter({ params })).toMatchObject(gone);
    expect((await put(app, 'k', { type: 'number', value: 2 })).data.version).toBe(3);
  });
});

describe('feature flags', () => {
  test('are a map of booleans, off where nothing else is said', async () => {
    const app = await givenApplication(t);
    await create(app, 'export');
    await create(app, 'search', { value: true });
    expect(await featuresOf(app)).toEqual({ export: false, search: true });
    expect(await create(app, 'export')).toMatchObject({ status: 409, error: 'conflict' });
  });

  test('are on for the users that their rules match', async () => {
    const app = await givenApplication(t);
    const [anna, boris] = [aUser(), aUser()];
    await create(app, 'beta', { rules: [{ user_ids: [anna.subject], value: true }] });
    await create(app, 'new_ios', { rules: [{ platforms: ['ios'], app_version: '>=3.0.0', value: true }] });
    await create(app, 'everybody', { rules: [{ percentage: 100, value: true }] });
    await create(app, 'not_boris', { value: true, rules: [{ user_ids: [boris.subject], value: false }] });
    expect(await featuresOf(app, anna, { platform: 'ios', app_version: '3.1.0' })).toEqual({
      beta: true,
      everybody: true,
      new_ios: true,
      not_boris: true,
    });
    expect(await featuresOf(app, boris, { platform: 'ios', app_version: '2.0.0' })).toEqual({
      beta: false,
      everybody: true,
      new_ios: false,
      not_boris: false,
    });
  });

  test('are refused where they can match no user, and say why', async () => {
    const app = await givenApplication(t);
    await givenEntitlement(t, app, 'pro');
    const refusalOf = async (...rules: object[]) => {
      const params = app.params;
      const { body } = await admin(t).createFeature({ params, body: { code: 'pdf', rules: rules as never } });
      return body as { error?: string; message?: string };
    };
    const everyone = { value: false };
    expect(await refusalOf({ entitlement_codes: ['pro', 'typo_code'], value: true })).toMatchObject({
      error: 'entitlement_not_found',
      message: 'There is no entitlement typo_code.',
    });
    expect((await refusalOf({ countries: ['DE', 'ZZ'], value: true })).message).toMatch(
      /has ZZ, which is the code of no country/,
    );
    expect((await refusalOf(everyone, { platforms: ['ios'], value: true })).message).toMatch(
      /^Entry 2 of `rules` is reached by no user/,
    );
    expect(
      (await refusalOf({ countries: ['DE', 'XK'], entitlement_codes: ['pro'], value: true }, everyone)).error,
    ).toBe(undefined);
  });

  test('and parameters have names of their own: one answer would hide the other', async () => {
    const app = await givenApplication(t);
    await create(app, 'limit', { value: true });
    const at = { params: { ...app.params, key: 'limit' } };
    const body = { type: 'number' as const, value: 1 };
    const taken = await admin(t).putConfigParameter({ ...at, body });
    expect([taken.error, taken.body]).toMatchObject(['conflict', { message: expect.stringContaining('limit') }]);
    await admin(t).deleteFeature({ params: { ...app.params, code: 'limit' } });
    expect((await admin(t).putConfigParameter({ ...at, body })).status).toBeLessThan(300);
  });

  test('follow the entitlements of the user, from the grant to its end', async () => {
    const app = await givenApplication(t);
    const user = aUser();
    await givenEntitlement(t, app, 'export_pdf');
    await create(app, 'pdf', { rules: [{ entitlement_codes: ['export_pdf'], value: true }] });
    expect(await featuresOf(app, user)).toEqual({ pdf: false });
    const payment_id = newId();
    const paidAt = clock.now().getTime();
    await t.deliver(
      billing.events.paymentSucceeded,
      {
        payment_id,
        user_id: user.id,
        plan_id: newId(),
        plan_code: 'pro',
        entitlement_codes: ['export_pdf'],
        starts_at: new Date(paidAt).toISOString(),
        expires_at: new Date(paidAt + 60_000).toISOString(),
        amount: 1,
        currency: 'RUB',
        acquisition_source: null,
      },
      { application_id: app.id, occurred_at: new Date(paidAt).toISOString() },
    );
    await t.published(catalog.events.entitlementGranted);
    expect(await featuresOf(app, user)).toEqual({ pdf: true });
    clock.advance({ minutes: 1 });
    expect(await featuresOf(app, user)).toEqual({ pdf: false });
  });

  test('are off for every user at once when they are killed, whatever their rules say', async () => {
    const app = await givenApplication(t);
    const user = aUser();
    await create(app, 'risky', { value: true, rules: [{ user_ids: [user.subject], value: true }] });
    expect(await featuresOf(app, user)).toEqual({ risky: true });
    await change(app, 'risky', { enabled: false });
    expect(await featuresOf(app, user)).toEqual({ risky: false });
    expect((await change(app, 'risky', { enabled: true })).data).toMatchObject({
      enabled: true,
      value: true,
      version: 3,
    });
    expect(await featuresOf(app, user)).toEqual({ risky: true });
  });
});

describe('a change', () => {
  test('that is based on an older version is refused: no lost update', async () => {
    const app = await givenApplication(t);
    const first = await create(app, 'f');
    expect(first.data.version).toBe(1);
    const read = await admin(t).getFeature({ params: { ...app.params, code: 'f' } });
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toBe('"1"');
    const mine = await change(app, 'f', { value: true }, { 'if-match': etag });
    expect([mine.status, mine.headers.get('etag')]).toEqual([200, '"2"']);
    const theirs = await change(app, 'f', { description: 'Mine' }, { 'if-match': etag });
    expect(theirs).toMatchObject({ status: 412, error: 'precondition_failed', body: { version: 2 } });
    for (const header of ['"0"', 'W/"2"', '2', '"x"'])
      expect(await change(app, 'f', { value: false }, { 'if-match': header })).toMatchObject({ status: 412 });
    expect((await change(app, 'f', { description: 'Any' }, { 'if-match': '*' })).data).toMatchObject({
      value: true,
      description: 'Any',
      version: 3,
    });
  });

  test('of many that are based on the same version only one is made', async () => {
    const app = await givenApplication(t);
    await put(app, 'k', { type: 'number', value: 0 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(app, 'k', { type: 'number', value: n + 1 }, { 'if-match': '"1"' })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const { data } = await admin(t).listConfigVersions({ params: { ...app.params, key: 'k' } });
    expect(data.map(({ version }) => version)).toEqual([2, 1]);
  });

  test('of many without a base each is a version, and none is lost', async () => {
    const app = await givenApplication(t);
    await Promise.all(Array.from({ length: 20 }, (_, n) => put(app, 'k', { type: 'number', value: n })));
    const params = { ...app.params, key: 'k' };
    const versions = await everyPage((cursor) => admin(t).listConfigVersions({ params, query: { limit: 7, cursor } }));
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
    expect(new Set(versions.map(({ definition }) => definition?.value)).size).toBe(20);
    const [newest] = versions;
    expect((await admin(t).getConfigParameter({ params })).data.value).toBe(newest?.definition?.value);
  });

  test('that changes nothing is no version', async () => {
    const app = await givenApplication(t);
    const body: Parameter = { type: 'json', value: { a: 1, b: 2 } };
    await put(app, 'k', body);
    expect((await put(app, 'k', { ...body, value: { b: 2, a: 1 } })).data.version).toBe(1);
  });

  test('is kept with its author and its difference, for ever', async () => {
    const app = await givenApplication(t);
    const other = anAdmin();
    const params = { ...app.params, code: 'f' };
    await create(app, 'f', { description: 'First' });
    await t.as({ admin: other }).updateFeature({ params, body: { value: true, description: null } });
    await t.as({ admin: other }).deleteFeature({ params });
    const { data } = await admin(t).listFeatureVersions({ params });
    expect(data).toMatchObject([
      { version: 3, is_deleted: true, definition: null, changed_by: { id: other.id, email: other.email } },
      {
        version: 2,
        changes: [
          { field: 'value', before: false, after: true },
          { field: 'description', before: 'First', after: null },
        ],
        definition: { value: true },
        changed_by: { id: other.id },
      },
      { version: 1, is_deleted: false, definition: { description: 'First' } },
    ]);
    await expect(t.database.query('UPDATE catalog.setting_versions SET version = version + 100')).rejects.toThrow(
      /append-only/,
    );
  });

  test('is taken back in one call, which is a change of its own', async () => {
    const app = await givenApplication(t);
    const params = { ...app.params, code: 'f' };
    await create(app, 'f', { rules: [{ platforms: ['ios'], value: true }] });
    await change(app, 'f', { rules: [], value: true });
    const back = await admin(t).rollBackFeature({ params, body: { version: 1 } });
    expect(back.data).toMatchObject({ version: 3, value: false, rules: [{ platforms: ['ios'], value: true }] });
    expect(await featuresOf(app, aUser(), { platform: 'ios' })).toEqual({ f: true });
    await admin(t).deleteFeature({ params });
    expect((await admin(t).rollBackFeature({ params, body: { version: 2 } })).data).toMatchObject({
      version: 5,
      value: true,
    });
    for (const version of [4, 99])
      expect(await admin(t).rollBackFeature({ params, body: { version } })).toMatchObject({
        status: 404,
        error: 'setting_version_not_found',
      });
  });
});

describe('an ETag', () => {
  test('is the same while nothing changes and another one after any change', async () => {
    const app = await givenApplication(t);
    await put(app, 'k', { type: 'number', value: 1 });
    const etag = async () => (await readConfig(app)).headers.get('etag') ?? '';
    const first = await etag();
    expect(await etag()).toBe(first);
    const again = await readConfig(app, {}, { 'if-none-match': first });
    expect([again.status, again.headers.get('etag')]).toEqual([304, first]);
    const seen = new Set([first]);
    await put(app, 'k', { type: 'number', value: 2 });
    seen.add(await etag());
    await put(app, 'other', { type: 'number', value: 2 });
    seen.add(await etag());
    await admin(t).deleteConfigParameter({ params: { ...app.params, key: 'other' } });
    seen.add(await etag());
    expect(seen.size).toBe(4);
    expect((await readConfig(app, {}, { 'if-none-match': first })).status).toBe(200);
  });

  test('does not move with changes of another application', async () => {
    const [app, other] = [await givenApplication(t), await givenApplication(t)];
    await put(app, 'k', { type: 'number', value: 1 });
    const { headers } = await readConfig(app);
    await put(other, 'k', { type: 'number', value: 2 });
    expect((await readConfig(app, {}, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    expect((await readConfig(other, {}, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200);
  });

  test('of flags is of one user, one client and their entitlements of the moment', async () => {
    const app = await givenApplication(t);
    await create(app, 'f', { rules: [{ percentage: 50, value: true }] });
    const user = aUser();
    const tags = [
      await readFeatures(app, user),
      await readFeatures(app, aUser()),
      await readFeatures(app, user, { platform: 'ios' }),
      await readFeatures(app, user, { platform: 'ios', app_version: '1.0.0' }),
    ].map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(4);
    expect((await readFeatures(app, user, {}, { 'if-none-match': tags[0] ?? '' })).status).toBe(304);
    expect((await readFeatures(app, user, { platform: 'ios' }, { 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  });
});
