import { expect, test } from '@jest/globals';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknSite } from '../src/rkn/judge/rkn-site.ts';
import { knownSite, pageOf } from './rkn-answers.ts';

const origin = 'https://vector.example';
const html = (body: string) =>
  `<!doctype html><html lang="ru"><head><title>Студия</title></head><body>${body}</body></html>`;
const complete = () => ({ missing: [], blockers: [], placeholders: [] });

function judge(bodies: Record<string, string>, over: Partial<RknSite> = {}) {
  const pages = Object.entries(bodies).map(([path, body]) => pageOf(origin + path, html(body)));
  return judgeRkn(knownSite(origin, pages, over), complete);
}
const found = (code: string, bodies: Record<string, string>, over: Partial<RknSite> = {}) =>
  judge(bodies, over).sightings.flatMap((one) => (one.code === code ? [one.variant ?? one.certainty] : []));

test('numbers differ where two sources share none, not where a policy names its processor, too', () => {
  const footer = '<footer>ООО «Вектор», ИНН 7707083893</footer>';
  const policy = (text: string) => `<h1>Политика конфиденциальности</h1><p>${text}</p>`;
  const processor = 'поручаем обработку ООО «Яндекс» (ИНН 7736207543)';
  const differ = (text: string) => found('requisites_invalid', { '/': footer, '/privacy': policy(text) });
  expect(differ(`Оператор: ООО «Вектор», ИНН 7707083893. Мы ${processor}`)).toEqual([]);
  expect(differ('Оператор: ООО «Альфа», ИНН 7736050003')).toEqual(['confirmed']);
});

test.each([
  [
    'a card of an agency',
    '<div class="card"><h3>Контекстная реклама</h3><p>Настроим</p><a href="https://t.me/v">Написать</a></div>',
    [],
  ],
  [
    'a card with a heading that is the word alone',
    '<div class="card"><h3>Реклама</h3><p>Настроим</p><a href="https://studio.example/">Написать</a></div>',
    [],
  ],
  [
    'a menu',
    '<div><a href="/about">О нас</a> | <a href="/ads">Реклама</a> | <a href="https://vk.com/v">ВК</a></div>',
    [],
  ],
  [
    'a label before a banner',
    '<div><small>Реклама</small><a href="https://shop.example/">Паркет</a></div>',
    ['detected'],
  ],
  [
    'a label with the advertiser',
    '<div>Реклама, ООО «Паркет» <a href="https://shop.example/">Купить</a></div>',
    ['detected'],
  ],
  ['a labelled block that leads to a chat alone', '<div>Реклама. <a href="https://t.me/v">Канал</a></div>', ['own']],
])('advertising: %s', (_what, body, expected) => {
  expect(found('ad_unmarked', { '/': body })).toEqual(expected);
});

test.each([
  [
    'a button beside an icon',
    '<div><button>Заказать звонок</button><a href="https://instagram.com/v" aria-label="Instagram"></a></div>',
    [],
  ],
  [
    'plain words beside an icon',
    '<div><span>Заказать звонок</span> <a href="https://instagram.com/v"><img alt="Instagram"></a></div>',
    [],
  ],
  ['a header', '<header><span>Заказать звонок</span> <a href="https://instagram.com/v">Instagram</a></header>', []],
  ['another sentence', '<p>Закажите ремонт. Мы есть в <a href="https://instagram.com/v">Instagram</a></p>', []],
  ['a caption', '<div><a href="https://instagram.com/v">Подпишитесь на нас</a></div>', ['detected']],
  ['a sentence', '<p>Подпишитесь на <b>наш <a href="https://instagram.com/v">Instagram</a></b></p>', ['detected']],
])('a banned network: %s', (_what, body, expected) => {
  expect(found('restricted_platform_promo', { '/': body })).toEqual(expected);
});
