import { describe, expect, test } from '@jest/globals';
import { kindsOfField } from './field-kinds.ts';
import {
  agreesToMore,
  impliedConsentIn,
  isConsentText,
  joinsPolicyWithMarketing,
  kindsOfLabel,
} from './label-kinds.ts';
import { serviceAt } from './services.ts';
import { impliedConsent, offerName, policyName } from './words.ts';

const field = (over: object) =>
  kindsOfField({ type: 'text', name: '', label: '', placeholder: '', autocomplete: '', ...over });

describe('fields about a person', () => {
  test.each([
    [{ name: 'userPhone' }, ['phone']],
    [{ name: 'firstName' }, ['name']],
    [{ name: 'fullname' }, ['name']],
    [{ name: 'form[user_phone]' }, ['phone']],
    [{ name: 'FIO' }, ['name']],
    [{ name: 'tel' }, ['phone']],
    [{ name: 'e-mail' }, ['email']],
    [{ type: 'email', name: 'x1' }, ['email']],
    [{ type: 'tel' }, ['phone']],
    [{ autocomplete: 'section-a given-name' }, ['name']],
    [{ label: 'Ваше имя' }, ['name']],
    [{ placeholder: 'Номер телефона *' }, ['phone']],
    [{ label: 'Адрес электронной почты' }, ['email']],
    [{ label: 'Адрес доставки' }, ['address']],
    [{ label: 'ФИО ребёнка' }, ['child']],
    [{ label: 'Серия и номер паспорта' }, ['passport']],
    [{ label: 'СНИЛС' }, ['snils']],
    [{ label: 'Дата рождения' }, ['birth_date']],
    [{ label: 'Диагноз' }, ['health']],
    [{ label: 'Ваш пол' }, ['gender']],
    [{ label: 'Пол', options: ['—', 'М', 'Ж'] }, ['gender']],
    [{ label: 'Пол', options: ['Мужской', 'Женский'] }, ['gender']],
    [{ label: 'ИНН', name: 'inn' }, ['inn']],
    [{ label: 'Тел.' }, ['phone']],
    [{ label: 'Моб.' }, ['phone']],
    [{ label: 'Сотовый' }, ['phone']],
    [{ label: 'Мобильный телефон' }, ['phone']],
    [{ label: 'Номер WhatsApp' }, ['phone']],
    [{ label: 'Ваш номер WhatsApp' }, ['phone']],
    [{ label: 'Куда позвонить' }, ['phone']],
    [{ label: 'Ваши контакты' }, ['phone']],
    [{ label: 'Ваша электронка' }, ['email']],
    [{ label: 'Эл. почта' }, ['email']],
    [{ placeholder: 'you@example.com' }, ['email']],
    [{ name: 'Email_Address' }, ['email']],
    [{ label: 'Представьтесь' }, ['name']],
    [{ label: 'Контактное лицо' }, ['name']],
    [{ label: 'Как к вам можно обращаться?' }, ['name']],
    [{ label: 'Name *' }, ['name']],
    [{ label: 'Паспорт гражданина РФ' }, ['passport']],
    [{ label: 'Паспорт (серия и номер)' }, ['passport']],
  ])('%j asks for %j', (over, kinds) => {
    expect(field(over)).toEqual(kinds);
  });

  test.each([
    { name: 'telegram' },
    { name: 'company_name' },
    { name: 'mobile_app_version' },
    { name: 'hotel' },
    { name: 'nameplate_text' },
    { label: 'Название компании', name: 'company_name' },
    { label: 'Адрес сайта' },
    { label: 'Полезная информация' },
    { label: 'Принадлежность', name: 'kind' },
    { label: 'Пол', name: 'floor' },
    { label: 'Пол', options: ['Паркет', 'Ламинат'] },
    { label: 'ИНН компании', name: 'inn' },
    { label: 'Паспорт объекта', name: 'passport' },
    { label: 'Паспорт качества' },
    { label: 'Серия и номер полиса' },
    { label: 'Дата рождения питомца', name: 'birthday' },
    { label: 'Имя питомца' },
    { label: 'Кличка', name: 'pet_name' },
    { label: 'Логин', name: 'user_name' },
    { label: 'Модель телефона' },
    { label: 'Phone model' },
    { label: 'Мобильное приложение' },
    { name: 'ip_address' },
    { label: 'ИНН/КПП', name: 'inn' },
    { label: 'ИНН юридического лица', placeholder: 'ИНН' },
  ])('%j asks for nothing personal', (over) => {
    expect(field(over)).toEqual([]);
  });
});

