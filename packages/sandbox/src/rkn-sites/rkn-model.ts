import { escapeHtml } from '../http/page.ts';

/** A page before it is rendered; defects change its fields. */
export interface RknPageModel {
  title: string;
  /** HTML of the main part. */
  body: string;
  head: string;
  headers: Record<string, string>;
  status: number;
  /** Without navigation and footer. */
  is_bare: boolean;
}

/** A company that repairs houses, with every form and document that the law asks for. */
export interface RknSiteModel {
  origin: string;
  pages: Map<string, RknPageModel>;
  /** Paragraphs of the policy by their names, and of the consent. */
  policy: Map<string, string>;
  consent: Map<string, string>;
  /** Services that the policy names. */
  services: string[];
  requisites: string;
  /** Null: no page has an e-mail address. */
  email: string | null;
  has_offer: boolean;
  has_policy: boolean;
  has_consent: boolean;
  banner: string;
}

export const requisites = 'ООО «Вектор», ИНН 7707083893, ОГРН 1027700132195, 101000, г. Москва, ул. Мясницкая, д. 1';

interface FormModel {
  id: string;
  fields?: string[];
  boxes?: string[];
  text?: string;
  button?: string;
  method?: string;
  action?: string;
}

export const nameField = '<label>Ваше имя <input type="text" name="name" required></label>';
export const phoneField = '<label>Телефон <input type="tel" name="phone" required></label>';
export const emailField = '<label>E-mail <input type="email" name="email" required></label>';

/** A box that agrees to process data, unticked and with its document. */
export const consentBox = (
  label = 'Даю <a href="/consent">согласие на обработку персональных данных</a>',
  attributes = 'required',
): string => `<label><input type="checkbox" name="pd_consent" ${attributes}> ${label}</label>`;

export const form = ({
  id,
  fields = [nameField, phoneField],
  boxes = [consentBox()],
  text = '',
  button = 'Отправить заявку',
  method = 'post',
  action = '/forms',
}: FormModel): string =>
  `<form id="${id}" method="${method}" action="${action}">${[...fields, ...boxes].join('\n')}
    ${text === '' ? '' : `<p>${text}</p>`}<button type="submit">${button}</button></form>`;

/** Pages with a form of their own; a defect spoils one of them. */
export const formPages: Record<string, string> = {
  '/zayavka/callback': 'Обратный звонок',
  '/zayavka/consultation': 'Консультация мастера',
  '/zayavka/estimate': 'Расчёт сметы',
  '/zayavka/measure': 'Вызов замерщика',
  '/zayavka/survey-house': 'Осмотр дома',
  '/zayavka/design': 'Дизайн проекта',
  '/zayavka/season': 'Сезонный ремонт',
  '/zayavka/project': 'Индивидуальный проект',
  '/zayavka/accessible': 'Доступная среда',
  '/zayavka/nursery': 'Детская комната',
  '/zayavka/fast': 'Срочный выезд',
  '/zayavka/opinion': 'Опрос клиентов',
  '/zayavka/warranty': 'Гарантийный случай',
  '/zayavka/landing': 'Ремонт под ключ',
};

/** Pages without a form of their own. */
export const plainPages: Record<string, string> = {
  '/services/roof': 'Ремонт кровли',
  '/services/windows': 'Монтаж окон',
  '/services/kitchen': 'Сборка кухни',
  '/services/garden': 'Уход за садом',
  '/services/walls': 'Покраска стен',
  '/services/floor': 'Укладка паркета',
  '/services/tiles': 'Выбор плитки',
};

const paragraph =
  '<p>Мы работаем в Москве и области с 2009 года, приезжаем в день обращения и даём гарантию на работы. Мастера привозят инструмент с собой и убирают за собой.</p>';

const page = (title: string, body: string, over: Partial<RknPageModel> = {}): RknPageModel => ({
  title,
  body,
  head: '',
  headers: {},
  status: 200,
  is_bare: false,
  ...over,
});

