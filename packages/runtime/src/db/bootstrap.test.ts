import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase, testPassword } from '@platform/testing';
import pg from 'pg';
import { asRole, bootstrapDatabase, migratorRole, withDatabase } from './bootstrap.ts';

/** Roles of a database of their own: the server is shared with the other suites. */

const services = ['probe-a', 'probe-b'];
const passwordOf = (role: string): string => (role === migratorRole ? testPassword : `own-of-${role}`);
let server: TestDatabase;
let name: string;
beforeAll(async () => {
  server = await createTestDatabase();
  name = `${server.name}_own`;
  await bootstrapDatabase({ superuserUrl: server.superuserUrl, database: name, services, passwordOf });
});
afterAll(async () => {
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const role of services) await server.query(`DROP ROLE IF EXISTS "${role}"`);
  await server.drop();
});

async function execute(role: string, password: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: asRole(withDatabase(server.superuserUrl, name), role, password) });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
const asService = (role: string, statement: string) => execute(role, passwordOf(role), statement);

test('the password of one role opens no other', async () => {
  for (const role of services) {
    expect(await asService(role, 'SELECT current_user::text AS role')).toEqual([{ role }]);
    for (const other of [...services, migratorRole].filter((one) => one !== role))
      await expect(execute(role, passwordOf(other), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  }
});

test('a role reads and writes its own schema, and opens no other', async () => {
  await execute(migratorRole, testPassword, 'CREATE TABLE "probe-a".rows (id int)');
  await asService('probe-a', 'INSERT INTO "probe-a".rows VALUES (1)');
  expect(await asService('probe-a', 'SELECT id FROM "probe-a".rows')).toEqual([{ id: 1 }]);
  for (const [role, statement] of [
    ['probe-b', 'SELECT * FROM "probe-a".rows'],
    ['probe-b', 'INSERT INTO "probe-a".rows VALUES (2)'],
    ['probe-a', 'DROP TABLE "probe-a".rows'],
    ['probe-a', 'CREATE TABLE "probe-a".more (id int)'],
    ['probe-a', 'CREATE TABLE public.more (id int)'],
    ['probe-a', 'CREATE TEMPORARY TABLE more (id int)'],
    ['probe-a', 'CREATE SCHEMA more'],
    ['probe-a', `SET ROLE "probe-b"`],
    ['probe-a', `ALTER ROLE "probe-b" PASSWORD 'taken'`],
    ['probe-a', 'SELECT rolpassword FROM pg_authid'],
  ] as const)
    expect([statement, await asService(role, statement).catch(({ code }) => code)]).toEqual([statement, '42501']);
});

test('a role of another database does not connect', async () => {
  await server.query('CREATE ROLE "probe-c" LOGIN PASSWORD \'own-of-probe-c\'');
  try {
    await expect(execute('probe-c', 'own-of-probe-c', 'SELECT 1')).rejects.toThrow('permission denied for database');
  } finally {
    await server.query('DROP ROLE "probe-c"');
  }
});

test('a role without a password is refused', async () => {
  await expect(
    bootstrapDatabase({ superuserUrl: server.superuserUrl, database: name, services, passwordOf: () => '' }),
  ).rejects.toThrow(`the role ${migratorRole} has no password`);
});
