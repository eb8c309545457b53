/** Small sites and their documents whose right findings are known. Facts come from real sites, texts do not. */

export const documentsOrigin = 'https://landing.example';

export interface DocumentSite {
  /** What is special about it, one sentence. */
  name: string;
  /** Contents of `body` by path; the home page first. `null` is a file that nobody reads as text. */
  pages: Record<string, string | null>;
  /** All right findings of the rules about documents: `code:variant path`. */
  right: readonly string[];
  /** Codes whose findings would be false here. */
  forbidden: readonly string[];
}

const owner = 'ООО «Вектор», ИНН 7707083893, ОГРН 1027700132195, 101000, г. Москва, ул. Мясницкая, д. 1';

interface PolicyParts {
  operator?: string;
  data?: string;
  recipients?: string;
  cookies?: string;
  heading?: string;
}

/** A policy with every statement, in paragraphs of HTML. */
export const policy = ({
  operator = `Оператор: ${owner}, privacy@landing.example.`,
  data = '<p>Перечень данных: имя, номер телефона, адрес электронной почты.</p>',
  recipients = 'Оператор поручает хостинг обработчику АО «Облако данных».',
  cookies = 'Сайт не использует файлы cookie.',
  heading = 'Политика обработки персональных данных',
}: PolicyParts = {}): string => `<h1>${heading}</h1><p>${operator}</p>
<p>Основание: Федеральный закон от 27.07.2006 № 152-ФЗ «О персональных данных».</p>
<h2>Цели обработки</h2><ul><li>ответы на обращения;</li><li>исполнение договора.</li></ul>
<p>Правовые основания обработки: согласие субъекта и договор.</p>${data}
<p>Категории субъектов: посетители сайта и клиенты. Срок хранения: 3 года или до достижения целей обработки.</p>
<p>Базы данных находятся на территории Российской Федерации. Трансграничная передача не осуществляется.</p>
<p>Оператор принимает правовые и технические меры по защите персональных данных.</p>
<p>Сбор, запись, систематизация, накопление, хранение, уточнение, использование, удаление с использованием средств
автоматизации и без их использования.</p><p>Ненужные данные уничтожаются, составляется акт.</p><p>${recipients}</p>
<p>Субъект вправе узнать о своих данных и отозвать согласие; ответ даётся за 10 рабочих дней.</p>
<p>${cookies}</p><p>Редакция от 01.09.2026.</p>`;

interface ConsentParts {
  operator?: string;
  purpose?: string;
  data?: string;
  methods?: string;
}

/** A consent with every statement. */
const consent = ({
  operator = `Я свободно, своей волей и в своём интересе даю согласие оператору: ${owner}.`,
  purpose = '<p>Цель обработки: ответ на мою заявку.</p>',
  data = '<p>Перечень данных: имя, номер телефона.</p>',
  methods = 'с использованием средств автоматизации и без их использования',
}: ConsentParts = {}): string => `<h1>Согласие на обработку персональных данных</h1><p>${operator}</p>${purpose}${data}
<p>Действия: сбор, запись, систематизация, накопление, хранение, уточнение, использование, удаление ${methods}.</p>
<p>Согласие действует 1 год. Его можно отозвать письмом на privacy@landing.example.</p>`;

const links = '<a href="/privacy">Политика обработки персональных данных</a> <a href="/consent">Согласие</a>';

interface FrameParts {
  footer?: string;
  footerLinks?: string;
}

/** The frame that builders of landings make: everything in one element, the footer too. */
const frame = (inside: string, { footer = owner, footerLinks = links }: FrameParts = {}): string =>
  `<div id="allrecords"><header><a href="/">Студия</a></header><div class="records">${inside}</div>
<footer><p>${footer}</p><p>info@landing.example</p>${footerLinks}</footer></div>`;

const form =
  '<form method="post" action="/send"><input name="name" placeholder="Имя"><input type="tel" name="phone">' +
  '<label><input type="checkbox" required>Даю <a href="/consent">согласие на обработку персональных данных</a></label>' +
  '<button>Отправить</button></form>';

/** A site with a form on its home page, a policy and a consent. */
const site = (over: Record<string, string | null> = {}, parts: FrameParts = {}): Record<string, string | null> => ({
  '/': frame(`<h1>Ремонт квартир</h1>${form}`, parts),
  '/privacy': frame(policy(), parts),
  '/consent': frame(consent(), parts),
  ...over,
});

