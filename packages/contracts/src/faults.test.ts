import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { describeFault, faultsOf, firstIssue, summarizeFaults } from './faults.ts';
import { Amount, Code, Currency, Email, HttpUrl, SnakeCode, Timestamp, TimeZone, text, Uuid } from './fields.ts';
import { platform } from './platform.ts';
import { routeTable } from './route-table.ts';

const Item = z.strictObject({ price: Amount, note: z.string().max(3).optional() });
const Sample = z.strictObject({
  name: text(200),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  count: z.int().min(3).optional(),
  share: z.number().gt(0).optional(),
  is_open: z.boolean().optional(),
  status: z.enum(['draft', 'active', 'archived']).optional(),
  kind: z.literal('person').optional(),
  ids: z.array(Uuid).min(1).max(2).optional(),
  code: Code.optional(),
  entitlement: SnakeCode.optional(),
  email: Email.optional(),
  url: HttpUrl.nullable().optional(),
  at: Timestamp.optional(),
  day: z.iso.date().optional(),
  zone: TimeZone.optional(),
  currency: Currency.optional(),
  items: z.array(Item).optional(),
  names: z.record(z.string().regex(/^[a-z]{2}$/, 'has to be a language, such as ru'), z.string()).optional(),
  target: z.union([z.string(), z.object({ user_id: Uuid })]).optional(),
  step: z.number().multipleOf(0.5).optional(),
  action: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('open'), url: HttpUrl }),
      z.object({ type: z.literal('none') }),
    ])
    .optional(),
});
const sentencesOf = (fields: object): string[] =>
  faultsOf(Sample.safeParse({ name: 'Ada', ...fields }).error as z.ZodError).map(({ message }) => message);

describe('a refusal says in a sentence what is wrong with a field and what to send', () => {
  const id = 'an id (UUID), such as 0198a3c0-5e1f-7000-8000-000000000001';
  test.each<[object, string]>([
    [{ name: undefined }, '`name` is missing: it has to be a text of 1 to 200 characters.'],
    [{ name: '  ' }, '`name` is empty: it has to be a text of 1 to 200 characters.'],
    [{ name: 'x'.repeat(1_250) }, '`name` has to be a text of 1 to 200 characters; it has 1,250.'],
    [{ name: 5 }, '`name` has to be a text of 1 to 200 characters, not a number.'],
    [{ name: null }, '`name` has to be a text of 1 to 200 characters, not `null`.'],
    [{ limit: '0' }, '`limit` has to be a whole number from 1 to 200.'],
    [{ limit: 'many' }, '`limit` has to be a whole number from 1 to 200.'],
    [{ limit: 1.5 }, '`limit` has to be a whole number from 1 to 200.'],
    [{ count: 2 }, '`count` has to be a whole number of at least 3.'],
    [{ count: '3' }, '`count` has to be a whole number of at least 3, not a text.'],
    [{ share: 0 }, '`share` has to be a number greater than 0.'],
    [{ is_open: 'yes' }, '`is_open` has to be `true` or `false`, not a text.'],
    [{ status: 'deleted' }, '`status` has to be one of `draft`, `active` or `archived`.'],
    [{ kind: 'robot' }, '`kind` has to be `person`.'],
    [{ ids: [] }, '`ids` is empty: it has to be a list of 1 to 2 entries.'],
    [{ ids: {} }, '`ids` has to be a list of 1 to 2 entries, not an object.'],
    [{ ids: ['7'] }, `Entry 1 of \`ids\` has to be ${id}.`],
    [{ email: 'ada' }, '`email` has to be an e-mail address, such as ada@example.com.'],
    [{ email: `${'a'.repeat(64)}@${'a.'.repeat(95)}com` }, '`email` may have at most 254 characters; it has 258.'],
    [
      { url: 'notes' },
      '`url` has to be an address that begins with http:// or https://, such as https://example.com/.',
    ],
    [{ url: `https://a.example/${'x'.repeat(2_048)}` }, '`url` may have at most 2,048 characters; it has 2,066.'],
    [{ day: '2026-02-30' }, '`day` has to be a day of the calendar, such as 2026-01-10.'],
    [
      { zone: 'Moscow' },
      '`zone` has to be the IANA name of a time zone, such as Europe/Moscow, or an offset from -12:00 to +14:00, such as +03:00.',
    ],
    [
      { items: [{ price: 1 }, {}] },
      '`price` in entry 2 of `items` is missing: it has to be a number from 0 to 9,999,999,999.99.',
    ],
    [
      { items: [{ price: 1, note: 'long' }] },
      '`note` in entry 1 of `items` has to be a text of at most 3 characters; it has 4.',
    ],
    [
      { items: [{ price: 1, nope: 1 }] },
      '`nope` in entry 1 of `items` is not a field that is taken here; the fields are `price` and `note`.',
    ],
    [
      { names: { eng: 'Help' } },
      '`names.eng` is a name that is not taken here: a name has to be a language, such as ru.',
    ],
    [{ target: 7 }, '`target` has to be a text or an object, not a number.'],
    [{ target: {} }, `\`target.user_id\` is missing: it has to be ${id}.`],
    [{ step: 0.7 }, '`step` has to be a multiple of 0.5.'],
    [{ action: { type: 'close' } }, '`action.type` has to be one of `open` or `none`.'],
    [
      { action: { type: 'open' } },
      '`action.url` is missing: it has to be an address that begins with http:// or https://, such as https://example.com/.',
    ],
  ])('%j', (fields, sentence) => {
    expect(sentencesOf(fields)).toEqual([sentence]);
  });

  test.each([{ code: 'Big' }, { entitlement: 'pro-plan' }, { currency: 'rub' }, { at: 'tomorrow' }])('%j', (fields) => {
    expect(sentencesOf(fields)).toEqual([expect.stringMatching(/^`\w+` has to be .*, such as .*\.$/)]);
  });

  test('of a query the name stands alone, and the path has its prefix', () => {
    const { error } = Sample.safeParse({ name: 'Ada', limit: '0' });
    expect(faultsOf(error as z.ZodError, 'query')).toEqual([
      { path: 'query.limit', message: '`limit` has to be a whole number from 1 to 200.' },
    ]);
    expect(describeFault('headers.idempotency-key', 'is empty')).toBe('The header `idempotency-key` is empty.');
  });

  test('of a value that is no object, the subject is the body', () => {
    expect(faultsOf(Sample.safeParse([]).error as z.ZodError)).toEqual([
      { path: '', message: 'The body has to be an object, not a list.' },
    ]);
  });

  test('the caller chooses the name of an unknown field: it is shortened, and stays in one line', () => {
    const name = `a\n\`b\`\u2028${'x'.repeat(10_000)}`;
    const [sentence = ''] = sentencesOf({ [name]: 1 });
    expect(sentence).toMatch(/^`a b x+…?` is not a field/);
    expect(sentence.length).toBeLessThan(500);
  });
});

