import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { createSealer, decryptWithKey, newId } from '@platform/runtime';
import { testEncryptionKeys } from '@platform/testing';
import { type ChainEntry, verifyChain } from '../src/consents/chain.ts';
import {
  entryFor,
  givenApplication,
  givenPublished,
  givenUser,
  type Identity,
  ledgerOf,
  startIdentity,
} from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const chainOf = async (ownerId: string): Promise<ChainEntry[]> => {
  const rows = await t.database.query<ChainEntry & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [ownerId],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
};

const headOf = async (ownerId: string) => {
  const [row] = await t.database.query<{ seq: string; head_hash: string }>(
    'SELECT seq, head_hash FROM identity.consent_chains WHERE owner_id = $1',
    [ownerId],
  );
  return { seq: Number(row?.seq), hash: row?.head_hash };
};

const slotOf = ({ code }: { code: string }) => ({ params: { app_code: code, doc_kind: 'terms_music' } });

describe('accepting and withdrawing', () => {
  test('the latest answer is in effect, and the dialog is marked in the journal', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const user = await givenUser(t, application, [terms]);
    const call = t.as({ application, user });
    const params = { app_code: application.code };
    const answer = async (accepted: boolean, source_screen?: string) =>
      (await call.acceptConsents({ params, body: { consents: [entryFor(terms, accepted)], source_screen } })).data;

    expect(await answer(false, 'settings')).toMatchObject({
      needs_reconsent: true,
      pending_reconsent: [{ document_id: terms.id, published_version: '1' }],
    });
    expect((await call.getMyConsents({ params })).data.needs_reconsent).toBe(true);
    expect(await answer(true, 'reconsent_modal')).toEqual({ needs_reconsent: false, pending_reconsent: [] });
    expect(
      (await ledgerOf(t, application)).map(({ accepted, source, metadata }) => [accepted, source, metadata]),
    ).toEqual([
      [true, 'registration', {}],
      [false, 'other', { source_screen: 'settings' }],
      [true, 'other', { flow: 'reconsent', source_screen: 'reconsent_modal' }],
    ]);
  });

  test('a repeated request records nothing twice, also at once', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'marketing_consent' });
    const user = await givenUser(t, application);
    const call = () =>
      t
        .as({ application, user })
        .acceptConsents({ params: { app_code: application.code }, body: { consents: [entryFor(terms)] } });
    const replies = await Promise.all(Array.from({ length: 6 }, call));
    for (const { status } of replies) expect(status).toBe(200);
    expect(await ledgerOf(t, application)).toHaveLength(1);
  });

  test('continuous acceptances do not block the save and publication of a draft', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const users = await Promise.all(Array.from({ length: 12 }, () => givenUser(t, application, [terms])));
    let isOver = false;
    const writers = users.map(async (user) => {
      for (let n = 0; !isOver; n += 1) {
        const { version } = (await t.as({ application }).getLegalDocument(slotOf(application))).data;
        const consents = [entryFor({ ...terms, version }, n % 2 === 0)];
        const reply = await t
          .as({ application, user })
          .acceptConsents({ params: { app_code: application.code }, body: { consents } });
        expect([200, 400]).toContain(reply.status);
      }
    });
    for (let version = 2; version <= 4; version += 1)
      expect((await givenPublished(t, application, { kind: 'terms_music' })).version).toBe(String(version));
    isOver = true;
    await Promise.all(writers);
    expect(verifyChain(await chainOf(application.id))).toMatchObject({ intact: true });
  });

  test('all entries or none', async () => {
    const application = givenApplication();
    const [marketing, policy] = [
      await givenPublished(t, application, { kind: 'marketing_consent' }),
      await givenPublished(t, application, { kind: 'privacy_policy' }),
    ];
    const user = await givenUser(t, application);
    const consents = [entryFor(marketing), { ...entryFor(policy), version: '2' }];
    const reply = await t
      .as({ application, user })
      .acceptConsents({ params: { app_code: application.code }, body: { consents } });
    expect(reply).toMatchObject({ status: 400, error: 'consent_version_mismatch' });
    expect(await ledgerOf(t, application)).toEqual([]);
  });
});

