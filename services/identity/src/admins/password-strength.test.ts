import { expect, test } from '@jest/globals';
import { passwordWeakness } from './password-strength.ts';

const email = 'anna.owner@example.test';

test.each([
  ['anna.owner@example.test', 'is the e-mail address: choose another password'],
  ['ANNA.OWNER@example.test', 'is the e-mail address: choose another password'],
  ['123456789012', 'is one of the most common passwords'],
  ['Password123!', 'is like one of the most common passwords'],
  ['aaaaaaaaaaaaaaaa', 'repeats one character'],
  ['abcabcabcabcabc', 'repeats a short text'],
  ['administrator1', 'is easy to guess'],
  ['x'.repeat(200), 'repeats one character'],
])('%s is refused because it %s', async (password, reason) =>
  expect(await passwordWeakness(password, email)).toBe(reason),
);

test.each(['correct horse battery', 'kX8sPq2mZr7tWv1b', 'Öl auf Leinwand, 1907', '雪の朝二の字二の字の下駄の跡'])(
  '%s is taken',
  async (password) => expect(await passwordWeakness(password, email)).toBeNull(),
);
