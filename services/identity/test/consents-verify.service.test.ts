import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { createTokenSigner, newId } from '@platform/runtime';
import pg from 'pg';
import { givenLedger, type IdentityWithJobs, startWithJobs, tamper, verify } from './evidence-support.ts';
import { lengthen, recordsOf, rehash, setChain } from './ledger-support.ts';
import { entryFor, givenApplication, givenPublished, givenUser, owner } from './support.ts';

let t: IdentityWithJobs;
beforeAll(async () => {
  t = await startWithJobs();
});
afterAll(() => t.stop());

const rowsOf = (ownerId: string) => recordsOf(t, ownerId);
const change = (statement: string, ...values: unknown[]) => tamper(t, 'consent_ledger', statement, values);

const at = <T>(rows: readonly T[], index: number): T => {
  const row = rows.at(index);
  if (row === undefined) throw new Error(`there is no row ${index}`);
  return row;
};

describe('an untouched ledger', () => {
  test('is intact from its first record to its head, with and without signed heads', async () => {
    const { application } = await givenLedger(t, 4);
    const head = { seq: 4, hash: at(await rowsOf(application.id), -1).entry_hash };
    const expected = { intact: true, entries: 4, head, signed_heads: 0, unverifiable_heads: 0, problem: null };
    expect(await verify(t, application)).toEqual(expected);
    await t.runJob('sign-chain-heads');
    expect(await verify(t, application)).toEqual({ ...expected, signed_heads: 1 });
  });

  test('is intact when it is empty', async () => {
    const head = { seq: 0, hash: '0'.repeat(64) };
    expect(await verify(t, givenApplication())).toEqual({
      intact: true,
      entries: 0,
      head,
      signed_heads: 0,
      unverifiable_heads: 0,
      problem: null,
    });
  });

  test('of an unknown application is not found', async () => {
    const params = { application_id: newId() };
    const notFound = { status: 404, error: 'application_not_found' };
    expect(await t.as({ admin: owner }).verifyConsents({ params })).toMatchObject(notFound);
    expect(await t.as({ admin: owner }).requestConsentsVerification({ params, body: {} })).toMatchObject(notFound);
  });

  test('of many parts is walked to its end', async () => {
    const { application } = await givenLedger(t, 1);
    await lengthen(t, application.id, 2_500);
    expect(await verify(t, application)).toMatchObject({ intact: true, entries: 2_500, head: { seq: 2_500 } });
    await change('DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq = 2001', application.id);
    expect(await verify(t, application)).toMatchObject({
      entries: 2_000,
      problem: { seq: 2001, consent_id: null, reason: 'gap' },
    });
  });

  test('is intact while people accept: concurrent appends are not damage', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const users = await Promise.all(Array.from({ length: 4 }, () => givenUser(t, application, [terms])));
    let writing = true;
    const params = { app_code: application.code };
    const writers = users.map(async (user) => {
      for (let n = 0; n < 15; n += 1)
        await t
          .as({ application, user })
          .acceptConsents({ params, body: { consents: [entryFor(terms, n % 2 === 1)] } });
    });
    const signer = (async () => {
      while (writing) await t.runJob('sign-chain-heads');
    })();
    const reader = (async () => {
      const seen: unknown[] = [];
      while (writing) seen.push((await verify(t, application)).problem);
      return seen;
    })();
    await Promise.all(writers);
    writing = false;
    await signer;
    const seen = await reader;
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen)).toEqual(new Set([null]));
    expect(await verify(t, application)).toMatchObject({ intact: true, entries: 64 });
  });
});

