import { expect, test } from '@jest/globals';
import { sandboxClauseCodes, sandboxDocument, sandboxDocumentKinds } from '@platform/sandbox';
import { clausesFor, newestClauses } from './clauses.ts';
import { type CheckResult, checkDocument } from './document-check.ts';
import type { DocumentText } from './method.ts';
import { methods } from './methods.ts';
import { scoreElements, verdictOf } from './score-elements.ts';
import type { SiteObservations } from './site-observations.ts';
import { stripMarkdown } from './strip-text.ts';

const metrica = { name: 'Яндекс Метрика', is_foreign: false, aliases: ['метрик~'] };
const sentry = { name: 'Sentry', is_foreign: true, aliases: ['sentry'] };
const form = { url: 'https://sever.test/', kinds: ['name', 'phone', 'email'] as const, documents: [] };
const site = (over: Partial<SiteObservations> = {}): SiteObservations => ({
  host: 'sever.test',
  forms: [{ ...form, kinds: [...form.kinds] }],
  services: [metrica],
  lost: [],
  ...over,
});
/** A site on which every clause of the kind applies. */
const siteFor = (kind: string) => site(kind === 'personal_data_consent' ? { services: [metrica, sentry] } : {});
const owner = { inn: null, name: null, today: '2026-11-24' };

function check(kind: string, markdown: string, over: Partial<DocumentText> = {}, about: Partial<typeof owner> = {}) {
  const clauses = clausesFor(newestClauses, kind);
  const text = stripMarkdown(markdown);
  const document = { kind, text, site: siteFor(kind), policy: sandboxDocument('privacy_policy'), is_recorded: null };
  const result = checkDocument(clauses, { ...document, ...over }, { ...owner, ...about });
  const score = scoreElements(clauses, result.elements);
  return { ...result, score, verdict: verdictOf(score, result.elements) };
}
const statusOf = ({ elements }: CheckResult, code: string) => elements.find((element) => element.code === code)?.status;
const codesOf = ({ contradictions }: CheckResult) => contradictions.map(({ code }) => code);

test.each(sandboxDocumentKinds)('a clean document %s has every clause, 100 points and nothing against it', (kind) => {
  const { elements, score, verdict, placeholders, contradictions } = check(kind, sandboxDocument(kind));
  expect(elements.filter(({ status }) => status !== 'present')).toEqual([]);
  expect({ score, verdict, placeholders, contradictions }).toEqual({
    score: 100,
    verdict: 'pass',
    placeholders: [],
    contradictions: [],
  });
});

const clauses = sandboxDocumentKinds.flatMap((kind) =>
  clausesFor(newestClauses, kind).map(({ code, blocker }) => ({ kind, code, blocker })),
);

test.each(clauses)('a document $kind without $code has fewer points, and the check names the clause', (clause) => {
  const { kind, code, blocker } = clause;
  expect(sandboxClauseCodes(kind)).toContain(code);
  const result = check(kind, sandboxDocument(kind, { without: code }));
  expect(result.score).toBeLessThan(100);
  expect(['weak', 'missing']).toContain(statusOf(result, code));
  // A policy without a term is incomplete; one that stores for ever is blocked.
  if (blocker && code !== 'terms') expect(result.verdict).toBe('block');
});

test('a consent by a checkbox needs no identity, and none of what nothing on the site asks for', () => {
  const text = ['subject_identity', 'representative', 'signature_record', 'third_parties_named', 'processors'];
  const whole = sandboxDocument('personal_data_consent').split('\n\n');
  const words = ['Субъект:', 'Представитель:', 'Подпись', 'Данные передаются', 'Обработка поручается'];
  const checkbox = whole.filter((line) => !words.some((word) => line.startsWith(word))).join('\n\n');
  const result = check('personal_data_consent', checkbox, { site: site() });
  for (const code of [...text, 'crossborder_named']) expect([code, statusOf(result, code)]).toEqual([code, 'na']);
  expect(result).toMatchObject({ score: 100, verdict: 'pass' });
  // The ledger is the record of an electronic consent.
  const recorded = check('personal_data_consent', checkbox, { site: site(), is_recorded: true });
  expect(statusOf(recorded, 'signature_record')).toBe('present');
});

