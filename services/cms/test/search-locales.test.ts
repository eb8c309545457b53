import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withDatabase } from '@platform/runtime';
import pg from 'pg';
import { searchConfigOf, searchText } from '../src/content/search-text.ts';

const server = process.env.TEST_POSTGRES_URL ?? '';
const locales = {
  C: `LOCALE_PROVIDER libc LOCALE 'C'`,
  'C.UTF-8': `LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
};
const databases = Object.entries(locales).map(([locale, options]) => ({
  locale,
  options,
  name: `test_${randomBytes(6).toString('hex')}`,
}));
const clients = new Map<string, pg.Client>();
const administrator = new pg.Client({ connectionString: server });

beforeAll(async () => {
  await administrator.connect();
  for (const { locale, options, name } of databases) {
    await administrator.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${options}`);
    const client = new pg.Client({ connectionString: withDatabase(server, name) });
    await client.connect();
    clients.set(locale, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  for (const { name } of databases) await administrator.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await administrator.end();
});

const finds = async (database: string, text: string, query: string, locale = 'ru') => {
  const config = searchConfigOf(locale);
  const client = clients.get(database);
  const { rows } = (await client?.query<{ found: boolean }>(
    'SELECT to_tsvector($1::regconfig, $2) @@ plainto_tsquery($1::regconfig, $3) AS found',
    [config, searchText(text), searchText(query)],
  )) ?? { rows: [] };
  return rows[0]?.found;
};

test.each(Object.keys(locales))(
  'words are found in other forms and letters in a cluster of locale %s',
  async (name) => {
    expect(await finds(name, '«Подписка» на год — дёшево…', 'подписки')).toBe(true);
    expect(await finds(name, '«Подписка» на год — дёшево…', 'ДЕШЕВО')).toBe(true);
    expect(await finds(name, 'Ёлки—палки', 'елка')).toBe(true);
    expect(await finds(name, 'ЁЛКИ-ПАЛКИ', 'палка')).toBe(true);
    expect(await finds(name, 'Running NOTES', 'ran note', 'en')).toBe(false);
    expect(await finds(name, 'Running NOTES', 'run note', 'en')).toBe(true);
    expect(await finds(name, 'Straße und ÜBER', 'über', 'de')).toBe(true);
    expect(await finds(name, 'Подписка', 'отписка')).toBe(false);
  },
);
