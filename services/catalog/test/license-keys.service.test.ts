import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog, identity, LicenseKey } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, eventually, openTransaction, untilBlocked } from '@platform/testing';
import { newLicenseKey } from '../src/license-keys/license-key.ts';
import {
  admin,
  type Catalog,
  everyPage,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  startCatalog,
} from './support.ts';

let t: Catalog;
beforeAll(async () => {
  t = await startCatalog({ env: { RATE_LIMIT_LICENSE_IP: '1000000', RATE_LIMIT_LICENSE_KEY: '1000000' } });
});
afterAll(() => t.stop());

const dayMs = 86_400_000;
type Issue = Omit<Parameters<ReturnType<Catalog['as']>['issueLicenseKeys']>[0]['body'], 'plan_code'>;

/** An application with a plan for 30 days that grants `right`, and keys for it. */
async function given(issue: Issue = {}, plan: Parameters<typeof givenPlan>[2] = {}) {
  const app = await givenApplication(t);
  const right = await givenEntitlement(t, app);
  const sold = await givenPlan(t, app, { entitlement_codes: [right.code], ...plan });
  const { data, status } = await admin(t).issueLicenseKeys({
    params: app.params,
    body: { plan_code: sold.code, ...issue },
  });
  expect(status).toBe(201);
  return { app, right: right.code, plan: sold, batch: data, key: data.keys[0]?.key ?? '', id: data.keys[0]?.id ?? '' };
}

const activate = (app: GivenApplication, key: string, user = aUser(), installation_id?: string) =>
  t
    .as({ application: app.context, user, client_ip: '203.0.113.5' })
    .activateLicenseKey({ params: { app_code: app.code }, body: { key, installation_id } });
const entitlements = async (app: GivenApplication, user: ReturnType<typeof aUser>) =>
  (await t.as({ application: app.context, user }).getMyEntitlements({ params: { app_code: app.code } })).data.codes;
const revoke = (app: GivenApplication, license_key_id: string) =>
  admin(t).revokeLicenseKey({ params: { ...app.params, license_key_id }, body: { reason: 'a leak' } });
const grantPlan = (
  app: GivenApplication,
  { id: user_id }: { id: string },
  grant: { plan_code: string; starts_at?: string; expires_at?: string },
) => admin(t).grantEntitlements({ params: { ...app.params, user_id }, body: { reason: 'a present', ...grant } });
/** The status of a key in the list, which is also the only one whose filter names the key. */
const statusOf = async (app: GivenApplication, id: string) => {
  const find = async (query: Parameters<ReturnType<typeof admin>['listLicenseKeys']>[0]['query']) =>
    (await admin(t).listLicenseKeys({ params: app.params, query })).data.find((key) => key.id === id);
  const key = await find({});
  for (const status of LicenseKey.shape.status.options)
    expect((await find({ status }))?.status).toBe(status === key?.status ? status : undefined);
  return key?.status;
};
const setClockOfKey = (id: string, column: string, at: Date) =>
  t.database.query(`UPDATE catalog.license_keys SET ${column} = $2 WHERE id = $1`, [id, at]);

