import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { fakeClock, writeGeoDatabase } from '@platform/testing';
import {
  aHolder,
  givenApplication,
  givenDeviceLimit,
  givenUser,
  type Identity,
  owner,
  register,
  startIdentity,
} from './support.ts';

let t: Identity;
let folder: string;
const clock = fakeClock();
const places = {
  moscow: { ip: '77.1.1.1', country_code: 'RU', city: 'Moscow', timezone: 'Europe/Moscow' },
  berlin: { ip: '78.1.1.1', country_code: 'DE', city: 'Berlin', timezone: 'Europe/Berlin' },
  /** An address of which only the country is known. */
  germany: { ip: '79.1.1.1', country_code: 'DE' },
  nowhere: { ip: '10.1.1.1' },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-devices-'));
  const path = join(folder, 'places.mmdb');
  await writeGeoDatabase(path, {
    '77.0.0.0/8': { country_code: 'RU', city: 'Moscow (Arbat)', latitude: 55.75, longitude: 37.62 },
    '78.0.0.0/8': { country_code: 'DE', city: 'Berlin', latitude: 52.52, longitude: 13.4 },
    '79.0.0.0/8': { country_code: 'DE' },
  });
  t = await startIdentity({ clock, env: { GEO_DATABASE_PATH: path } });
  await t.answer(catalog.queries.listUserGrants, () => ({ grants: [] }));
  await t.answer(billing.queries.listUserPayments, () => ({ payments: [] }));
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true });
});

interface Person {
  application: ApplicationContext;
  user: UserContext;
  client_ip?: string;
}

const givenPerson = async (application = givenApplication()): Promise<Person> => ({
  application,
  user: await givenUser(t, application),
});

type Form = Parameters<ReturnType<Identity['as']>['registerDevice']>[0]['body'];
const registerDevice = (person: Person, form: Partial<Form> = {}) =>
  t.as(person).registerDevice({
    body: { installation_id: randomUUID(), platform: 'ios', app_version: '1.0.0', ...form },
  });
const registerAgain = (person: Person, device: { installation_id: string } | undefined) =>
  registerDevice(person, { installation_id: device?.installation_id ?? '' });
const listOf = async (person: Person) => (await t.as(person).listMyDevices({})).data;
const activeOf = async (person: Person) => (await listOf(person)).filter(({ revoked_at }) => revoked_at === null);
const revoke = (person: Person, device_id: string) => t.as(person).revokeMyDevice({ params: { device_id } });
const beat = ({ application, user }: Person, seen: { installation_id: string } & Record<string, string>) =>
  t.call(identity.commands.heartbeatDevice, {
    application_id: application.id,
    user_id: user.id,
    platform: 'ios',
    occurred_at: clock.now().toISOString(),
    ...seen,
  });

/** Changes with every write to the row, whatever is written. */
const writesOf = async (table: 'devices' | 'users', id: string) =>
  (
    await t.database.query<{ at: string }>(`SELECT xmin || ' ' || ctid AS at FROM identity.${table} WHERE id = $1`, [
      id,
    ])
  )[0]?.at;
const told = async (person: Person) => {
  const ofPerson = ({ user_id }: { user_id: string }) => user_id === person.user.id;
  return {
    registered: (await t.published(identity.events.deviceRegistered)).filter(ofPerson),
    revoked: (await t.published(identity.events.deviceRevoked)).filter(ofPerson),
  };
};