/** A site whose only link to a policy is another one. */
const withPolicyAt = (path: string, caption: string, body: string | null): Record<string, string | null> => {
  const parts = { footerLinks: `<a href="${path}">${caption}</a> <a href="/consent">Согласие</a>` };
  const home = `<h1>Ремонт квартир</h1>${form}`;
  return {
    '/': frame(home, parts),
    '/consent': frame(consent(), parts),
    [path]: body === null ? null : frame(body, parts),
  };
};

const sole = 'ИП Смирнова Ольга Петровна, ИНН 500100732259, Московская обл., г. Химки, ул. Мира, д. 5';
const services = (code: string): string => frame(`<h1>Ремонт</h1>${form}${code}`);
const loader = (address: string) =>
  `<script>(function(d){var s=d.createElement('script');s.src='${address}';d.head.appendChild(s)})(document)</script>`;

/** The sites of the corpus about documents. */
export const documentSites: readonly DocumentSite[] = [
  {
    name: 'a landing of a builder with right documents in one element with its footer',
    pages: site(),
    right: [],
    forbidden: ['requisites_invalid', 'policy_incomplete', 'consent_doc_incomplete', 'policy_missing'],
  },
  {
    name: 'a policy that was copied with the requisites of another company',
    pages: site(
      { '/consent': frame(consent({ operator: `Я даю согласие оператору: ${sole}.` }), { footer: sole }) },
      { footer: sole },
    ),
    right: ['requisites_invalid /privacy'],
    forbidden: ['operator_requisites_missing'],
  },
  {
    name: 'an offer of another seller than the footer, and no numbers in the consent',
    pages: site({
      '/consent': frame(consent({ operator: 'Я даю согласие ООО «Вектор», 101000, г. Москва, ул. Мясницкая, д. 1.' })),
      '/oferta': frame('<h1>Публичная оферта</h1><p>Продавец: ООО «Альфа», ИНН 7736050003, г. Москва.</p>'),
    }),
    right: ['requisites_invalid /oferta'],
    forbidden: ['consent_doc_incomplete'],
  },
  {
    name: 'texts that name a processor, a bank, a developer and a delivery service with their numbers',
    pages: site(
      {
        '/privacy': frame(
          policy({
            recipients:
              'Обработка поручается обработчику ООО «Хостинг» (101000, г. Москва, ИНН 7736207543). Служба доставки: АО «Курьер», ИНН 7736050003.',
          }),
          { footer: `${owner}. Сайт создан ООО «Студия», ИНН 7736207543` },
        ),
        '/contacts': frame(`<h1>Реквизиты</h1><p>${owner}</p><p>Банк: ПАО «Банк», ИНН 7736050003</p>`),
      },
      { footer: `${owner}. Сайт создан ООО «Студия», ИНН 7736207543` },
    ),
    right: [],
    forbidden: ['requisites_invalid'],
  },
  {
    name: 'a policy of a sole proprietor in other cases and with initials',
    pages: site(
      {
        '/privacy': frame(
          policy({ operator: 'Оператор: ИП Смирнова О.П., ИНН 500100732259, г. Химки, privacy@landing.example.' }),
          { footer: sole },
        ),
        '/consent': frame(
          consent({
            operator:
              'Я даю согласие индивидуальному предпринимателю Смирновой Ольге Петровне, г. Химки, ул. Мира, д. 5.',
          }),
          { footer: sole },
        ),
      },
      { footer: sole },
    ),
    right: [],
    forbidden: ['requisites_invalid', 'consent_doc_incomplete'],
  },
  {
    name: 'texts that name owners without numbers, and not the same one',
    pages: site({
      '/privacy': frame(policy({ operator: 'Оператор: ООО «Альфа», г. Тула, privacy@landing.example.' })),
    }),
    right: ['requisites_invalid /privacy', 'policy_incomplete /privacy'],
    forbidden: ['operator_requisites_missing'],
  },
  {
    name: 'a consent with its data behind a colon and its purpose behind «для»',
    pages: site({
      '/consent': frame(
        consent({
          purpose: '',
          data: '<p>Даю согласие на обработку моих персональных данных: имя, номер телефона. Данные обрабатываются для обработки моей заявки и обратной связи.</p>',
        }),
      ),
    }),
    right: [],
    forbidden: ['consent_doc_incomplete'],
  },
  {
    name: 'a consent with a table and a list of its data',
    pages: site({
      '/consent': frame(
        consent({
          purpose:
            '<table><tr><th>Цель</th><th>Данные</th></tr><tr><td>Ответ на обращение</td><td>имя, телефон</td></tr></table>',
          data: '<p>Обрабатываемые данные:</p><ul><li>имя</li><li>номер телефона</li></ul>',
          methods: 'как с использованием средств автоматизации, так и без использования таких средств',
        }),
      ),
    }),
    right: [],
    forbidden: ['consent_doc_incomplete'],
  },
  {
    name: 'a consent without data, whose channels for requests name a phone and an e-mail',
    pages: site({
      '/consent': frame(consent({ data: '<p>Отозвать согласие можно по телефону или по электронной почте.</p>' })),
    }),
    right: ['consent_doc_incomplete:blocker /consent'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'a consent with an open list, and one purpose too many',
    pages: site({
      '/consent': frame(
        consent({
          purpose: '<p>Цели:</p><ul><li>ответ на заявку</li><li>регистрация на сайте</li></ul>',
          data: '<p>Даю согласие на обработку данных, включая, но не ограничиваясь: имя, телефон.</p>',
        }),
      ),
    }),
    right: ['consent_doc_incomplete:blocker /consent'],
    forbidden: ['marketing_merged'],
  },
  {
    name: 'a consent without the address of its operator',
    pages: site({
      '/consent': frame(consent({ operator: 'Я даю согласие ООО «Вектор» по закону от 27.07.2006 г. № 152-ФЗ.' })),
    }),
    right: ['consent_doc_incomplete:blocker /consent'],
    forbidden: ['requisites_invalid'],
  },
  {
    name: 'a policy with the name «Правила обработки персональных данных» behind «Обработка персональных данных»',
    pages: withPolicyAt(
      '/obrabotka-dannyh',
      'Обработка персональных данных',
      policy({ heading: 'Правила обработки персональных данных' }),
    ),
    right: [],
    forbidden: ['policy_missing', 'policy_not_on_collecting_page'],
  },
  {
    name: 'a policy that calls itself «Персональные данные»',
    pages: withPolicyAt('/docs/pd.html', 'Персональные данные', policy({ heading: 'Персональные данные' })),
    right: [],
    forbidden: ['policy_missing', 'policy_not_on_collecting_page'],
  },
  {
    name: 'an agreement about confidentiality as the policy',
    pages: withPolicyAt(
      '/confidentiality',
      'Соглашение о конфиденциальности',
      policy({ heading: 'Соглашение о конфиденциальности' }),
    ),
    right: [],
    forbidden: ['policy_missing', 'policy_not_on_collecting_page'],
  },
  {
    name: 'a policy as a file with a doubtful name, which is not read',
    pages: withPolicyAt('/docs/pd.pdf', 'Персональные данные', null),
    right: [],
    forbidden: ['policy_missing', 'policy_not_on_collecting_page'],
  },
  {
    name: 'a policy in a dialog of the page',
    pages: {
      ...site({}, { footerLinks: '<a href="#policy">Политика конфиденциальности</a> <a href="/consent">Согласие</a>' }),
      '/privacy': null,
    },
    right: [],
    forbidden: ['policy_missing', 'policy_not_on_collecting_page'],
  },
  {
    name: 'news of politics behind «Политика»',
    pages: withPolicyAt('/news/politika', 'Политика', '<h1>Политика</h1><p>Новости дня: выборы и переговоры.</p>'),
    right: ['policy_missing /'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'a service that processes data of companies, without a policy',
    pages: withPolicyAt(
      '/obrabotka-dannyh',
      'Обработка данных',
      `<h1>Обработка данных</h1><p>Храним и обрабатываем таблицы заказчиков, настраиваем базы, чистим записи. ${'Отчёты в срок. '.repeat(60)}</p>`,
    ),
    right: ['policy_missing /'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'a policy of returns alone',
    pages: withPolicyAt('/return-policy', 'Политика возврата', '<h1>Политика возврата</h1><p>Возврат за 14 дней.</p>'),
    right: ['policy_missing /'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'an article about policies, and none of its own',
    pages: withPolicyAt(
      '/blog/1',
      'Как составить политику конфиденциальности',
      '<article><h1>Как составить политику конфиденциальности</h1><p>Совет первый.</p></article>',
    ),
    right: ['policy_missing /'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'quiz, form, callback and school widgets by their loaders, which the policy does not name',
    pages: site({
      '/': services(
        loader('//script.marquiz.ru/v2.js') +
          '<script id="amoforms_script_1" async src="https://forms.amocrm.ru/forms/assets/js/amoforms.js"></script>' +
          '<script src="https://cdn.envybox.io/widget/cbk.js?wcb_code=1" async></script>' +
          '<script id="a1" src="https://school.example/pl/lite/widget/script?id=1"></script>',
      ),
    }),
    right: ['policy_services_undisclosed /privacy'],
    forbidden: ['policy_incomplete'],
  },
  {
    name: 'the same widgets, named by the policy',
    pages: site({
      '/': services(
        loader('//script.marquiz.ru/v2.js') +
          "<script>(function(w,d,s,h,id){w.roistatHost=h})(window,document,'script','cloud.roistat.com','1')</script>" +
          `<script data-b24-form="inline/1/a">${"(function(w,d,u){})(window,document,'https://cdn-ru.bitrix24.ru/b1/crm/form/loader_1.js')"}</script>`,
      ),
      '/privacy': frame(policy({ cookies: 'Файлы cookie и сервисы: Marquiz, Роистат, Битрикс24 (ООО «1С-Битрикс»).' })),
    }),
    right: [],
    forbidden: ['policy_services_undisclosed', 'requisites_invalid'],
  },
  {
    name: 'a lazy frame of Yandex Forms that no policy names',
    pages: site({ '/': services('<iframe data-src="https://forms.yandex.ru/u/1/?iframe=1"></iframe>') }),
    right: ['policy_services_undisclosed /privacy'],
    forbidden: [],
  },
  {
    name: 'a travel blog with a paid link, a promo code and a label at the end',
    pages: site({
      '/altay': frame(
        '<h1>Алтай</h1><p>Билеты я брала по <a rel="sponsored" href="https://tickets.example/?marker=1">партнёрской ссылке</a> — промокод PETR10. Реклама.</p>',
      ),
      '/baikal': frame(
        '<h1>Байкал</h1><p>Скидка в <a href="https://tours.example/?aff_id=7">клубе путешествий</a> по промокоду BAIK5.</p>',
      ),
      '/karelia': frame(
        '<h1>Карелия</h1><p>Палатка от <a href="https://tents.example/">мастерской</a>. Реклама. ООО «Шатёр»</p>',
      ),
    }),
    right: ['ad_unmarked /altay', 'ad_unmarked /baikal', 'ad_unmarked /karelia'],
    forbidden: ['requisites_invalid'],
  },
  {
    name: 'advertising with its token, a promo code of the own shop, and an agency that sells advertising',
    pages: site({
      '/altay': frame(
        '<h1>Алтай</h1><p><a rel="sponsored" href="https://tickets.example/?erid=2VtzqwX9abc">Билеты</a>. Реклама. ООО «Билет»</p>' +
          '<p>Наш <a href="/catalog">каталог</a>: промокод SALE10.</p>' +
          '<p>Мы делаем сайты, тексты, контекстную рекламу. Пример: <a href="https://client.example/">сайт клиники</a>.</p>' +
          '<p>Мы делаем сайты. Реклама. <a href="/ads">Подробнее</a></p>',
      ),
    }),
    right: [],
    forbidden: ['ad_unmarked'],
  },
  {
    name: 'doctors with photo and full name in blocks without a telling name',
    pages: site({
      '/clinic': frame(
        '<h1>Наши врачи</h1><div class="t-col"><img src="/a.jpg"><div>Петрова Анна Сергеевна</div><div>Терапевт, стаж 10 лет</div></div>',
      ),
    }),
    right: ['public_persons_data /clinic'],
    forbidden: ['requisites_invalid'],
  },
  {
    name: 'a team in the JSON-LD of its page',
    pages: site({
      '/team': frame(
        '<h1>О нас</h1><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","employee":[{"@type":"Person","name":"Анна Петрова","image":"https://landing.example/a.jpg"}]}</script>',
      ),
    }),
    right: ['public_persons_data /team'],
    forbidden: [],
  },
  {
    name: 'goods with photos and names in capitals, towns, and authors without a photo',
    pages: site({
      '/catalog': frame(
        '<h1>Каталог</h1><div class="card"><img src="/a.jpg"><div>Платье Анна Белая</div><div>4 900 ₽</div></div>' +
          '<div class="card"><img src="/b.jpg"><div>Великий Новгород</div></div><p>Текст: Анна Петрова</p>',
      ),
    }),
    right: [],
    forbidden: ['public_persons_data'],
  },
];
