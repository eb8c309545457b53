import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, TokenCheck } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
import { type JWTPayload, SignJWT } from 'jose';
import { type Issuer, inSeconds, startIssuer } from './issuer.ts';
import { type ProviderShape, providerShapes } from './provider-shapes.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/**
 * A newcomer connects an own application to an identity provider, as the guide says: its settings are read
 * from there, and only the address of the keys is one of this machine.
 */
const guide = await readFile(new URL('../../../services/gateway/docs/identity-providers.md', import.meta.url), 'utf8');

interface Settings {
  issuer: string;
  audience: string | null;
  jwks_url: string;
  authorized_party?: string;
}
const settingsOf = new Map(
  [...guide.matchAll(/^## (.+)\n\n```json\n([^`]+)```/gm)].map(([, name = '', json = '']) => [
    name,
    JSON.parse(json) as Settings,
  ]),
);

let t: TestPlatform;
let admin: PlatformClient;
const issuers: Issuer[] = [];
beforeAll(async () => {
  // As `make start` has it.
  t = await startTestPlatform({ env: { SAFE_FETCH_ALLOWED_HOSTS: '127.0.0.1:*' } });
  admin = t.client(await t.adminHeaders());
});
afterAll(async () => {
  for (const issuer of issuers) await issuer.stop();
  await t.stop();
});

function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

const openIssuer = async (algorithm: string): Promise<Issuer> => {
  const issuer = await startIssuer(algorithm);
  issuers.push(issuer);
  return issuer;
};

/** A new application with documents and a plan on sale; its identity provider is not set yet. */
async function openApplication() {
  const code = `newcomer-${newId().slice(-10)}`;
  const made = ok(await admin.createApplication({ body: { code, name: 'Newcomer', payments_enabled: true } }));
  const params = { application_id: made.id };
  for (const kind of ['terms_notes', 'personal_data_consent', 'license_offer']) {
    const slot = { owner_type: 'application' as const, owner_id: made.id, kind };
    const draft = ok(await admin.saveLegalDraft({ params: slot, body: { title: kind, body: `Text of ${kind}` } }));
    ok(await admin.publishLegalDocument({ params: slot, ...publicationOf(draft) }));
  }
  ok(await admin.createEntitlement({ params, body: { code: 'pro', name: 'Pro' } }));
  const plan = ok(
    await admin.createPlan({
      params,
      body: { code: 'monthly', name: 'Pro', billing_type: 'recurring', duration_days: 30, entitlement_codes: ['pro'] },
    }),
  );
  const price = ok(
    await admin.createPlanPrice({ params: { ...params, plan_id: plan.id }, body: { amount: 299, currency: 'RUB' } }),
  );
  const key = { 'x-public-key': made.public_keys[0]?.key ?? '', 'x-application-code': code };
  return { code, params, key, plan_price_id: price.id };
}
type Application = Awaited<ReturnType<typeof openApplication>>;

/** A client of the user with this token. */
const holderOf = ({ key }: Application, token: string) => t.client({ ...key, authorization: `Bearer ${token}` });

const consentsOf = async ({ code, key }: Application) =>
  ok(await t.client(key).listLegalDocuments({ params: { app_code: code } })).map(({ id, version, title }) => ({
    document_id: id,
    version,
    checkbox_text: `I accept: ${title}`,
    accepted: true,
  }));

const register = async (application: Application, token: string) =>
  holderOf(application, token).registerUser({
    params: { app_code: application.code },
    body: { explicit_consent: true, consents: await consentsOf(application) },
  });

/** Buys the plan as the user with this token, through the public API, and answers the entitlements. */
async function buy(application: Application, token: string): Promise<string[]> {
  const client = holderOf(application, token);
  const payment = ok(
    await client.createPayment({
      body: {
        plan_price_id: application.plan_price_id,
        return_url: 'https://app.example.test/return',
        consents: await consentsOf(application),
      },
    }),
  );
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  ok(await client.syncPayment({ params: { payment_id: payment.payment_id } }));
  // The notification of the provider may settle the payment before the sync does, and its event is on its
  // way.
  const codes = async () => ok(await client.getMyEntitlements({ params: { app_code: application.code } })).codes;
  await until('the purchase is granted', async () => (await codes()).length > 0);
  return codes();
}

const checkToken = async ({ params }: Application, token: string) =>
  ok(await admin.checkToken({ params, body: { token } }));

