import { describe, expect, test } from '@jest/globals';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknSite } from '../src/rkn/judge/rkn-site.ts';
import { collectRknVerdicts } from '../src/rkn/judge/verdicts.ts';
import { endpointsOf } from '../src/rkn/scans/ask-server.ts';
import { knownSite, pageOf } from './rkn-answers.ts';

/** Pages of a site, and the findings of one code that they give: `path certainty`. */

const origin = 'https://vector.example';
const html = (body: string) =>
  `<!doctype html><html lang="ru"><head><title>Студия</title></head><body>${body}</body></html>`;
const complete = () => ({ missing: [], blockers: [], placeholders: [] });

interface Page {
  body: string;
  headers?: Record<string, string>;
}
const judge = (pages: Record<string, Page | string>, over: Partial<RknSite> = {}) =>
  judgeRkn(
    knownSite(
      origin,
      Object.entries(pages).map(([path, page]) => {
        const { body, headers = {} } = typeof page === 'string' ? { body: page } : page;
        return pageOf(origin + path, html(body), headers);
      }),
      over,
    ),
    complete,
  );
const found = (code: string, pages: Record<string, Page | string>, over: Partial<RknSite> = {}): string[] =>
  judge(pages, over).sightings.flatMap((one) =>
    one.code === code ? [`${one.url.slice(origin.length)} ${one.certainty}`] : [],
  );

const phone = '<input type="tel" name="phone">';
const form = (inside = '', attributes = 'method="post" action="/send"') =>
  `<form id="f" ${attributes}>${phone}${inside}<button>Отправить</button></form>`;
const open = { 'access-control-allow-origin': '*' };
const login =
  '<form method="post"><input type="email" name="login"><input type="password"><button>Войти</button></form>';

test.each<[string, Page, string[]]>([
  ['a static page that shows a form', { body: form(), headers: open }, []],
  ['a page whose form names no address', { body: form('', 'method="post"'), headers: open }, ['/order confirmed']],
  [
    'a page that is the address of its form',
    { body: form('', 'method="post" action="/order"'), headers: open },
    ['/order confirmed'],
  ],
  ['a page whose form scripts send', { body: form('', ''), headers: open }, []],
  ['a page without a form', { body: '<p>О нас</p>', headers: open }, []],
  ['a page that takes its form and is not shared', { body: form('', 'method="post"') }, []],
])('answers that any site may read: %s', (_what, page, expected) => {
  expect(found('cors_wildcard', { '/order': page })).toEqual(expected);
});

test('an endpoint that any site may read is a finding', () => {
  const endpoint = { url: `${origin}/send`, allow_credentials: false };
  const at = (allow_origin: string | null) =>
    found('cors_wildcard', { '/': form() }, { endpoints: [{ ...endpoint, allow_origin }] });
  expect([at('*'), at(null)]).toEqual([['/send confirmed'], []]);
});

test.each<[string, Page, string[]]>([
  ['a login that says nothing', { body: login }, []],
  ['a login that is checked anew each time', { body: login, headers: { 'cache-control': 'no-cache' } }, []],
  ['a login with an age of zero', { body: login, headers: { 'cache-control': 'max-age=0, must-revalidate' } }, []],
  ['a public login with an age of zero', { body: login, headers: { 'cache-control': 'public, max-age=0' } }, []],
  [
    'a login that shared caches keep',
    { body: login, headers: { 'cache-control': 'max-age=0, s-maxage=60' } },
    ['/page detected'],
  ],
  ['a login of the browser alone', { body: login, headers: { 'cache-control': 'private, max-age=600' } }, []],
  ['a login for everybody', { body: login, headers: { 'cache-control': 'public' } }, ['/page detected']],
  ['a login with an age', { body: login, headers: { 'cache-control': 'max-age=600' } }, ['/page detected']],
  ['a contact form with an age', { body: form(), headers: { 'cache-control': 'public, max-age=600' } }, []],
])('pages that caches keep: %s', (_what, page, expected) => {
  expect(found('pd_page_cacheable', { '/page': page })).toEqual(expected);
});

test.each([
  ['a button to buy alone', `<form method="post">${phone}<button>Купить</button></form>`, []],
  ['a class of an order', `<form class="order" method="post">${phone}<button>Отправить</button></form>`, []],
  [
    'a price beside the form of an order',
    `<form method="post"><p>Итого: 1 500 ₽</p>${phone}<button>Оформить заказ</button></form>`,
    ['/ detected'],
  ],
  ['a price beside a button', '<div>Стол, 9 900 руб. <button>Купить</button></div>', ['/ detected']],
  ['a price without a button', '<p>Доставка 300 ₽</p>', []],
])('an offer is needed: %s', (_what, body, expected) => {
  expect(found('offer_missing', { '/': body })).toEqual(expected);
});

