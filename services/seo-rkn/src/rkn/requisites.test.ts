import { expect, test } from '@jest/globals';
import { isInn } from '@platform/contracts';
import { findRequisites, isOgrn } from './requisites.ts';

test('numbers of real companies hold their checksums, and every changed digit breaks them', () => {
  for (const inn of ['7707083893', '7736050003', '500100732259']) {
    expect([inn, isInn(inn)]).toEqual([inn, true]);
    for (let at = 0; at < inn.length; at += 1) {
      const digit = (Number(inn[at]) + 1) % 10;
      expect(isInn(`${inn.slice(0, at)}${digit}${inn.slice(at + 1)}`)).toBe(false);
    }
  }
  for (const ogrn of ['1027700132195', '1027700070518', '304500116000157']) {
    expect([ogrn, isOgrn(ogrn)]).toEqual([ogrn, true]);
    expect(isOgrn(`${ogrn.slice(0, -1)}${(Number(ogrn.at(-1)) + 1) % 10}`)).toBe(false);
  }
});

test('a number of another length, with letters, or of zeros is none', () => {
  for (const text of ['', '77070838', '77070838930', '770708389а', '0000000000', '000000000000'])
    expect([text, isInn(text)]).toEqual([text, false]);
  for (const text of ['', '102770013219', '0000000000000', '000000000000000'])
    expect([text, isOgrn(text)]).toEqual([text, false]);
});

test('a requisite stands behind its label, and a bare number of ten digits is none', () => {
  expect(findRequisites('Телефон 7707083893, отдел заИНН 7707083893')).toEqual([]);
  expect(findRequisites('ООО «Ромашка», ИНН: 7707083893, ОГРН № 1027700132195')).toMatchObject([
    { kind: 'inn', digits: '7707083893', is_valid: true },
    { kind: 'ogrn', digits: '1027700132195', is_valid: true },
  ]);
  expect(findRequisites('ИНН/КПП 7707083893/773601001')).toMatchObject([{ kind: 'inn', is_valid: true }]);
  expect(findRequisites('ИП Иванов, ОГРНИП 304500116000157, ИНН 7707083894')).toMatchObject([
    { kind: 'ogrn', is_valid: true },
    { kind: 'inn', is_valid: false },
  ]);
});
