import { describe, expect, test } from '@jest/globals';
import type { RknCode } from '@platform/contracts';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknPage } from '../src/rkn/judge/rkn-site.ts';
import { type DocumentSite, documentSites, documentsOrigin, policy } from './corpus/rkn-documents.ts';
import { knownSite, pageOf, readDocument } from './rkn-answers.ts';

/** Rules that texts of a site decide; those of forms and headers have tests of their own. */
const judgedCodes: ReadonlySet<RknCode> = new Set([
  'policy_missing',
  'policy_unreachable',
  'policy_not_on_collecting_page',
  'policy_incomplete',
  'policy_placeholders',
  'policy_services_undisclosed',
  'consent_doc_missing',
  'consent_doc_incomplete',
  'marketing_merged',
  'requisites_invalid',
  'operator_requisites_missing',
  'owner_contact_missing',
  'ad_unmarked',
  'public_persons_data',
  'offer_missing',
] satisfies RknCode[]);

function toPage(path: string, body: string | null): RknPage {
  const html = `<!doctype html><html lang="ru"><head><title>Студия</title></head><body>${body ?? ''}</body></html>`;
  const page = pageOf(documentsOrigin + path, html);
  return body === null ? { ...page, facts: null } : page;
}

function find({ pages }: Pick<DocumentSite, 'pages'>): string[] {
  const site = knownSite(
    documentsOrigin,
    Object.entries(pages).map(([path, body]) => toPage(path, body)),
  );
  return judgeRkn(site, readDocument).sightings.flatMap(({ code, variant, url }) =>
    judgedCodes.has(code)
      ? [`${code}${variant === null ? '' : `:${variant}`} ${url.slice(documentsOrigin.length)}`]
      : [],
  );
}

describe('documents of the corpus', () => {
  test.each(documentSites.map((site) => [site.name, site] as const))('%s', (_, site) => {
    const found = find(site);
    expect(found.toSorted()).toEqual([...site.right].toSorted());
    const codes = found.map((name) => name.split(/[: ]/)[0]);
    expect(codes.filter((code) => site.forbidden.some((one) => one === code))).toEqual([]);
  });
});

const owner = 'ООО «Вектор», ИНН 7707083893, ОГРН 1027700132195';
const form = '<form method="post" action="/send"><input type="tel" name="phone"><button>Отправить</button></form>';

/** Findings of one kind that a site with these pages gives. */
const codesOf = (pages: Record<string, string>, kind: RegExp): string[] =>
  find({ pages }).flatMap((name) => (kind.test(name) ? [name] : []));

test.each([
  ['Обработка персональных данных', '/docs/1', 'Обработка персональных данных'],
  ['Персональные данные', '/pd', 'Обработка и защита персональных данных'],
  ['Правила обработки персональных данных', '/x', 'Правила'],
  ['Положение о защите персональных данных', '/zaschita-personalnyh-dannyh', 'Положение о защите персональных данных'],
  ['Положение о персональных данных', '/zashchita', 'Положение'],
  ['Соглашение о конфиденциальности', '/confidentiality', 'Соглашение'],
  ['Политика', '/politika', 'Политика'],
  ['Политика', '/p/1', 'Политика оператора'],
  ['Конфиденциальность', '/konf', 'Конфиденциальность'],
  ['Защита персональных данных', '/p/2', 'Защита персональных данных'],
  ['Политика в области обработки ПДн', '/p/3', 'Политика в области обработки ПДн'],
  ['Документы', '/docs', 'Документы'],
  ['Правовая информация', '/legal', 'Правовая информация'],
  ['Соглашение на обработку персональных данных', '/soglashenie', 'Соглашение об обработке персональных данных'],
  ['Уведомление о конфиденциальности', '/p/5', 'Уведомление о конфиденциальности'],
  ['Порядок обработки персональных данных', '/p/8', 'Порядок обработки персональных данных'],
  ['Информация о персональных данных', '/p/9', 'Информация'],
  ['152-ФЗ', '/p/11', '152-ФЗ'],
])('a policy behind «%s» at %s with the heading «%s» is read as one', (caption, path, heading) => {
  const footer = `<footer>${owner}, г. Москва info@a.example <a href="${path}">${caption}</a></footer>`;
  const text = policy({ heading });
  const home = `<h1>Ремонт</h1>${form}${footer}`;
  expect(codesOf({ '/': home, [path]: `<div>${text}${footer}</div>` }, /^policy/)).toEqual([]);
  // A page may have a form of its own below the text.
  expect(codesOf({ '/': home, [path]: `<div>${text}${form}${footer}</div>` }, /^policy/)).toEqual([]);
});

