import { expect, test } from '@jest/globals';
import { allowedAfter, hasSpamSigns } from './lead-states.ts';

test('a filled honeypot and a form that was sent too soon are signs of spam', () => {
  expect(hasSpamSigns({}, 2_000)).toBe(false);
  expect(hasSpamSigns({ website: '', filled_ms: 2_000 }, 2_000)).toBe(false);
  expect(hasSpamSigns({ website: 'https://casino.example' }, 2_000)).toBe(true);
  expect(hasSpamSigns({ filled_ms: 1_999 }, 2_000)).toBe(true);
  expect(hasSpamSigns({ filled_ms: 0 }, 0)).toBe(false);
});

test('spam is released as new and becomes nothing else', () => {
  expect(allowedAfter('spam')).toEqual(['new']);
  expect(allowedAfter('done')).toContain('in_progress');
});
