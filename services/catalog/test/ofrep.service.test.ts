import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aUser } from '@platform/testing';
import { settingsCalls } from './settings-calls.ts';
import {
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  startCatalog,
} from './support.ts';

let t: Catalog;
beforeAll(async () => {
  t = await startCatalog();
});
afterAll(() => t.stop());

const { put, create, configOf, featuresOf } = settingsCalls(() => t);

describe('OFREP', () => {
  const call = (app: GivenApplication, user?: ReturnType<typeof aUser>) =>
    t.as(user ? { application: app.context, user } : { application: app.context });
  const evaluate = async (app: GivenApplication, key: string, context: Record<string, unknown> | null = {}) =>
    (await call(app).evaluateFlag({ params: { key }, body: { context } })).body;

  test('names every flag and parameter with its value, the reason and the version', async () => {
    const app = await givenApplication(t);
    const user = aUser();
    await create(app, 'a', { rules: [{ user_ids: [user.subject], value: true }] });
    await create(app, 'b', { value: true });
    await create(app, 'c', { enabled: false, value: true });
    await put(app, 'limit', { type: 'number', value: 1, rules: [{ platforms: ['ios'], value: 2.5 }] });
    await put(app, 'show', { type: 'boolean', value: false });
    const { body, headers } = await call(app, user).evaluateFlags({ body: {} });
    const ofFlag = { version: 1, kind: 'feature' };
    const ofParameter = { version: 1, kind: 'config' };
    expect((body as { flags: { key: string }[] }).flags.toSorted((x, y) => x.key.localeCompare(y.key))).toEqual([
      { key: 'a', value: true, reason: 'TARGETING_MATCH', variant: 'on', metadata: ofFlag },
      { key: 'b', value: true, reason: 'STATIC', variant: 'on', metadata: ofFlag },
      { key: 'c', value: false, reason: 'DISABLED', variant: 'off', metadata: ofFlag },
      { key: 'limit', value: 1, reason: 'DEFAULT', metadata: ofParameter },
      { key: 'show', value: false, reason: 'STATIC', variant: 'off', metadata: ofParameter },
    ]);
    const again = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await call(app, user).evaluateFlags({ body: {}, headers: again })).status).toBe(304);
    await put(app, 'limit', { type: 'number', value: 3 });
    expect((await call(app, user).evaluateFlags({ body: {}, headers: again })).status).toBe(200);
  });

  test('answers a parameter with the type and the value of the first rule that fits', async () => {
    const app = await givenApplication(t);
    const theme = { colours: ['#fff', null], dark: true };
    await put(app, 'theme', { type: 'json', value: {}, rules: [{ app_version: '>=2', value: theme }] });
    await put(app, 'title', { type: 'string', value: 'Notes' });
    expect(await evaluate(app, 'theme', { app_version: '2.0.0' })).toMatchObject({
      value: theme,
      reason: 'TARGETING_MATCH',
    });
    expect(await evaluate(app, 'theme')).toMatchObject({ value: {}, reason: 'DEFAULT' });
    expect(await evaluate(app, 'title')).toMatchObject({ value: 'Notes', reason: 'STATIC' });
  });

  test('answers a flag and not the parameter of the same name', async () => {
    const app = await givenApplication(t);
    await put(app, 'editor', { type: 'string', value: 'blocks' });
    expect(await evaluate(app, 'editor')).toMatchObject({ value: 'blocks' });
    // Of the release before this one: each name has one setting now.
    await create(app, 'former', { value: true });
    await t.database.query(`UPDATE catalog.settings SET key = 'editor' WHERE key = 'former'`);
    await create(app, 'another', { value: true });
    await admin(t).deleteFeature({ params: { ...app.params, code: 'another' } });
    expect(await evaluate(app, 'editor')).toMatchObject({ value: true, variant: 'on' });
    const { flags } = (await call(app).evaluateFlags({ body: {} })).body as { flags: object[] };
    expect(flags).toMatchObject([{ key: 'editor', value: true }]);
    await admin(t).deleteFeature({ params: { ...app.params, code: 'editor' } });
    expect(await evaluate(app, 'editor')).toMatchObject({ value: 'blocks' });
  });

  test('leaves a parameter that is null to the default of the caller', async () => {
    const app = await givenApplication(t);
    await put(app, 'nothing', { type: 'json', value: null });
    expect(await evaluate(app, 'nothing')).toEqual({
      key: 'nothing',
      reason: 'STATIC',
      metadata: { version: 1, kind: 'config' },
    });
  });

  test('without a token believes the context, but no entitlements in it', async () => {
    const app = await givenApplication(t);
    await create(app, 'ios', { rules: [{ platforms: ['ios'], app_version: '>=2', countries: ['DE'], value: true }] });
    await create(app, 'anna', { rules: [{ user_ids: ['anna'], value: true }] });
    await givenEntitlement(t, app, 'pro');
    await create(app, 'pro', { rules: [{ entitlement_codes: ['pro'], value: true }] });
    const context = {
      targetingKey: 'anna',
      platform: 'ios',
      app_version: '2.1.0',
      country_code: 'DE',
      entitlement_codes: ['pro'],
    };
    const { body } = await call(app).evaluateFlags({ body: { context } });
    const values = (body as { flags: { key: string; value: boolean }[] }).flags.map(({ key, value }) => [key, value]);
    expect(values).toEqual([
      ['anna', true],
      ['ios', true],
      ['pro', false],
    ]);
  });

  test('knows a country in any letters', async () => {
    const app = await givenApplication(t);
    await create(app, 'f', { rules: [{ countries: ['DE'], value: true }] });
    expect(await evaluate(app, 'f', { country_code: 'de' })).toMatchObject({ value: true });
  });

  test.each<[string, Record<string, unknown> | null]>([
    ['attributes that are null', { targetingKey: null, platform: null, app_version: null, country_code: null }],
    ['attributes of other types', { targetingKey: 42, platform: ['ios'], app_version: 2, country_code: { a: 1 } }],
    [
      'attributes that are too long',
      { platform: 'i'.repeat(33), app_version: '2'.repeat(65), country_code: 'Germany' },
    ],
    ['text that no database holds', { platform: 'ios\u0000', targetingKey: '\ud800', plan: '\u0000' }],
    ['attributes that no rule knows', { plan: { nested: [1, null] }, email: 7 }],
    ['no context', null],
  ])('takes %s for what is not known, and evaluates', async (_, context) => {
    const app = await givenApplication(t);
    await create(app, 'f', { value: true, rules: [{ platforms: ['ios'], value: false }] });
    expect(await call(app).evaluateFlag({ params: { key: 'f' }, body: { context } })).toMatchObject({
      status: 200,
      body: { value: true, reason: 'DEFAULT' },
    });
    expect((await call(app).evaluateFlags({ body: { context } })).body).toMatchObject({ flags: [{ value: true }] });
  });

  test('with a token the token decides the user', async () => {
    const app = await givenApplication(t);
    const user = aUser();
    await create(app, 'f', { rules: [{ user_ids: ['somebody'], value: true }] });
    const body = { context: { targetingKey: 'somebody' } };
    expect((await call(app, user).evaluateFlag({ params: { key: 'f' }, body })).body).toMatchObject({ value: false });
    expect((await call(app).evaluateFlag({ params: { key: 'f' }, body })).body).toMatchObject({ value: true });
  });

  test('keeps every user on the same side of a percentage when they register', async () => {
    const app = await givenApplication(t);
    await create(app, 'half', { rules: [{ percentage: 50, value: true }] });
    const users = Array.from({ length: 32 }, () => aUser());
    const sides = await Promise.all(
      users.map(async (user) => {
        const before = (await evaluate(app, 'half', { targetingKey: user.subject })) as { value: boolean };
        const after = (await call(app, user).evaluateFlag({ params: { key: 'half' }, body: {} })).body;
        return [before.value, (after as { value: boolean }).value, (await featuresOf(app, user)).half];
      }),
    );
    expect(sides.filter(([before, after, read]) => before !== after || after !== read)).toEqual([]);
    expect(new Set(sides.flat())).toEqual(new Set([true, false]));
  });

  test('answers a failure in the words of the protocol, beside ours', async () => {
    const app = await givenApplication(t);
    const key = `${'x'.repeat(200)} ~`;
    expect(await call(app).evaluateFlag({ params: { key }, body: {} })).toMatchObject({
      status: 404,
      body: { error: 'feature_not_found', key, errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.stringMatching(/./) },
    });
    const wrong = { context: 'anna' } as never;
    const refused = await call(app).evaluateFlag({ params: { key: 'f' }, body: wrong });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', key: 'f', errorCode: 'INVALID_CONTEXT' },
    });
    const all = await call(app).evaluateFlags({ body: wrong });
    expect(all).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_CONTEXT', errorDetails: expect.stringContaining('context') },
    });
    expect(all.body).not.toHaveProperty('key');
  });
});

