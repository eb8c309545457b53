import { expect, test } from '@jest/globals';
import type { FormPurpose } from '../src/rkn/facts/rkn-facts.ts';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import { formsOf } from '../src/rkn/judge/rkn-site.ts';
import { knownSite, pageOf, readDocument } from './rkn-answers.ts';

const origin = 'https://vector.example';
const page = (path: string, body: string) => pageOf(origin + path, `<html lang="ru"><body>${body}</body></html>`);
const formIn = (body: string, path = '/x') => page(path, body).facts?.forms[0];

const phone = '<input type="tel" name="phone">';
const email = '<input type="email" name="mail">';
const form = (inside: string, button: string, attributes = 'method="post"') =>
  `<form ${attributes}>${inside}<button>${button}</button></form>`;

test.each<[FormPurpose, string, string]>([
  [
    'login',
    'a sign-in or a registration by a phone',
    `<div class="modal__title">Вход или регистрация</div>${form(phone, 'Получить код')}`,
  ],
  ['login', 'an address of a login', form(email, 'Continue', 'method="post" action="/login"')],
  [
    'login',
    'a code from a message',
    `<h2>Подтверждение телефона</h2>${form(`${phone}<input name="c" placeholder="Код из СМС">`, 'Подтвердить')}`,
  ],
  ['recovery', 'a caption alone', form(email, 'Восстановить')],
  [
    'recovery',
    'a query of Bitrix',
    form(
      '<input name="USER_EMAIL" placeholder="E-Mail">',
      'Выслать',
      'method="post" action="/auth/?forgot_password=yes"',
    ),
  ],
  [
    'recovery',
    'a title of a dialog',
    `<div class="popup"><div class="popup-title">Забыли пароль?</div>${form(email, 'Отправить ссылку', '')}</div>`,
  ],
  ['recovery', 'a heading in English', `<h2>Reset your password</h2>${form(email, 'Continue')}`],
  ['unsubscribe', 'a heading with a plain button', `<h1>Unsubscribe</h1>${form(email, 'Confirm')}`],
  [
    'status',
    'a number of a parcel',
    `<h2>Отследить посылку</h2>${form('<input placeholder="Трек-номер"><input placeholder="Телефон">', 'Найти')}`,
  ],
  [
    'status',
    'a record that is cancelled',
    `<h1>Моя запись</h1>${form(`<input placeholder="Номер записи">${phone}`, 'Отменить запись')}`,
  ],
  [
    'delivery_check',
    'an address',
    `<h2>Do we deliver to you?</h2>${form('<label>Delivery address<input name="address"></label>', 'Check')}`,
  ],
  [
    'search',
    'a surname in a search for people',
    form('<input name="fio" placeholder="Фамилия">', 'Найти', 'role="search" method="get" action="/staff"'),
  ],
  [
    'search',
    'an address in a search for shops',
    form('<input name="address" placeholder="Ваш адрес">', 'Найти', 'method="get"'),
  ],
  [
    'account',
    'the withdrawal of a consent',
    `<h1>Отзыв согласия на обработку персональных данных</h1>${form(email, 'Отозвать согласие')}`,
  ],
  ['account', 'the end of an account', `<h1>Удаление аккаунта</h1>${form(email, 'Удалить аккаунт')}`],
  ['account', 'a letter that did not come', `<h1>Подтвердите почту</h1>${form(email, 'Отправить письмо повторно')}`],
  [
    'status',
    'a surname beside the number of a booking',
    `<h1>Проверить бронирование</h1>${form('<input name="lastname" placeholder="Фамилия"><input placeholder="Номер брони">', 'Проверить')}`,
  ],
  ['account', 'settings', `<h1>Настройки</h1>${form(phone, 'Сохранить')}`],
  ['account', 'a change of an address of mail', form(email, 'Изменить', 'method="post" action="/lk/email"')],
  ['contact', 'doors at the entrance', `<h2>Входные двери</h2>${form(phone, 'Отправить')}`],
  ['contact', 'a slogan with an entrance', `<h1>Вход в новую эпоху ремонта</h1>${form(phone, 'Отправить')}`],
  ['contact', 'access to water', `<h2>Восстановим доступ к воде</h2>${form(phone, 'Отправить')}`],
  ['contact', 'a repair of documents', `<h2>Восстановление документов</h2>${form(phone, 'Отправить')}`],
  ['contact', 'a check of a car', `<h2>Проверим вашу машину</h2>${form(phone, 'Проверить')}`],
  ['contact', 'a discount that is saved', `<h2>Сохраните скидку</h2>${form(phone, 'Сохранить за мной скидку')}`],
  [
    'contact',
    'a question about an order',
    `<h2>Вопрос по заказу</h2>${form(`<input placeholder="Номер заказа">${email}`, 'Отправить')}`,
  ],
  [
    'contact',
    'a lead with a code from a message',
    `<h2>Получить консультацию</h2>${form(`<input placeholder="Имя">${phone}<input placeholder="Код из СМС">`, 'Подтвердить')}`,
  ],
])('%s: %s', (purpose, _what, body) => {
  expect(formIn(body)?.purpose).toBe(purpose);
});