describe('an attacker with every right in the database is detected', () => {
  test.each<[column: string, value: string]>([
    ['id', 'gen_random_uuid()'],
    ['subject_id', 'gen_random_uuid()'],
    ['user_id', 'NULL'],
    ['document_id', 'gen_random_uuid()'],
    ['doc_kind', `'terms_video'`],
    ['version', `'2'`],
    ['content_hash', `repeat('0', 64)`],
    ['checkbox_text', `checkbox_text || ' '`],
    ['accepted', 'NOT accepted'],
    ['source', `'paywall'`],
    ['platform', `'ios'`],
    ['metadata', `'{"flow": "reconsent"}'`],
    ['metadata', `'[]'`],
    ['metadata', `'{"n": 1e400}'`],
    ['reference', `'r'`],
    ['email_ciphertext', 'NULL'],
    ['ip_ciphertext', `'AAEC'`],
    ['user_agent_ciphertext', 'NULL'],
    ['recorded_at', `recorded_at - interval '1 day'`],
    ['recorded_at', `recorded_at + interval '1 microsecond'`],
    ['recorded_at', `'infinity'`],
    ['entry_hash', `repeat('a', 64)`],
  ])('by a changed %s', async (column, value) => {
    const { application } = await givenLedger(t, 3);
    await change(
      `UPDATE identity.consent_ledger SET ${column} = ${value} WHERE owner_id = $1 AND seq = 2`,
      application.id,
    );
    const rows = await rowsOf(application.id);
    expect(await verify(t, application)).toEqual({
      intact: false,
      entries: 1,
      head: { seq: 1, hash: at(rows, 0).entry_hash },
      signed_heads: 0,
      unverifiable_heads: 0,
      problem: { seq: 2, consent_id: at(rows, 1).id, reason: 'altered' },
    });
  });

  test('by a changed prev_hash', async () => {
    const { application } = await givenLedger(t, 3);
    await change(
      `UPDATE identity.consent_ledger SET prev_hash = repeat('a', 64) WHERE owner_id = $1 AND seq = 2`,
      application.id,
    );
    const { id } = at(await rowsOf(application.id), 1);
    expect((await verify(t, application)).problem).toEqual({ seq: 2, consent_id: id, reason: 'broken_link' });
  });

  test.each([
    ['another application', 'owner_id = gen_random_uuid()'],
    ['another kind of owner', `owner_type = 'cms_site'`],
    ['another number', 'seq = 9'],
  ])('by a record that was moved to %s', async (_, assignment) => {
    const { application } = await givenLedger(t, 3);
    await change(`UPDATE identity.consent_ledger SET ${assignment} WHERE owner_id = $1 AND seq = 2`, application.id);
    expect((await verify(t, application)).problem).toEqual({ seq: 2, consent_id: null, reason: 'gap' });
  });

  test('by a column that was made to look like its neighbour', async () => {
    const { application } = await givenLedger(t, 2);
    await change(
      `UPDATE identity.consent_ledger SET platform = NULL, source = 'registration","subject_id":"x' WHERE owner_id = $1 AND seq = 2`,
      application.id,
    );
    expect((await verify(t, application)).problem).toMatchObject({ seq: 2, reason: 'altered' });
  });

  test('by a first, middle or last record that is gone', async () => {
    for (const [seq, reason] of [
      [1, 'gap'],
      [2, 'gap'],
      [3, 'truncated'],
    ] as const) {
      const { application } = await givenLedger(t, 3);
      await change('DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq = $2', application.id, seq);
      expect((await verify(t, application)).problem).toEqual({ seq, consent_id: null, reason });
    }
  });

  test('by two records that changed places', async () => {
    const { application } = await givenLedger(t, 4);
    const [, second, third] = await rowsOf(application.id);
    for (const [id, seq] of [
      [second?.id, 99],
      [third?.id, 2],
      [second?.id, 3],
    ])
      await change('UPDATE identity.consent_ledger SET seq = $2 WHERE id = $1', id, seq);
    expect((await verify(t, application)).problem).toEqual({ seq: 2, consent_id: third?.id, reason: 'broken_link' });
  });

  test('by a record that was put in between', async () => {
    const { application } = await givenLedger(t, 3);
    const forged = newId();
    await change(
      'UPDATE identity.consent_ledger SET seq = seq + 1000 WHERE owner_id = $1 AND seq >= 2',
      application.id,
    );
    await change(
      'UPDATE identity.consent_ledger SET seq = seq - 999 WHERE owner_id = $1 AND seq > 1000',
      application.id,
    );
    await copyAs(application.id, 3, { id: forged, seq: 2 });
    await t.database.query('UPDATE identity.consent_chains SET seq = 4 WHERE owner_id = $1', [application.id]);
    expect((await verify(t, application)).problem).toEqual({ seq: 2, consent_id: forged, reason: 'altered' });
  });

  test('by a record behind the end or before the beginning that the head does not know', async () => {
    for (const [seq, reason] of [
      [4, 'broken_link'],
      [0, 'gap'],
    ] as const) {
      const { application } = await givenLedger(t, 3);
      const forged = newId();
      await copyAs(application.id, 3, { id: forged, seq });
      expect((await verify(t, application)).problem).toEqual({ seq, consent_id: forged, reason });
    }
  });

  test('by a chain with a removed or a foreign head', async () => {
    const { application } = await givenLedger(t, 2);
    const [first, second] = await rowsOf(application.id);
    await setChain(t, application.id, { seq: 2, hash: 'f'.repeat(64) });
    expect((await verify(t, application)).problem).toEqual({ seq: 2, consent_id: second?.id, reason: 'broken_link' });
    await t.database.query('DELETE FROM identity.consent_chains WHERE owner_id = $1', [application.id]);
    expect((await verify(t, application)).problem).toEqual({ seq: 1, consent_id: first?.id, reason: 'broken_link' });
  });

  /** Copies a record of a ledger to another number. */
  const copyAs = (ownerId: string, from: number, { id, seq }: { id: string; seq: number }) =>
    t.database.query(
      `INSERT INTO identity.consent_ledger
       SELECT (jsonb_populate_record(l, jsonb_build_object('id', $3::uuid, 'seq', $4::bigint, 'reference', NULL))).*
         FROM identity.consent_ledger l WHERE l.owner_id = $1 AND l.seq = $2`,
      [ownerId, from, id, seq],
    );
});

