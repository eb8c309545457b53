import type { RknCorpusSite } from './rkn-corpus-site.ts';

const consent = '<a href="/consent">согласие на обработку персональных данных</a>';
const box = (label = `Даю ${consent}`, attributes = 'required') =>
  `<label><input type="checkbox" name="agree" ${attributes}> ${label}</label>`;
const name = '<label>Имя <input name="name"></label>';
const phone = '<label>Телефон <input type="tel" name="phone"></label>';
const email = '<label>E-mail <input type="email" name="email"></label>';
const lead = (inside: string, attributes = 'method="post" action="/send.php"', button = 'Оставить заявку') =>
  `<form class="lead" ${attributes}>${name}${phone}${inside}<button type="submit">${button}</button></form>`;
const aboutConsent = ['form_no_consent', 'form_no_consent:account', 'consent_implied', 'consent_no_link'];

/** Sites about forms: what they are for, how they ask for a consent, and where they hide. */
export const rknFormSites: RknCorpusSite[] = [
  {
    name: 'accounts of a shop need no new consent: recovery, sign-in by a code, profile, password, addresses',
    language: 'ru',
    pages: {
      '/': '<h1>Магазин</h1>',
      '/auth/forgot/':
        '<h1>Восстановление пароля</h1><form method="post" action="/auth/forgot/"><label>E-mail, указанный при регистрации<input type="email" name="mail"></label><button>Отправить</button></form>',
      '/auth/':
        '<h1>Вход в личный кабинет</h1><form method="post" action="/auth/otp"><input type="tel" name="phone" placeholder="+7 (___) ___-__-__"><button>Получить код</button></form>',
      '/my-account/lost-password/':
        '<h1>Мой аккаунт</h1><form method="post" class="woocommerce-ResetPassword"><p>Забыли свой пароль? Укажите свой email или имя пользователя.</p><label for="user_login">Имя пользователя или Email</label><input name="user_login" id="user_login"><button>Сброс пароля</button></form>',
      '/my-account/edit-account/':
        '<h1>Анкета</h1><form class="woocommerce-EditAccountForm edit-account" method="post"><label for="f">Имя</label><input id="f" name="account_first_name"><label for="e">Email</label><input type="email" id="e" name="account_email"><fieldset><legend>Смена пароля</legend><input type="password" name="password_current"><input type="password" name="password_1"><input type="password" name="password_2"></fieldset><button>Сохранить изменения</button></form>',
      '/personal/profile/':
        '<h2>Личные данные</h2><form method="post" action="/personal/profile/"><table><tr><td>Имя:</td><td><input name="NAME"></td></tr><tr><td>E-Mail:</td><td><input name="EMAIL"></td></tr><tr><td>Дата рождения:</td><td><input name="PERSONAL_BIRTHDAY"></td></tr></table><input type="submit" value="Сохранить"></form>',
      '/login':
        '<h1>Войти</h1><form method="post"><label>Логин<input name="user_name"></label><label>Почта<input type="email" name="mail"></label><input type="password" name="p"><button>Войти</button></form>',
    },
    right: [],
    forbidden: [...aboutConsent, 'excess_fields', 'form_insecure'],
  },
  {
    name: 'orders and mailings that exist: status, tracking, unsubscription, balance of a card',
    language: 'ru',
    pages: {
      '/': '<h1>Сервисный центр</h1>',
      '/status':
        '<h1>Статус заказа</h1><form method="post" action="/status"><input name="order" placeholder="Номер заказа"><input type="tel" name="phone" placeholder="Телефон"><button>Проверить статус</button></form>',
      '/track':
        '<h1>Где мой ремонт</h1><form method="post" action="/track"><label>Номер квитанции<input name="receipt"></label><label>Ваш телефон<input name="p"></label><button>Узнать готовность</button></form>',
      '/unsubscribe':
        '<h1>Отписка</h1><form method="post" action="/mail/out"><input type="email" name="e" placeholder="E-mail"><button>Отписаться</button></form>',
      '/rassylka/otkaz':
        '<h1>Отказаться от рассылки</h1><form method="post" action="/mail/off"><input type="email" name="e"><button>Подтвердить</button></form>',
      '/bonus':
        '<h1>Бонусная карта</h1><form method="post" action="/bonus"><label>Номер карты<input name="card"></label><label>Телефон<input type="tel" name="t"></label><button>Проверить баланс</button></form>',
    },
    right: [],
    forbidden: [...aboutConsent, 'newsletter_no_consent'],
  },
  {
    name: 'forms of accounts and orders in English, on a site of React and of WordPress',
    language: 'en',
    pages: {
      '/': '<h1>Studio</h1>',
      '/forgot-password':
        '<div id="app"><h2>Forgot your password?</h2><form method="post" action="/api/reset"><input type="email" name="email" placeholder="you@example.com"><button>Send reset link</button></form></div>',
      '/sign-in':
        '<h2>Sign in</h2><form method="post" action="/api/otp"><label>Phone<input name="phone"></label><button>Send code</button></form>',
      '/order-tracking':
        '<h1>Track your order</h1><form method="post" class="woocommerce-form-track-order track_order"><label for="o">Order ID</label><input id="o" name="orderid"><label for="b">Billing email</label><input id="b" name="order_email"><button>Track</button></form>',
      '/email-preferences':
        '<h1>Email preferences</h1><form method="post" action="/unsubscribe"><input type="email" name="email"><button>Unsubscribe</button></form>',
      '/settings':
        '<h1>Account settings</h1><form method="post" action="/api/me"><label>Full name<input name="n"></label><label>Email<input type="email" name="e"></label><button>Save changes</button></form>',
    },
    right: [],
    forbidden: aboutConsent,
  },
  {
    name: 'a check of the delivery zone, a calculator, and a call of a master whose address is needed',
    language: 'ru',
    pages: {
      '/': '<h1>Доставка</h1><form method="post" action="/zone"><label>Ваш адрес<input name="address"></label><button>Проверить зону доставки</button></form>',
      '/zone':
        '<h1>Зона доставки</h1><form action="/zone"><label>Адрес<input name="address"></label><button>Проверить</button></form>',
      '/osago':
        '<h1>Калькулятор ОСАГО</h1><form method="post" action="/calc"><label>Дата рождения<input name="b"></label><label>Стаж<input name="s"></label><button>Рассчитать</button></form>',
      '/master': `<h1>Вызов мастера</h1><form method="post" action="/call">${name}${phone}<label>Адрес<input name="address"></label>${box()}<button>Вызвать мастера</button></form>`,
    },
    right: [],
    forbidden: [...aboutConsent, 'excess_fields'],
  },
  {
    name: 'leads that look like accounts: a call beside a status, a promo code, a seminar, a calculator with a phone',
    language: 'ru',
    pages: {
      '/': '<h1>Студия</h1>',
      '/status':
        '<h1>Статус заказа</h1><p>Введите номер в приложении.</p><section><form method="post" action="/lead"><input name="t" placeholder="Телефон"><button>Заказать звонок</button></form></section>',
      '/promo':
        '<h1>Промокод на первый заказ</h1><form method="post" action="/promo"><input type="tel" name="phone"><button>Получить код</button></form>',
      '/seminar': `<h1>Регистрация на вебинар</h1><form method="post" action="/seminar">${name}${email}<button>Отправить</button></form>`,
      '/price': `<h1>Калькулятор</h1><form method="post" action="/price">${phone}<label>Площадь<input name="area"></label><button>Рассчитать стоимость</button></form>`,
      '/access':
        '<h1>Бесплатный урок</h1><form method="post" action="/lesson"><input type="email" name="e" placeholder="E-mail"><button>Получить доступ</button></form>',
    },
    right: [
      'form_no_consent /status',
      'form_no_consent /promo',
      'form_no_consent /seminar',
      'form_no_consent /price',
      'form_no_consent /access',
    ],
    forbidden: ['excess_fields', 'form_insecure'],
  },
  {
    name: 'a registration that accepts the terms has a contract, one without any agreement has no ground',
    language: 'ru',
    pages: {
      '/': '<h1>Сервис</h1>',
      '/signup': `<h1>Регистрация</h1><form method="post" action="/signup">${email}<input type="password" name="p">${box('Принимаю <a href="/offer">пользовательское соглашение</a>')}<button>Зарегистрироваться</button></form>`,
      '/register': `<h1>Создать аккаунт</h1><form method="post" action="/register">${name}${email}<input type="password" name="p"><input type="password" name="p2"><button>Продолжить</button></form>`,
    },
    right: ['form_no_consent:account /signup', 'form_no_consent /register'],
    forbidden: ['consent_no_link'],
  },
  {
    name: 'forms that scripts send: React, Vue, Alpine, Angular without method and action are not insecure',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead(box(), '')}`,
      '/vue': `<h1>Заявка</h1>${lead(box(), '@submit.prevent="send"')}`,
      '/alpine': `<h1>Заявка</h1>${lead(box(), 'x-on:submit.prevent="send()" action="#"')}`,
      '/ajax': `<h1>Заявка</h1>${lead(box(), 'action="mail.php"')}<script>$('form').on('submit', function () { $.post(this.action, $(this).serialize()); return false; });</script>`,
      '/plain': `<h1>Заявка</h1>${lead(box(), 'onsubmit="return send(this)" action="javascript:void(0)"')}`,
    },
    right: [],
    forbidden: ['form_insecure', ...aboutConsent],
    uncovered: [],
  },
  {
    name: 'forms that send data in an address, or to an address without encryption',
    language: 'ru',
    pages: {
      '/': '<h1>Студия</h1>',
      '/get': `<h1>Заявка</h1>${lead(box(), 'method="get" action="/send"')}`,
      '/empty-get': `<h1>Заявка</h1>${lead(box(), 'method="GET" id="g"')}`,
      '/default': `<h1>Заявка</h1>${lead(box(), 'action="/send-default"')}`,
      '/http': `<h1>Заявка</h1>${lead(box(), 'method="post" action="http://crm.example/send"')}`,
    },
    right: ['form_insecure /get', 'form_insecure /empty-get', 'form_insecure /default', 'form_insecure /http'],
    forbidden: aboutConsent,
  },
  {
    name: 'landing pages with one handler: a correct form, one without a box, one that is ticked before',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead(box())}`,
      '/promo/': `<h1>Акция</h1>${lead('')}`,
      '/sale/': `<h1>Распродажа</h1>${lead(box(`Даю ${consent}`, 'checked'))}`,
      '/implied/': `<h1>Услуги</h1>${lead('<p>Отправляя форму, вы принимаете <a href="/privacy">политику конфиденциальности</a></p>')}`,
    },
    right: ['form_no_consent /promo/', 'consent_prechecked /sale/', 'consent_implied /implied/'],
    forbidden: ['consent_no_link', 'form_insecure'],
  },
  {
    name: 'consents that an action implies, in the usual words',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead('<p>При нажатии на кнопку вы соглашаетесь с обработкой персональных данных</p>', 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead('<p>Подавая заявку, я соглашаюсь с обработкой ПДн</p>', 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead('<p>Жмите кнопку и тем самым даёте согласие</p>', 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(`<p>Нажимая на кнопку «Оставить заявку», вы даёте ${consent}.</p>`, 'method="post" action="/4"')}`,
    },
    right: ['consent_implied /', 'consent_implied /a', 'consent_implied /b', 'consent_implied /c'],
    forbidden: ['form_no_consent', 'consent_no_link'],
  },
  {
    name: 'consents that an action implies, in English',
    language: 'en',
    pages: {
      '/': `<h1>Studio</h1><form method="post" action="/1"><input name="your-name" placeholder="Name"><input type="email" name="your-email" placeholder="Email"><p>By clicking “Send”, you agree to our <a href="/privacy">Privacy Policy</a>.</p><button>Send</button></form>`,
      '/demo':
        '<h1>Demo</h1><form method="post" action="/2"><label>Work email<input type="email" name="e"></label><p>By submitting this form you consent to the processing of your personal data.</p><button>Request a demo</button></form>',
    },
    right: ['consent_implied /', 'consent_implied /demo'],
    forbidden: ['form_no_consent'],
  },
  {
    name: 'boxes about other things are no consent: a replacement, returns, a call, messages, cookies, age',
    language: 'ru',
    pages: {
      '/': `<h1>Магазин</h1>${lead(box('Согласен на замену товара при отсутствии', ''), 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead(box('Согласен с <a href="/returns">правилами возврата</a>', ''), 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead(box('Согласен на звонок менеджера', ''), 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(box('Согласен на обработку файлов cookie', ''), 'method="post" action="/4"')}`,
      '/d': `<h1>Г</h1>${lead(box() + box('Мне есть 18 лет, согласен с правилами', ''), 'method="post" action="/5"')}`,
      '/order': `<h1>Заказ</h1><form class="checkout" method="post" action="/order">${name}${phone}${box('Согласен на получение SMS-уведомлений о статусе заказа', '')}<button>Оформить заказ</button></form>`,
    },
    right: [
      'form_no_consent /',
      'form_no_consent /a',
      'form_no_consent /b',
      'form_no_consent /c',
      'form_no_consent:checkout /order',
    ],
    forbidden: ['consent_no_link', 'marketing_merged', 'consent_bundled'],
  },
  {
    name: 'one box for several purposes, and boxes whose words deny the other purpose',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead(box(`Даю ${consent}, кроме рассылки рекламы`), 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead(box(`Даю ${consent}, за исключением рассылки, рекламы и передачи третьим лицам`), 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead(box(`Даю ${consent} без получения новостей`), 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(box(`Даю ${consent} и согласен получать рассылку`), 'method="post" action="/4"')}`,
      '/d': `<h1>Г</h1>${lead(box() + box('Принимаю условия <a href="/offer">оферты</a> и политики конфиденциальности и согласен получать рассылку', ''), 'method="post" action="/5"')}`,
      '/e': `<h1>Д</h1>${lead(box() + box('Согласен получать рассылку в соответствии с <a href="/privacy">политикой конфиденциальности</a>', ''), 'method="post" action="/6"')}`,
    },
    right: ['consent_bundled /c', 'marketing_merged /c', 'consent_bundled /d', 'marketing_merged /d'],
    forbidden: aboutConsent,
  },
  {
    name: 'fields with captions alone: a table of Bitrix, Tilda, and names without a type',
    language: 'ru',
    pages: {
      '/': '<h1>Студия</h1><form name="SIMPLE_FORM_1" action="/send" method="post"><table><tr><td>Представьтесь<font color="red">*</font></td><td><input name="form_text_1"></td></tr><tr><td>Моб.</td><td><input name="form_text_2"></td></tr></table><input type="submit" name="web_form_submit" value="Отправить"></form>',
      '/tilda':
        '<div class="t-form"><form class="t-form js-form-proccess" action="https://forms.tildaapi.com/procces/" method="post"><div class="t-input-group"><div class="t-input-title">Ваша электронка</div><input name="input_1"></div><button type="submit" class="t-submit">Отправить</button></form></div>',
      '/wa':
        '<h1>Чат</h1><div class="box"><input name="v1" placeholder="Ваш номер WhatsApp"><a role="button">Написать</a></div>',
      '/div':
        '<h1>Связь</h1><div class="box2"><span>Контактное лицо</span><input name="v2"><div class="btn" onclick="send()">Жду звонка</div></div>',
    },
    right: [
      'form_no_consent /',
      'form_no_consent /tilda',
      'form_no_consent /wa',
      'form_no_consent /div',
      'policy_services_undisclosed /privacy',
    ],
    forbidden: ['excess_fields', 'form_insecure'],
  },
  {
    name: 'fields that only look personal: the passport of a building, the birthday of a pet, an address of mail',
    language: 'ru',
    pages: {
      '/': '<h1>База знаний</h1><form method="post" action="/1"><label>Паспорт объекта<input name="passport"></label><button>Показать</button></form>',
      '/pet':
        '<h1>Щенок</h1><form method="post" action="/2"><label>Дата рождения питомца<input name="birthday"></label><label>Кличка<input name="pet_name"></label><button>Показать рацион</button></form>',
      '/mail': `<h1>Рассылка</h1><form method="post" action="/3"><input name="Email_Address" placeholder="E-mail">${box('Согласен получать <a href="/marketing-consent">рассылку</a>', '')}<button>Подписаться</button></form>`,
    },
    right: [],
    forbidden: [...aboutConsent, 'excess_fields', 'special_category'],
  },
  {
    name: 'links to the consent beside the label, in its row, as files',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead('<div class="row"><input type="checkbox" id="c1" name="agree"><label for="c1">Я согласен на</label> <a href="/consent/">обработку персональных данных</a></div>', 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead('<label><input type="checkbox" name="agree">Даю согласие на обработку персональных данных</label> (<a href="/consent/">текст согласия</a>)', 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead('<div class="wpforms-field"><ul><li><input type="checkbox" id="w1" name="w"><label for="w1">Согласен на обработку персональных данных</label></li></ul><div class="wpforms-field-description"><a href="/consent/">Текст согласия</a></div></div>', 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(box('Даю <a href="/docs/soglasie.pdf">согласие на обработку персональных данных</a>'), 'method="post" action="/4"')}`,
      '/d': `<h1>Г</h1>${lead(box('Даю <a href="/docs/soglasie.docx">согласие на обработку персональных данных</a>'), 'method="post" action="/5"')}`,
      '/consent/': '<h1>Согласие на обработку персональных данных</h1><p>Текст: на странице /consent.</p>',
      '/docs/soglasie.pdf': { type: 'application/pdf' },
      '/docs/soglasie.docx': { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
    },
    right: ['consent_doc_incomplete:blocker /consent/'],
    forbidden: [...aboutConsent, 'consent_not_separate', 'consent_doc_missing'],
  },
  {
    name: 'a consent that a script or a button opens is not known, and a label without any way to it is a finding',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead(box('Даю <a href="javascript:void(0)" onclick="openConsent()">согласие на обработку персональных данных</a>'), 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead(box('Даю согласие на <button type="button">обработку персональных данных</button>'), 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead(box('Даю согласие на <span data-modal="consent">обработку персональных данных</span>'), 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(box('Даю согласие на обработку персональных данных'), 'method="post" action="/4"')}`,
      '/d': `<h1>Г</h1>${lead(box('Даю <a href="/gone">согласие на обработку персональных данных</a>'), 'method="post" action="/5"')}`,
      '/gone': { status: 404 },
    },
    right: ['consent_no_link /c', 'consent_no_link /d'],
    forbidden: ['form_no_consent', 'consent_implied'],
  },
  {
    name: 'a form that only a browser sees, beside a box that its script adds on every page',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead('')}<script src="/app.js"></script>`,
      '/b': `<h1>Услуги</h1>${lead('')}<script src="/app.js"></script>`,
      '/c': '<h1>Цены</h1><script src="/app.js"></script>',
    },
    rendered: {
      '/': `<h1>Студия</h1>${lead(box())}`,
      '/c': '<h1>Цены</h1><form id="late" method="post" action="/late"><input type="tel" name="phone"><button>Отправить</button></form>',
    },
    right: ['form_no_consent /c'],
    forbidden: ['form_insecure', 'consent_no_link'],
  },
  {
    name: 'services show the forms: Marquiz, amoCRM, Bitrix24, GetCourse, a frame of Yandex',
    language: 'ru',
    pages: {
      '/': '<h1>Студия</h1><script src="//script.marquiz.ru/v2.js" async></script>',
      '/amo':
        '<h1>Заявка</h1><script id="amoforms_script_1" src="https://forms.amocrm.ru/forms/assets/js/amoforms.js"></script>',
      '/b24':
        '<h1>Заявка</h1><script data-b24-form="inline/1/abc" data-skip-moving="true">(function(w,d,u){var s=d.createElement("script");s.src=u;d.head.appendChild(s)})(window,document,"https://cdn-ru.bitrix24.ru/b1/crm/form/loader_1.js");</script>',
      '/gc': '<h1>Курс</h1><script id="1" src="https://school.getcourse.ru/pl/lite/widget/script?id=1"></script>',
      '/ya': '<h1>Опрос</h1><iframe src="https://forms.yandex.ru/cloud/1/?iframe=1"></iframe>',
    },
    right: ['policy_services_undisclosed /privacy'],
    forbidden: ['form_no_consent', 'policy_missing'],
    uncovered: ['form_no_consent late_forms', 'form_insecure late_forms', 'excess_fields late_forms'],
  },
  {
    name: 'a popup after some seconds, and a button that promises a form, where no browser is there',
    language: 'ru',
    pages: {
      '/': '<h1>Студия</h1><script>setTimeout(function () { document.body.insertAdjacentHTML("beforeend", "<form id=\'p\'><input type=\'tel\'></form>"); }, 3000);</script>',
      '/b': '<h1>Услуги</h1><a href="#popup:order" class="t-btn">Оставить заявку</a>',
    },
    right: [],
    forbidden: ['form_no_consent'],
    uncovered: ['form_no_consent late_forms'],
  },
  {
    name: 'the shell of Gatsby and of Quasar, which no browser rendered: nothing is missing, all is unknown',
    language: 'ru',
    pages: {
      '/': { html: '<div id="___gatsby"></div><script src="/app-1234.js"></script>' },
      '/q': { html: '<div id="q-app"></div><script src="/js/app.1.js" defer></script>' },
    },
    right: [],
    forbidden: ['policy_missing', 'operator_requisites_missing', 'owner_contact_missing'],
    uncovered: ['form_no_consent not_rendered'],
  },
  {
    name: 'a form with a long list of services has its consent behind them',
    language: 'ru',
    pages: {
      '/': `<h1>Клиника</h1><form method="post" action="/1">${name}${phone}<p>${'Подробности услуги и её цены. '.repeat(40)}</p><p>Отправка заявки возможна с ${box()}</p><button>Отправить</button></form>`,
      '/b': `<h1>Приём</h1><form method="post" action="/2">${name}${phone}<p>${'Подробности услуги и её цены. '.repeat(40)}</p><p>Нажимая кнопку, вы соглашаетесь на обработку персональных данных.</p><button>Записаться</button></form>`,
    },
    right: ['consent_implied /b'],
    forbidden: ['form_no_consent'],
  },
  {
    name: 'comments and reviews of WordPress, and Contact Form 7 with its acceptance',
    language: 'ru',
    pages: {
      '/': '<h1>Блог</h1>',
      '/post': `<h1>Статья</h1><form id="commentform" class="comment-form" action="/wp-comments-post.php" method="post"><label for="a">Имя</label><input id="a" name="author"><label for="m">Email</label><input id="m" name="email" type="email"><textarea name="comment"></textarea><button>Отправить комментарий</button></form>`,
      '/contact':
        '<h1>Контакты</h1><form action="/contact/#wpcf7-f1" method="post" class="wpcf7-form"><p><label>Ваше имя<span class="wpcf7-form-control-wrap"><input name="your-name"></span></label></p><p><input type="tel" name="tel-1"></p><span class="wpcf7-form-control wpcf7-acceptance"><span class="wpcf7-list-item"><label><input type="checkbox" name="acceptance-1" value="1"><span class="wpcf7-list-item-label">Даю <a href="/consent">согласие на обработку персональных данных</a></span></label></span></span><input type="submit" value="Отправить"></form>',
    },
    right: ['form_no_consent /post'],
    forbidden: ['consent_no_link', 'consent_implied'],
  },
  {
    name: 'what looks like a consent and is none: a link to its text, a policy that is taken note of',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead('<p><a href="/consent">Согласие на обработку персональных данных</a></p>', 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead(box('Ознакомлен с <a href="/privacy">политикой конфиденциальности</a>'), 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead(box('Ознакомлен и согласен с <a href="/privacy">политикой конфиденциальности</a>'), 'method="post" action="/3"')}`,
      '/c': `<h1>В</h1>${lead(box() + box('Ознакомлен с <a href="/privacy">политикой конфиденциальности</a>'), 'method="post" action="/4"')}`,
    },
    right: ['form_no_consent /', 'form_no_consent /a', 'consent_not_separate /b'],
    forbidden: ['consent_implied', 'consent_no_link'],
  },
  {
    name: 'builders: Bitrix with its own window of consent, Elementor, a drawn box of React that is ticked, fields of Vue',
    language: 'ru',
    pages: {
      '/': `<h1>Студия</h1>${lead('<label data-bx-user-consent="{}"><input type="checkbox" value="Y" name="UC"><a>Я согласен на обработку персональных данных</a></label>', 'method="post" action="/1"')}`,
      '/a': `<h1>А</h1>${lead('<div class="elementor-field-subgroup"><span class="elementor-field-option"><input type="checkbox" id="fa"><label for="fa">Я даю согласие на обработку <a href="/consent">персональных данных</a></label></span></div>', 'method="post" action="/2"')}`,
      '/b': `<h1>Б</h1>${lead('<button type="button" role="checkbox" aria-checked="true" id="r1"></button><label for="r1">Даю <a href="/consent">согласие на обработку персональных данных</a></label>', '')}`,
      '/c': '<div id="lead"><input placeholder="+7 (999) 000-00-00"><label><input type="checkbox">Согласен на <a href="/consent">обработку данных</a></label><button>Отправить</button></div>',
    },
    right: ['consent_prechecked /b'],
    forbidden: [...aboutConsent, 'form_insecure'],
  },
];