describe('registering a device', () => {
  test('makes one for a new installation and knows it again', async () => {
    const person = await givenPerson();
    const installation_id = randomUUID();
    const first = await registerDevice(person, { installation_id, timezone: 'Asia/Tokyo' });
    expect(first).toMatchObject({ status: 201 });
    expect(first.data).toEqual({
      id: expect.any(String),
      installation_id,
      platform: 'ios',
      app_version: '1.0.0',
      timezone: 'Asia/Tokyo',
      country_code: null,
      city: null,
      last_seen_at: clock.now().toISOString(),
      revoked_at: null,
      created_at: clock.now().toISOString(),
    });
    clock.advance({ hours: 1 });
    const again = await registerDevice(person, {
      installation_id: installation_id.toUpperCase(),
      platform: 'ipados',
      app_version: '1.1.0',
    });
    expect(again.status).toBe(200);
    expect(again.data).toEqual({
      ...first.data,
      platform: 'ipados',
      app_version: '1.1.0',
      last_seen_at: clock.now().toISOString(),
    });
    expect(await listOf(person)).toEqual([again.data]);
    const { id, platform } = first.data;
    expect(await told(person)).toEqual({
      registered: [{ device_id: id, user_id: person.user.id, installation_id, platform, reason: 'new' }],
      revoked: [],
    });
  });

  test('many times at once makes one device and publishes one event', async () => {
    const person = await givenPerson();
    const installation_id = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => registerDevice(person, { installation_id })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
    expect((await told(person)).registered).toHaveLength(1);
  });

  test('that nothing is new about writes nothing within a minute', async () => {
    const person = { ...(await givenPerson()), client_ip: places.moscow.ip };
    const { data } = await registerDevice(person);
    const before = [await writesOf('devices', data.id), await writesOf('users', person.user.id)];
    clock.advance({ seconds: 59 });
    expect((await registerAgain(person, data)).data).toEqual(data);
    expect([await writesOf('devices', data.id), await writesOf('users', person.user.id)]).toEqual(before);
  });

  test('on a shared device gives each user a device of their own', async () => {
    const application = givenApplication();
    givenDeviceLimit(application, { max_active_devices: 1, device_limit_policy: 'reject' });
    const [anna, boris] = [await givenPerson(application), await givenPerson(application)];
    const installation_id = randomUUID();
    const [hers, his] = [
      await registerDevice(anna, { installation_id }),
      await registerDevice(boris, { installation_id }),
    ];
    expect([hers.status, his.status]).toEqual([201, 201]);
    expect(hers.data.id).not.toBe(his.data.id);
    await revoke(anna, hers.data.id);
    expect(await activeOf(boris)).toEqual([his.data]);
  });

  test('is refused without required fields, and to an unregistered person', async () => {
    const person = await givenPerson();
    for (const form of [
      { installation_id: 'no-uuid' },
      { platform: ' ' },
      { platform: 'x'.repeat(33) },
      { app_version: '' },
      { timezone: 'Mars/Olympus' },
    ])
      expect(await registerDevice(person, form)).toMatchObject({ status: 400, error: 'validation_failed' });
    const stranger = t.as({ application: person.application, user: aHolder() });
    const body = { installation_id: randomUUID(), platform: 'ios', app_version: '1' };
    expect(await stranger.registerDevice({ body })).toMatchObject({ status: 404, error: 'user_not_found' });
    expect(await listOf(person)).toEqual([]);
  });
});

