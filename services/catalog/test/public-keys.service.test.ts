import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { admin, type Catalog, everyPage, givenApplication, startCatalog } from './support.ts';

const clock = fakeClock('2026-01-10T00:00:00Z');
let t: Catalog;
beforeAll(async () => {
  t = await startCatalog({ clock });
});
afterAll(() => t.stop());

const resolve = async (by: { id: string } | { public_key: string }) =>
  (await t.ask(catalog.queries.resolveApplication, by)).application;
const nothing = { params: { application_id: newId() } };

interface Owned {
  application_id: string;
}

const rotate = async (params: Owned, grace_hours: number) =>
  (await admin(t).rotatePublicKey({ params, body: { grace_hours } })).data.public_keys;
/** An application after one rotation: its former key is in its grace period. */
const givenRotated = async () => {
  const { params } = await givenApplication(t);
  const [current, former] = await rotate(params, 24);
  if (!current || !former) throw new Error('the rotation left less than two keys');
  return { params, current, former, ofFormer: { ...params, key_id: former.id } };
};
const isOpen = async ({ key }: { key: string }) => (await resolve({ public_key: key })) !== null;
const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * 3_600_000).toISOString();

describe('public keys', () => {
  test('rotate: the old one lives on for its grace, then it is gone', async () => {
    const { params, public_keys, id } = await givenApplication(t);
    const old = public_keys[0]?.key ?? '';
    const reply = await admin(t).rotatePublicKey({ params, body: { grace_hours: 24 } });
    expect(reply.status).toBe(201);
    const [fresh, ending] = reply.data.public_keys;
    const end = new Date(clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(fresh).toMatchObject({ valid_until: null });
    expect(ending).toMatchObject({ key: old, valid_until: end });
    expect(fresh?.key).not.toBe(old);
    expect((await resolve({ public_key: old }))?.id).toBe(id);
    expect((await resolve({ id }))?.public_keys).toEqual([
      { id: fresh?.id, key: fresh?.key, valid_until: null, is_use_stale: true },
      { id: ending?.id, key: old, valid_until: end, is_use_stale: true },
    ]);

    clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect((await resolve({ public_key: old }))?.id).toBe(id);
    clock.advance({ seconds: 1 });
    expect(await resolve({ public_key: old })).toBeNull();
    expect((await resolve({ public_key: fresh?.key ?? '' }))?.id).toBe(id);
    expect((await admin(t).getApplication({ params })).data.public_keys).toEqual([fresh]);
  });

  test('a second rotation does not prolong the first key', async () => {
    const { params, public_keys } = await givenApplication(t);
    const first = (await admin(t).rotatePublicKey({ params, body: { grace_hours: 1 } })).data.public_keys;
    const second = (await admin(t).rotatePublicKey({ params, body: { grace_hours: 100 } })).data.public_keys;
    expect(second.find(({ key }) => key === public_keys[0]?.key)?.valid_until).toBe(first[1]?.valid_until);
  });

  test('an emergency rotation ends every former key, those in the grace period of an earlier rotation too', async () => {
    const { params, public_keys } = await givenApplication(t);
    const second = await rotate(params, 24);
    const third = await rotate(params, 0);
    expect(third).toHaveLength(1);
    expect(await resolve({ public_key: third[0]?.key ?? '' })).not.toBeNull();
    for (const former of [public_keys[0]?.key ?? '', second[0]?.key ?? ''])
      expect(await resolve({ public_key: former })).toBeNull();
  });

  test('of rotations at once each leaves one current key', async () => {
    const { params } = await givenApplication(t);
    await Promise.all(Array.from({ length: 4 }, () => admin(t).rotatePublicKey({ params, body: {} })));
    const { public_keys } = (await admin(t).getApplication({ params })).data;
    expect(public_keys).toHaveLength(5);
    expect(public_keys.filter(({ valid_until }) => valid_until === null)).toHaveLength(1);
  });

  test('are refused for an application that does not exist and a grace that is too long', async () => {
    expect(await admin(t).rotatePublicKey({ ...nothing, body: {} })).toMatchObject({
      status: 404,
      error: 'application_not_found',
    });
    const { params } = await givenApplication(t);
    expect(await admin(t).rotatePublicKey({ params, body: { grace_hours: 17_545 } })).toMatchObject({
      error: 'validation_failed',
    });
  });
});

describe('one public key', () => {
  test('that leaked is revoked at once, and the fresh one lives', async () => {
    const { params, current, former, ofFormer } = await givenRotated();
    const { status, data } = await admin(t).revokePublicKey({ params: ofFormer });
    expect([status, data.id, data.revoked_at]).toEqual([200, former.id, clock.now().toISOString()]);
    expect([await isOpen(former), await isOpen(current)]).toEqual([false, true]);
    expect((await admin(t).getApplication({ params })).data.public_keys).toEqual([current]);
    const events = (await t.published(catalog.events.applicationUpdated)).filter(
      ({ application_id }) => application_id === params.application_id,
    );
    expect(events).toHaveLength(2);
  });

  test('is not revoked while it is the current one, and is revoked after a rotation', async () => {
    const { params, current, former } = await givenRotated();
    const ofCurrent = { ...params, key_id: current.id };
    const refused = await admin(t).revokePublicKey({ params: ofCurrent });
    expect([refused.status, refused.error]).toEqual([409, 'conflict']);
    expect([await isOpen(current), await isOpen(former)]).toEqual([true, true]);
    const [fresh] = await rotate(params, 100);
    expect((await admin(t).revokePublicKey({ params: ofCurrent })).status).toBe(200);
    expect([await isOpen(current), await isOpen(former)]).toEqual([false, true]);
    expect(await isOpen(fresh ?? { key: '' })).toBe(true);
  });

  test('lives longer or shorter than its rotation said, also after its grace period was over', async () => {
    const { former, ofFormer } = await givenRotated();
    const setEnd = (valid_until: string) => admin(t).updatePublicKey({ params: ofFormer, body: { valid_until } });
    const yearOn = inDays(365);
    expect((await setEnd(yearOn)).data.valid_until).toBe(yearOn);
    clock.advance({ hours: 30 * 24 });
    expect(await isOpen(former)).toBe(true);
    await setEnd(inDays(1));
    clock.advance({ hours: 24 });
    expect(await isOpen(former)).toBe(false);
    expect((await setEnd(inDays(1))).status).toBe(200);
    expect(await isOpen(former)).toBe(true);
  });

  test('has no end in the past, none while it is current, and none again after its revocation', async () => {
    const { params, current, ofFormer } = await givenRotated();
    const setEnd = async (key_id: string, valid_until: string) =>
      (await admin(t).updatePublicKey({ params: { ...params, key_id }, body: { valid_until } })).error;
    expect(await setEnd(ofFormer.key_id, inDays(0))).toBe('validation_failed');
    expect(await setEnd(current.id, inDays(1))).toBe('conflict');
    const first = await admin(t).revokePublicKey({ params: ofFormer });
    clock.advance({ hours: 1 });
    expect((await admin(t).revokePublicKey({ params: ofFormer })).data).toEqual(first.data);
    expect(await setEnd(ofFormer.key_id, inDays(1))).toBe('conflict');
  });

  test('of another application is not found', async () => {
    const { ofFormer } = await givenRotated();
    const { params } = await givenApplication(t);
    const foreign = { ...params, key_id: ofFormer.key_id };
    expect((await admin(t).revokePublicKey({ params: foreign })).error).toBe('key_not_found');
    const body = { valid_until: inDays(1) };
    expect((await admin(t).updatePublicKey({ params: foreign, body })).error).toBe('key_not_found');
    expect((await admin(t).revokePublicKey({ params: { ...params, key_id: newId() } })).error).toBe('key_not_found');
    expect((await admin(t).listPublicKeys(nothing)).error).toBe('application_not_found');
  });

  test('stays in the list after its end, newest first', async () => {
    const { params, current, former, ofFormer } = await givenRotated();
    await admin(t).revokePublicKey({ params: ofFormer });
    const keys = await everyPage((cursor) => admin(t).listPublicKeys({ params, query: { limit: 1, cursor } }));
    expect(keys.map(({ id, revoked_at }) => [id, revoked_at !== null])).toEqual([
      [current.id, false],
      [former.id, true],
    ]);
  });

  test('says when it was last used, to the hour', async () => {
    const { params, former } = await givenRotated();
    const note = () => t.call(catalog.commands.notePublicKeyUse, { key_id: former.id });
    const lastUse = async () =>
      (await admin(t).listPublicKeys({ params })).data.find(({ id }) => id === former.id)?.last_used_at;
    const isStale = async () =>
      (await resolve({ id: params.application_id }))?.public_keys.find(({ id }) => id === former.id)?.is_use_stale;
    expect([await lastUse(), await isStale()]).toEqual([null, true]);
    const firstUse = clock.now().toISOString();
    expect(await note()).toEqual({ is_written: true });
    clock.advance({ minutes: 59, seconds: 59 });
    expect([await isStale(), await note(), await lastUse()]).toEqual([false, { is_written: false }, firstUse]);
    clock.advance({ seconds: 1 });
    expect([await isStale(), await note()]).toEqual([true, { is_written: true }]);
    expect(await t.call(catalog.commands.notePublicKeyUse, { key_id: newId() })).toEqual({ is_written: false });
  });
});