test('a policy that keeps data for ever is blocked, and the quote names the place', () => {
  const text = sandboxDocument('privacy_policy').replace('Срок хранения — 3 года', 'Срок хранения бессрочный: 3 года');
  const result = check('privacy_policy', text);
  expect(result.verdict).toBe('block');
  expect(result.elements.find(({ code }) => code === 'terms')).toMatchObject({
    status: 'missing',
    blocks: true,
    quote: expect.stringContaining('бессрочный'),
  });
  const without = check('privacy_policy', sandboxDocument('privacy_policy', { without: 'terms' }));
  expect(without.elements.find(({ code }) => code === 'terms')).toMatchObject({ status: 'missing', blocks: false });
  expect(without.verdict).toBe('pass');
});

test('open lists, vague purposes and parts of a right are weak and count half', () => {
  const of = (from: string, to: string) => check('privacy_policy', sandboxDocument('privacy_policy').replace(from, to));
  const half = of('имя, телефон, адрес электронной почты', 'имя, телефон и другие');
  expect([statusOf(half, 'data_list'), half.score]).toEqual(['weak', 96]);
  expect(statusOf(of('исполнение договора.', 'исполнение договора и иные цели.'), 'purposes')).toBe('weak');
  expect(statusOf(of('10 рабочих дней', 'разумное время'), 'rights')).toBe('weak');
  expect(statusOf(of('ОГРН 1027700132195', 'без ОГРН'), 'inn_ogrn')).toBe('weak');
  expect(statusOf(of('ИНН 7707083893', 'ИНН 7707083894'), 'inn_ogrn')).toBe('missing');
  expect(statusOf(of('Яндекс Метрика', 'другой'), 'cookies_analytics')).toBe('weak');
  const open = sandboxDocument('personal_data_consent').replace('имя и адрес', 'имя и другие, адрес');
  expect(check('personal_data_consent', open).elements).toContainEqual(
    expect.objectContaining({ code: 'data_list', status: 'missing', blocks: true }),
  );
});

test('two unrelated purposes in one consent block it', () => {
  const text = sandboxDocument('personal_data_consent').replace(
    'ответ на обращение',
    'ответ на обращение и регистрация',
  );
  expect(check('personal_data_consent', text).elements).toContainEqual(
    expect.objectContaining({ code: 'purpose', status: 'missing', blocks: true }),
  );
});

test('«ИП» is a legal form, and not a part of «тип»', () => {
  const named = (text: string) => statusOf(check('privacy_policy', text), 'operator_name');
  expect(named('Оператор — ИП Смирнов Олег Петрович')).toBe('present');
  expect(named('Оператор — ООО')).toBe('weak');
  expect(named('ТИП «Основной», РИП «Заря», тип Смирнов Олег')).toBe('missing');
  expect(named('Оператор — самозанятая Смирнова Ольга')).toBe('present');
});

test('what is left of a template is listed once each', () => {
  const markdown = [
    'Оператор: [название компании], сайт {{site_url}} и {имя}, подпись ____ , <НАЗВАНИЕ ФИРМЫ>.',
    'ООО «Ромашка», Иванов Иван Иванович, example.com, ваш сайт, Lorem ipsum, 00.00.2026, ИНН 1234567890.',
    'Обычная [ссылка](https://sever.test/a), [ссылка](/b), <b>жирно</b>, myexample.com.au, [1].',
  ].join('\n\n');
  expect(check('privacy_policy', markdown).placeholders).toEqual([
    '[название компании]',
    '{{site_url}}',
    '{имя}',
    '____',
    '<НАЗВАНИЕ ФИРМЫ>',
    'Ромашка',
    'Иванов Иван Иванович',
    'example.com',
    'ваш сайт',
    'Lorem ipsum',
    '00.00.2026',
    'ИНН 1234567890',
  ]);
});