const toggled = (issuer: string) => (issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`);

/** Tokens with one mistake each, by the check that names it. */
const mistakes = (issuer: Issuer, claims: JWTPayload, { stranger }: ProviderShape): [TokenCheck, Promise<string>][] => [
  ['issuer', issuer.sign({ ...claims, iss: toggled(claims.iss ?? '') })],
  ['audience', issuer.sign({ ...claims, ...stranger })],
  ['key', issuer.forge(claims)],
  ['key', issuer.sign(claims, { kid: 'rotated-away' })],
  ['expiry', issuer.sign({ ...claims, iat: inSeconds(-7_200), exp: inSeconds(-3_600) })],
  ['expiry', issuer.sign({ ...claims, nbf: inSeconds(3_600), exp: inSeconds(7_200) })],
  [
    'algorithm',
    new SignJWT({ ...claims, exp: inSeconds(3_600) }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 3)),
  ],
  ['subject', issuer.sign({ ...claims, sub: 42 as unknown as string })],
];

test('the guide has settings for each provider whose tokens are tried here, and no others', () => {
  expect([...settingsOf.keys()].sort()).toEqual(Object.keys(providerShapes).sort());
});

describe.each(Object.entries(providerShapes))('%s', (name, shape) => {
  const settings = settingsOf.get(name) as Settings;

  test('the settings of the guide are enough to register a user, sell a plan and unlock its feature', async () => {
    const [application, issuer] = [await openApplication(), await openIssuer(shape.algorithm)];
    const isDiscovery = settings.jwks_url.endsWith('/.well-known/openid-configuration');
    const jwks_url = isDiscovery ? issuer.discoveryUrl : issuer.jwksUrl;
    const set = await admin.setIdentityProvider({ params: application.params, body: { ...settings, jwks_url } });
    expect(set.data).toMatchObject({
      jwks_url: issuer.jwksUrl,
      check: { key_count: 1, algorithms: [shape.algorithm] },
    });

    const claims = { iss: settings.issuer, ...shape.claims };
    const token = await issuer.sign(claims, shape.header);
    expect(await checkToken(application, token)).toMatchObject({ is_accepted: true, subject: shape.claims.sub });
    expect(ok(await register(application, token)).created).toBe(true);
    expect(await buy(application, token)).toEqual(['pro']);

    for (const [failed, made] of mistakes(issuer, claims, shape)) {
      const bad = await made;
      const { expected, found, ...rest } = await checkToken(application, bad);
      expect([failed, rest]).toEqual([failed, { is_accepted: false, failed, subject: null, expires_at: null }]);
      expect([failed, expected, found]).toEqual([failed, expect.any(String), expect.any(String)]);
      const refused = await holderOf(application, bad).getMyEntitlements({ params: { app_code: application.code } });
      expect([failed, refused.status]).toEqual([failed, 401]);
    }
  });
});

describe('the settings may change while users are there', () => {
  test('a project of Supabase that goes over from its secret to keys keeps its users', async () => {
    const [application, issuer] = [await openApplication(), await openIssuer('ES256')];
    const settings = settingsOf.get('Supabase') as Settings;
    const shape = providerShapes.Supabase as ProviderShape;
    const claims = { iss: settings.issuer, ...shape.claims, exp: inSeconds(3_600) };
    const hs256_secret = 'the-legacy-secret-of-the-project-0123456789';
    const legacy = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(hs256_secret));
    const { issuer: iss, audience } = settings;
    const { params } = application;
    ok(await admin.setIdentityProvider({ params, body: { issuer: iss, audience, hs256_secret } }));
    const { id } = ok(await register(application, legacy)).user;

    ok(
      await admin.setIdentityProvider({
        params,
        body: { issuer: iss, audience, hs256_secret, jwks_url: issuer.jwksUrl },
      }),
    );
    for (const token of [legacy, await issuer.sign(claims)]) {
      expect(await checkToken(application, token)).toMatchObject({ is_accepted: true });
      await expectUser(application, token, id);
    }
    ok(await admin.setIdentityProvider({ params, body: { issuer: iss, audience, jwks_url: issuer.jwksUrl } }));
    expect(await checkToken(application, legacy)).toMatchObject({ is_accepted: false, failed: 'algorithm' });
  });

  test('a new domain of the issuer keeps its users as an alias, and leaves them behind when it is confirmed', async () => {
    const [application, issuer] = [await openApplication(), await openIssuer('RS256')];
    const shape = providerShapes.Auth0 as ProviderShape;
    const { params } = application;
    const [old, moved] = ['https://notes.eu.auth0.com/', 'https://login.notes.example.com/'];
    const body = { ...(settingsOf.get('Auth0') as Settings), jwks_url: issuer.jwksUrl };
    ok(await admin.setIdentityProvider({ params, body }));
    const before = ok(await register(application, await issuer.sign({ ...shape.claims, iss: old }))).user.id;

    const refused = await admin.setIdentityProvider({ params, body: { ...body, issuer: moved } });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ error: 'issuer_has_users', user_count: 1 }),
    ]);

    ok(await admin.setIdentityProvider({ params, body: { ...body, issuer_aliases: [moved] } }));
    const ofNewDomain = await issuer.sign({ ...shape.claims, iss: moved });
    await expectUser(application, ofNewDomain, before);

    ok(await admin.setIdentityProvider({ params, body: { ...body, issuer: moved, confirm: true } }));
    await t.untilIdle();
    const since = await register(application, await issuer.sign({ ...shape.claims, iss: moved, jti: 'anew' }));
    expect([since.status, since.data.created, since.data.user.id === before]).toEqual([200, true, false]);
  });
});

/** A token is accepted by a request as soon as the gateway knows of the change, and is that of this user. */
async function expectUser(application: Application, token: string, userId: string): Promise<void> {
  await t.untilIdle();
  const reply = await holderOf(application, token).getMyProfile({ params: { app_code: application.code } });
  expect([reply.status, reply.data?.id]).toEqual([200, userId]);
}

test('an issuer that restarts with new keys under the same id locks nobody out until its keys are ten minutes old', async () => {
  const first = await startIssuer('ES256');
  const app = await openApplication();
  const body = { issuer: 'https://id.restart.test', audience: 'notes', jwks_url: first.jwksUrl };
  ok(await admin.setIdentityProvider({ params: app.params, body }));
  const claims = { iss: body.issuer, aud: 'notes', sub: 'ada' };
  // A valid token of a person who is not registered.
  const answerTo = async (token: string) =>
    (await holderOf(app, token).getMyProfile({ params: { app_code: app.code } })).error;
  const former = await first.sign(claims);
  expect(await answerTo(former)).toBe('user_not_found');
  await first.stop();
  const second = await startIssuer('ES256', Number(new URL(first.jwksUrl).port));
  issuers.push(second);
  const token = await second.sign(claims);
  await until('the new key is known', async () => (await answerTo(token)) === 'user_not_found');
  expect(await answerTo(await second.forge(claims))).toBe('invalid_token');
});