describe('labels of checkboxes', () => {
  test.each([
    ['Я соглашаюсь на обработку персональных данных', ['pd_consent']],
    ['Даю согласие на обработку моих персональных данных', ['pd_consent']],
    ['Согласен на обработку перс. данных', ['pd_consent']],
    ['Согласна на обработку ПДн', ['pd_consent']],
    ['Согласен', ['pd_consent']],
    ['I agree to the processing of my personal data', ['pd_consent']],
    ['Я ознакомлен с Политикой обработки персональных данных', ['policy']],
    ['Соглашаюсь с политикой конфиденциальности', ['policy']],
    ['Соглашаюсь с политикой в отношении обработки персональных данных', ['policy']],
    ['Согласен на обработку персональных данных и с политикой конфиденциальности', ['pd_consent', 'policy']],
    ['Согласен на обработку персональных данных и условия публичной оферты', ['pd_consent', 'offer']],
    ['Согласен получать рассылку и новости', ['marketing']],
    ['Принимаю пользовательское соглашение', ['offer']],
    ['Согласен на передачу данных партнёрам', ['third_party']],
    ['Согласен на обработку персональных данных и получение рекламной рассылки', ['pd_consent', 'marketing']],
    ['Даю согласие на обработку персональных данных для получения коммерческого предложения', ['pd_consent']],
    ['Даю согласие на обработку персональных данных в целях заключения договора', ['pd_consent']],
    ['Даю согласие на обработку персональных данных без передачи третьим лицам', ['pd_consent']],
    ['Даю согласие на обработку персональных данных, исключая передачу партнёрам', ['pd_consent']],
    ['Согласен на обработку персональных данных, получение новостей не требуется', ['pd_consent']],
    ['Не возражаю против рассылки', ['marketing']],
    ['Хочу получать спецпредложения', ['marketing']],
    ['Я не робот и принимаю публичный договор', ['offer']],
    ['Соглашаюсь с договором оферты и обработку персональных данных', ['pd_consent', 'offer']],
    ['Даю согласие на обработку персональных данных, кроме рассылки рекламы', ['pd_consent']],
    ['Даю согласие на обработку ПДн, за исключением рассылки, рекламы и передачи третьим лицам', ['pd_consent']],
    ['Согласен на обработку ПДн (без рекламы)', ['pd_consent']],
    ['I consent to the processing of my personal data except for marketing', ['pd_consent']],
    ['С политикой ознакомлен, даю согласие на обработку персональных данных', ['pd_consent']],
    ['Соглашаюсь с политикой и даю согласие на обработку персональных данных', ['pd_consent']],
    ['Даю своё согласие на обработку данных', ['pd_consent']],
    ['Ознакомлен с порядком обработки персональных данных', ['policy']],
    ['Я согласен(на)', ['pd_consent']],
    [
      'принимаю условия оферты и политики конфиденциальности и согласен получать рассылку',
      ['policy', 'marketing', 'offer'],
    ],
  ])('%s', (label, kinds) => {
    expect(kindsOfLabel(label)).toEqual(kinds);
  });

  test.each([
    ['Соглашаюсь с договором оферты и обработку персональных данных', true],
    ['Даю согласие на обработку персональных данных и принимаю оферту', true],
    ['Даю согласие на обработку персональных данных для получения рассылки', false],
    ['Даю согласие на обработку персональных данных в целях заключения публичного договора и доставки', false],
  ])('%s: two agreed objects: %s', (label, isMore) => {
    expect(agreesToMore(label)).toBe(isMore);
  });

  test.each([
    'Реакция на заявку',
    'Пользователь',
    'Запомнить меня',
    'Согласен на замену товара при отсутствии',
    'Согласен с правилами возврата',
    'Согласен на звонок менеджера',
    'Согласен на получение SMS-уведомлений о статусе заказа',
    'Согласен на обработку файлов cookie',
    'Мне исполнилось 18 лет, согласен с правилами',
    'Согласна с условиями акции',
    'Даю согласие на фото и видеосъёмку',
  ])('%s is about no consent', (label) => {
    expect(kindsOfLabel(label)).toEqual([]);
  });
});

test.each([
  ['Принимаю политику конфиденциальности и согласен получать рассылку', true],
  ['Согласен получать рассылку в соответствии с политикой конфиденциальности', false],
])('%s: the policy and a mailing are two things: %s', (label, isTwo) => {
  expect(joinsPolicyWithMarketing(label)).toBe(isTwo);
});

test.each([
  'При нажатии на кнопку вы соглашаетесь с обработкой персональных данных',
  'Подавая заявку, я соглашаюсь с обработкой ПДн',
  'Жмите кнопку и тем самым даёте согласие',
  'Отправляя форму, вы принимаете политику конфиденциальности',
  'Нажав на кнопку «Заказать», я принимаю условия Политики обработки персональных данных',
  'Отправив заявку, вы согласны с тем, что ваши данные будут обработаны',
  'Оставляя контакты, Вы автоматически соглашаетесь на обработку ваших данных',
  'Клик по кнопке — согласие на обработку персональных данных',
  'By clicking “Send”, you agree to our privacy policy',
  'By submitting this form you consent to the processing of your personal data.',
  'If you submit this form you accept our privacy policy',
])('%s: a consent by an action', (text) => {
  expect(impliedConsentIn(text)).not.toBeNull();
});

