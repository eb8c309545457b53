import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity, requestPath } from '@platform/contracts';
import type { ApplicationContext } from '@platform/contracts/kit';
import {
  contextHeader,
  createContextSigner,
  createSealer,
  encryptWithKey,
  newId,
  systemClock,
} from '@platform/runtime';
import { countStatements, eventually, testContextSecret, testEncryptionKeys } from '@platform/testing';
import {
  entryFor,
  givenApplication,
  givenPublished,
  givenUser,
  type Identity,
  owner,
  startIdentity,
} from './support.ts';

/** The consent journal as a file: complete, ending where it began to be written, and of any length. */

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

type Query = NonNullable<Parameters<ReturnType<Identity['as']>['listConsents']>[0]['query']>;

/** The answer as it comes, which the typed client would wait for and decode. */
function download(application: ApplicationContext, query: Query, signal?: AbortSignal): Promise<Response> {
  const signer = createContextSigner([testContextSecret], systemClock);
  const context = { request_id: newId(), client_ip: '203.0.113.7', user_agent: 'test', admin: owner };
  const path = requestPath(identity.endpoints.listConsents, { params: { application_id: application.id }, query });
  const headers = { [contextHeader]: signer.sign(context, 'identity', 'listConsents') };
  return fetch(t.baseUrl + path, { headers, ...(signal && { signal }) });
}

interface Line extends Record<string, unknown> {
  type: 'consent' | 'document';
}
const readLines = async (application: ApplicationContext, query: Query = {}): Promise<Line[]> => {
  const text = await (await download(application, { ...query, format: 'jsonl' })).text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};

