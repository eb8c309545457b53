import { expect, test } from '@jest/globals';
import { isInn } from './inn.ts';

test.each(['7707083893', '7736207543', '500100732259'])('%s is an ИНН', (text) => {
  expect(isInn(text)).toBe(true);
});

test.each(['7707083894', '500100732258', '770708389', '', '77070838931', 'abcdefghij'])('%s is no ИНН', (text) => {
  expect(isInn(text)).toBe(false);
});