describe('the ledger', () => {
  test('many writers of one owner make one gapless chain', async () => {
    const application = givenApplication();
    const documents = [
      await givenPublished(t, application, { kind: 'marketing_consent' }),
      await givenPublished(t, application, { kind: 'privacy_policy' }),
    ];
    const users = await Promise.all(Array.from({ length: 8 }, () => givenUser(t, application)));
    const params = { app_code: application.code };
    await Promise.all(
      users.map(async (user, n) => {
        for (const accepted of [true, false, true]) {
          const consents = documents.slice(0, 1 + (n % 2)).map((document) => entryFor(document, accepted));
          const { status } = await t.as({ application, user }).acceptConsents({ params, body: { consents } });
          expect(status).toBe(200);
        }
      }),
    );
    const entries = await chainOf(application.id);
    expect(entries).toHaveLength(36);
    expect(verifyChain(entries)).toEqual({ intact: true, head: await headOf(application.id) });

    // The projection has, for every user and document, the state of the last row.
    const differing = await t.database.query(
      `SELECT 1 FROM identity.consent_states s JOIN (SELECT DISTINCT ON (user_id, document_id) user_id, document_id, version, accepted
         FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY user_id, document_id, seq DESC) l USING (user_id, document_id)
       WHERE (s.version, s.accepted) IS DISTINCT FROM (l.version, l.accepted)`,
      [application.id],
    );
    expect(differing).toEqual([]);
  });

  test('no row is changed or removed, by the service or by the superuser', async () => {
    const application = givenApplication();
    await givenUser(t, application, [await givenPublished(t, application, { kind: 'terms_music' })]);
    for (const table of ['consent_ledger', 'legal_revisions', 'legal_bodies'])
      for (const change of [`DELETE FROM identity.${table}`, `TRUNCATE identity.${table} CASCADE`])
        await expect(t.database.query(change)).rejects.toThrow(/append-only/);
    await expect(t.database.query('UPDATE identity.consent_ledger SET accepted = NOT accepted')).rejects.toThrow(
      /append-only/,
    );
    const rights = await t.database.query<{ rights: boolean }>(
      `SELECT has_table_privilege('identity', 'identity.consent_ledger', right_name) AS rights
         FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'SELECT', 'INSERT']) AS right_name`,
    );
    expect(rights.map((row) => row.rights)).toEqual([false, false, false, true, true]);
  });

  test('an altered row is detected, even when made with every right', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    for (let n = 0; n < 3; n += 1) await givenUser(t, application, [terms]);
    await t.database.query('ALTER TABLE identity.consent_ledger DISABLE TRIGGER USER');
    await t.database.query('UPDATE identity.consent_ledger SET accepted = false WHERE owner_id = $1 AND seq = 2', [
      application.id,
    ]);
    await t.database.query('ALTER TABLE identity.consent_ledger ENABLE TRIGGER USER');
    expect(verifyChain(await chainOf(application.id))).toEqual({ intact: false, seq: 2, reason: 'altered' });
  });

  test('personal data lies there encrypted under the key of the person, and nowhere else', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application, [await givenPublished(t, application, { kind: 'terms_music' })]);
    const [entry] = await chainOf(application.id);
    if (!entry) throw new Error('nothing was recorded');
    const [key] = await t.database.query<{ sealed_key: string }>(
      'SELECT sealed_key FROM identity.subject_keys WHERE subject_id = $1',
      [user.id],
    );
    const sealer = createSealer([testEncryptionKeys('identity')]);
    const dataKey = sealer.open(key?.sealed_key ?? '', `subject_key:${user.id}`);
    const open = (column: string, text: string | null) =>
      decryptWithKey(dataKey, Buffer.from(text ?? '', 'base64'), `consent:${entry.id}:${column}`).toString();
    expect([
      open('email', entry.email_ciphertext),
      open('ip', entry.ip_ciphertext),
      open('user_agent', entry.user_agent_ciphertext),
    ]).toEqual(['anna@example.test', '203.0.113.7', 'test']);

    const [leak] = await t.database.query<{ leaks: boolean }>(
      `SELECT (SELECT string_agg(l::text, '') FROM identity.consent_ledger l) ~ 'anna@|203\\.0\\.113' AS leaks`,
    );
    expect(leak?.leaks).toBe(false);
    const events = [
      ...(await t.published(identity.events.consentAccepted)),
      ...(await t.published(identity.events.userRegistered)),
    ];
    expect(JSON.stringify(events)).not.toMatch(/anna@|203\.0\.113|Anna/);
  });
});