test.each<[number, string]>([
  [1, '<p>Купила <a href="https://shop.example/" rel="nofollow sponsored">тут</a>.</p>'],
  [1, '<div><p>Текст.</p><p><a href="https://ad.admitad.com/g/abc/">Магазин</a> — промокод TEN</p></div>'],
  [1, '<ul><li>Отель: <a href="https://hotel.example/">тут</a>. Реклама</li></ul>'],
  [1, '<p>На правах рекламы. <a href="https://hotel.example/">Отель</a></p>'],
  [1, '<p>Реклама. ERID: <a href="https://hotel.example/">Отель</a></p>'],
  [1, '<p>Заказ: <a href="https://go.example/?partner_id=5">сервис</a>, промокод на скидку: TEN</p>'],
  [0, '<p>Промокод TEN на <a href="/catalog">каталог</a></p>'],
  [0, '<p>Купон: <a href="https://hotel.example/?erid=2VtzqwXYZ">отель</a>. Реклама.</p>'],
  [0, '<p>Реклама. ООО «Отель». erid: 2VtzqwXYZ <a href="https://hotel.example/">Отель</a></p>'],
  [0, '<p>Услуги: дизайн, тексты, реклама. <a href="https://client.example/">Клиент</a></p>'],
  [0, '<p>Мы пишем о рынке. <a href="https://research.example/?ref=1">Отчёт</a> говорит: растёт реклама.</p>'],
  [0, '<ul><li><a href="https://vk.com/v">ВК</a></li><li>Реклама</li></ul>'],
  [0, '<p>Партнёрская программа: <a href="/partner">условия</a></p>'],
  [0, '<p>Контекстная и таргетированная реклама. <a href="https://direct.yandex.ru/">Директ</a></p>'],
])('unmarked advertisements, %d: %s', (count, body) => {
  expect(codesOf({ '/': `<h1>Блог</h1>${body}` }, /^ad_/)).toHaveLength(count);
});

test.each<[number, string]>([
  [1, '<ul><li><img src="a"><b>Иванов Сергей</b><p>Мастер</p></li></ul>'],
  [1, '<figure><img src="a"><figcaption>Мария Кузнецова, тренер</figcaption></figure>'],
  [1, '<div><div><img src="a"></div><div><h3>Сидоров Пётр Ильич</h3></div></div>'],
  [1, '<div class="review"><img src="a"><p>Анна Белова: отлично</p></div>'],
  [1, '<div itemtype="https://schema.org/Person"><img src="a"><span>Ахмед Зарипов</span></div>'],
  [1, '<a href="/doctors/1"><img src="a" alt="Зарипов Ахмед Рашидович"><span>Хирург</span></a>'],
  [0, '<header><img src="logo"><span>Мария Кузнецова</span></header>'],
  [0, '<div><img src="a"><h3>Нижний Новгород</h3></div>'],
  [0, '<div><img src="a"><h3>Отзыв Марии К.</h3></div>'],
  [0, '<div><img src="a"><p>Улица Сергея Есенина, дом 5</p></div>'],
])('persons with photo and name, %d: %s', (count, body) => {
  expect(codesOf({ '/': `<h1>Клиника</h1>${body}` }, /^public_persons/)).toHaveLength(count);
});

const far = `<p>${'Общие положения политики. '.repeat(40)}</p>`;
test.each<[string, string, string[]]>([
  [owner, '<p>Оператор ООО «Вектор» (ИНН 7707083893) передаёт данные ПАО «Банк», ИНН 7736050003.</p>', []],
  [owner, '<p>Оператор: ООО «Вектор».</p><p>Обработчики:</p><ul><li>ООО «Яндекс», ИНН 7736207543</li></ul>', []],
  [owner, '<p>Оператор персональных данных: ООО «Альфа», ИНН 7736207543.</p>', ['requisites_invalid /privacy']],
  [owner, '<p>Оператор: ООО «Вектор», ИНН 7736207543.</p>', ['requisites_invalid /privacy']],
  [owner, `${far}<p>Оператор: ООО «Альфа», ИНН 7736207543.</p>`, ['requisites_invalid /privacy']],
  [owner, `${far}<p>ООО «Яндекс», ИНН 7736207543, ведёт учёт посещений.</p>`, []],
  [owner, '<p>Политика разработана ООО «Вектор».</p>', []],
  [owner, '<p>Политика разработана ИП Ивановым Иваном Петровичем.</p>', ['requisites_invalid /privacy']],
  ['ИП Иванов И. П., ОГРНИП 304500116000157', '<p>Оператор: индивидуальный предприниматель Иванов Иван.</p>', []],
  [owner, '<p>Мы передаём данные: 1) ООО «Яндекс»; 2) АО «Почта».</p>', []],
  [owner, '<p>Данные получает транспортная компания ООО «Везём», ИНН 7736207543.</p>', []],
  [`ГК «Паркет». ${owner}. ООО «Сервис», ИНН 7736207543`, '<p>Оператор: ООО «Сервис», ИНН 7736207543.</p>', []],
  [owner, '<p>Оператор: ООО "ВЕКТОР"</p>', []],
  ['ООО «Вектор», ИНН 7707083894', '<p>Оператор: ООО «Вектор»</p>', ['requisites_invalid /']],
])('owners of a footer «%s» and of a policy «%s»', (footer, text, expected) => {
  const frame = (inside: string) => `<div><div>${inside}</div><footer>${footer}</footer></div>`;
  const pages = { '/': frame('<h1>А</h1>'), '/privacy': frame(`<h1>Политика конфиденциальности</h1>${text}`) };
  expect(codesOf(pages, /^requisites/)).toEqual(expected);
});