describe('the own devices', () => {
  test('are listed newest first, page by page, revoked ones with their mark', async () => {
    const application = givenApplication();
    const [person, other] = [await givenPerson(application), await givenPerson(application)];
    await registerDevice(other);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await registerDevice(person)).data.id);
    await revoke(person, ids[1] ?? '');
    const client = t.as(person);
    const first = await client.listMyDevices({ query: { limit: 3, application_code: application.code } });
    const second = await client.listMyDevices({ query: { limit: 3, cursor: first.next_cursor ?? '' } });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(second.next_cursor).toBeNull();
    expect(second.data.map(({ revoked_at }) => revoked_at)).toEqual([clock.now().toISOString(), null]);
    expect(await client.listMyDevices({ query: { application_code: 'another' } })).toMatchObject({
      status: 400,
      error: 'application_mismatch',
    });
  });

  test('are revoked once, however often it is asked, and become active again by registering', async () => {
    const person = await givenPerson();
    const { data } = await registerDevice(person);
    const { id: device_id, installation_id, platform } = data;
    expect((await revoke(person, device_id)).status).toBe(204);
    const revoked_at = clock.now().toISOString();
    clock.advance({ minutes: 5 });
    expect((await revoke(person, device_id)).status).toBe(204);
    expect(await listOf(person)).toEqual([{ ...data, revoked_at }]);

    const again = await registerDevice(person, { installation_id });
    expect(again).toMatchObject({ status: 200, data: { id: device_id, revoked_at: null } });
    const device = { device_id, user_id: person.user.id, installation_id, platform };
    expect(await told(person)).toEqual({
      registered: [
        { ...device, reason: 'new' },
        { ...device, reason: 'again' },
      ],
      revoked: [{ ...device, reason: 'revoked_by_user' }],
    });
  });

  test('are not revoked by another user', async () => {
    const application = givenApplication();
    const person = await givenPerson(application);
    const { data } = await registerDevice(person);
    const elsewhere = { application: givenApplication(), user: person.user };
    for (const other of [await givenPerson(application), await givenPerson(), elsewhere])
      expect(await revoke(other, data.id)).toMatchObject({ status: 404, error: 'device_not_found' });
    expect(await revoke(person, newId())).toMatchObject({ status: 404, error: 'device_not_found' });
    expect(await activeOf(person)).toEqual([data]);
  });

  test('are shown to administrators with the user', async () => {
    const person = await givenPerson();
    const { data } = await registerDevice(person);
    const params = { application_id: person.application.id, user_id: person.user.id };
    expect((await t.as({ admin: owner }).getUser({ params })).data).toMatchObject({ devices: [data] });
  });
});

describe('a user with as many active devices as allowed', () => {
  const fillUp = async (policy: 'reject' | 'evict_oldest') => {
    const person = await givenPerson();
    givenDeviceLimit(person.application, { max_active_devices: 3, device_limit_policy: policy });
    const devices: Awaited<ReturnType<typeof registerDevice>>['data'][] = [];
    for (let n = 0; n < 3; n += 1) {
      clock.advance({ minutes: 5 });
      devices.push((await registerDevice(person)).data);
    }
    return { person, devices };
  };

  test('is refused another one, until one is revoked', async () => {
    const { person, devices } = await fillUp('reject');
    const refused = await registerDevice(person);
    expect(refused).toMatchObject({ status: 403, error: 'device_limit_reached', body: { max_active_devices: 3 } });
    expect(await listOf(person)).toHaveLength(3);
    expect((await registerAgain(person, devices[0])).status).toBe(200);
    await revoke(person, devices[0]?.id ?? '');
    expect((await registerDevice(person)).status).toBe(201);
    expect(await registerAgain(person, devices[0])).toMatchObject({ status: 403, error: 'device_limit_reached' });
  });

  test('loses the one that was seen longest ago, where the application wants it so', async () => {
    const { person, devices } = await fillUp('evict_oldest');
    const [oldest, middle, newest] = devices.map(({ id }) => id);
    clock.advance({ minutes: 5 });
    await registerAgain(person, devices[0]);
    const added = (await registerDevice(person)).data.id;
    expect((await activeOf(person)).map(({ id }) => id).toSorted()).toEqual([oldest, newest, added].toSorted());
    expect((await told(person)).revoked).toMatchObject([{ device_id: middle, reason: 'evicted' }]);

    // Where the limit was lowered, as many go as are too many.
    givenDeviceLimit(person.application, { max_active_devices: 1, device_limit_policy: 'evict_oldest' });
    const last = (await registerAgain(person, devices[1])).data.id;
    expect((await activeOf(person)).map(({ id }) => id)).toEqual([last]);
    expect((await told(person)).revoked).toHaveLength(4);
  });

  test.each(['reject', 'evict_oldest'] as const)(
    'never has more when fifty register at once, with the policy %s',
    async (policy) => {
      const person = await givenPerson();
      givenDeviceLimit(person.application, { max_active_devices: 3, device_limit_policy: policy });
      const replies = await Promise.all(Array.from({ length: 50 }, () => registerDevice(person)));
      const accepted = replies.filter(({ status }) => status === 201).length;
      expect(accepted).toBe(policy === 'reject' ? 3 : 50);
      expect(replies.filter(({ error }) => error === 'device_limit_reached')).toHaveLength(50 - accepted);
      expect(await activeOf(person)).toHaveLength(3);
      const { registered, revoked } = await told(person);
      expect([registered.length, revoked.length]).toEqual([accepted, accepted - 3]);
      const [{ most } = { most: '' }] = await t.database.query<{ most: string }>(
        'SELECT count(*) AS most FROM identity.devices WHERE user_id = $1',
        [person.user.id],
      );
      expect(Number(most)).toBe(accepted);
    },
  );

  test('has no more either when devices come back and are revoked at the same moment', async () => {
    const { person, devices } = await fillUp('evict_oldest');
    const ids = devices.map(({ id }) => id);
    await Promise.all([
      ...ids.map((id) => revoke(person, id)),
      ...devices.map((device) => registerAgain(person, device)),
      ...Array.from({ length: 10 }, () => registerDevice(person)),
    ]);
    expect((await activeOf(person)).length).toBeLessThanOrEqual(3);
  });
});