test('a heading of another form, of a dialog beside it or of the page above a footer says nothing of a form', () => {
  const login = `<h1>Вход в личный кабинет</h1>${form(`${email}<input type="password">`, 'Войти')}`;
  const purposes = (body: string) => page('/x', body).facts?.forms.map((one) => one.purpose);
  expect(purposes(`<main>${login}</main><footer>${form(phone, 'Отправить')}</footer>`)).toEqual(['login', 'contact']);
  expect(purposes(`${login}<div>${form(phone, 'Отправить')}</div>`)).toEqual(['login', 'contact']);
});

test.each([
  ['neither method nor address', '', 'unset'],
  ['a fragment as its address', 'action="#"', 'unset'],
  ['a script as its address', 'action="javascript:void(0)"', 'unset'],
  ['an address without a method', 'action="/send"', 'get'],
  ['a method alone', 'method="GET"', 'get'],
  ['a handler of Vue', '@submit.prevent="send"', 'script'],
  ['a handler of Angular', '(ngSubmit)="send()"', 'script'],
  ['an attribute of htmx', 'hx-post="/send"', 'script'],
])('how a form is sent: %s', (_what, attributes, method) => {
  expect(formIn(form(phone, 'Отправить', attributes))?.method).toBe(method);
});

test('a form is the same only with the same boxes, and its first variant is named by the form alone', () => {
  const box = '<label><input type="checkbox">Даю <a href="/c">согласие на обработку персональных данных</a></label>';
  const lead = (inside: string) => form(phone + inside, 'Отправить', 'method="post" action="/send"');
  const pages = [
    page('/', lead(box)),
    page('/a', lead('')),
    page('/b', lead('')),
    page('/c', lead(box.replace('type', 'checked type'))),
    page('/d', lead(box) + lead('<p>Нажимая кнопку, вы даёте согласие</p>')),
  ];
  const forms = formsOf({ pages });
  expect(forms.map((one) => one.pages.map(({ url }) => url.slice(origin.length)))).toEqual([
    ['/', '/d'],
    ['/a', '/b'],
    ['/c'],
    ['/d'],
  ]);
  expect(new Set(forms.map(({ subject }) => subject)).size).toBe(4);
  const mended = formsOf({ pages: [page('/', lead('')), ...pages.slice(1)] });
  expect(mended[0]?.subject).toBe(forms[0]?.subject);
});

test('a link to a part of its page, and a text about other things, make no other form of it', () => {
  const lead = form(
    `${phone}<label><input type="checkbox">Даю <a href="#agree">согласие на обработку данных</a></label>`,
    'Отправить',
    'method="post" action="/send"',
  );
  const forms = formsOf({
    pages: [page('/', lead), page('/a', `<section>${lead}<p>Мы согласны ждать.</p></section>`)],
  });
  expect(forms.map(({ pages }) => pages.length)).toEqual([2]);
});

