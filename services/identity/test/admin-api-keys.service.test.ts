import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId, sha256 } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { givenApplication, type Identity, owner, startIdentity } from './support.ts';

const clock = fakeClock('2026-01-10T08:00:00Z');
let t: Identity;
beforeAll(async () => {
  t = await startIdentity({ clock });
});
afterAll(() => t.stop());

const admin = () => t.as({ admin: owner });
const resolve = (api_key: string) => t.ask(identity.queries.resolveAdminApiKey, { key_hash: sha256(api_key) });

let made = 0;
const givenKey = async (body: { application_ids?: string[]; expires_at?: string } = {}) => {
  made += 1;
  return (await admin().createAdminApiKey({ body: { name: `ci ${made}`, role: 'admin', ...body } })).data;
};

describe('an admin API key', () => {
  test('is shown once and stored as a hash', async () => {
    const { api_key, ...shown } = await givenKey();
    expect(api_key).toMatch(/^svc_adm_[A-Za-z0-9]{32}$/);
    expect(shown).toEqual({
      id: shown.id,
      name: shown.name,
      role: 'admin',
      application_ids: null,
      hint: api_key.slice(-4),
      expires_at: null,
      created_by: owner.id,
      created_at: '2026-01-10T08:00:00.000Z',
      last_used_at: null,
    });
    expect((await admin().listAdminApiKeys()).data[0]).toEqual(shown);
    const [row] = await t.database.query<{ row: string }>(
      'SELECT k::text AS row FROM identity.admin_api_keys k WHERE id = $1',
      [shown.id],
    );
    expect(row?.row).toContain(sha256(api_key));
    expect(row?.row).not.toContain(api_key.slice(8));
    expect(await resolve(api_key)).toEqual({
      api_key: {
        admin: { id: shown.id, email: `key:${shown.name}`, role: 'admin', session_id: null },
        application_ids: null,
        expires_at: null,
        is_use_stale: true,
      },
    });
  });

  test('has a name of its own, which is free again after its revocation', async () => {
    const { id, name } = await givenKey();
    const again = { body: { name, role: 'staff' as const } };
    expect(await admin().createAdminApiKey(again)).toMatchObject({ status: 409, error: 'conflict' });
    expect((await admin().deleteAdminApiKey({ params: { api_key_id: id } })).status).toBe(204);
    expect((await admin().createAdminApiKey(again)).status).toBe(201);
  });

  test('is never an owner', async () => {
    const body = { name: 'root', role: 'owner' as 'admin' };
    expect(await admin().createAdminApiKey({ body })).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('may name applications, which have to exist', async () => {
    const application_id = givenApplication().id;
    const key = await givenKey({ application_ids: [application_id, application_id] });
    expect(key.application_ids).toEqual([application_id]);
    expect((await resolve(key.api_key)).api_key?.application_ids).toEqual([application_id]);
    const unknown = { name: 'unknown', role: 'staff' as const, application_ids: [application_id, newId()] };
    expect((await admin().createAdminApiKey({ body: unknown })).error).toBe('application_not_found');
    expect((await admin().listAdminApiKeys()).data.map(({ name }) => name)).not.toContain('unknown');
  });

  test('ends at its expiry, which has to be ahead', async () => {
    const past = { name: 'past', role: 'staff' as const, expires_at: '2026-01-10T08:00:00Z' };
    expect((await admin().createAdminApiKey({ body: past })).error).toBe('validation_failed');
    const { api_key } = await givenKey({ expires_at: '2026-01-10T09:00:00Z' });
    expect((await resolve(api_key)).api_key).not.toBeNull();
    clock.set('2026-01-10T09:00:00Z');
    expect(await resolve(api_key)).toEqual({ api_key: null });
  });

  test('is unknown after its revocation, which gateways hear of', async () => {
    const { id, api_key } = await givenKey();
    await admin().deleteAdminApiKey({ params: { api_key_id: id } });
    expect(await resolve(api_key)).toEqual({ api_key: null });
    expect((await t.published(identity.events.adminApiKeyRevoked)).at(-1)).toEqual({ api_key_id: id });
    expect((await admin().deleteAdminApiKey({ params: { api_key_id: id } })).error).toBe('api_key_not_found');
  });

  test('says when it was last used, to the hour', async () => {
    const { id, api_key } = await givenKey();
    const note = () => t.call(identity.commands.noteAdminApiKeyUse, { api_key_id: id });
    const used = async () => (await admin().listAdminApiKeys()).data.find((key) => key.id === id)?.last_used_at;
    clock.set('2026-01-11T10:00:00Z');
    expect(await note()).toEqual({ is_written: true });
    clock.set('2026-01-11T10:59:59Z');
    expect((await resolve(api_key)).api_key?.is_use_stale).toBe(false);
    expect(await note()).toEqual({ is_written: false });
    expect(await used()).toBe('2026-01-11T10:00:00.000Z');
    clock.set('2026-01-11T11:00:00Z');
    expect((await resolve(api_key)).api_key?.is_use_stale).toBe(true);
    expect(await note()).toEqual({ is_written: true });
  });

  test('sees itself as the caller', async () => {
    const { id, name, api_key } = await givenKey();
    const { api_key: resolved } = await resolve(api_key);
    if (!resolved) throw new Error('the key does not resolve');
    const { data } = await t.as({ admin: resolved.admin }).getCurrentAdmin();
    expect(data).toMatchObject({ id, email: `key:${name}`, role: 'admin' });
    await admin().deleteAdminApiKey({ params: { api_key_id: id } });
    expect((await t.as({ admin: resolved.admin }).getCurrentAdmin()).error).toBe('invalid_token');
  });
});