describe('a heartbeat', () => {
  test('is written once a minute, and anything that changed at once', async () => {
    const person = await givenPerson();
    const { data } = await registerDevice(person);
    const { installation_id, id } = data;
    const written = await writesOf('devices', id);
    clock.advance({ seconds: 59 });
    expect(await beat(person, { installation_id, app_version: '1.0.0' })).toEqual({ is_written: false });
    expect(await writesOf('devices', id)).toBe(written);
    clock.advance({ seconds: 1 });
    expect(await beat(person, { installation_id })).toEqual({ is_written: true });
    expect(await listOf(person)).toEqual([{ ...data, last_seen_at: clock.now().toISOString() }]);
    clock.advance({ seconds: 1 });
    expect(await beat(person, { installation_id, platform: 'ipados', app_version: '2.0.0' })).toEqual({
      is_written: true,
    });
    expect(await listOf(person)).toMatchObject([{ platform: 'ipados', app_version: '2.0.0' }]);
    expect(await told(person)).toMatchObject({ registered: [{}], revoked: [] });
  });

  test('from before the last one changes nothing, and one from the future counts as now', async () => {
    const person = await givenPerson();
    const { installation_id } = (await registerDevice(person)).data;
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
    const late = { installation_id, platform: 'symbian', app_version: '0.1' };
    expect(await beat(person, { ...late, occurred_at: at(-1) })).toEqual({ is_written: false });
    clock.advance({ hours: 1 });
    await beat(person, { installation_id, occurred_at: at(86_400_000) });
    expect(await listOf(person)).toMatchObject([{ platform: 'ios', last_seen_at: clock.now().toISOString() }]);
  });

  test('ignores devices that are revoked, unknown or of another user', async () => {
    const person = await givenPerson();
    const { installation_id, id } = (await registerDevice(person)).data;
    await revoke(person, id);
    const before = await listOf(person);
    clock.advance({ hours: 1 });
    const elsewhere = { ...person, application: givenApplication() };
    for (const [whose, which] of [
      [person, installation_id],
      [person, randomUUID()],
      [await givenPerson(person.application), installation_id],
      [elsewhere, installation_id],
    ] as const)
      expect(await beat(whose, { installation_id: which })).toEqual({ is_written: false });
    expect(await listOf(person)).toEqual(before);
  });

  test('of fifty events at once is one write', async () => {
    const person = await givenPerson();
    const { installation_id } = (await registerDevice(person)).data;
    clock.advance({ minutes: 1 });
    const replies = await Promise.all(Array.from({ length: 50 }, () => beat(person, { installation_id })));
    expect(replies.filter(({ is_written }) => is_written)).toHaveLength(1);
  });
});

