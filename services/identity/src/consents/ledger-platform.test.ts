import { expect, test } from '@jest/globals';
import { ledgerPlatform } from './ledger-platform.ts';

test.each([
  ['web', 'web'],
  ['iOS 18.1', 'ios'],
  ['Android', 'android'],
  [' windows ', 'windows'],
  ['win32', 'windows'],
  ['Mac OS X', 'macos'],
  ['iPad', 'ipados'],
  ['web-mobile', 'web'],
  ['other', 'other'],
  ['symbian', 'other'],
  ['ivan.petrov@example.com', 'other'],
  ['+7 916 123-45-67', 'other'],
  ['Иван Петров', 'other'],
  ['websites of Ivan', 'other'],
  ['', null],
  [' ', null],
  [null, null],
])('the platform %j is %j in the ledger', (platform, expected) => {
  expect(ledgerPlatform(platform)).toBe(expected);
});