describe('an export', () => {
  test('as JSON Lines has every record, oldest first, and each version of a document before the first record about it', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music', body: 'First text' });
    const anna = await givenUser(t, application, [terms]);
    await givenUser(t, application, [terms]);
    const newer = await givenPublished(t, application, { kind: 'terms_music', body: 'Second text' });
    const params = { app_code: application.code };
    await t.as({ application, user: anna }).acceptConsents({ params, body: { consents: [entryFor(newer)] } });
    const { data } = await t
      .as({ admin: owner })
      .listConsents({ params: { application_id: application.id }, query: { limit: 10 } });

    const document = {
      type: 'document',
      document_id: terms.id,
      doc_kind: 'terms_music',
      title: 'Title of terms_music',
      editorial: false,
      effective_at: null,
      change_note: null,
    };
    const url = `http://platform.test/v1/legal-documents/${terms.id}?version=`;
    const [first, second, third] = data.toReversed().map((record) => ({ type: 'consent', ...record }));
    expect(await readLines(application)).toEqual([
      {
        ...document,
        version: '1',
        content_hash: terms.content_hash,
        published_at: terms.published_at,
        public_url: `${url}1`,
        body: 'First text',
      },
      first,
      second,
      {
        ...document,
        version: '2',
        content_hash: newer.content_hash,
        published_at: newer.published_at,
        public_url: `${url}2`,
        body: 'Second text',
      },
      third,
    ]);
  });

  test('has the headers of its content type and file name', async () => {
    const application = givenApplication();
    const today = new Date().toISOString().slice(0, 10);
    const [csv, jsonl] = [
      await download(application, { format: 'csv' }),
      await download(application, { format: 'jsonl' }),
    ];
    expect([csv, jsonl].map(({ status }) => status)).toEqual([200, 200]);
    expect([csv, jsonl].map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/csv; charset=utf-8; header=present',
      'application/jsonl; charset=utf-8',
    ]);
    expect(csv.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="consents-${application.code}-${today}\\.csv"$`),
    );
    expect(csv.headers.get('cache-control')).toBe('private, no-store');
    // Of an empty ledger: the names of the columns, and nothing.
    expect(Buffer.from(await csv.arrayBuffer()).toString()).toMatch(/^\uFEFFid,seq,user_id,.*document_body\r\n$/);
    expect(await jsonl.text()).toBe('');
  });

  test('as CSV has a row for each record, and each text once', async () => {
    const application = givenApplication();
    const body = 'Строка "один",\nстрока два';
    const terms = await givenPublished(t, application, { kind: 'terms_music', body });
    // Another document with the very same text.
    const offer = await givenPublished(t, application, { kind: 'license_offer', body });
    await givenUser(t, application, [terms, offer]);
    await givenUser(t, application, [terms]);
    const csv = Buffer.from(await (await download(application, { format: 'csv' })).arrayBuffer()).toString();
    const rows = csv.split('\r\n');
    expect(rows).toHaveLength(5);
    expect(rows[1]).toMatch(/,Title of terms_music,http:[^,]+\?version=1,"Строка ""один"",\nстрока два"$/);
    expect(rows[2]).toMatch(/,Title of license_offer,http:[^,]+\?version=1,$/);
    expect(rows[3]).toMatch(/^[^,]+,3,[^,]+,anna@example\.test,.*,Title of terms_music,http:[^,]+\?version=1,$/);
    expect(rows[4]).toBe('');
    expect(csv.split('строка два')).toHaveLength(2);
  });

  test('has the records of the filter, of this application alone', async () => {
    const [application, other] = [givenApplication(), givenApplication()];
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    await givenUser(t, other, [await givenPublished(t, other, { kind: 'terms_music' })]);
    const anna = await givenUser(t, application, [terms, policy]);
    await givenUser(t, application, [terms]);
    const shown = async (query: Query) =>
      (await readLines(application, query)).map(({ type, seq, doc_kind }) => (type === 'consent' ? seq : doc_kind));
    expect(await shown({})).toEqual(['terms_music', 1, 'privacy_policy', 2, 3]);
    expect(await shown({ user_id: anna.id })).toEqual(['terms_music', 1, 'privacy_policy', 2]);
    expect(await shown({ doc_kind: 'privacy_policy' })).toEqual(['privacy_policy', 2]);
    expect(await shown({ document_id: terms.id })).toEqual(['terms_music', 1, 3]);
    expect(await shown({ accepted: 'false' })).toEqual([]);
    expect(await shown({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  test('is refused as every other call when it cannot begin', async () => {
    const unknown = await download({ id: newId(), code: 'gone' }, { format: 'csv' });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ error: 'application_not_found' }),
    ]);
    const cursor = await download(givenApplication(), { format: 'jsonl', cursor: 'abc' });
    expect([cursor.status, await cursor.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'validation_failed' }),
    ]);
  });

  test('shows a record of which the text was never published here, and logs that once', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    for (let n = 0; n < 2; n += 1) await givenUser(t, application, [terms]);
    await t.database.query('ALTER TABLE identity.consent_ledger DISABLE TRIGGER USER');
    await t.database.query(`UPDATE identity.consent_ledger SET content_hash = 'forged' WHERE owner_id = $1`, [
      application.id,
    ]);
    await t.database.query('ALTER TABLE identity.consent_ledger ENABLE TRIGGER USER');
    expect(await readLines(application)).toMatchObject([
      { type: 'document', content_hash: 'forged', title: null, published_at: null, body: null },
      { type: 'consent', seq: 1, content_hash: 'forged' },
      { type: 'consent', seq: 2, content_hash: 'forged' },
    ]);
    expect(t.errors()).toHaveLength(1);
  });
});

describe('an export of a large ledger', () => {
  const records = 100_000;
  let application: ApplicationContext;
  let document: { id: string; version: string };

  /**
   * Records of a thousand people, every tenth with an e-mail address under the key of its person, straight
   * into the table.
   */
  beforeAll(async () => {
    application = givenApplication();
    const published = await givenPublished(t, application, { kind: 'terms_music' });
    document = published;
    const sealer = createSealer([testEncryptionKeys('identity')]);
    const people = Array.from({ length: 1_000 }, () => ({ id: newId(), key: randomBytes(32) }));
    await t.database.query(
      'INSERT INTO identity.subject_keys SELECT id, sealed, now() FROM unnest($1::uuid[], $2::text[]) AS p (id, sealed)',
      [people.map(({ id }) => id), people.map(({ id, key }) => sealer.seal(key, `subject_key:${id}`))],
    );
    const part = 20_000;
    for (let first = 1; first <= records; first += part) {
      const rows = Array.from({ length: part }, (_, n) => {
        const [id, person] = [newId(), people[(first + n) % people.length]];
        if (!person) throw new Error('there are people');
        const text = Buffer.from(`${n}@example.test`);
        const email = n % 10 === 0 ? encryptWithKey(person.key, text, `consent:${id}:email`).toString('base64') : null;
        return { id, subject: person.id, email };
      });
      await t.database.query(
        `INSERT INTO identity.consent_ledger
         SELECT id, 'application', $1, $2 + n - 1, subject, subject, $3, 'terms_music', '1', $4, 'I agree to all of it', true,
           'registration', 'web', '{}', NULL, email, NULL, NULL, now(), repeat('0', 64), repeat('0', 64)
         FROM unnest($5::uuid[], $6::uuid[], $7::text[]) WITH ORDINALITY AS r (id, subject, email, n)`,
        [
          application.id,
          first,
          published.id,
          published.content_hash,
          rows.map(({ id }) => id),
          rows.map(({ subject }) => subject),
          rows.map(({ email }) => email),
        ],
      );
    }
    await t.database.query(`INSERT INTO identity.consent_chains VALUES ('application', $1, $2, repeat('0', 64))`, [
      application.id,
      records,
    ]);
    await t.database.query('ANALYZE identity.consent_ledger');
  });

  /**
   * The memory that is still needed after a collection: of the service, and of this test, which share a
   * process.
   */
  const memoryInUse = (() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    return () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 2 ** 20;
    };
  })();

  test('needs no more memory than a short one, and has every record up to the last one when it began', async () => {
    const { body } = await download(application, { format: 'jsonl' });
    if (!body) throw new Error('there is a body');
    await givenUser(t, application, [document]);
    const before = memoryInUse();
    let [consents, documents, opened, others, most] = [0, 0, 0, 0, 0];
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('{"type":"consent",') && line.includes(`"seq":${consents + 1},`)) consents += 1;
        else if (line.startsWith('{"type":"document",')) documents += 1;
        else others += 1;
        if (line.includes('@example.test"')) opened += 1;
        if (consents % 40_000 === 0) most = Math.max(most, memoryInUse() - before);
      }
    }
    expect({ consents, documents, opened, others }).toEqual({
      consents: records,
      documents: 1,
      opened: records / 10,
      others: 0,
    });
    expect(most).toBeLessThan(40);
  });

  test('finds the few records of one person in it', async () => {
    const [row] = await t.database.query<{ user_id: string }>(
      'SELECT user_id FROM identity.consent_ledger WHERE owner_id = $1 AND seq = 7',
      [application.id],
    );
    const lines = await readLines(application, { user_id: row?.user_id });
    expect(lines.filter(({ type }) => type === 'consent').map(({ seq }) => seq)).toEqual(
      Array.from({ length: records / 1_000 }, (_, n) => 7 + n * 1_000),
    );
  });

  test('that fails in the middle is cut, so that a client cannot take it for complete', async () => {
    const response = await download(application, { format: 'csv' });
    expect(response.status).toBe(200);
    await t.database.query('ALTER TABLE identity.consent_ledger RENAME TO not_there');
    await expect(response.text()).rejects.toThrow();
    await t.database.query('ALTER TABLE identity.not_there RENAME TO consent_ledger');
    expect(t.errors()).toHaveLength(1);
  });

  test('holds nothing in the database while the client does not read, and reads no more when the client is gone', async () => {
    const statements = countStatements('consent_ledger');
    const leaving = new AbortController();
    const response = await download(application, { format: 'csv' }, leaving.signal);
    expect(response.status).toBe(200);
    /** The states of connections whose last statement read the journal and began after a moment. */
    const readingSince = async (moment: Date) => {
      const rows = await t.database.query<{ state: string }>(
        `SELECT state FROM pg_stat_activity WHERE application_name = 'platform-identity'
           AND query ~ 'consent_ledger|subject_keys' AND query_start > $1`,
        [moment],
      );
      return rows.map(({ state }) => state);
    };
    const begin = new Date(0);
    /** Waits until no statement runs and none has begun for 200 ms. */
    const untilQuiet = () =>
      eventually(async () => {
        const moment = new Date();
        await sleep(200);
        return (await readingSince(moment)).length === 0 && !(await readingSince(begin)).includes('active');
      });
    /** Connections that a transaction still holds. */
    const held = async () => (await readingSince(begin)).filter((state) => state !== 'idle');
    await eventually(async () => (await readingSince(begin)).length > 0);
    // The buffers of both ends of the connection fill up; then backpressure stops it.
    await untilQuiet();
    await eventually(async () => (await held()).length === 0);
    leaving.abort();
    // The batch in progress may still be read; the rest of the journal is not.
    await untilQuiet();
    await eventually(async () => (await held()).length === 0);
    statements.stop();
    expect(statements.count()).toBeGreaterThan(0);
    // A statement reads at most 200 records.
    expect(statements.count()).toBeLessThan(records / 200 / 2);
  });
});
