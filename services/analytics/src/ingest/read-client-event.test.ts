import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { ClientEvent } from '@platform/contracts';
import { firstIssue } from '@platform/contracts/faults';
import fc from 'fast-check';
import { readClientEvent, recogniseClientEvent } from './read-client-event.ts';

/** Mostly right, so that many events are right as a whole. */
const mostly = (right: fc.Arbitrary<unknown>, edges: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: edges });
const text = (max: number) =>
  mostly(
    fc.string({ minLength: 1, maxLength: max }),
    fc.constantFrom(
      '',
      ' ',
      ' app_opened ',
      'x'.repeat(max),
      `${'x'.repeat(max)} `,
      'x'.repeat(max + 1),
      '😀',
      '\ud800',
      '\0',
    ),
  );
const id = mostly(
  fc.oneof(
    fc.uuid(),
    fc.uuid().map((value) => value.toUpperCase()),
  ),
  fc.constantFrom(
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '0190a6a0-0000-9000-8000-00000000000a',
    '0190a6a0-0000-7000-c000-00000000000a',
    '{0190a6a0-0000-7000-8000-00000000000a}',
    ' 0190a6a0-0000-7000-8000-00000000000a',
    '0190a6a0-0000-7000-8000-00000000000a\n',
  ),
);
const time = mostly(
  fc.date({ min: new Date(-1e10), max: new Date(5e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-02-28T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2024-02-29T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T23:59Z',
    '2026-03-01T10:00:00',
    '2026-03-01T10:00:00+03:00',
    '2026-03-01T10:00:00.123456-05:30',
    '2026-03-01T10:00:00+24:00',
    '9999-12-31T23:59:59-03:00',
    '1970-01-01T00:00:00+03:00',
    '2026-03-01T10:00:00.123456789Z',
    '2026-03-01T10:00:00.Z',
    '2026-03-01 10:00:00Z',
    '2026-03-01t10:00:00z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '2026-03-01T10:00:00Z\n',
  ),
);
const code = mostly(
  fc.constantFrom('notes', 'a-b_c'),
  fc.constantFrom('notes', 'Notes', 'a', '', 'a'.repeat(63), 'a'.repeat(64), 'a-b_c', 'notes\n'),
);
const properties = mostly(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.constantFrom<unknown>(
    [],
    null,
    'text',
    { ['x'.repeat(200)]: 1 },
    { ['x'.repeat(201)]: 1 },
    JSON.parse('{"__proto__":{"a":1},"b":2}'),
    { constructor: 1 },
  ),
);
const odd = fc.constantFrom<unknown>(null, 1, true, [], {}, 'text');
const field = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: value }, { weight: 1, arbitrary: odd });

const anything = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        event: field(text(100)),
        event_id: field(id),
        occurred_at: field(time),
        platform: field(text(32)),
        app_version: field(text(64)),
        installation_id: field(id),
        properties: field(properties),
        application_id: field(id),
        application_code: field(code),
        cms_site_code: field(code),
        surprise: fc.jsonValue(),
      },
      { requiredKeys: ['event'] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
// Every input has been JSON.
const overTheWire = anything.map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('an event is recognised by hand exactly when the schema takes it, and read the same', () => {
  let recognised = 0;
  fc.assert(
    fc.property(overTheWire, (raw) => {
      const parsed = ClientEvent.safeParse(raw);
      const byHand = recogniseClientEvent(raw);
      if (byHand) recognised += 1;
      // The one thing that is right and left to the schema is a property of this name.
      const isLeft = JSON.stringify(raw).includes('__proto__');
      const isSame = byHand === null ? isLeft || !parsed.success : isDeepStrictEqual(byHand, parsed.data);
      const expected = parsed.success ? parsed.data : firstIssue(parsed.error);
      return isSame && isDeepStrictEqual(readClientEvent(raw), expected);
    }),
    { numRuns: 4_000 },
  );
  expect(recognised).toBeGreaterThan(400);
});