describe('a code', () => {
  test.each(['Dark.Mode', 'UPPER_CASE', 'a~b-c.d', '1', '_', 'x'.repeat(100)])(
    'may be %s, as in Unleash',
    async (code) => {
      const [app, other] = [await givenApplication(t), await givenApplication(t)];
      expect((await create(app, code, { value: true })).status).toBe(201);
      expect((await put(other, code, { type: 'number', value: 1 })).status).toBe(200);
      expect(await featuresOf(app)).toEqual({ [code]: true });
      expect(await configOf(other)).toEqual({ [code]: 1 });
      const params = { ...app.params, code };
      expect((await admin(t).getFeature({ params })).data.code).toBe(code);
      expect((await t.as({ application: app.context }).evaluateFlag({ params: { key: code }, body: {} })).status).toBe(
        200,
      );
    },
  );

  test.each(['', '.', '..', '__proto__', 'a b', 'a/b', 'ä', 'a%20b', 'x'.repeat(101)])('is not %j', async (code) => {
    const app = await givenApplication(t);
    expect(await create(app, code)).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('in other letters is another code', async () => {
    const app = await givenApplication(t);
    await create(app, 'Beta', { value: true });
    await create(app, 'beta');
    expect(await featuresOf(app)).toEqual({ Beta: true, beta: false });
  });
});
