import { expect, test } from '@jest/globals';
import { switchLayout } from './keyboard-layout.ts';

test.each([
  ['yfcnhjqrf', 'настройка'],
  ['Gjlgbcrf yf ujl', 'Подписка на год'],
  ["'krb", 'элки'],
  ['`krb', 'ёлки'],
  [',eldf', 'будва'],
  ['ызуув', 'speed'],
  ['сщьзфтн 2', 'company 2'],
])('the keys of %j are %j in the other layout', (typed, meant) => {
  expect(switchLayout(typed)).toBe(meant);
});

test.each(['настройка api', '2026', '!'])('%j has no other layout', (typed) => {
  expect(switchLayout(typed)).toBeNull();
});
