import { expect, test } from '@jest/globals';
import { idFromKey, isUuid, newId } from './ids.ts';

test('ids are UUIDv7, unique, and in the order they were made even within a millisecond', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('an id from a key is a UUIDv8, the same for the same parts and no others', () => {
  expect(idFromKey('grant', 'a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idFromKey('grant', 'a', 'b')).toBe(idFromKey('grant', 'a', 'b'));
  expect(idFromKey('grant', 'a', 'b')).not.toBe(idFromKey('grant', 'ab', ''));
});

test('a UUID is known by its text, of any version and in any case', () => {
  for (const id of [newId(), idFromKey('a'), newId().toUpperCase()]) expect(isUuid(id)).toBe(true);
  for (const text of ['', newId().slice(1), `${newId()}0`, ` ${newId()}`, `${newId()}\n`, newId().replaceAll('-', '')])
    expect([text, isUuid(text)]).toEqual([text, false]);
});