describe('a batch of keys', () => {
  const at = ({ app, batch }: { app: GivenApplication; batch: { batch_id: string } }) => ({
    ...app.params,
    license_batch_id: batch.batch_id,
  });

  test('is listed, read with the use of its keys, and changed for all of its keys', async () => {
    const world = await given({ quantity: 3, batch_name: 'Partner shop' });
    const { app, batch, key, plan } = world;
    const user = aUser();
    await activate(app, key, user);
    await revoke(app, batch.keys[1]?.id ?? '');
    const params = at(world);
    const { data } = await admin(t).getLicenseBatch({ params });
    const shown = { id: batch.batch_id, name: 'Partner shop', plan_code: plan.code, quantity: 3, version: 1 };
    expect(data).toMatchObject({ ...shown, unused: 1, used: 1, revoked: 1, redemptions: 1, revoked_at: null });
    expect((await admin(t).listLicenseBatches({ params: app.params })).data).toMatchObject([shown]);

    const valid_until = '2020-01-01T00:00:00+03:00';
    const changed = await admin(t).updateLicenseBatch({ params, body: { valid_until, max_redemptions: 2 } });
    expect(changed.data).toMatchObject({ version: 2, valid_until: '2019-12-31T21:00:00.000Z', max_redemptions: 2 });
    expect((await activate(app, batch.keys[2]?.key ?? '')).error).toBe('license_key_expired');
    expect((await activate(app, key, user)).status).toBe(200);
    const stale = { params, body: { name: 'Another' }, headers: { 'if-match': '"1"' } };
    expect((await admin(t).updateLicenseBatch(stale)).error).toBe('precondition_failed');
    expect((await admin(t).getLicenseBatch({ params })).data.name).toBe('Partner shop');
  });

  test('whose keys were for many users is read after they are for one, with the status of each', async () => {
    const world = await given({ quantity: 2, max_redemptions: 3 });
    const { app, batch, key, id } = world;
    await activate(app, key);
    await activate(app, key);
    const changed = await admin(t).updateLicenseBatch({ params: at(world), body: { max_redemptions: 1 } });
    expect(changed.status).toBe(200);
    expect((await activate(app, key)).error).toBe('license_key_exhausted');
    expect(await statusOf(app, id)).toBe('exhausted');
    expect(await statusOf(app, batch.keys[1]?.id ?? '')).toBe('unused');
    await setClockOfKey(id, 'first_activated_at', new Date(Date.now() - 31 * dayMs));
    expect(await statusOf(app, id)).toBe('expired');
  });

  test('gives a grant back when its revocation has ended, and not while it would take the grant again', async () => {
    const world = await given({ quantity: 2 });
    const { app, batch } = world;
    // The job locks users in the order of their ids: it holds no lock of the first one while it waits.
    const [second = aUser(), first = aUser()] = [aUser(), aUser()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const [index, user] of [first, second].entries()) await activate(app, batch.keys[index]?.key ?? '', user);
    const held = await openTransaction(
      t.database,
      'SELECT FROM catalog.grant_revisions WHERE user_id = $1 FOR UPDATE',
      [second.id],
    );
    const params = at(world);
    await admin(t).revokeLicenseBatch({ params, body: { reason: 'the file leaked' } });
    await untilBlocked(t.database, { statement: 'grant_revisions' });
    const { grants } = await t.ask(catalog.queries.listUserGrants, { application_id: app.id, user_id: first.id });
    const grant = { ...app.params, user_id: first.id, grant_id: grants[0]?.id ?? '' };
    const restore = () => admin(t).restoreGrant({ params: grant, body: { reason: 'an honest buyer' } });
    const early = await restore();
    await held.rollback();
    expect(early).toMatchObject({
      status: 409,
      error: 'conflict',
      body: { message: expect.stringMatching(/revocation_ended_at/) },
    });
    await eventually(async () => (await admin(t).getLicenseBatch({ params })).data.revocation_ended_at !== null);
    expect((await restore()).status).toBe(200);
    expect(await entitlements(app, first)).toHaveLength(1);
    expect(await entitlements(app, second)).toEqual([]);
  });

  test('that leaked is revoked as a whole, and everything that it granted ends, and nothing else', async () => {
    const world = await given({ quantity: 400, max_redemptions: 2 });
    const { app, batch, plan } = world;
    const users = batch.keys.slice(0, 250).map(({ key }) => ({ key, user: aUser() }));
    for (const { key, user } of users) expect((await activate(app, key, user)).status).toBe(200);
    const { data: kept } = await admin(t).issueLicenseKeys({ params: app.params, body: { plan_code: plan.code } });
    const other = aUser();
    await activate(app, kept.keys[0]?.key ?? '', other);

    const params = at(world);
    const revoked = await admin(t).revokeLicenseBatch({ params, body: { reason: 'the file leaked' } });
    expect(revoked.data).toMatchObject({ revoked_at: expect.any(String), revocation_reason: 'the file leaked' });
    const unused = batch.keys.at(-1)?.key ?? '';
    expect((await activate(app, unused)).error).toBe('license_key_revoked');
    await eventually(async () => (await admin(t).getLicenseBatch({ params })).data.revocation_ended_at !== null);
    for (const { user } of users) expect(await entitlements(app, user)).toEqual([]);
    expect(await entitlements(app, other)).toHaveLength(1);
    expect((await admin(t).getLicenseBatch({ params })).data).toMatchObject({ revoked: 400, unused: 0, used: 0 });
    const again = await admin(t).revokeLicenseBatch({ params, body: { reason: 'once more' } });
    expect(again.data.revocation_reason).toBe('the file leaked');
  });

  test('of another application is not found', async () => {
    const world = await given();
    const params = { ...at(world), application_id: (await givenApplication(t)).id };
    expect((await admin(t).getLicenseBatch({ params })).error).toBe('license_batch_not_found');
    const refused = await admin(t).revokeLicenseBatch({ params, body: { reason: 'not mine' } });
    expect(refused.error).toBe('license_batch_not_found');
  });
});