test.each([
  'Нажимая кнопку, вы соглашаетесь с офертой',
  'Нажимая кнопку, вы соглашаетесь на звонок менеджера',
  'Продолжая пользоваться сайтом, вы соглашаетесь с использованием файлов cookie',
  'Нажимая на кнопку, вы увидите цены',
])('%s: no consent to process data', (text) => {
  expect([impliedConsentIn(text), isConsentText(text)]).toEqual([null, false]);
});

test('phrases of a consent end where their words end', () => {
  expect(isConsentText('Я соглашаюсь на обработку персональных данных')).toBe(true);
  expect(isConsentText('Отправка формы означает согласие на обработку персональных данных')).toBe(true);
  expect(isConsentText('Я не робот и даю согласие на обработку данных')).toBe(true);
  expect(isConsentText('обработка персональных данных')).toBe(false);
  expect(isConsentText('Согласие на обработку персональных данных')).toBe(false);
  expect(isConsentText('Мы не передаём данные без вашего согласия')).toBe(false);
  expect(isConsentText('Данные не обрабатываются без согласия на обработку персональных данных')).toBe(false);
  expect(isConsentText('Согласен получать рассылку и новости')).toBe(false);
  expect(isConsentText('Пользовательское соглашение')).toBe(false);
  expect(impliedConsent.test('Нажимая на кнопку, вы соглашаетесь с обработкой данных')).toBe(true);
  expect(impliedConsent.test('Отправляя форму, я даю согласие')).toBe(true);
  expect(impliedConsent.test('Нажимая на кнопку, вы увидите цены.')).toBe(false);
  expect(policyName.test('Политика в отношении обработки персональных данных')).toBe(true);
  expect(policyName.test('Политика конфиденциальности')).toBe(true);
  expect(policyName.test('Политика компании в области качества')).toBe(false);
  expect(offerName.test('Публичная оферта')).toBe(true);
});

test.each([
  ['www.google-analytics.com/g/collect', 'Google Analytics'],
  ['region1.google-analytics.com', 'Google Analytics'],
  ['www.google.com/recaptcha/api.js', 'Google reCAPTCHA'],
  ['docs.google.com/forms/d/e/1/viewform', 'Google Forms'],
  ['mc.yandex.ru/metrika/tag.js', 'Яндекс Метрика'],
  ['www.google.com/search', null],
  ['notgoogle-analytics.com', null],
  ['www.facebook.com/tr/', 'Meta Pixel'],
  ['www.facebook.com/company', null],
  ['script.marquiz.ru/v2.js', 'Marquiz'],
  ['forms.amocrm.ru/forms/assets/js/amoforms.js', 'amoCRM'],
  ['gso.amocrm.ru/js/button.js', 'amoCRM'],
  ['cdn.envybox.io/widget/cbk.js', 'Envybox'],
  ['cdn.callbackkiller.com/widget/cbk.js', 'Envybox'],
  ['insba.getcourse.ru/pl/lite/widget/script', 'GetCourse'],
  ['school.example/pl/lite/widget/script', 'GetCourse'],
  ['cdn-ru.bitrix24.ru/b1/crm/form/loader_6.js', 'Битрикс24'],
  ['forms.tildacdn.com/procces/', 'Tilda'],
  ['static.tildacdn.com/js/tilda-forms-1.0.min.js', 'Tilda'],
  ['static.tildacdn.com/css/tilda-grid-3.0.min.css', null],
  ['cdn.callibri.ru/callibri.js', 'Callibri'],
  ['cdn.callbackhunter.com/widget2/tracker.js', 'CallbackHunter'],
  ['code.jivosite.com/widget/a1', 'JivoSite'],
  ['cdn.carrotquest.app/api.min.js', 'Carrot quest'],
  ['mod.calltouch.ru/init.js', 'Calltouch'],
  ['app.comagic.ru/static/cs.min.js', 'UIS (CoMagic)'],
  ['app.uiscom.ru/static/cs.min.js', 'UIS (CoMagic)'],
  ['cloud.roistat.com', 'Roistat'],
  ['widgets.mango-office.ru/widgets/mango.js', 'Mango Office'],
  ['lib.usedesk.ru/secure.usedesk.ru/widget_1_2.js', 'Usedesk'],
  ['lcab.talk-me.ru/support/support.js', 'Talk-Me'],
  ['forms.yandex.ru/u/1', 'Яндекс Формы'],
  ['yandex.ru/maps', null],
  ['w122053.yclients.com/widgetJS', 'YCLIENTS'],
  ['cp.unisender.com/ru/subscribe', 'UniSender'],
  ['web.webformscr.com/apps/fc3/build/loader.js', 'SendPulse'],
  ['app.getresponse.com/view_webform.js', 'GetResponse'],
  ['api.mindbox.ru/scripts/v1/tracker.js', 'Mindbox'],
  ['cdn.retailrocket.ru/content/javascript/api.js', 'Retail Rocket'],
  ['vk.com/js/pixel.js', 'VK Pixel'],
])('%s is %s', (address, name) => {
  expect(serviceAt(address)?.name ?? null).toBe(name);
});
