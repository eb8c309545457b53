import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encryptionKeysVariable } from '@platform/contracts';
import { command, endpoint, event, query, service } from '@platform/contracts/kit';
import {
  asRole,
  bootstrapDatabase,
  consumeAll,
  contextKeysEnvironment,
  createAsk,
  createCall,
  createLog,
  defineService,
  durableConsumersOf,
  migrate,
  migratorRole,
  natsAccounts,
  openHost,
  prepareService,
  type RunningService,
} from '@platform/runtime';
import {
  createTestDatabase,
  eventually,
  migrationsOf,
  startNatsServer,
  type TestDatabase,
  type TestNatsServer,
  testContextSecret,
  testEncryptionKeys,
  testEnvironment,
  testPassword,
} from '@platform/testing';
import { z } from 'zod';

/** A service whose name is no identifier of PostgreSQL, of JavaScript or of the environment. */
const thingHappened = event('thing.happened', 'For these tests.', z.object({ name: z.string() }));
const contract = service({
  name: 'two-words',
  endpoints: {
    getThing: endpoint({
      method: 'GET',
      path: '/v1/things',
      summary: 'For these tests',
      auth: 'none',
      rate: 'public_ip',
      response: z.object({ name: z.string() }),
    }),
  },
  events: { thingHappened },
  queries: {
    findThing: query(
      'query.two-words.thing.find',
      'For these tests.',
      z.object({ name: z.string() }),
      z.object({ length: z.number() }),
    ),
  },
  commands: {
    keepThing: command('command.two-words.thing.keep', 'For these tests.', {
      limits: { timeoutMs: 5_000, formerly: 'query.two-words.thing.keep' },
      input: z.object({ name: z.string() }),
      output: z.object({ kept: z.array(z.string()) }),
    }),
  },
});

const dependencies = [contract.queries.findThing, contract.commands.keepThing] as const;
const consumes = { 'note-thing': thingHappened };

let database: TestDatabase;
let nats: TestNatsServer;
let folder: string;
beforeAll(async () => {
  const accounts = natsAccounts([{ contract, dependencies, consumes, migrations: migrationsOf('cms') }]);
  const consumers = durableConsumersOf([{ contract, consumes }]);
  [database, nats] = await Promise.all([createTestDatabase(), startNatsServer({ accounts, consumers })]);
  folder = await mkdtemp(join(tmpdir(), 'platform-dashed-'));
  await mkdir(join(folder, 'meta'));
  const journal = { version: '7', dialect: 'postgresql', entries: [] as object[] };
  journal.entries.push({ idx: 0, version: '7', when: 1_000, tag: '0000_init', breakpoints: true });
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  const sql = await readFile(new URL('0000_init.sql', migrationsOf('cms')), 'utf8');
  await writeFile(join(folder, '0000_init.sql'), sql.replaceAll('"cms"', '"two-words"'));
});
afterAll(async () => {
  await database.query('DROP OWNED BY "two-words"; DROP SCHEMA "two-words" CASCADE; DROP ROLE "two-words"');
  await database.drop();
  await nats.remove();
  await rm(folder, { recursive: true, force: true });
});

test('a service with a dash in its name migrates, answers, asks, publishes and consumes, over NATS', async () => {
  await bootstrapDatabase({
    superuserUrl: database.superuserUrl,
    database: database.name,
    services: ['two-words'],
    passwordOf: () => testPassword,
  });
  await database.query(`ALTER DATABASE ${database.name} OWNER TO ${migratorRole}`);
  const migrations = pathToFileURL(folder);
  await migrate({
    service: 'two-words',
    folder: migrations,
    databaseUrl: asRole(database.superuserUrl, migratorRole, testPassword),
  });

  const consumed: string[] = [];
  const kept = new Set<string>();
  let publish = async (_name: string): Promise<void> => {};
  const definition = defineService({
    contract,
    dependencies,
    consumes,
    config: z.object({}),
    migrations,
    create({ platform }) {
      publish = async (name) => {
        await platform.db.transaction((tx) =>
          platform.emit(tx, thingHappened, { name }, { application_id: null, occurred_at: platform.clock.now() }),
        );
      };
      return {
        routes: { getThing: () => ({ name: 'x' }) },
        queries: { findThing: async ({ name }) => ({ length: name.length }) },
        commands: { keepThing: async ({ name }) => ({ kept: [...kept.add(name)] }) },
        consumers: consumeAll(consumes, { 'note-thing': async (_tx, { data }) => void consumed.push(data.name) }),
      };
    },
  });
  const env = {
    ...testEnvironment(database),
    ...contextKeysEnvironment(testContextSecret, [contract.name]),
    [encryptionKeysVariable(contract.name)]: testEncryptionKeys(contract.name),
    DATABASE_URL: database.urlFor('two-words'),
    NATS_URL: nats.urlFor(contract.name),
  };
  const host = await openHost({ name: 'two-words', env, log: createLog('test', 'silent') });
  let running: RunningService | undefined;
  try {
    running = await prepareService(host, definition, { env });
    await running.begin();
    expect(await running.isReady()).toBe(true);
    expect(await createAsk(host.bus)(contract.queries.findThing, { name: 'four' })).toEqual({ length: 4 });
    expect(await createCall(host.bus)(contract.commands.keepThing, { name: 'x' })).toEqual({ kept: ['x'] });
    await publish('first');
    await eventually(() => consumed.length > 0);
    expect(consumed).toEqual(['first']);
    const text = await host.metrics.scrape();
    expect(text).toContain('bus_events_published_total{service="two-words",type="thing.happened"} 1');
    expect(text).toContain('db_pool_connections{service="two-words",pool="main"');
    const counted = 'bus_events_consumed_total{consumer="two-words__note-thing",outcome="done"} 1';
    await eventually(async () => (await host.metrics.scrape()).includes(counted));
  } finally {
    await host.bus.stopConsuming();
    await running?.stop();
    await host.close();
  }
});