describe('recordConsents', () => {
  const record = (application_id: string, user_id: string, changes: object) =>
    t.call(identity.commands.recordConsents, {
      application_id,
      user_id,
      purpose: 'payment',
      source: 'paywall',
      reference: newId(),
      client_ip: '203.0.113.9',
      user_agent: 'test',
      platform: 'web',
      consents: [],
      ...changes,
    });

  test('a payment needs the accepted offer in its published version', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const form = { application_id: application.id, purpose: 'payment' as const };
    const check = async (consents: ReturnType<typeof entryFor>[]) =>
      (await t.ask(identity.queries.checkConsents, { ...form, consents })).problem?.error ?? null;

    expect(await check([])).toBe('license_offer_required');
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const payment = await givenPublished(t, application, { kind: 'payment_data_consent' });
    expect(await check([])).toBe('license_offer_required');
    expect(await check([entryFor(payment)])).toBe('license_offer_required');
    expect(await check([entryFor(offer, false)])).toBe('license_offer_required');
    expect(await check([{ ...entryFor(offer), version: '2' }])).toBe('consent_version_mismatch');
    expect(await check([entryFor(offer), { ...entryFor(payment), document_id: newId() }])).toBe(
      'consent_document_unknown',
    );
    expect(await check([entryFor(offer)])).toBeNull();
    expect(await ledgerOf(t, application)).toEqual([]);

    const consents = [entryFor(offer), entryFor(payment, false)];
    expect(await record(application.id, user.id, { consents: [] })).toMatchObject({
      problem: { error: 'license_offer_required' },
    });
    const metadata = { payment_id: newId() };
    const recorded = await record(application.id, user.id, { consents, metadata });
    expect(recorded).toMatchObject({ problem: null });
    const ledger = await ledgerOf(t, application);
    expect(ledger).toMatchObject([
      { document_id: offer.id, source: 'paywall', accepted: true, metadata },
      { document_id: payment.id, source: 'paywall', accepted: false, metadata },
    ]);
    expect(recorded.consents.map(({ consent_id }) => consent_id)).toEqual(ledger.map(({ id }) => id));
  });

  test('one reference appends once, also at once and after a new version', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const form = { reference: newId(), consents: [entryFor(offer)] };
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(application.id, user.id, form)));
    expect(answers).toMatchObject(answers.map(() => ({ problem: null })));
    await givenPublished(t, application, { kind: 'license_offer' });
    expect(await record(application.id, user.id, form)).toMatchObject({ problem: null });
    expect(await ledgerOf(t, application)).toHaveLength(1);
    expect(await record(application.id, user.id, { ...form, reference: newId() })).toMatchObject({
      problem: { error: 'consent_version_mismatch', published_version: '2' },
    });
  });

  test('an answer to a newer version under the same reference is one more entry', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const terms = await givenPublished(t, application, { kind: 'payment_data_consent' });
    const reference = newId();
    const first = { reference, consents: [entryFor(offer), entryFor(terms)] };
    expect(await record(application.id, user.id, first)).toMatchObject({ problem: null });
    const newer = await givenPublished(t, application, { kind: 'license_offer' });
    const second = {
      reference,
      consents: [{ ...entryFor(newer), document_id: newer.id.toUpperCase() }, entryFor(terms)],
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => record(application.id, user.id, second)));
    expect(answers).toMatchObject(answers.map(() => ({ problem: null })));
    expect(await record(application.id, user.id, first)).toMatchObject({ problem: null });
    expect((await ledgerOf(t, application)).map(({ document_id, version }) => [document_id, version])).toEqual([
      [offer.id, '1'],
      [terms.id, '1'],
      [offer.id, '2'],
    ]);
  });

  test('a changed mind under the same reference is one more entry, and so is changing it back', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const data = await givenPublished(t, application, { kind: 'payment_data_consent' });
    const reference = newId();
    for (const accepted of [true, true, false, false, true])
      expect(
        await record(application.id, user.id, { reference, consents: [entryFor(offer), entryFor(data, accepted)] }),
      ).toMatchObject({ problem: null });
    expect(
      (await ledgerOf(t, application)).map(({ document_id, accepted }) => [document_id === offer.id, accepted]),
    ).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [false, true],
    ]);
  });

  test('another application’s user is not found', async () => {
    const user = await givenUser(t, givenApplication());
    const application = givenApplication();
    const consents = [entryFor(await givenPublished(t, application, { kind: 'license_offer' }))];
    await expect(record(application.id, user.id, { consents })).rejects.toMatchObject({ code: 'user_not_found' });
  });
});