describe('an activation', () => {
  test('grants what the plan grants, for the term of the plan, and says so in the snapshot', async () => {
    const { app, right, plan, key } = await given();
    const user = aUser();
    const { status, data } = await activate(app, key.toLowerCase().replaceAll('-', ' '), user);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      codes: [right],
      entitlements: [{ code: right, source: 'license', is_lifetime: false }],
      license: { plan_code: plan.code },
      snapshot_token: expect.any(String),
    });
    const { activated_at, expires_at } = data.license;
    expect(Date.parse(expires_at ?? '') - Date.parse(activated_at)).toBe(30 * dayMs);
    expect(data.expires_at).toBe(expires_at);
    expect(await entitlements(app, user)).toEqual([right]);
  });

  test('that adds nothing for an owner for life is refused, and the key can be given to another person', async () => {
    const { app, key, right, id } = await given();
    const lifetimePlan = await givenPlan(t, app, {
      billing_type: 'lifetime',
      duration_days: null,
      entitlement_codes: [right],
    });
    const owner = aUser();
    await grantPlan(app, owner, { plan_code: lifetimePlan.code });
    const refused = await activate(app, key, owner);
    expect([refused.status, refused.error]).toEqual([409, 'already_owned']);
    expect(await statusOf(app, id)).toBe('unused');
    const friend = await activate(app, key, aUser());
    expect([friend.status, friend.data.codes]).toEqual([200, [right]]);
  });

  test('of one code for life and another one for a time is taken', async () => {
    const { app, right, plan, key } = await given();
    const other = await givenEntitlement(t, app);
    const owner = aUser();
    await admin(t).grantEntitlements({
      params: { ...app.params, user_id: owner.id },
      body: { entitlement_codes: [right], expires_at: null, reason: 'a present' },
    });
    await admin(t).setPlanEntitlements({ params: plan.params, body: { codes: [right, other.code] } });
    const taken = await activate(app, key, owner);
    expect([taken.status, taken.data.codes]).toEqual([200, [right, other.code].toSorted()]);
  });

  test('of a lifetime plan never ends', async () => {
    const { app, key } = await given({}, { billing_type: 'lifetime', duration_days: null });
    expect((await activate(app, key)).data).toMatchObject({ is_lifetime: true, license: { expires_at: null } });
  });

  test('repeated by the same user is answered like the first time and grants nothing more', async () => {
    const { app, key } = await given();
    const user = aUser();
    const [first, ...again] = await Promise.all(Array.from({ length: 10 }, () => activate(app, key, user)));
    for (const reply of again) expect([reply.status, reply.data.license]).toEqual([200, first?.data.license]);
    const rows = await t.database.query('SELECT 1 FROM catalog.grants WHERE user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
    const events = (await t.published(catalog.events.licenseKeyActivated)).filter(({ user_id }) => user_id === user.id);
    expect(events).toHaveLength(1);
  });

  test('by a second user is refused, and exact under a hundred at once', async () => {
    const { app, key, id } = await given();
    const replies = await Promise.all(Array.from({ length: 100 }, () => activate(app, key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ error }) => error === 'license_key_exhausted')).toHaveLength(99);
    const rows = await t.database.query('SELECT 1 FROM catalog.grants WHERE application_id = $1', [app.id]);
    expect(rows).toHaveLength(1);
    expect(await statusOf(app, id)).toBe('exhausted');
  });

  test('of a key for many has one term, which begins with the first', async () => {
    const { app, key, id } = await given({ max_redemptions: 3 });
    const first = (await activate(app, key)).data.license;
    await setClockOfKey(id, 'first_activated_at', new Date(Date.now() - 10 * dayMs));
    const second = (await activate(app, key)).data.license;
    expect(Math.round((Date.parse(first.expires_at ?? '') - Date.parse(second.expires_at ?? '')) / dayMs)).toBe(10);
    expect(await statusOf(app, id)).toBe('in_use');
    await setClockOfKey(id, 'first_activated_at', new Date(Date.now() - 31 * dayMs));
    expect(await activate(app, key)).toMatchObject({ status: 409, error: 'license_key_expired' });
    expect(await statusOf(app, id)).toBe('expired');
  });

  test('of another key of the same plan adds its term to the running one', async () => {
    const { app, batch } = await given({ quantity: 2 });
    const user = aUser();
    const [one, two] = batch.keys;
    const first = (await activate(app, one?.key ?? '', user)).data;
    const second = (await activate(app, two?.key ?? '', user)).data;
    expect(Date.parse(second.expires_at ?? '') - Date.parse(first.expires_at ?? '')).toBe(30 * dayMs);
    expect(second.license.expires_at).toBe(second.expires_at);
  });

  test('of several keys of the same plan at once adds up all of their terms', async () => {
    const { app, batch } = await given({ quantity: 5 });
    const user = aUser();
    const replies = await Promise.all(batch.keys.map(({ key }) => activate(app, key, user)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const question = { application_id: app.id, user_id: user.id };
    const { grants } = await t.ask(catalog.queries.listUserGrants, question);
    const ends = grants.map(({ expires_at }) => Date.parse(expires_at ?? '')).toSorted((a, b) => a - b);
    expect(ends.map((end) => end - (ends[0] ?? 0))).toEqual([0, 30, 60, 90, 120].map((days) => days * dayMs));
  });

  test('does not wait for a grant of the same plan that has yet to begin', async () => {
    const { app, key, plan, right } = await given();
    const user = aUser();
    const starts_at = new Date(Date.now() + 60 * dayMs).toISOString();
    await grantPlan(app, user, { plan_code: plan.code, starts_at });
    const { data } = await activate(app, key, user);
    expect(data.codes).toEqual([right]);
    expect(Date.parse(data.license.expires_at ?? '') - Date.parse(data.license.activated_at)).toBe(30 * dayMs);
  });

  test('of a lifetime key begins at once, so that nothing depends on what ran before', async () => {
    const { app, key, plan, right } = await given({}, { billing_type: 'lifetime', duration_days: null });
    const user = aUser();
    const expires_at = new Date(Date.now() + dayMs).toISOString();
    const { data: running } = await grantPlan(app, user, { plan_code: plan.code, expires_at });
    await activate(app, key, user);
    await admin(t).revokeGrantForReason({
      params: { ...app.params, user_id: user.id, grant_id: running.id },
      body: { reason: 'a mistake' },
    });
    expect(await entitlements(app, user)).toEqual([right]);
  });

  test('ends with the calendar at the latest', async () => {
    const { app, batch } = await given({ quantity: 80 }, { duration_days: 36_500 });
    const user = aUser();
    let last = '';
    for (const { key } of batch.keys) last = (await activate(app, key, user)).data.license.expires_at ?? '';
    expect(last).toBe('9999-12-31T23:59:59.999Z');
  });

  test('of a key whose term follows on another one is no more expired than that term', async () => {
    const { app, batch } = await given({ quantity: 2 });
    const user = aUser();
    for (const { key } of batch.keys) await activate(app, key, user);
    const second = batch.keys[1]?.id ?? '';
    await setClockOfKey(second, 'first_activated_at', new Date(Date.now() - 31 * dayMs));
    expect(await statusOf(app, second)).toBe('exhausted');
    await t.database.query(
      `UPDATE catalog.grants SET expires_at = now()
        WHERE source_id = (SELECT id::text FROM catalog.license_activations WHERE license_key_id = $1)`,
      [second],
    );
    expect(await statusOf(app, second)).toBe('expired');
  });

  test('after valid_until is refused; an activation in time runs to its end', async () => {
    const { app, key, batch, right } = await given({
      max_redemptions: 2,
      valid_until: new Date(Date.now() + 60_000).toISOString(),
    });
    const user = aUser();
    expect((await activate(app, key, user)).status).toBe(200);
    await t.database.query('UPDATE catalog.license_batches SET valid_until = now() WHERE id = $1', [batch.batch_id]);
    expect(await activate(app, key)).toMatchObject({ status: 409, error: 'license_key_expired' });
    expect((await activate(app, key, user)).status).toBe(200);
    expect(await entitlements(app, user)).toEqual([right]);
  });

  test('on more installations than allowed is refused, exact under many at once, and known ones stay', async () => {
    const { app, key } = await given({ max_devices: 3 });
    const user = aUser();
    const installations = Array.from({ length: 20 }, () => newId());
    const replies = await Promise.all(installations.map((installation) => activate(app, key, user, installation)));
    const allowed = installations.filter((_, at) => replies[at]?.status === 200);
    expect(allowed).toHaveLength(3);
    expect(replies.filter(({ error }) => error === 'device_limit_reached')).toHaveLength(17);
    for (const installation of allowed)
      expect((await activate(app, key, user, installation.toUpperCase())).status).toBe(200);
    expect(await activate(app, key, user)).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('of a key that is not there, of another application, or misspelt is answered the same', async () => {
    const { app } = await given();
    const foreign = await given();
    const bodies = await Promise.all(
      [newLicenseKey(), foreign.key, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAB', 'nonsense'].map(async (key) => {
        const { status, body } = await activate(app, key);
        return { status, body: { ...(body as object), request_id: '' } };
      }),
    );
    expect(bodies[0]).toMatchObject({ status: 400, body: { error: 'license_key_invalid' } });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });
});

describe('attempts are limited', () => {
  test('by address and by key, whether there is such a key or not', async () => {
    const limited = await startCatalog({ env: { RATE_LIMIT_LICENSE_IP: '5', RATE_LIMIT_LICENSE_KEY: '3' } });
    const application = { id: newId(), code: 'app' };
    const attempt = (key: string, ip: string) =>
      limited
        .as({ application, user: aUser(), client_ip: ip })
        .activateLicenseKey({ params: { app_code: 'app' }, body: { key } });
    const codes = async (attempts: Promise<{ error: string | undefined }>[]) =>
      (await Promise.all(attempts)).map(({ error }) => error).toSorted();
    const wrong = Array.from({ length: 7 }, () => attempt(newLicenseKey(), '203.0.113.1'));
    expect(await codes(wrong)).toEqual([
      ...Array.from({ length: 5 }, () => 'license_key_invalid'),
      'rate_limited',
      'rate_limited',
    ]);
    // A mistyped key is not rate limited by the mistyped keys of other users.
    const misspelt = Array.from({ length: 4 }, (_, n) => attempt(`nonsense ${n}`, `203.0.113.${n + 20}`));
    expect(await codes(misspelt)).toEqual(Array.from({ length: 4 }, () => 'license_key_invalid'));
    const sameNonsense = Array.from({ length: 4 }, (_, n) => attempt('nonsense', `203.0.113.${n + 30}`));
    expect(await codes(sameNonsense)).toEqual([
      ...Array.from({ length: 3 }, () => 'license_key_invalid'),
      'rate_limited',
    ]);
    // A client with IPv6 has a whole network of addresses.
    const network = Array.from({ length: 6 }, (_, n) => attempt(newLicenseKey(), `2001:db8:1:2::${n}`));
    expect(await codes(network)).toEqual([...Array.from({ length: 5 }, () => 'license_key_invalid'), 'rate_limited']);
    const key = newLicenseKey();
    const spread = Array.from({ length: 4 }, (_, n) => attempt(key, `203.0.113.${n + 10}`));
    expect(await codes(spread)).toEqual([...Array.from({ length: 3 }, () => 'license_key_invalid'), 'rate_limited']);
    await limited.stop();
  });
});

test('an erased user’s installations are forgotten, and still count', async () => {
  const { app, key } = await given({ max_devices: 1, max_redemptions: 2 });
  const user = aUser();
  const installation = newId();
  expect((await activate(app, key, user, installation)).status).toBe(200);
  await t.deliver(identity.events.userErased, { user_id: user.id }, { application_id: app.id });
  const rows = await t.database.query('SELECT FROM catalog.license_devices WHERE installation_id = $1', [installation]);
  expect(rows).toEqual([]);
  expect(await activate(app, key, aUser(), newId())).toMatchObject({ status: 403, error: 'device_limit_reached' });
});

describe('a revocation', () => {
  test('ends all grants of the key, for every user, and no other grant', async () => {
    const { app, key, id, batch, right } = await given({ max_redemptions: 5, quantity: 2 });
    const [anna, boris] = [aUser(), aUser()];
    await activate(app, key, anna);
    await activate(app, key, boris);
    await activate(app, batch.keys[1]?.key ?? '', boris);
    expect((await revoke(app, id)).data).toMatchObject({ id, status: 'revoked' });
    expect(await entitlements(app, anna)).toEqual([]);
    expect(await entitlements(app, boris)).toEqual([right]);
    expect(await activate(app, key, anna)).toMatchObject({ status: 409, error: 'license_key_revoked' });
    expect(await activate(app, key)).toMatchObject({ status: 409, error: 'license_key_revoked' });
    const events = await t.published(catalog.events.entitlementRevoked);
    expect(events.filter(({ user_id }) => [anna.id, boris.id].includes(user_id))).toHaveLength(2);
    expect((await revoke(app, id)).data.status).toBe('revoked');
  });

  test('ends it for whomever of seventy thousand it grants something', async () => {
    const { app, key, id } = await given({ max_redemptions: 1_000_000 });
    const users = [aUser(), aUser()];
    for (const [at, user] of users.entries()) {
      await activate(app, key, user);
      if (at > 0) continue;
      await t.database.query(
        `INSERT INTO catalog.license_activations (id, license_key_id, user_id, created_at)
          SELECT gen_random_uuid(), $1, gen_random_uuid(), now() FROM generate_series(1, 70000)`,
        [id],
      );
    }
    expect(await revoke(app, id)).toMatchObject({ status: 200, data: { status: 'revoked' } });
    for (const user of users) expect(await entitlements(app, user)).toEqual([]);
  });

  test('of a key of another application finds nothing', async () => {
    const [{ app }, other] = [await given(), await given()];
    expect(await revoke(app, other.id)).toMatchObject({ status: 404, error: 'license_key_not_found' });
  });
});

describe('a batch', () => {
  test('is shown once: neither the database nor a list reveals a key afterwards', async () => {
    const { app, batch, key } = await given({ quantity: 3, batch_name: 'Книжный магазин' });
    expect(batch.keys).toHaveLength(3);
    const tables = ['license_keys', 'license_batches', 'idempotency_keys', 'outbox'];
    for (const table of tables) {
      const rows = await t.database.query(`SELECT FROM catalog.${table} AS t WHERE t::text LIKE $1`, [
        `%${key.slice(0, 17)}%`,
      ]);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
    }
    const { data } = await admin(t).listLicenseKeys({ params: app.params, query: { batch_id: batch.batch_id } });
    expect(data.map(({ hint }) => hint).toSorted()).toEqual(
      batch.keys.map((issued) => issued.key.slice(-5)).toSorted(),
    );
    expect(JSON.stringify(data)).not.toContain(key.slice(0, 17));
  });

  test('asked for again under the same Idempotency-Key is the same batch, and its keys are not stored readable', async () => {
    const { app, plan } = await given();
    const call = {
      params: app.params,
      body: { plan_code: plan.code, quantity: 2 },
      headers: { 'idempotency-key': newId() },
    };
    const [first, again] = [await admin(t).issueLicenseKeys(call), await admin(t).issueLicenseKeys(call)];
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const key = first.data.keys[0]?.key ?? '';
    const rows = await t.database.query('SELECT FROM catalog.idempotency_keys AS t WHERE t::text LIKE $1', [
      `%${key}%`,
    ]);
    expect(rows).toHaveLength(0);
  });

  test('is exported as CSV, with labels that no spreadsheet runs', async () => {
    const { app, batch } = await given({ quantity: 3, batch_name: '=cmd|"calc"!A1' });
    const reply = await admin(t).listLicenseKeys({
      params: app.params,
      query: { format: 'csv', batch_id: batch.batch_id },
    });
    expect(reply.headers.get('content-type')).toContain('text/csv');
    const lines = String(reply.body).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('hint');
    expect(lines[1]).toContain(`"'=cmd|""calc""!A1"`);
  });

  test('finds a key by its last characters and by its user, and sees who activated it', async () => {
    const { app, key, id } = await given({ max_redemptions: 2 });
    await given();
    const [first, second] = [aUser(), aUser()];
    await activate(app, key, first);
    await activate(app, key, second);
    const find = async (query: Parameters<ReturnType<typeof admin>['listLicenseKeys']>[0]['query']) =>
      (await admin(t).listLicenseKeys({ params: app.params, query })).data.map((row) => row.id);
    expect(await find({ hint: key.slice(-5).toLowerCase() })).toEqual([id]);
    expect(await find({ user_id: first.id })).toEqual([id]);
    expect(await find({ user_id: newId() })).toEqual([]);
    const read = () => admin(t).getLicenseKey({ params: { ...app.params, license_key_id: id } });
    const { data } = await read();
    expect(data.activations.map(({ user_id }) => user_id)).toEqual([second.id, first.id]);
    const grantsOfFirst = await t.ask(catalog.queries.listUserGrants, { application_id: app.id, user_id: first.id });
    expect(data.activations[1]?.grant_id).toBe(grantsOfFirst.grants[0]?.id);
    await revoke(app, id);
    expect((await read()).data).toMatchObject({ status: 'revoked', revocation_reason: 'a leak' });
    const elsewhere = await givenApplication(t);
    expect(await admin(t).getLicenseKey({ params: { ...elsewhere.params, license_key_id: id } })).toMatchObject({
      status: 404,
      error: 'license_key_not_found',
    });
  });

  test('lists page by page, and by status', async () => {
    const { app, batch, key } = await given({ quantity: 5 });
    await activate(app, key);
    const read = (cursor: string | undefined) =>
      admin(t).listLicenseKeys({ params: app.params, query: { limit: 2, cursor } });
    expect((await everyPage(read)).map(({ id }) => id)).toEqual(batch.keys.map(({ id }) => id).toReversed());
    for (const [status, count] of [
      ['unused', 4],
      ['exhausted', 1],
      ['revoked', 0],
      ['expired', 0],
      ['in_use', 0],
    ] as const) {
      const { data } = await admin(t).listLicenseKeys({ params: app.params, query: { status } });
      expect([status, data.length]).toEqual([status, count]);
      for (const row of data) expect(row.status).toBe(status);
    }
  });

  test('of a free plan, or of one that is not there, is refused', async () => {
    const app = await givenApplication(t);
    const free = await givenPlan(t, app, { billing_type: 'free', duration_days: null });
    const issue = (plan_code: string) => admin(t).issueLicenseKeys({ params: app.params, body: { plan_code } });
    expect(await issue(free.code)).toMatchObject({ status: 409, error: 'conflict' });
    expect(await issue('nothing')).toMatchObject({ status: 404, error: 'plan_not_found' });
  });

  test('that could never be activated is refused', async () => {
    const { app, plan } = await given();
    const body = { plan_code: plan.code, valid_until: new Date(Date.now() - 1_000).toISOString() };
    expect(await admin(t).issueLicenseKeys({ params: app.params, body })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', details: [{ path: 'valid_until' }] },
    });
  });
});
