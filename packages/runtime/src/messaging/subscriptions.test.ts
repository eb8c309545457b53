import { expect, test } from '@jest/globals';
import { event } from '@platform/contracts/kit';
import { z } from 'zod';
import { type Consumes, consumeAll, requireDeclared } from './subscriptions.ts';

const written = event('note.written', 'For these tests.', z.object({}));
const erased = event('user.erased', 'For these tests.', z.object({}));
const consumes = { 'count-note': written };
const consumers = consumeAll(consumes, { 'count-note': async () => {} });

test('a service consumes what it declares', () => {
  expect(consumers.map(({ name, event }) => [name, event.type])).toEqual([['count-note', 'note.written']]);
  expect(() => requireDeclared({ consumes }, { consumers })).not.toThrow();
});

test('a declared consumer without a handler is an error', () => {
  const declared: Consumes = consumes;
  expect(() => consumeAll(declared, {})).toThrow('the consumer count-note has no handler');
});

test('a consumer that is not declared, or is declared of another event, is an error', () => {
  expect(() => requireDeclared({}, { consumers })).toThrow('count-note of note.written is not declared');
  expect(() => requireDeclared({ consumes: { 'count-note': erased } }, { consumers })).toThrow('is not declared');
});

test('an observer of an event that is not declared is an error', () => {
  expect(() => requireDeclared({ observes: [written] }, { observers: [{ type: 'user.erased' }] })).toThrow(
    'an observer of user.erased is not declared',
  );
});
