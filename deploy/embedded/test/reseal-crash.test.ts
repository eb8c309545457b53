import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSealer, newId, subjectKeyContext } from '@platform/runtime';
import { createTestDatabase, mainOf, type TestDatabase, untilBlocked } from '@platform/testing';
import pg from 'pg';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

/** `main.ts reseal` is killed in the middle of a table, and run again. */

const rows = 1_800;
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [first, second] = [newKey('k1'), newKey('k2')];

let database: TestDatabase;
let holder: pg.Client;
let keys: Map<string, Buffer>;
beforeAll(async () => {
  database = await createTestDatabase();
  holder = new pg.Client({ connectionString: database.superuserUrl });
  await holder.connect();
  keys = new Map(Array.from({ length: rows }, () => [newId(), randomBytes(32)]));
  const sealer = createSealer([first]);
  await database.query(
    `INSERT INTO identity.subject_keys SELECT id, sealed, now() FROM unnest($1::uuid[], $2::text[]) AS t (id, sealed)`,
    [[...keys.keys()], [...keys].map(([id, key]) => sealer.seal(key, subjectKeyContext(id)))],
  );
});
afterAll(async () => {
  killWhatIsLeft();
  await holder.end();
  await database.drop();
});

const reseal = (): TestProcess =>
  runNode(fileURLToPath(mainOf('identity')), ['reseal'], {
    DATABASE_URL: database.urlFor('identity'),
    IDENTITY_ENCRYPTION_KEYS: `${second},${first}`,
  });
const stored = async () =>
  new Map(
    (
      await database.query<{ id: string; sealed_key: string }>(
        'SELECT subject_id AS id, sealed_key FROM identity.subject_keys',
      )
    ).map(({ id, sealed_key }) => [id, sealed_key]),
  );
const ofSecond = async () => [...(await stored()).values()].filter((sealed) => sealed.startsWith('v1.k2.')).length;

test('a kill in the middle keeps the batches before it, every value opens, and the next run does the rest', async () => {
  const late = [...keys.keys()].sort()[Math.floor(rows / 2)] ?? '';
  await database.query(`CREATE FUNCTION identity.wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_test BEFORE UPDATE ON identity.subject_keys FOR EACH ROW
      WHEN (OLD.subject_id = '${late}') EXECUTE FUNCTION identity.wait_for_test()`);
  await holder.query('SELECT pg_advisory_lock(4711)');
  const killed = reseal();
  const pid = await untilBlocked(database);
  expect(await killed.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  // The server would go on with the batch: it ends with the process here.
  await database.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
  expect(killed.output()).not.toContain('resealed, ');
  await holder.query('SELECT pg_advisory_unlock(4711)');
  const done = await ofSecond();
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(rows);
  const both = createSealer([second, first]);
  for (const [id, sealed] of await stored()) expect(both.open(sealed, subjectKeyContext(id))).toEqual(keys.get(id));

  const again = reseal();
  expect(await again.ended).toMatchObject({ code: 0 });
  expect(again.output()).toContain(`identity: ${rows - done} resealed, 0 could not be opened, 0 left\n`);
  const alone = createSealer([second]);
  for (const [id, sealed] of await stored()) expect(alone.open(sealed, subjectKeyContext(id))).toEqual(keys.get(id));
});

test('a signal ends the command with the code of the signal, and a missing migration is named', async () => {
  await database.query('UPDATE identity.subject_keys SET sealed_key = $1 WHERE subject_id = $2', [
    createSealer([first]).seal(randomBytes(32), subjectKeyContext([...keys.keys()][0] ?? '')),
    [...keys.keys()][0],
  ]);
  await holder.query('BEGIN; LOCK TABLE identity.subject_keys IN ACCESS EXCLUSIVE MODE');
  const waiting = reseal();
  await untilBlocked(database);
  expect(await waiting.end('SIGTERM')).toMatchObject({ code: 143 });
  await holder.query('ROLLBACK');

  await database.query('DELETE FROM migrations.identity WHERE id = (SELECT max(id) FROM migrations.identity)');
  const early = reseal();
  expect(await early.ended).toMatchObject({ code: 1 });
  expect(early.output()).toContain('1 migration(s) are missing');
});
