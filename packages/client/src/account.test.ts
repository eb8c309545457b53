import { describe, expect, test } from '@jest/globals';
import {
  data,
  fakePlatform,
  refusal,
  snapshotAnswer,
  snapshotClaims,
  snapshotSigner,
  userToken,
} from '../test/fake-platform.ts';
import { base, clientOf, entitlementsAddress, keysAddress } from '../test/open-client.ts';

const signer = snapshotSigner();
const documents = [
  { id: 'd1', doc_kind: 'terms_notes', version: '3', title: 'Terms', public_url: 'https://t' },
  { id: 'd2', doc_kind: 'personal_data_consent', version: '1', title: 'Data', public_url: 'https://d' },
  { id: 'd3', doc_kind: 'marketing_consent', version: '2', title: 'Mail', public_url: 'https://m' },
  { id: 'd4', doc_kind: 'license_offer', version: '5', title: 'Offer', public_url: 'https://o' },
];
const pending = { document_id: 'd1', published_version: '4', doc_kind: 'terms_notes', title: 'Terms', public_url: 'u' };

const withPlatform = (routes: Parameters<typeof fakePlatform>[0], options: Parameters<typeof clientOf>[1] = {}) => {
  const token = signer.token(snapshotClaims(['export_pdf']));
  const api = fakePlatform({
    [`GET ${base}/legal`]: () => data(documents),
    [entitlementsAddress]: () => snapshotAnswer(token),
    [keysAddress]: () => ({ body: { keys: [signer.key] } }),
    ...routes,
  });
  return { api, token, client: clientOf(api.fetch, { platform: 'web', ...options }) };
};

describe('a form', () => {
  test('asks for what its purpose needs, and takes the versions that were shown', async () => {
    const { client } = withPlatform({});
    const form = await client.legal.form('registration');
    expect(form.documents.map(({ doc_kind, is_required }) => [doc_kind, is_required])).toEqual([
      ['terms_notes', true],
      ['personal_data_consent', true],
      ['marketing_consent', false],
    ]);
    expect(form.accept({ terms_notes: 'I agree', personal_data_consent: 'Take my data' })).toEqual([
      { document_id: 'd1', version: '3', checkbox_text: 'I agree', accepted: true },
      { document_id: 'd2', version: '1', checkbox_text: 'Take my data', accepted: true },
    ]);
    expect(() => form.accept({ terms_notes: 'I agree' })).toThrow('personal_data_consent');
    expect((await client.legal.form('checkout')).documents.map(({ doc_kind }) => doc_kind)).toEqual(['license_offer']);
  });
});

describe('a registration', () => {
  const address = `POST ${base}/users/register`;
  const answer = () =>
    data({ user: { id: 'u-1' }, created: true, needs_reconsent: true, pending_reconsent: [pending] });

  test('says that boxes were ticked only when there are entries of ticked boxes', async () => {
    const { api, client } = withPlatform({ [address]: answer });
    const consents = (await client.legal.form('registration')).accept({
      terms_notes: 'I agree',
      personal_data_consent: 'Yes',
    });
    await client.register({ consents, utm_source: 'search' });
    await client.register();
    client.stop();
    expect(api.calls(address).map(({ body }) => body)).toEqual([
      { platform: 'web', explicit_consent: true, consents, utm_source: 'search' },
      { platform: 'web' },
    ]);
    expect(client.has('export_pdf')).toBe(true);
  });

  test('reads the flags of the person, who had none before', async () => {
    let isRegistered = false;
    const { client } = withPlatform({
      [address]: () => {
        isRegistered = true;
        return answer();
      },
      [`GET ${base}/features`]: () =>
        isRegistered ? data({ features: { editor: true } }) : refusal(404, 'user_not_found'),
    });
    await client.ready();
    expect(client.feature('editor', false)).toBe(false);
    await client.register();
    client.stop();
    expect(client.feature('editor', false)).toBe(true);
  });

  test('that needs new versions is completed by the re-consent dialog', async () => {
    const { api, client } = withPlatform({
      [address]: answer,
      [`POST ${base}/users/me/consents`]: () => data({ needs_reconsent: false, pending_reconsent: [] }),
    });
    await client.register();
    expect(client.reconsent.form.documents).toMatchObject([{ document_id: 'd1', version: '4', title: 'Terms' }]);
    await expect(client.reconsent.accept({})).rejects.toThrow(TypeError);
    expect(await client.reconsent.accept({ terms_notes: 'I agree again' })).toMatchObject({ needs_reconsent: false });
    expect(api.calls(`POST ${base}/users/me/consents`).map(({ body }) => body)).toEqual([
      {
        consents: [{ document_id: 'd1', version: '4', checkbox_text: 'I agree again', accepted: true }],
        source_screen: 'reconsent_modal',
      },
    ]);
    expect(client.reconsent.form.documents).toEqual([]);
    client.stop();
  });
});

test('a license key opens its codes at once, and names the same installation each time', async () => {
  const address = `POST ${base}/license-keys/activate`;
  const { api, client, token } = withPlatform({
    [address]: () => data({ snapshot_token: token, license: { plan_code: 'pro' } }),
  });
  await client.licenses.activate('AAAAA-BBBBB');
  expect(client.has('export_pdf')).toBe(true);
  await client.licenses.activate('AAAAA-BBBBB');
  client.stop();
  const ids = api.calls(address).map(({ body }) => (body as { installation_id: string }).installation_id);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[0]).toBe(ids[1]);
});

test('an erasure whose answer was lost is an erasure, and nothing stays on the device', async () => {
  const { api, client } = withPlatform({ [`DELETE ${base}/users/me`]: () => refusal(404, 'user_not_found') });
  await client.refresh().catch(() => {});
  expect(client.has('export_pdf')).toBe(true);
  client.track('account_closed');
  await client.erase();
  expect(client.has('export_pdf')).toBe(false);
  await client.flush();
  expect(api.calls('POST /v1/events/batch')).toEqual([]);
  client.stop();
});

test('an erasure leaves what another person has, who signs in while it runs', async () => {
  const kept = new Map<string, string>();
  const storage = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
  let person = 'ada';
  const { api, client } = withPlatform(
    {
      [`DELETE ${base}/users/me`]: async () => {
        person = 'boris';
        await client.refresh().catch(() => {});
        return { status: 204 };
      },
    },
    { storage, getToken: () => userToken(person) },
  );
  await client.refresh().catch(() => {});
  const ofAda = [...kept.keys()];
  await client.erase();
  const left = [...kept.keys()];
  expect(ofAda.length).toBeGreaterThan(0);
  expect(left.filter((key) => ofAda.includes(key) && !key.includes('guest'))).toEqual([]);
  expect(client.has('export_pdf')).toBe(true);
  expect(left.some((key) => key.endsWith(':snapshot'))).toBe(true);
  expect(api.calls(entitlementsAddress).length).toBe(2);
  client.stop();
});

test('a ticket says which version of the application it comes from', async () => {
  const { api, client } = withPlatform({ 'POST /v1/support/tickets': () => data({ id: 't' }) });
  await client.support.create({ subject: 'Help', message: 'It closes' });
  client.stop();
  const [call] = api.calls('POST /v1/support/tickets');
  expect(call?.body).toMatchObject({ subject: 'Help', platform: 'web' });
  expect(call?.headers['idempotency-key']).toBeDefined();
});
