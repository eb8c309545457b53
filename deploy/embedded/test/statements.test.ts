import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { definedStatements } from '@platform/runtime';
import { createTestDatabase, servicesWithSchema, type TestDatabase } from '@platform/testing';
import pg from 'pg';

/** Named statements of each service, found by the schema that their text names: each service has its own. */
const statements: { service: string; name: string; text: string }[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const services = servicesWithSchema();
  for (const service of services) await import(`../../../services/${service}/src/service.ts`);
  for (const statement of definedStatements()) {
    // One that names no schema, a lock for example, is prepared by any role.
    const owner = services.find((service) => new RegExp(`\\b${service}"?\\.`).test(statement.text));
    statements.push({ service: owner ?? services[0] ?? '', ...statement });
  }
});
afterAll(() => database.drop());

test('every service that has statements defines them through the registry', () => {
  expect(new Set(statements.map(({ service }) => service))).toEqual(
    new Set(['analytics', 'billing', 'catalog', 'cms', 'identity', 'seo-rkn', 'social']),
  );
  expect(statements.length).toBeGreaterThan(100);
});

test('the name of a statement begins with its service', () => {
  const owned = statements.filter(({ service, text }) => new RegExp(`\\b${service}"?\\.`).test(text));
  expect(owned.filter(({ service, name }) => !name.startsWith(`${service}_`))).toEqual([]);
  expect(owned.length).toBeGreaterThan(100);
});

test('every named statement can be prepared on the migrated schema by the role of its service', async () => {
  const failures: string[] = [];
  for (const service of servicesWithSchema()) {
    const client = new pg.Client({ connectionString: database.urlFor(service) });
    await client.connect();
    try {
      for (const { name, text } of statements.filter((statement) => statement.service === service))
        await client
          .query(`PREPARE "${name}" AS ${text}`)
          .catch((error: Error) => failures.push(`${service}, ${name}: ${error.message}`));
    } finally {
      await client.end();
    }
  }
  expect(failures).toEqual([]);
});