test('what a browser shows of a form on one page holds for the same HTML on a page without a browser', () => {
  const box = '<label><input type="checkbox">Даю <a href="/c">согласие на обработку персональных данных</a></label>';
  const lead = (inside: string) => form(phone + inside, 'Отправить', 'method="post" action="/send"');
  const shown = { ...page('/', lead('')), rendered: page('/', lead(box)).facts };
  const forms = formsOf({ pages: [shown, page('/b', lead(''))] });
  expect(forms.map(({ pages, form: { checkboxes } }) => [pages.length, checkboxes.length])).toEqual([[2, 1]]);
});

test('a box that a library draws is a checkbox, with its state', () => {
  const drawn = (checked: boolean) =>
    `${phone}<button type="button" role="checkbox" aria-checked="${checked}" id="r"></button><label for="r">Даю согласие на обработку персональных данных</label>`;
  const states = [true, false].map((state) => formIn(form(drawn(state), 'Отправить'))?.checkboxes);
  expect(states).toMatchObject([
    [{ is_checked: true, kinds: ['pd_consent'] }],
    [{ is_checked: false, kinds: ['pd_consent'] }],
  ]);
});

test.each([
  ['a loader of a service', '<script src="https://script.marquiz.ru/v2.js"></script>', ['service Marquiz']],
  ['a frame of a service', '<iframe data-src="https://forms.yandex.ru/u/1/"></iframe>', ['service Yandex Forms']],
  [
    'a loader of Bitrix24',
    '<script data-b24-form="click/1/a">load("https://cdn.bitrix24.ru/b1/crm/form/loader_1.js")</script>',
    ['service Bitrix24'],
  ],
  [
    'a script that waits',
    '<script>setTimeout(() => { box.innerHTML = "<form></form>" }, 3000)</script>',
    ['popup timer'],
  ],
  [
    'a script for who leaves',
    '<script>document.addEventListener("mouseout", () => show("popup"))</script>',
    ['popup visitor'],
  ],
  ['a button without a form', '<button>Оставить заявку</button>', ['popup Оставить заявку']],
  ['a script of the site', '<script src="/js/app.js"></script>', ['script /js/app.js']],
  [
    'a counter and a library',
    '<script src="https://mc.yandex.ru/metrika/tag.js"></script><script src="/js/jquery.min.js"></script>',
    [],
  ],
  ['a link to a page with a form', '<a href="/order">Оставить заявку</a>', []],
  ['a button beside a form', `<button>Оставить заявку</button>${form(phone, 'Отправить')}`, []],
  ['structured data', '<script type="application/ld+json">{"popup":"setTimeout"}</script>', []],
])('forms that a page does not show: %s', (_what, body, expected) => {
  expect(page('/x', body).facts?.unseen_forms?.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
});

test('a loader whose form the browser did not see limits the coverage, and one whose form it saw does not', () => {
  const loader = '<script data-b24-form="inline/1/a">load("https://cdn.bitrix24.ru/b1/crm/form/loader_1.js")</script>';
  const lead = form(phone, 'Отправить', 'id="late" method="post" action="/send"');
  const outcomeOf = (shown: string) => {
    const read = { ...page('/', loader), rendered: page('/', loader + shown).facts, has_waited: true };
    return judgeRkn(knownSite(origin, [read]), readDocument).outcomes.get('form_no_consent');
  };
  expect(outcomeOf('')).toEqual({ state: 'unverified', reason: 'late_forms' });
  expect(outcomeOf(lead)).toEqual({ state: 'judged', reason: null });
});

test('a finding stays although the coverage of its rule is limited', () => {
  const body = `<h1>Студия</h1><script src="/app.js"></script>${form(phone, 'Отправить', 'method="post" action="/send"')}`;
  const { outcomes, sightings } = judgeRkn(knownSite(origin, [page('/', body)]), readDocument);
  expect(outcomes.get('form_no_consent')).toEqual({ state: 'judged', reason: 'late_forms' });
  expect(sightings.some(({ code }) => code === 'form_no_consent')).toBe(true);
});