test('the message of a refusal has the first three faults, and the number of the others', () => {
  const faults = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, message: describeFault(path, 'is missing') }));
  expect(summarizeFaults(faults)).toBe(
    '`a` is missing. `b` is missing. `c` is missing. 2 more fields are wrong; `details` lists them.',
  );
  expect(summarizeFaults(faults.slice(0, 1))).toBe('`a` is missing.');
});

test('a row of a file has its first fault as a predicate', () => {
  expect(firstIssue(Item.safeParse({ price: -1 }).error as z.ZodError)).toEqual({
    path: 'price',
    predicate: 'has to be a number from 0 to 9,999,999,999.99',
  });
});

/** How a sentence goes on behind the name of its field. */
const predicate = /^(is|has|may|belongs|and|needs|contains|looks|leads|takes|does|differs|names|cannot) /;

/** Every schema of a request, with those inside. */
function schemasOf(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (found.has(schema)) return found;
  found.add(schema);
  const inside = (value: unknown): void => {
    if (value instanceof z.ZodType) schemasOf(value, found);
    else if (Array.isArray(value)) value.forEach(inside);
    else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      Object.values(value).forEach(inside);
  };
  for (const value of Object.values(schema._zod.def)) inside(value);
  return found;
}

test('words that a contract has for a rule of its own are the predicate of a sentence', () => {
  const all = new Set<z.core.$ZodType>();
  for (const { endpoint } of routeTable(platform))
    for (const part of [endpoint.params, endpoint.query, endpoint.body, endpoint.itemwise?.item])
      if (part) schemasOf(part, all);
  const words = new Set<string>();
  const wordless: string[] = [];
  for (const schema of all)
    for (const { _zod } of [schema as unknown as z.core.$ZodCheck, ...(schema._zod.def.checks ?? [])]) {
      const { check, format, error } = _zod.def as z.core.$ZodCheckDef & { format?: string };
      const own = error?.({ code: 'custom', input: undefined, path: [] } as never);
      const message = typeof own === 'object' ? own?.message : own;
      if (message !== undefined) words.add(message ?? '');
      else if (check === 'custom' || (check === 'string_format' && format === 'regex')) wordless.push(check);
    }
  expect(words.size).toBeGreaterThan(60);
  expect([...words].filter((word) => !predicate.test(word) || /[.]$/.test(word))).toEqual([]);
  expect(wordless).toEqual([]);
});

test('a name of the caller stays a name, whatever it looks like, and is not repeated at length', () => {
  const words = z.strictObject({ a: z.string().optional(), names: z.record(z.string(), z.string()).optional() });
  const faults = (fields: object) => faultsOf(words.safeParse(fields).error as z.ZodError);
  const messages = (fields: object) => faults(fields).map(({ message }) => message.replace(/ (is not|has to) .*/, ''));
  expect(messages({ names: { '2': 5 } })).toEqual(['`names.2`']);
  expect(messages({ 'a.1.1': 5 })).toEqual(['`a.1.1`']);
  expect(messages({ file: 5 })).toEqual(['`file`']);
  expect(messages({ '': 5 })).toEqual(['``']);
  expect(messages({ 'query.a': 5 })).toEqual(['`query.a`']);
  for (const name of [`a${'.1'.repeat(50_000)}`, 'k'.repeat(100_000)])
    expect(JSON.stringify(faults({ [name]: 5 })).length).toBeLessThan(1_000);
});
