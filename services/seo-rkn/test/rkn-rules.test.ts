import { describe, expect, test } from '@jest/globals';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknSite } from '../src/rkn/judge/rkn-site.ts';
import { knownSite, pageOf } from './rkn-answers.ts';

const origin = 'https://vector.example';
const html = (body: string, head = '') =>
  `<!doctype html><html lang="ru"><head><title>Студия</title>${head}</head><body>${body}</body></html>`;
const complete = () => ({ missing: [], blockers: [], placeholders: [] });

function judge(bodies: Record<string, string>, over: Partial<RknSite> = {}) {
  const pages = Object.entries(bodies).map(([path, body]) => pageOf(origin + path, html(body)));
  return judgeRkn(knownSite(origin, pages, { is_trusted_host: false, redirects_to_https: true, ...over }), complete);
}
const codesOf = (verdicts: ReturnType<typeof judge>): string[] =>
  verdicts.sightings.map(({ code, variant }) => (variant === null ? code : `${code}:${variant}`));

const phone = '<input type="tel" name="phone">';
const consent = '<h1>Согласие на обработку персональных данных</h1><p>Я согласен.</p>';
const form = (inside: string, attributes = 'method="post"') =>
  `<form id="f" ${attributes}>${phone}${inside}<button>Отправить</button></form>`;
const box = (label: string, attributes = '') =>
  `<label><input type="checkbox" name="agree" ${attributes}>${label}</label>`;
const consentRules = /^(?:form_no_consent|consent_(?!doc)|marketing|newsletter)/;
const aboutConsent = (body: string, others: Record<string, string> = {}) =>
  codesOf(judge({ '/': body, '/consent': consent, ...others })).filter((code) => consentRules.test(code));

