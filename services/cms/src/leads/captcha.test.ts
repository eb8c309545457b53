import { expect, test } from '@jest/globals';
import { outcomeOf } from './captcha.ts';

test.each([
  [200, '{"status":"ok","message":"","host":"example.com"}', 'passed'],
  [200, '{"status":"failed","message":"Invalid or expired Token."}', 'failed'],
  [200, '{"status":"failed","message":"Authentication failed. Invalid secret."}', 'unavailable'],
  [500, '{"status":"failed","message":"Internal Server Error"}', 'unavailable'],
  [200, '<html>', 'unavailable'],
  [200, 'null', 'unavailable'],
])('an answer %s %s is %s', (status, body, outcome) => {
  expect(outcomeOf(status, body)).toBe(outcome);
});
