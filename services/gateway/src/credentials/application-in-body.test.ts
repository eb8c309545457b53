import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { findApplication } from './application-in-body.ts';

const id = '0190a6a0-0000-7000-8000-00000000000a';

const escaped = '{"application\\u005fcode":"n\\u006ftes"}';

test.each<[string, unknown, Awaited<ReturnType<typeof findApplication>>]>([
  ['a single event by code', { event: 'x', application_code: 'notes' }, { code: 'notes' }],
  ['a single event by id', { event: 'x', application_id: id.toUpperCase() }, { id }],
  ['an id before a code', { application_id: id, application_code: 'notes' }, { id }],
  ['a wrapper before its events', { application_code: 'a', events: [{ application_code: 'b' }] }, { code: 'a' }],
  ['the first event of a wrapper that names one', { events: [{}, 1, { application_code: 'b' }] }, { code: 'b' }],
  ['the first event of a list that names one', [null, { application_id: 7 }, { application_id: id }], { id }],
  ['nothing without a name', { event: 'x' }, null],
  ['nothing by what cannot be a name', { application_id: 'x\0', application_code: 'No Code' }, null],
  ['nothing in what is no object', 'notes', null],
  ['a wrapper behind its events', { events: [{ application_code: 'b' }], application_code: 'a' }, { code: 'a' }],
  ['nothing in the properties of an event', [{ properties: { application_code: 'b' } }], null],
  ['nothing in an event of an event', { events: [[{ application_code: 'b' }]] }, null],
  ['nothing in another list', { other: [{ application_code: 'b' }] }, null],
])('a body names %s', async (_what, body, expected) => {
  expect(await findApplication(Buffer.from(JSON.stringify(body)))).toEqual(expected);
});

test.each<[string, string, Awaited<ReturnType<typeof findApplication>>]>([
  ['with escapes', escaped, { code: 'notes' }],
  ['the last time, where it names one twice', '{"application_code":"a","application_code":"b"}', { code: 'b' }],
  ['and then takes back', '{"application_code":"a","application_code":7}', null],
  ['before it breaks', '[{"application_code":"a"},{', { code: 'a' }],
])('a body names an application %s', async (_what, body, expected) => {
  expect(await findApplication(Buffer.from(body))).toEqual(expected);
});

test('a long body is looked into in slices, between which others have their turn', async () => {
  const body = Buffer.from(`[${'[],'.repeat(349_000)}{"application_code":"a"}]`);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  expect(await findApplication(body)).toEqual({ code: 'a' });
  isOver = true;
  await others;
  expect(turns).toBeGreaterThan(20);
});

test.each<[string, string]>([
  ['a body', '[{},{},{"application_code":"a"}]'],
  ['a wrapper', '{"events":[{},{},{}],"application_code":"a"}'],
])('a list of %s with more items than the endpoint takes is refused', async (_what, body) => {
  const found = (maxItems: number) => findApplication(Buffer.from(body), { maxItems });
  expect(await found(3)).toEqual({ code: 'a' });
  await expect(found(2)).rejects.toMatchObject({ code: 'validation_failed' });
  // Refused at the first item that is too many: within the first slice.
  const endless = Buffer.from(body.replace('{},', '{},'.repeat(300_000)));
  const refused = findApplication(endless, { maxItems: 2 }).catch(() => 'refused');
  expect(await Promise.race([refused, setImmediate('a turn of others')])).toBe('refused');
});