describe('consent of forms', () => {
  const link = '<a href="/consent">согласие на обработку персональных данных</a>';

  test.each([
    ['an unticked box with a consent of its own', form(box(`Даю ${link}`, 'required')), []],
    ['a ticked box', form(box(`Даю ${link}`, 'checked')), ['consent_prechecked']],
    ['nothing', form(''), ['form_no_consent']],
    [
      'words in place of a box',
      form('<p>Нажимая кнопку, вы соглашаетесь на обработку данных</p>'),
      ['consent_implied'],
    ],
    ['a box without a link', form(box('Согласен на обработку персональных данных')), ['consent_no_link']],
    [
      'a box that agrees to the policy alone',
      form(box('Соглашаюсь с <a href="/privacy">политикой конфиденциальности</a>')),
      ['consent_not_separate'],
    ],
    [
      'a consent, and a policy that is taken note of',
      form(box(`Даю ${link}`) + box('Ознакомлен с <a href="/privacy">политикой конфиденциальности</a>')),
      [],
    ],
    ['a box for two purposes', form(box(`Даю ${link} и принимаю оферту`)), ['consent_bundled']],
    [
      'advertising in the consent',
      form(box(`Даю ${link} и согласен получать рекламную рассылку`)),
      ['consent_bundled', 'marketing_merged'],
    ],
    [
      'a login',
      '<form id="l"><input type="email" name="login"><input type="password" name="p"><button>Войти</button></form>',
      [],
    ],
    ['a search', '<form role="search"><input type="search" name="q"><button>Найти</button></form>', []],
    [
      'a trap for robots',
      '<form id="h"><input name="phone" style="display:none"><input name="topic"><button>OK</button></form>',
      [],
    ],
    [
      'a group of fields without a form',
      `<div id="w">${phone}<button>Перезвоните мне</button></div>`,
      ['form_no_consent'],
    ],
    ['a form in a dialog that is closed', `<div style="display:none">${form('')}</div>`, ['form_no_consent']],
    [
      'a consent beside the form',
      `<section>${form('')}<p>Отправка формы означает согласие на обработку персональных данных</p></section>`,
      ['consent_implied'],
    ],
    [
      'a ticked box that its visible label draws',
      form(`<label><input type="checkbox" name="agree" checked style="display:none"><span></span> Даю ${link}</label>`),
      ['consent_prechecked'],
    ],
    [
      'a ticked hidden box whose label is hidden with it',
      form(`<div style="display:none">${box(`Даю ${link}`, 'checked')}</div>`),
      ['form_no_consent'],
    ],
    [
      'a box outside of the form that names the form',
      `<div><div>${form('')}</div><p><label><input type="checkbox" form="f" required>Даю ${link}</label></p></div>`,
      [],
    ],
    [
      'a ticked box inside of the form that names another form',
      `${form(`<label><input type="checkbox" form="g" checked>Даю ${link}</label>`)}<form id="g"></form>`,
      [],
    ],
    [
      'a box about advertising alone in a form of contact',
      form(box('Хочу получать новости и акции')),
      ['form_no_consent'],
    ],
    [
      'a promise beside the form that speaks of a consent',
      `<section>${form('')}<p>Мы не передаём данные без вашего согласия</p></section>`,
      ['form_no_consent'],
    ],
    ...['для получения коммерческого предложения', 'в целях заключения договора', 'без передачи третьим лицам'].map(
      (rest): [string, string, string[]] => [`a consent ${rest}`, form(box(`Даю ${link} ${rest}`)), []],
    ),
  ])('%s', (_what, body, expected) => {
    expect(aboutConsent(body).toSorted()).toEqual(expected);
  });

  test('a consent for two purposes is confirmed by two agreed objects, and a word of one alone is detected', () => {
    const certaintyOf = (label: string) =>
      judge({ '/': form(box(label)), '/consent': consent }).sightings.find(({ code }) => code === 'consent_bundled')
        ?.certainty;
    expect(certaintyOf(`Соглашаюсь с договором оферты и ${link}`)).toBe('confirmed');
    expect(certaintyOf(`Даю ${link} <a href="/oferta">по договору</a> <a href="/reklama-consent">и ещё</a>`)).toBe(
      'confirmed',
    );
    expect(certaintyOf(`Даю ${link} для получения рассылки`)).toBe('detected');
  });

  test('a link that leads nowhere is no consent, one that was not fetched is unknown', () => {
    const lost = form(box('Даю <a href="/lost">согласие на обработку персональных данных</a>'));
    const pages = [pageOf(`${origin}/`, html(lost)), pageOf(`${origin}/lost`, '', {}, 404)];
    expect(codesOf(judgeRkn(knownSite(origin, pages), complete))).toContain('consent_no_link');
    const verdicts = judge({ '/': lost });
    expect(codesOf(verdicts)).not.toContain('consent_no_link');
    expect([...verdicts.unverifiedSubjects].some((one) => one.startsWith('consent_no_link'))).toBe(true);
  });

  test('the same form on many pages is one finding', () => {
    const { sightings } = judge({ '/': form(''), '/a': form(''), '/b': form('') });
    const found = sightings.filter(({ code }) => code === 'form_no_consent');
    expect(found.map(({ url, related }) => [url, related])).toEqual([[`${origin}/`, [`${origin}/a`, `${origin}/b`]]]);
  });

  test('no value of a form is kept', () => {
    const page = pageOf(
      `${origin}/`,
      html(form('<input name="name" value="Ada Lovelace"><textarea name="m">secret</textarea>')),
    );
    expect(JSON.stringify(page)).not.toMatch(/Lovelace|secret/);
  });
});

test('a form for the INN of a company asks for no personal data, and a floor is no gender', () => {
  const found = (body: string) => codesOf(judge({ '/': body })).filter((code) => /^(?:form_no|excess)/.test(code));
  const check = (label: string) =>
    `<form method="post"><label>${label}<input name="inn"></label><button>Проверить</button></form>`;
  expect(found(check('ИНН компании'))).toEqual([]);
  expect(found(check('ИНН'))).toEqual([]);
  expect(found(form('<label>ИНН<input name="inn"></label>'))).toEqual(['form_no_consent', 'excess_fields']);
  const select = (options: string) => form(`<label>Пол <select name="kind">${options}</select></label>`);
  expect(found(select('<option>Паркет<option>Ламинат'))).toEqual(['form_no_consent']);
  expect(found(select('<option>М<option>Ж'))).toEqual(['form_no_consent', 'excess_fields']);
});

test('fields outside of a form that name it are its own', () => {
  const body = '<form id="f" method="post"><button>Отправить</button></form><div><input type="tel" form="f"></div>';
  const { sightings } = judge({ '/': body });
  expect(sightings.filter(({ code }) => code === 'form_no_consent')).toMatchObject([{ selector: 'form#f' }]);
});