describe('an attacker that also recomputes every hash is detected by the signed heads', () => {
  const givenSigned = async (length: number) => {
    const { application } = await givenLedger(t, length);
    await t.runJob('sign-chain-heads');
    return { application, rows: await rowsOf(application.id) };
  };

  test('after an edit', async () => {
    const { application } = await givenLedger(t, 3);
    const edit = () =>
      change('UPDATE identity.consent_ledger SET accepted = false WHERE owner_id = $1 AND seq = 2', application.id);
    await edit();
    await rehash(t, application.id);
    // Nothing was signed yet, so nothing can show it.
    expect(await verify(t, application)).toMatchObject({ intact: true, signed_heads: 0 });

    const signed = await givenSigned(3);
    await change(
      'UPDATE identity.consent_ledger SET accepted = false WHERE owner_id = $1 AND seq = 2',
      signed.application.id,
    );
    await rehash(t, signed.application.id);
    expect(await verify(t, signed.application)).toMatchObject({
      intact: false,
      entries: 2,
      problem: { seq: 3, consent_id: at(signed.rows, 2).id, reason: 'signed_head_mismatch' },
    });
  });

  test('after a first or middle record was removed', async () => {
    for (const seq of [1, 2]) {
      const { application } = await givenSigned(3);
      await change('DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq = $2', application.id, seq);
      await rehash(t, application.id);
      expect((await verify(t, application)).problem).toEqual({
        seq: 3,
        consent_id: null,
        reason: 'signed_head_mismatch',
      });
    }
  });

  test('after the last record was removed and the head set back', async () => {
    const { application, rows } = await givenSigned(3);
    await change('DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq = 3', application.id);
    await setChain(t, application.id, { seq: 2, hash: at(rows, 1).entry_hash });
    expect(await verify(t, application)).toEqual({
      intact: false,
      entries: 2,
      head: { seq: 2, hash: at(rows, 1).entry_hash },
      signed_heads: 0,
      unverifiable_heads: 0,
      problem: { seq: 3, consent_id: null, reason: 'signed_head_mismatch' },
    });
  });

  test('after the whole ledger was removed', async () => {
    const { application } = await givenSigned(2);
    await change('DELETE FROM identity.consent_ledger WHERE owner_id = $1', application.id);
    await t.database.query('DELETE FROM identity.consent_chains WHERE owner_id = $1', [application.id]);
    expect((await verify(t, application)).problem).toEqual({
      seq: 1,
      consent_id: null,
      reason: 'signed_head_mismatch',
    });
  });

  test('also when the signed head was adapted: its token does not say so', async () => {
    const { application } = await givenSigned(3);
    await change('UPDATE identity.consent_ledger SET accepted = false WHERE owner_id = $1 AND seq = 2', application.id);
    await rehash(t, application.id);
    const rows = await rowsOf(application.id);
    const adapt = (assignment: string, ...values: unknown[]) =>
      tamper(t, 'consent_chain_heads', `UPDATE identity.consent_chain_heads SET ${assignment} WHERE owner_id = $1`, [
        application.id,
        ...values,
      ]);
    const mismatch = { seq: 3, consent_id: at(rows, 2).id, reason: 'signed_head_mismatch' };
    await adapt('head_hash = $2', at(rows, 2).entry_hash);
    expect((await verify(t, application)).problem).toEqual(mismatch);

    const [head] = await t.database.query<Record<string, unknown>>(
      'SELECT owner_type, owner_id, day::text, seq::int, head_hash FROM identity.consent_chain_heads WHERE owner_id = $1',
      [application.id],
    );
    const forge = (kid: string) =>
      createTokenSigner([`${kid}:${Buffer.alloc(32, 1).toString('base64')}`]).sign({
        kind: 'consent.chain_head',
        ...head,
      });
    // Signed with another key under the name of ours.
    await adapt('token = $2', await forge('c1'));
    expect((await verify(t, application)).problem).toEqual(mismatch);
    await adapt(`token = 'nonsense'`);
    expect((await verify(t, application)).problem).toEqual(mismatch);
  });

  test('a head of a key that is no longer configured is counted apart: it proves nothing here', async () => {
    const { application } = await givenSigned(2);
    const token = await createTokenSigner([`old:${Buffer.alloc(32, 1).toString('base64')}`]).sign({
      kind: 'consent.chain_head',
    });
    await tamper(t, 'consent_chain_heads', 'UPDATE identity.consent_chain_heads SET token = $2 WHERE owner_id = $1', [
      application.id,
      token,
    ]);
    expect(await verify(t, application)).toMatchObject({ intact: true, signed_heads: 0, unverifiable_heads: 1 });
  });

  test('a receipt is no signed head', async () => {
    const { application, rows } = await givenSigned(1);
    const params = { application_id: application.id, consent_id: at(rows, 0).id };
    const { data } = await t.as({ admin: owner }).getConsentReceipt({ params });
    await tamper(t, 'consent_chain_heads', 'UPDATE identity.consent_chain_heads SET token = $2 WHERE owner_id = $1', [
      application.id,
      data.receipt,
    ]);
    expect((await verify(t, application)).problem).toMatchObject({ seq: 1, reason: 'signed_head_mismatch' });
  });
});

