import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encryptionKeysVariable, type Resource, resources } from '@platform/contracts';
import { createSealer, newId } from '@platform/runtime';
import { aPng, mainOf } from '@platform/testing';
import { SignJWT } from 'jose';
import { schemaNames } from '../src/services.ts';
import { configureAi } from './ai-world.ts';
import { ok } from './make-once.ts';
import { routes } from './probes.ts';
import { killWhatIsLeft, runNode } from './processes.ts';
import { columnsWithSealedValues, declaredColumns, opens, type SealedValue, sealedValues } from './sealed-values.ts';
import { prepareSearch } from './search-world.ts';
import { beginSocialConnection } from './social-world.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld } from './world.ts';

/**
 * The keys of all services rotate while the platform is used. One story: each test goes on where the one
 * before ended.
 */

const author = 'Ada of the inbox';
const hs256_secret = 'a-shared-secret-of-the-provider-0123456789';
const staffFile = 'of staff.png';
/** Variables that change between two starts of the platform. */
const env: Record<string, string> = { SOCIAL_OAUTH_PKCE: 'on' };
let t: TestPlatform;
let admin: PlatformClient;
let facts: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  t = await startTestPlatform({ env });
  admin = t.client(await t.adminHeaders());
  facts = await fill();
});
afterAll(async () => {
  killWhatIsLeft();
  await t.stop();
});

const sealedAuthor = (id: string): string =>
  createSealer([keysOf('social')]).seal(JSON.stringify({ name: author, id: null }), `social_inbox_author:${id}`);

/** Makes, through the API, a value in each column that is sealed. */
async function fill() {
  const adminHeaders = await t.adminHeaders();
  const world = createWorld({ t, admin, adminHeaders, code: 'sealed', username: 'sealed' });
  const made = await world.given(Object.keys(resources) as Resource[]);
  const [site_id, brand_id] = [String(made.site_id), String(made.brand_id)];
  const captcha = { captcha: 'smartcaptcha' as const, captcha_key: 'public', captcha_secret: 'captcha-secret' };
  ok(await admin.putLeadSettings({ params: { site_id }, body: captcha, headers: { 'if-match': '*' } }));
  await configureAi(admin, t);
  const connected = routes.find(({ id }) => id === 'syncSearchConsole');
  if (!connected) throw new Error('there is no endpoint syncSearchConsole');
  await prepareSearch({ t, admin }, connected, made);
  const body = { text: 'Does it work offline?', author_name: author };
  const inbox = ok(await admin.createSocialInboxItem({ params: { brand_id }, body }));
  // An item of the release before, whose author is sealed with the keys of the service.
  const former_id = newId();
  await t.database.query(
    `INSERT INTO social.inbox_items (id, brand_id, kind, text, sealed_author, state, received_at, created_at, updated_at)
     VALUES ($1, $2, 'comment', 'Before', $3, 'open', now(), now(), now())`,
    [former_id, brand_id, sealedAuthor(former_id)],
  );
  const account = { channel: 'threads', name: 'Threads' } as const;
  const { id: account_id } = ok(await admin.createSocialAccount({ params: { brand_id }, body: account }));
  await beginSocialConnection({ t, admin }, { id: account_id, channel: 'threads' });
  const file = new Blob([new Uint8Array(aPng({ width: 20, height: 20 }))]);
  ok(await admin.uploadStaffAttachment({ query: { file_name: staffFile }, file }));
  const app = ok(await admin.createApplication({ body: { code: 'shared-secret', name: 'Shared secret' } }));
  const provider = { issuer: 'https://hs.test/', audience: 'hs', hs256_secret };
  ok(await admin.setIdentityProvider({ params: { application_id: app.id }, body: provider }));
  const shop = { shop_id: '730001', secret_key: 'test_key_of_a_shop_of_an_application' };
  t.sandboxes.yookassa.setShop({ shopId: shop.shop_id, secretKey: shop.secret_key });
  const set = ok(await admin.setApplicationShop({ params: { application_id: app.id }, body: shop }));
  await t.untilIdle();
  return {
    made,
    shop,
    shopUpdatedAt: set.updated_at,
    site_id,
    brand_id,
    inbox_ids: [inbox.id, former_id],
    hs_id: app.id,
  };
}

