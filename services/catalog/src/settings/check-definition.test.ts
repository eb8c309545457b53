import { describe, expect, test } from '@jest/globals';
import { checkConfigDefinition } from './check-definition.ts';

const definitionOf = (rules: number, length: number) => ({
  type: 'string' as const,
  value: 'x'.repeat(length),
  rules: Array.from({ length: rules }, () => ({ platforms: ['ios'], value: 'x'.repeat(length) })),
  description: null,
});

describe('the values of a parameter', () => {
  test('may be eight of the longest together', () => {
    expect(() => checkConfigDefinition(definitionOf(7, 32_766))).not.toThrow();
  });

  test('are refused with their length when they are more', () => {
    expect(() => checkConfigDefinition(definitionOf(8, 32_766))).toThrow(
      '`rules` have values of 294912 characters of JSON in total; at most 262144 are allowed.',
    );
  });
});