test('a snippet in a script or an element calls a server, one in a comment does not', () => {
  const found = (body: string) => codesOf(judge({ '/': body })).filter((code) => code.startsWith('foreign'));
  expect(found('<!-- <script src="https://www.googletagmanager.com/gtag/js"></script> -->')).toEqual([]);
  expect(found('<script>/* load("https://static.hotjar.com/c.js") */</script>')).toEqual([]);
  expect(found('<script>load("https://static.hotjar.com/c.js")</script>')).toEqual(['foreign_analytics:code']);
  expect(found('<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Inter">')).toEqual([
    'foreign_widget',
  ]);
  expect(found('<iframe src="https://www.youtube.com/embed/1"></iframe>')).toEqual(['foreign_widget']);
});

test('a phone of ten digits is no INN, and a number with its label has to hold its checksum', () => {
  const found = (text: string) =>
    codesOf(judge({ '/': `<footer>${text}</footer>` })).filter((code) => code === 'requisites_invalid');
  expect(found('Телефон 7707083894')).toEqual([]);
  expect(found('ИНН 7707083893')).toEqual([]);
  expect(found('ИНН 7707083894')).toEqual(['requisites_invalid']);
});

test('a counter without a banner is information that costs nothing', () => {
  const { sightings, outcomes } = judge({ '/': '<script src="https://mc.yandex.ru/metrika/tag.js"></script>' });
  expect(sightings.filter(({ code }) => code === 'cookie_notice_absent')).toMatchObject([{ certainty: 'unverified' }]);
  expect(outcomes.get('cookie_notice_absent')?.state).toBe('unverified');
});

describe('servers', () => {
  const secure = { 'strict-transport-security': 'max-age=1', 'content-security-policy': "default-src 'self'" };
  const found = (over: Partial<RknSite>, headers: Record<string, string> = secure, body = '', base = origin) => {
    const pages = [pageOf(`${base}/`, html(body), headers)];
    const site = knownSite(base, pages, {
      is_trusted_host: false,
      redirects_to_https: true,
      accepts_legacy_tls: false,
      ...over,
    });
    return codesOf(judgeRkn(site, complete)).filter((code) => /https|hsts|tls|mixed|csp|hosting|mail/.test(code));
  };

  test('a server that is well set up has no finding', () => {
    expect(found({})).toEqual([]);
  });
  test('what is missing is named', () => {
    expect(found({}, {})).toEqual(['hsts_missing', 'csp_missing']);
    expect(found({ redirects_to_https: false, accepts_legacy_tls: true })).toEqual(['https_missing', 'tls_legacy']);
    expect(found({}, secure, '<img src="http://vector.example/a.png">')).toEqual(['mixed_content']);
    expect(found({}, secure, '', 'http://vector.example')).toEqual(['https_missing']);
    expect(found({ mail_hosts: ['aspmx.l.google.com.'] })).toEqual(['mail_foreign_mx']);
  });
  test('the place of a server with a form counts, and an unknown one is no finding', () => {
    const at = (country: string | null) => {
      const page = { ...pageOf(`${origin}/`, html(form('')), secure), country };
      const { sightings, outcomes } = judgeRkn(knownSite(origin, [page]), complete);
      return [sightings.some(({ code }) => code === 'hosting_outside_ru'), outcomes.get('hosting_outside_ru')?.state];
    };
    expect([at('RU'), at('DE'), at(null)]).toEqual([
      [false, 'judged'],
      [true, 'judged'],
      [false, 'unverified'],
    ]);
  });
});

test('users behind the newest version and mailings without a way out are findings of the platform itself', () => {
  const found = (over: Partial<RknSite>) =>
    codesOf(judge({ '/': '' }, over)).filter((code) => /reconsent|unsubscribe/.test(code));
  expect(found({ reconsent: { share: 0.2, doc_kind: 'privacy_policy' } })).toEqual([]);
  expect(found({ reconsent: { share: 0.21, doc_kind: 'privacy_policy' } })).toEqual(['reconsent_backlog']);
  expect(found({ newsletter: { is_used: true, has_unsubscribe: false } })).toEqual(['unsubscribe_missing']);
  expect(found({ newsletter: { is_used: true, has_unsubscribe: true } })).toEqual([]);
});

test('a site whose home page answers a robot with a wall is not clean: nothing is known of it', () => {
  const verdicts = judgeRkn(knownSite(origin, [pageOf(`${origin}/`, '', {}, 403)]), complete);
  expect(verdicts.sightings).toEqual([]);
  expect([...verdicts.outcomes.values()].filter(({ state }) => state === 'judged').length).toBeLessThan(5);
  expect(verdicts.outcomes.get('policy_missing')).toEqual({ state: 'unverified', reason: 'not_fetched' });
});
