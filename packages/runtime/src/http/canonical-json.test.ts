import { expect, test } from '@jest/globals';
import { canonicalJson } from './canonical-json.ts';

const textOf = (raw: string): string => canonicalJson(raw, JSON.parse(raw));

test.each([
  ['{"a":1,"b":[{"d":1,"c":"\\u0041"}]}', '{ "b" : [ { "c":"A", "d":1.0 } ],\n"a":1}'],
  ['{"1":1,"a":2}', '{"a":2,"1":1}'],
  ['{"__proto__":{"b":1,"a":2}}', '{"__proto__":{"a":2,"b":1}}'],
])('%s is the same JSON as %s', (one, other) => {
  expect(textOf(one)).toBe(textOf(other));
});

test.each([
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":null}', '{}'],
  ['{"a":"1"}', '{"a":1}'],
  ['{"a":{"b":1}}', '{"a":{},"b":1}'],
  ['{"__proto__":{"a":1}}', '{}'],
])('%s is other JSON than %s', (one, other) => {
  expect(textOf(one)).not.toBe(textOf(other));
});

test('JSON that is too deep to be printed is its own text', () => {
  const raw = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(textOf(raw)).toBe(raw);
});
