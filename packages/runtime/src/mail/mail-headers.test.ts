import { describe, expect, test } from '@jest/globals';
import { addressPattern, findHeaderFault, maskAddress, parseSender } from './mail-headers.ts';

describe('an address of a mail', () => {
  test.each(['ada@example.com', "o'hara+tag@mail.example.com", 'a@b'])('%s is one', (address) => {
    expect(addressPattern.test(address)).toBe(true);
  });

  test.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    '<ada@example.com>',
    'ada@example.com\n',
    'ada @example.com',
    '@example.com',
    'ada@',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'b'.repeat(260)}.com`,
  ])('%j is none', (address) => {
    expect(addressPattern.test(address)).toBe(false);
  });

  test('is shown by its first letter and its domain', () => {
    expect(maskAddress('ada@example.com')).toBe('a***@example.com');
    expect(maskAddress('no address')).toBe('***');
  });
});

test('a sender is an address with or without a name', () => {
  expect(parseSender('ada@example.com')).toEqual({ name: '', address: 'ada@example.com' });
  expect(parseSender('"Support, Notes" <help@example.com>')).toEqual({
    name: 'Support, Notes',
    address: 'help@example.com',
  });
  for (const from of ['Support', 'Support <help>', 'a@example.com, b@example.com', 'A\nB <help@example.com>'])
    expect(parseSender(from)).toBeNull();
});

test('a header that would begin another one is named, without its value', () => {
  expect(findHeaderFault({ subject: 'Hello, Привет' })).toBeNull();
  expect(findHeaderFault({ subject: 'Hello\r\nBcc: eve@example.com' })).toBe('subject has a control character');
  expect(findHeaderFault({ subject: 'a'.repeat(999) })).toBe('subject is too long');
});