test('a text is compared with the forms and services of its site', () => {
  const policy = sandboxDocument('privacy_policy');
  const denied = 'Трансграничная передача не осуществляется.';
  expect(codesOf(check('privacy_policy', policy, { site: site({ services: [metrica, sentry] }) }))).toEqual([
    'services_not_named',
    'crossborder_denied',
  ]);
  const passport = site({ forms: [{ url: '/', kinds: ['name', 'passport'], documents: [] }] });
  expect(check('privacy_policy', policy, { site: passport }).contradictions).toEqual([
    { code: 'fields_not_named', quote: null, seen: ['passport'] },
  ]);
  const nothing = check('privacy_policy', `${policy}\n\nПерсональные данные на сайте не собираются.`);
  expect(nothing.contradictions).toMatchObject([
    { code: 'data_denied', quote: expect.stringContaining('не собираются') },
  ]);
  const quiet = site({ forms: [], services: [] });
  expect(
    check('privacy_policy', `${policy}\n\nПерсональные данные не собираются. ${denied}`, { site: quiet })
      .contradictions,
  ).toEqual([]);
  // An application has no site to compare with.
  expect(check('privacy_policy', policy, { site: null })).toMatchObject({ score: 100, contradictions: [] });
});

test('another operator, another site, a date ahead and an old edition of the law are contradictions', () => {
  const policy = sandboxDocument('privacy_policy').replace('privacy@sever.test', '+7 495 123-45-67');
  expect(codesOf(check('privacy_policy', policy, {}, { inn: '7736050003' as never }))).toEqual(['operator_differs']);
  expect(codesOf(check('privacy_policy', policy, {}, { name: 'ООО «Южный ветер»' as never }))).toEqual([
    'operator_differs',
  ]);
  expect(codesOf(check('privacy_policy', policy, {}, { name: 'ООО «Северный свет»' as never }))).toEqual([]);
  expect(codesOf(check('privacy_policy', `${policy}\n\nАдрес сайта: other-shop.ru.`))).toEqual(['domain_differs']);
  expect(codesOf(check('privacy_policy', `${policy}\n\nАдрес сайта: sever.test, не other-shop.ru.`))).toEqual([]);
  expect(codesOf(check('privacy_policy', `${policy}\n\nДействует с 1 января 2027 года.`))).toEqual(['future_date']);
  expect(codesOf(check('privacy_policy', `${policy}\n\nЗакон № 152-ФЗ (ред. от 29.07.2017).`))).toEqual([
    'outdated_law',
  ]);
});

test('a link to a page of the site that is gone is a contradiction, and one that is there or elsewhere is none', () => {
  const text = (links: string) => `${sandboxDocument('privacy_policy')}\n\n${links}`;
  const lost = site({ lost: ['sever.test/soglasie', 'sever.test/old?a=1'] });
  const dead = (links: string) =>
    check('privacy_policy', text(links), { site: lost }).contradictions.filter(({ code }) => code === 'dead_links');
  expect(dead('Форма: [согласие](/soglasie), и https://www.sever.test/old?a=1&utm_source=x.')).toEqual([
    {
      code: 'dead_links',
      seen: ['/soglasie', 'https://www.sever.test/old?a=1&utm_source=x'],
      quote: expect.stringContaining('согласие'),
    },
  ]);
  expect(dead('См. [оферту](/oferta) и https://other.test/soglasie')).toEqual([]);
});

test('an offer with a consent inside is blocked, and a link to the consent is fine', () => {
  const offer = sandboxDocument('license_offer');
  expect(check('license_offer', sandboxDocument('license_offer', { without: 'no_pd_consent_clause' })).verdict).toBe(
    'block',
  );
  const linked = `${offer}\n\n[Согласие на обработку данных](/legal/consent) — отдельный документ.`;
  expect(check('license_offer', linked)).toMatchObject({ score: 100, verdict: 'pass' });
  expect(check('license_offer', offer.replace('990 рублей', '990 рублей ежемесячно'))).toMatchObject({
    elements: expect.arrayContaining([expect.objectContaining({ code: 'price_term_renewal', status: 'weak' })]),
  });
});

test('quotes have 200 characters at most, also of very long lines', () => {
  const { elements } = check(
    'privacy_policy',
    `Оператор — ООО «Север». ${'слово '.repeat(20_000)} трансграничная ${'а'.repeat(5_000)}`,
  );
  for (const { quote } of elements) expect([...(quote ?? '')].length).toBeLessThanOrEqual(200);
});

test('each clause names a method that finds it', () => {
  const named = Object.values(newestClauses.kinds).flatMap((clauses) => clauses.map(({ method }) => method));
  expect(named.filter((method) => !(method in methods))).toEqual([]);
});