describe('what an unverified sighting leaves of its rule', () => {
  const place = (subject: string) => ({ subject, url: `${origin}/` });
  test('another subject is judged before and behind it, and nothing is known of the subject itself', () => {
    for (const isFirst of [true, false]) {
      const verdicts = collectRknVerdicts();
      const leave = () => verdicts.report('ad_unmarked', place('ad:own'), { certainty: 'unverified' });
      if (isFirst) leave();
      verdicts.report('ad_unmarked', place('ad:other'));
      if (!isFirst) leave();
      expect(verdicts.outcomes.get('ad_unmarked')).toEqual({ state: 'judged', reason: null });
      expect([...verdicts.unverifiedSubjects]).toEqual(['ad_unmarked ad:own']);
    }
  });
  test('alone it leaves the rule unverified, as does a subject that nothing is known of', () => {
    const verdicts = collectRknVerdicts();
    verdicts.report('age_mark', place('site:age_mark'), { certainty: 'unverified' });
    verdicts.leave('hosting_outside_ru', 'unknown_place', `${origin}/a`);
    expect(verdicts.outcomes.get('age_mark')).toEqual({ state: 'unverified', reason: 'unanswered' });
    expect(verdicts.outcomes.get('hosting_outside_ru')).toEqual({ state: 'unverified', reason: 'unknown_place' });
    verdicts.judge('hosting_outside_ru');
    expect(verdicts.outcomes.get('hosting_outside_ru')).toEqual({ state: 'judged', reason: null });
  });
  test('an own banner does not hide that the advertising of others was judged', () => {
    const own = '<div class="ad"><a href="/sale">Паркет месяца</a></div>';
    const other = '<div>Реклама. <a href="https://shop.example/">Паркет</a></div>';
    const { outcomes, unverifiedSubjects } = judge({ '/': own + other });
    expect(outcomes.get('ad_unmarked')?.state).toBe('judged');
    expect([...unverifiedSubjects].filter((one) => one.startsWith('ad_unmarked'))).toHaveLength(1);
    expect(judge({ '/': own }).outcomes.get('ad_unmarked')?.state).toBe('unverified');
  });
});

test('endpoints are asked without their query, and not where robots.txt or the method says no', () => {
  const at = (action: string | null, method = 'post') => ({ form: { action, method } }) as never;
  const forms = [
    at(`${origin}/send?token=1`),
    at(`${origin}/send`),
    at(`${origin}/find`, 'get'),
    at(`${origin}/private/send`),
    at('https://other.example/send'),
    at(`${origin}.other.example/send`),
    at(null),
    at(`${origin}/`),
  ];
  const mayFetch = (url: string) => !url.includes('/private/');
  expect(endpointsOf(forms, { origin, mayFetch })).toEqual([`${origin}/send`, `${origin}/`]);
  const many = Array.from({ length: 15 }, (_, n) => at(`${origin}/send-${n}`));
  expect(endpointsOf(many, { origin, mayFetch })).toHaveLength(10);
});

const requisites = 'ООО «Вектор», ИНН 7707083893, 101000, г. Москва';
test.each<[string, Record<string, string>, string[]]>([
  ['a footer', { '/': `<footer>${requisites}</footer>` }, []],
  [
    'a block that is named footer',
    { '/': `<div class="site-footer"><p>${requisites}</p></div><div>${'a '.repeat(2_000)}</div>` },
    [],
  ],
  ['a block with the id of a footer', { '/a': `<div id="pageFooter">${requisites}</div>`, '/': '' }, []],
  ['the role of a footer', { '/a': `<div role="contentinfo">${requisites}</div>`, '/': '' }, []],
  ['the end of the home page', { '/': `<p>Студия</p><section>${requisites}</section>` }, []],
  ['the begin of a long home page', { '/': `<p>${requisites}</p><p>${'слово '.repeat(1_000)}</p>` }, ['/ detected']],
  ['the end of another page', { '/': '<p>Студия</p>', '/a': `<section>${requisites}</section>` }, ['/ detected']],
  ['the footer of a card', { '/': '', '/a': `<div class="card-footer">${requisites}</div>` }, ['/ detected']],
  ['the footer of a dialog', { '/': '', '/a': `<div class="modal__footer">${requisites}</div>` }, ['/ detected']],
])('requisites of an operator: %s', (_what, pages, expected) => {
  expect(found('operator_requisites_missing', pages)).toEqual(expected);
});