const keysOf = (service: string): string =>
  env[encryptionKeysVariable(service)] ?? t.secrets.encryption_keys[service] ?? '';
const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
async function restartWith(keysFor: (service: string) => string): Promise<void> {
  for (const service of schemaNames) env[encryptionKeysVariable(service)] = keysFor(service);
  await t.platform.stop();
  await t.restart();
  admin = t.client(await t.adminHeaders());
}
async function reseal(service: string, keys = keysOf(service)) {
  const variables = { DATABASE_URL: t.database.urlFor(service), [encryptionKeysVariable(service)]: keys };
  const run = runNode(fileURLToPath(mainOf(service)), ['reseal'], variables);
  const { code } = await run.ended;
  return { code, output: run.output(), summary: /^.* resealed, .*$/m.exec(run.output())?.[0] };
}
const closed = (values: readonly SealedValue[]) => values.filter((value) => !opens(keysOf(value.service), value));

/** Reads of every service that show what is stored sealed. */
async function expectEverythingOpens(): Promise<void> {
  const { made, shop, shopUpdatedAt, site_id, brand_id, inbox_ids, hs_id } = facts;
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://hs.test/')
    .setAudience('hs')
    .setSubject('anna')
    .setExpirationTime('1h')
    .sign(Buffer.from(hs256_secret));
  const check = { params: { application_id: hs_id }, body: { token } };
  expect(ok(await admin.checkToken(check))).toMatchObject({ is_accepted: true, subject: 'anna' });
  // The same key again changes nothing where the stored one opens.
  const sameShop = ok(await admin.setApplicationShop({ params: { application_id: hs_id }, body: shop }));
  expect(sameShop.updated_at).toBe(shopUpdatedAt);
  const lead = { params: { site_id, lead_id: String(made.lead_id) } };
  expect(ok(await admin.getLead(lead)).email).toBe('lead-sealed@people.test');
  const ticket = { params: { ticket_id: String(made.ticket_id) } };
  expect(ok(await admin.getTicket(ticket)).subject).toBe('Ticket of sealed');
  const mails = ok(await admin.listMails({ params: { site_id }, query: {} }));
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.filter(({ recipient }) => recipient === null)).toEqual([]);
  const items = ok(await admin.listSocialInbox({ params: { brand_id }, query: {} }));
  for (const inbox_id of inbox_ids) expect(items.find(({ id }) => id === inbox_id)?.author?.name).toBe(author);
  expect(ok(await admin.testAiSettings({})).ok).toBe(true);
  const consents = { params: { application_id: String(made.application_id) }, query: { limit: 1 } };
  expect(ok(await admin.listConsents(consents))[0]?.ip).toEqual(expect.any(String));
  expect(closed(await sealedValues(t.database))).toEqual([]);
}