describe('the place of an address', () => {
  const { ip: moscowIp, ...moscow } = places.moscow;
  const { ip: berlinIp, ...berlin } = places.berlin;
  const profileOf = async ({ application, user }: Person) =>
    (await t.as({ application, user }).getMyProfile({ params: { app_code: application.code } })).data;
  const login = (person: Person, client_ip: string, body = {}) =>
    t
      .as({ application: person.application, user: { ...person.user, id: null }, client_ip })
      .registerUser({ params: { app_code: person.application.code }, body });

  test('is that of a new user, in the profile and in the event', async () => {
    const application = givenApplication();
    const person = { application, user: aHolder(), client_ip: moscowIp };
    const { data } = await t.as(person).registerUser({ params: { app_code: application.code }, body: {} });
    expect(data.user).toMatchObject(moscow);
    const registered = await t.published(identity.events.userRegistered);
    expect(registered.find(({ user_id }) => user_id === data.user.id)).toMatchObject({ country_code: 'RU' });
    const zoned = { ...person, user: aHolder() };
    const reply = await t
      .as(zoned)
      .registerUser({ params: { app_code: application.code }, body: { timezone: 'Asia/Tokyo' } });
    expect(reply.data.user).toMatchObject({ ...moscow, timezone: 'Asia/Tokyo' });
  });

  test('follows the user from login to login, and a login from the same place writes nothing', async () => {
    const person = await givenPerson();
    expect((await login(person, moscowIp)).data.user).toMatchObject(moscow);
    const written = await writesOf('users', person.user.id);
    await login(person, moscowIp);
    await login(person, places.nowhere.ip);
    expect(await writesOf('users', person.user.id)).toBe(written);
    expect((await login(person, berlinIp)).data.user).toMatchObject({ ...berlin, timezone: 'Europe/Moscow' });
    expect((await login(person, places.germany.ip)).data.user).toMatchObject({ city: 'Berlin' });
    await login(person, moscowIp);
    expect((await login(person, places.germany.ip)).data.user).toMatchObject({ country_code: 'DE', city: null });
  });

  test('never replaces a time zone that the person has set or cleared', async () => {
    const person = await givenPerson();
    const params = { app_code: person.application.code };
    await t.as(person).updateMyProfile({ params, body: { timezone: null } });
    await login(person, moscowIp);
    await registerDevice({ ...person, client_ip: berlinIp }, { timezone: 'Asia/Tokyo' });
    expect(await profileOf(person)).toMatchObject({ ...berlin, timezone: null });
  });

  test('reaches device and user with the registration of a device and with a heartbeat', async () => {
    const person = await givenPerson();
    const { data } = await registerDevice({ ...person, client_ip: moscowIp });
    expect(data).toMatchObject(moscow);
    expect(await profileOf(person)).toMatchObject(moscow);
    const { installation_id } = data;
    clock.advance({ seconds: 1 });
    expect(await beat(person, { installation_id, client_ip: berlinIp })).toEqual({ is_written: true });
    expect(await listOf(person)).toMatchObject([{ ...berlin, timezone: 'Europe/Moscow' }]);
    expect(await profileOf(person)).toMatchObject({ ...berlin, timezone: 'Europe/Moscow' });

    const written = [await writesOf('devices', data.id), await writesOf('users', person.user.id)];
    clock.advance({ seconds: 1 });
    await beat(person, { installation_id, client_ip: berlinIp });
    await beat(person, { installation_id, client_ip: places.nowhere.ip });
    await beat(person, { installation_id, client_ip: 'nonsense' });
    expect([await writesOf('devices', data.id), await writesOf('users', person.user.id)]).toEqual(written);
    clock.advance({ minutes: 2 });
    await beat(person, { installation_id, client_ip: berlinIp });
    expect([await writesOf('devices', data.id), await writesOf('users', person.user.id)]).toEqual([
      expect.not.stringMatching(`^${written[0]}$`),
      written[1],
    ]);
  });

  test('can be sent by other services that saw the user', async () => {
    const person = await givenPerson();
    const key = { application_id: person.application.id, user_id: person.user.id };
    const place = (client_ip: string) => t.call(identity.commands.placeUser, { ...key, client_ip });
    expect(await place(moscowIp)).toEqual({ is_written: true });
    expect(await profileOf(person)).toMatchObject(moscow);
    for (const ip of [moscowIp, places.nowhere.ip, '::1', '']) expect(await place(ip)).toEqual({ is_written: false });
    expect(await t.call(identity.commands.placeUser, { ...key, user_id: newId(), client_ip: berlinIp })).toEqual({
      is_written: false,
    });
  });

  test('is unknown without a database, and the platform works without', async () => {
    const bare = await startIdentity({ env: { GEO_DATABASE_PATH: '/nowhere/at-all.mmdb' } });
    const application = givenApplication();
    const holder = { ...aHolder() };
    const { data } = await register(bare, application, holder);
    const user = { ...holder, id: data.user.id };
    const device = await bare
      .as({ application, user, client_ip: moscowIp })
      .registerDevice({ body: { installation_id: randomUUID(), platform: 'web', app_version: '1' } });
    expect(device).toMatchObject({ status: 201, data: { country_code: null, city: null, timezone: null } });
    await bare.stop();
  });
});