const radio = (label: string, attributes = '') =>
  `<label><input type="radio" name="agree" ${attributes}>${label}</label>`;
const link = '<a href="/consent">согласие на обработку персональных данных</a>';
const consent = '<h1>Согласие на обработку персональных данных</h1><p>Я согласен.</p>';
test.each<[string, string, string[]]>([
  ['a choice that asks', form(radio(`Даю ${link}`) + radio(`Не даю ${link}`)), []],
  [
    'a choice that is made before',
    form(radio(`Даю ${link}`, 'checked') + radio(`Не даю ${link}`)),
    ['consent_prechecked'],
  ],
  ['a refusal that is chosen before', form(radio(`Даю ${link}`) + radio(`Не даю ${link}`, 'checked')), []],
  [
    'a question with yes and no',
    form(`<fieldset><legend>Вы даёте ${link}?</legend>${radio('Да')}${radio('Нет')}</fieldset>`),
    [],
  ],
  ['a choice about something else', form(radio('Да') + radio('Нет')), ['form_no_consent']],
  ['a hidden consent', form(`<p style="display:none">Отправка формы означает ${link}</p>`), ['form_no_consent']],
  [
    'a consent in a dialog that opens later',
    `<div style="display:none"><section>${form()}<p>Отправка формы означает ${link}</p></section></div>`,
    ['consent_implied'],
  ],
  [
    'a placeholder that asks for a number',
    '<form method="post"><input placeholder="Ваш номер"><button>Жду звонка</button></form>',
    ['form_no_consent'],
  ],
  [
    'a placeholder that is a mask of a phone',
    '<form method="post"><input placeholder="+7 (___) ___-__-__"><button>Жду звонка</button></form>',
    ['form_no_consent'],
  ],
  [
    'a placeholder that asks for the number of an order',
    '<form method="post"><input placeholder="Ваш номер заказа"><button>Узнать</button></form>',
    [],
  ],
])('consent: %s', (_what, body, expected) => {
  const codes = judge({ '/': body, '/consent': consent }).sightings.map(({ code }) => code);
  expect(codes.filter((code) => /^(?:form_no_consent|consent_(?!doc))/.test(code))).toEqual(expected);
});

test.each([
  ['a word of advertising alone', `Даю ${link} для получения рассылки`, ['/ detected']],
  ['two agreed objects', `Даю ${link} и согласен получать рекламную рассылку`, ['/ confirmed']],
])('advertising in a consent: %s', (_what, label, expected) => {
  const body = form(`<label><input type="checkbox" name="agree">${label}</label>`);
  expect(found('marketing_merged', { '/': body, '/consent': consent })).toEqual(expected);
});

test('advertising in the text of a consent is detected by its word', () => {
  const text = `${consent}<p>Согласие включает рассылку по почте.</p>`;
  expect(found('marketing_merged', { '/': '', '/consent': text })).toEqual(['/consent detected']);
});

test.each([
  ['an e-mail address of another host', 'Пишите на studio@vk.com', ['/privacy detected']],
  ['an address below a name', 'Пишите на studio@mail.vk.com', ['/privacy detected']],
  ['a part of a word', 'Правила обвкусия', ['/privacy detected']],
  ['its name', 'Мы передаём данные сервису VK', []],
  ['its name in Russian', 'Мы передаём данные сервису «ВКонтакте»', []],
])('a policy names a service: %s', (_what, text, expected) => {
  const policy = `<h1>Политика конфиденциальности</h1><p>${text}</p>`;
  const pages = { '/': '<script src="https://vk.com/js/api/openapi.js"></script>', '/privacy': policy };
  expect(found('policy_services_undisclosed', pages)).toEqual(expected);
});

test('a certificate that does not hold is no valid https, and one of an unknown authority may hold', () => {
  const at = (tls_failure: string) => {
    const site = knownSite(origin, [], { is_trusted_host: false, tls_failure });
    const { sightings, outcomes } = judgeRkn(site, complete);
    const states = [outcomes.get('https_missing')?.state, outcomes.get('tls_legacy')?.state];
    return [sightings.map(({ code, measured }) => `${code} ${measured}`), ...states];
  };
  expect(at('expired')).toEqual([['https_missing certificate: expired'], 'judged', 'unverified']);
  expect(at('untrusted')).toEqual([[], 'unverified', 'unverified']);
  // A server that speaks TLS 1.0 and 1.1 alone.
  expect(at('handshake failed')).toEqual([[], 'unverified', 'unverified']);
});