test('the declarations of services name every column that holds sealed values, and no other', async () => {
  const declaredOnes = declaredColumns.byService;
  const filled = new Set((await sealedValues(t.database)).map(({ place }) => place));
  expect(await columnsWithSealedValues(t.database)).toEqual([...filled].sort());
  // The runtime declares the answers of idempotency keys for every service; the calls above left some.
  expect(declaredOnes.filter((place) => !filled.has(place) && !place.endsWith('.idempotency_keys.body'))).toEqual([]);
  const named = await t.database.query<{ place: string }>(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS place FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND (column_name ~ '^sealed' OR column_name ~ 'cipher')`,
    [schemaNames],
  );
  const declared = new Set([...declaredOnes, ...declaredColumns.byPerson]);
  expect(named.map(({ place }) => place).filter((place) => !declared.has(place))).toEqual([]);
  await expectEverythingOpens();
});

test('no service opens a value that another one sealed', async () => {
  const values = await sealedValues(t.database);
  const foreign = values.flatMap((value) =>
    schemaNames.filter((name) => name !== value.service).map((name) => ({ value, opened: opens(keysOf(name), value) })),
  );
  expect(foreign.filter(({ opened }) => opened)).toEqual([]);
  expect(foreign.length).toBeGreaterThan(200);
});

test('with new keys first the service works on old rows, repeats its answers, and seals new rows with the new ones', async () => {
  const body = { code: newId(), name: 'Before the rotation', timezone: 'Europe/Moscow' };
  const again = { body, headers: { 'idempotency-key': newId() } };
  const brand = ok(await admin.createSocialBrand(again));
  await restartWith((service) => `${newKey('k2')},${keysOf(service)}`);
  await expectEverythingOpens();
  expect(ok(await admin.createSocialBrand(again)).id).toBe(brand.id);
  const other = await admin.createSocialBrand({ ...again, body: { ...body, name: 'Another' } });
  expect(other.error).toBe('idempotency_conflict');

  const { brand_id } = facts;
  const item = { params: { brand_id }, body: { text: 'New', author_name: 'New author' } };
  const { id } = ok(await admin.createSocialInboxItem(item));
  const [row] = await t.database.query<{ sealed_key: string }>(
    'SELECT sealed_key FROM social.subject_keys JOIN social.inbox_items USING (subject_id) WHERE id = $1',
    [id],
  );
  expect(row?.sealed_key).toMatch(/^v1\.k2\./);
});

test('the command moves every row to the new keys while the platform serves, and touches nothing else', async () => {
  const times = () =>
    t.database.query(
      'SELECT id, version, updated_at FROM social.accounts UNION ALL SELECT id, version, updated_at FROM social.inbox_items ORDER BY id',
    );
  const before = await times();
  const old = (await sealedValues(t.database)).filter(({ sealed }) => sealed.startsWith('v1.k1.')).length;
  expect(old).toBeGreaterThan(30);
  let resealed = 0;
  for (const service of schemaNames) {
    const { code, output, summary = '' } = await reseal(service);
    if (code !== 0) throw new Error(output);
    expect(summary).toMatch(new RegExp(`^${service}: \\d+ resealed, 0 could not be opened, 0 left$`));
    resealed += Number(/(\d+) resealed/.exec(summary)?.[1]);
    await expectEverythingOpens();
  }
  expect((await sealedValues(t.database)).filter(({ sealed }) => !sealed.startsWith('v1.k2.'))).toEqual([]);
  expect(resealed).toBe(old);
  expect(await times()).toEqual(before);
  expect(await reseal('social')).toMatchObject({
    code: 0,
    summary: 'social: 0 resealed, 0 could not be opened, 0 left',
  });
});

test('without the old keys everything still opens', async () => {
  await restartWith((service) => keysOf(service).split(',')[0] ?? '');
  await expectEverythingOpens();
  expect(
    ok(
      await admin.uploadStaffAttachment({
        query: { file_name: staffFile },
        file: new Blob([new Uint8Array(aPng({ width: 9, height: 9 }))]),
      }),
    ).file_name,
  ).toBe(staffFile);
});

test('the command fails and says how many values it could not open', async () => {
  const { code, output, summary } = await reseal('identity', newKey('k3'));
  expect(code).toBe(1);
  expect(summary).toMatch(/^identity: 0 resealed, [1-9]\d* could not be opened, 0 left$/);
  expect(output).toContain('stored secrets cannot be opened with any key');
  expect(output).toContain('"column":"sealed_key"');
  expect(await reseal('identity', '')).toMatchObject({
    code: 1,
    output: expect.stringContaining('`IDENTITY_ENCRYPTION_KEYS` is missing'),
  });
});