describe('the database refuses', () => {
  const changes = (table: string) => [
    `UPDATE identity.${table} SET seq = seq`,
    `DELETE FROM identity.${table}`,
    `TRUNCATE identity.${table}`,
  ];
  const refusals = async (url: string, as: string | null, table: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      if (as !== null) await client.query(`SET ROLE ${as}`);
      const outcomes: string[] = [];
      for (const statement of changes(table))
        outcomes.push(
          await client.query(statement).then(
            () => 'done',
            (error: Error) => error.message,
          ),
        );
      return outcomes;
    } finally {
      await client.end();
    }
  };

  test.each(['consent_ledger', 'consent_chain_heads'])(
    'to change or remove rows of %s, to the service by its rights and to the owner of the table by a trigger',
    async (table) => {
      await givenLedger(t, 1);
      await t.runJob('sign-chain-heads');
      const before = await t.database.query(`SELECT * FROM identity.${table} ORDER BY id`);
      expect(before.length).toBeGreaterThan(0);
      for (const outcome of await refusals(t.database.urlFor('identity'), null, table))
        expect(outcome).toBe(`permission denied for table ${table}`);
      for (const outcome of await refusals(t.database.superuserUrl, 'platform_migrator', table))
        expect(outcome).toMatch(/is append-only: (UPDATE|DELETE|TRUNCATE) refused/);
      expect(await t.database.query(`SELECT * FROM identity.${table} ORDER BY id`)).toEqual(before);
    },
  );
});

test('a published consent.chain_head is the head that verification compares with', async () => {
  const { application } = await givenLedger(t, 2);
  await t.runJob('sign-chain-heads');
  const heads = (await t.published(identity.events.consentChainHead)).filter(
    (head) => head.owner_id === application.id,
  );
  expect(heads).toMatchObject([{ seq: 2, head_hash: (await verify(t, application)).head.hash }]);
});

test('a published text that was exchanged under its hash is found, by page, export and verification', async () => {
  const application = givenApplication();
  const terms = await givenPublished(t, application, { kind: 'terms_music', body: 'You owe us nothing.' });
  const user = await givenUser(t, application, [terms]);
  await tamper(t, 'legal_bodies', 'UPDATE identity.legal_bodies SET body = $2 WHERE content_hash = $1', [
    terms.content_hash,
    'You owe us a million.',
  ]);
  expect(await verify(t, application)).toMatchObject({
    intact: false,
    problem: { seq: 1, reason: 'body_altered' },
  });
  const page = await t.as({}).readLegalDocumentPage({ params: { id: terms.id } });
  expect([page.status, JSON.stringify(page.body)]).toEqual([500, expect.not.stringContaining('million')]);
  const { body } = await t
    .as({ admin: owner })
    .listConsents({ params: { application_id: application.id }, query: { format: 'jsonl', user_id: user.id } });
  expect(String(body)).not.toContain('million');
  expect(t.errors().join()).toContain('was altered after its publication');
});
