import { expect, test } from '@jest/globals';
import { namedApplication } from './application-in-body.ts';

const id = '0190a6a0-0000-7000-8000-00000000000a';

test.each<[string, unknown, ReturnType<typeof namedApplication>]>([
  ['a single event by code', { event: 'x', application_code: 'notes' }, { code: 'notes' }],
  ['a single event by id', { event: 'x', application_id: id.toUpperCase() }, { id }],
  ['an id before a code', { application_id: id, application_code: 'notes' }, { id }],
  ['a wrapper before its events', { application_code: 'a', events: [{ application_code: 'b' }] }, { code: 'a' }],
  ['the first event of a wrapper that names one', { events: [{}, 1, { application_code: 'b' }] }, { code: 'b' }],
  ['the first event of a list that names one', [null, { application_id: 7 }, { application_id: id }], { id }],
  ['nothing without a name', { event: 'x' }, null],
  ['nothing by what cannot be a name', { application_id: 'x\0', application_code: 'No Code' }, null],
  ['nothing in what is no object', 'notes', null],
])('a body names %s', (_what, body, expected) => {
  expect(namedApplication(body)).toEqual(expected);
});
