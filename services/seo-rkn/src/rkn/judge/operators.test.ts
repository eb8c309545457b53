import { expect, test } from '@jest/globals';
import { operatorIn } from './operators.ts';

const vector = 'ООО «Вектор», ИНН 7707083893';

test.each<[string, string, string[], string[]]>([
  ['a footer', `© 2026 ${vector}, 101000, г. Москва`, ['7707083893'], ['вектор']],
  ['a policy', `Оператор: ${vector}.`, ['7707083893'], ['вектор']],
  [
    'a policy with a processor',
    `Оператор: ${vector}. Оператор поручает обработку ООО «Хостинг» (101000, г. Москва, ИНН 7736207543).`,
    ['7707083893'],
    ['вектор'],
  ],
  [
    'bank details',
    `${vector}, р/с 40702810900000000001 в банке ПАО «Банк», ИНН 7736050003`,
    ['7707083893'],
    ['вектор'],
  ],
  ['the developer of a site', `${vector}\nСайт создан ООО «Студия», ИНН 7736207543`, ['7707083893'], ['вектор']],
  ['a delivery service', `${vector}. Служба доставки: АО «Курьер», ИНН 7736207543`, ['7707083893'], ['вектор']],
  ['a person in another case', 'Я даю согласие ИП Смирновой Ольге Петровне', [], ['смирнов о']],
  ['a person with initials', 'ИП Смирнова О.П., ИНН 500100732259', ['500100732259'], ['смирнов о']],
  ['a seller of an offer', `Продавец — ${vector}. Банк: ПАО «Банк».`, ['7707083893'], ['вектор']],
  ['an analytics service of a policy', 'Мы используем сервис Метрика (ООО «Яндекс», ИНН 7736207543).', [], []],
  ['an advertiser', 'Реклама. ООО «Паркет», ИНН 7736207543', [], []],
])('the owner of a text: %s', (_what, text, numbers, names) => {
  const operator = operatorIn(text);
  expect(operator.requisites.map(({ digits }) => digits)).toEqual(numbers);
  expect(operator.names.map(({ key }) => key)).toEqual(names);
});