export function baseRknSite(origin: string): RknSiteModel {
  const pages = new Map<string, RknPageModel>();
  const subscribe = form({
    id: 'subscribe',
    fields: [emailField],
    button: 'Подписаться',
    boxes: [
      consentBox(),
      '<label><input type="checkbox" name="marketing"> Хочу получать рассылку: <a href="/marketing-consent">согласие на рекламную рассылку</a></label>',
    ],
  });
  const links = [...Object.entries(formPages), ...Object.entries(plainPages)]
    .map(([path, name]) => `<li><a href="${path}">${name}</a></li>`)
    .join('');
  pages.set('/', page('Студия «Вектор»: ремонт домов под ключ', `${paragraph}<ul>${links}</ul>${subscribe}`));
  for (const [path, name] of Object.entries(formPages))
    pages.set(path, page(name, paragraph + form({ id: path.split('/').at(-1) ?? 'form' })));
  for (const [path, name] of Object.entries(plainPages)) pages.set(path, page(name, paragraph));
  pages.set('/contacts', page('Контакты', `${paragraph}${form({ id: 'contact' })}`));
  pages.set('/news', page('Новости студии', `${paragraph}${subscribe.replace('id="subscribe"', 'id="news"')}`));
  pages.set(
    '/checkout',
    page(
      'Оформление заказа',
      `<div class="total">Выезд мастера: 1 500 ₽ ${form({ id: 'checkout', fields: [nameField, phoneField, '<label>Адрес доставки <input name="address"></label>'], button: 'Оформить заказ' })}</div>`,
      { headers: { 'cache-control': 'no-store' } },
    ),
  );
  pages.set(
    '/login',
    page(
      'Вход в личный кабинет',
      `<form id="login" method="post" action="/forms">${emailField}<label>Пароль <input type="password" name="password"></label><button>Войти</button></form>`,
      { headers: { 'cache-control': 'no-store' } },
    ),
  );
  pages.set('/team', page('Наша команда', paragraph));
  pages.set(
    '/offer',
    page(
      'Публичная оферта',
      `<p>${requisites}. Предмет: выезд мастера. Цена: 1 500 ₽. Оплата картой, возврат в течение 10 дней.</p>`,
    ),
  );
  pages.set(
    '/marketing-consent',
    page(
      'Согласие на получение рекламной рассылки',
      `<p>${requisites} отправляет письма о скидках по электронной почте. Согласие добровольно, действует до отзыва; отписаться можно по ссылке в письме.</p>`,
    ),
  );
  return {
    origin,
    pages,
    services: ['Яндекс Метрика'],
    requisites,
    email: 'info@vektor-dom.ru',
    has_offer: true,
    has_policy: true,
    has_consent: true,
    banner: '',
    policy: new Map([
      ['operator', `Оператор: ${requisites}.`],
      ['law', 'Политика составлена в соответствии с Федеральным законом № 152-ФЗ «О персональных данных».'],
      [
        'purposes',
        'Цели обработки: ответ на заявку посетителя; заключение и исполнение договора; вход в личный кабинет.',
      ],
      [
        'grounds',
        'Правовые основания обработки: согласие субъекта; договор, стороной которого является субъект; требования закона.',
      ],
      ['data', 'Перечень персональных данных: имя, фамилия, номер телефона, адрес электронной почты, адрес доставки.'],
      ['subjects', 'Категории субъектов: посетители сайта, клиенты, пользователи личного кабинета.'],
      [
        'actions',
        'Действия с данными: сбор, запись, систематизация, накопление, хранение, уточнение, извлечение, использование, блокирование, удаление, уничтожение. Обработка автоматизированная.',
      ],
      ['terms', 'Срок обработки и хранения: 3 года с даты последнего обращения либо до отзыва согласия.'],
      [
        'destruction',
        'Порядок уничтожения: данные уничтожаются в срок 30 дней после достижения цели, о чём составляется акт.',
      ],
      [
        'recipients',
        'Третьи лица: обработку по поручению ведёт ООО «Хостинг-Центр», 101000, г. Москва, ул. Маросейка, д. 2.',
      ],
      ['crossborder', 'Трансграничная передача данных не осуществляется.'],
      ['localization', 'Базы данных находятся на территории Российской Федерации.'],
      [
        'rights',
        'Субъект вправе получить сведения об обработке, потребовать уточнения или удаления данных, отозвать согласие письмом оператору; ответ даётся в течение 10 рабочих дней.',
      ],
      ['security', 'Меры защиты приняты согласно ст. 19 закона и постановлению Правительства № 1119.'],
      ['cookies', ''],
      ['edition', 'Редакция от 01.09.2026, версия 2.'],
    ]),
    consent: new Map([
      ['operator', `Я свободно, своей волей и в своём интересе даю согласие оператору: ${requisites}.`],
      ['purpose', 'Цель обработки: ответ на мою заявку с сайта.'],
      ['data', 'Перечень данных: имя, фамилия, номер телефона, адрес электронной почты, адрес доставки.'],
      [
        'processor',
        'Обработку по поручению оператора ведёт ООО «Хостинг-Центр», 101000, г. Москва, ул. Маросейка, д. 2.',
      ],
      [
        'actions',
        'Действия: сбор, запись, систематизация, накопление, хранение, уточнение, использование, блокирование, удаление, уничтожение с использованием средств автоматизации и без них.',
      ],
      ['transfer', 'Третьим лицам, кроме названного, данные не передаются. Трансграничная передача не осуществляется.'],
      [
        'term',
        'Согласие действует 3 года со дня его предоставления. Отозвать согласие можно письмом на адрес оператора.',
      ],
      ['choice', 'Отказ дать согласие не мешает пользоваться сайтом.'],
    ]),
  };
}

/** HTML of a page in its frame. */
export function renderRknPage(site: RknSiteModel, path: string, page: RknPageModel): string {
  const nav = [
    ['/', 'Главная'],
    ['/contacts', 'Контакты'],
    ['/news', 'Новости'],
    ['/team', 'Команда'],
    ['/checkout', 'Оформить заказ'],
    ['/login', 'Войти'],
  ];
  const documents = [
    ...(site.has_policy ? [['/privacy', 'Политика обработки персональных данных']] : []),
    ...(site.has_consent ? [['/consent', 'Согласие на обработку персональных данных']] : []),
    ...(site.has_offer ? [['/offer', 'Публичная оферта']] : []),
  ];
  const list = (links: readonly (readonly string[])[]) =>
    links.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ');
  const email = site.email === null ? '' : ` · <a href="mailto:${site.email}">${site.email}</a>`;
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escapeHtml(page.title)}</title>${page.head}</head>
    <body>${page.is_bare ? '' : `<header><nav>${list(nav)}</nav></header>`}
    <main><h1>${escapeHtml(page.title)}</h1>${page.body}</main>
    ${path === '/' ? site.banner : ''}
    ${page.is_bare ? '' : `<footer><p>${site.requisites}${email}</p>${list(documents)}</footer>`}</body></html>`;
}