describe('the devices of a person that requests erasure', () => {
  const rowsOf = (person: Person) =>
    t.database.query<Record<string, unknown>>('SELECT * FROM identity.devices WHERE user_id = $1 ORDER BY id', [
      person.user.id,
    ]);

  test('are revoked and say nothing of the person any more', async () => {
    const person = { ...(await givenPerson()), client_ip: moscowIp() };
    const [first, second] = [(await registerDevice(person)).data, (await registerDevice(person)).data];
    await revoke(person, first.id);
    const revokedBefore = clock.now();
    clock.advance({ minutes: 1 });
    await t.as(person).eraseMe({ params: { app_code: person.application.code } });

    const rows = await rowsOf(person);
    expect(rows).toMatchObject([
      { id: first.id, timezone: null, country_code: null, city: null, revoked_at: revokedBefore },
      { id: second.id, timezone: null, country_code: null, city: null, revoked_at: clock.now() },
    ]);
    const known = [first.installation_id, second.installation_id];
    expect(rows.filter(({ installation_id }) => known.includes(String(installation_id)))).toEqual([]);
    const { revoked } = await told(person);
    expect(revoked).toMatchObject([
      { device_id: first.id, reason: 'revoked_by_user' },
      { device_id: second.id, reason: 'user_erased', installation_id: rows[1]?.installation_id },
    ]);
    expect(await listOf(person)).toEqual([]);
    expect(await registerAgain(person, second)).toMatchObject({ status: 404, error: 'user_not_found' });
    expect(await beat(person, { installation_id: second.installation_id })).toEqual({ is_written: false });
    const key = { application_id: person.application.id, user_id: person.user.id };
    expect(await t.call(identity.commands.placeUser, { ...key, client_ip: moscowIp() })).toEqual({ is_written: false });
  });

  test('stay forgotten when the device registers, is seen and is revoked at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => givenPerson()));
    for (const one of people) {
      const person = { ...one, client_ip: moscowIp() };
      const { data } = await registerDevice(person, { timezone: 'Asia/Tokyo' });
      clock.advance({ minutes: 2 });
      const beats = { installation_id: data.installation_id, client_ip: places.berlin.ip };
      await Promise.all([
        registerAgain(person, data),
        beat(person, beats),
        revoke(person, data.id),
        registerDevice(person),
        t.as(person).eraseMe({ params: { app_code: person.application.code } }),
        registerAgain(person, data),
        beat(person, beats),
        registerDevice(person),
      ]);
      const rows = await rowsOf(person);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({ timezone: null, country_code: null, city: null, revoked_at: expect.any(Date) });
        expect(row.installation_id).not.toBe(data.installation_id);
      }
      const [user] = await t.database.query('SELECT country_code, city, timezone FROM identity.users WHERE id = $1', [
        person.user.id,
      ]);
      expect(user).toEqual({ country_code: null, city: null, timezone: null });
    }
  });
});

const moscowIp = () => places.moscow.ip;
