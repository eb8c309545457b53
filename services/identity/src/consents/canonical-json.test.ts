import { describe, expect, test } from '@jest/globals';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  test('sorts keys at every depth and writes no spaces', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: null })).toBe('{"a":null,"b":[{"a":2,"z":1}]}');
  });

  test('sorts keys by UTF-16 code units, as RFC 8785 §3.2.3 shows', () => {
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  test('writes numbers as ECMAScript does', () => {
    expect(canonicalJson([1.0, 1e21, 0.000001, 4.5, 2e-3])).toBe('[1,1e+21,0.000001,4.5,0.002]');
    expect(canonicalJson(-0)).toBe('0');
  });

  test('the order in which keys were written does not matter', () => {
    expect(canonicalJson({ x: 'я', y: true })).toBe(canonicalJson({ y: true, x: 'я' }));
  });

  test('refuses values without a canonical form', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
    expect(() => canonicalJson('\ud83d')).toThrow(TypeError);
  });
});
