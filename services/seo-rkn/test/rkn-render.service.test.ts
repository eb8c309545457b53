import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rknDefectIds, startRknSiteServer } from '@platform/sandbox';
import { chromiumPath } from '@platform/testing';
import { page } from './site.ts';
import { startRkn, type TestRkn } from './start-rkn.ts';

/** A busy machine may need long for a page. */
const rendering = {
  pageMs: 90_000,
  checkEveryMs: 100,
  lateFormMs: 2_500,
  lateFormsMs: 60_000,
  sandbox: 'off' as const,
};
const chosen = [
  'consent_prechecked',
  'foreign_analytics',
  'tracker_before_consent',
  'form_no_consent',
  'policy_services_undisclosed',
];

let t: TestRkn;
let site: Awaited<ReturnType<typeof startRknSiteServer>>;
beforeAll(async () => {
  site = await startRknSiteServer(rknDefectIds.filter((id) => chosen.includes(id)));
  const env = { SEO_CHROMIUM_PATH: chromiumPath, SAFE_FETCH_ALLOWED_HOSTS: new URL(site.origin).host };
  t = await startRkn({ env, overrides: { rendering } });
  const filed = { registry_status: 'filed' as const, crossborder_status: 'filed' as const };
  await t.client.putRknProfile({ params: t.params, body: filed, headers: { 'if-match': '*' } });
});
afterAll(async () => {
  await t.stop();
  await site.close();
  expect(t.errors()).toEqual([]);
});

const html = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });

test('a browser sees requests before a choice, and what it sees stays where no browser looks', async () => {
  const result = await t.scanRkn(site.origin);
  const wanted = site.site().manifest.flatMap(({ findings }) => findings);
  expect(result.issues.map(({ code, variant }) => `${code} ${variant}`).sort()).toEqual(
    wanted.map(({ code, variant }) => `${code} ${variant}`).sort(),
  );
  const find = (code: string) => result.issues.find((issue) => issue.code === code);
  expect(find('form_no_consent')).toMatchObject({ certainty: 'confirmed', severity: 'critical' });
  const early = find('tracker_before_consent')?.where;
  expect(early?.url).toBe(`${site.origin}/services/roof`);
  expect(early?.snippet).toContain('Top.Mail.Ru');
  expect(find('foreign_analytics')).toMatchObject({ certainty: 'detected', severity: 'critical' });
  const blind = await t.scanRkn(site.origin, { render: 'never' });
  expect(blind.unverified).toContainEqual({ code: 'tracker_before_consent', reason: 'not_rendered' });
  const { data: open } = await t.client.listRknIssues({ params: t.params, query: { status: 'open', limit: 200 } });
  expect(open.find(({ code }) => code === 'tracker_before_consent')).toMatchObject({ stale: true });
  // A browser sees the request, HTML the code alone: one row for both.
  const counters = open.filter(({ code }) => code === 'foreign_analytics');
  expect(counters.map(({ id, variant, severity }) => [id, variant, severity])).toEqual([
    [find('foreign_analytics')?.id, 'code', 'high'],
  ]);
});

test('a form that scripts make, and a box that they tick, are found without an audit before', async () => {
  const { origin, pages } = t.site;
  const shell = html(`<!doctype html><html lang="ru"><head><title>Студия</title></head>
    <body><div id="root"></div><script src="/app.js"></script></body></html>`);
  pages.set('/', shell);
  pages.set('/order', shell);
  pages.set('/consent', page({ title: 'Согласие на обработку персональных данных', path: '/consent', origin }));
  pages.set('/app.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `const root = document.querySelector('#root');
      root.innerHTML = location.pathname === '/' ? '<h1>Студия</h1><a href="/order">Оставить заявку</a>'
        : '<h1>Заявка</h1><form id="late" method="post" action="/send"><input type="tel" name="phone">'
          + '<label><input type="checkbox" name="agree"> <a href="/consent">Согласен на обработку персональных данных</a></label>'
          + '<button>Отправить</button></form>';
      const box = document.querySelector('[name=agree]');
      if (box) box.checked = true;`,
  });
  t.site.requests.length = 0;
  const result = await t.scanRkn();
  const ticked = result.issues.find(({ code }) => code === 'consent_prechecked');
  expect(ticked?.where).toMatchObject({
    url: `${origin}/order`,
    selector: 'input[name="agree"]',
    measured: 'after load',
  });
  expect(t.site.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  // What the shell shows is unknown without a browser.
  const blind = await t.scanRkn(origin, { render: 'never' });
  expect(blind.risk).toBe('unknown');
  expect(blind.issues.map(({ code }) => code)).not.toContain('policy_missing');
});

test('a form that a script shows late, or that stands in a frame, is found, and one whose submit a script takes is not insecure', async () => {
  const { origin, pages } = t.site;
  pages.clear();
  const links =
    '<a href="/quiz-page">Пройти тест</a> <a href="/order">Заявка</a> <a href="/callback">Звонок</a> <a href="/framed">Опрос</a>';
  const box =
    '<label><input type="checkbox" name="agree"> <a href="/consent">Согласен на обработку персональных данных</a></label>';
  const formOf = (id: string) =>
    `<form id="${id}"><input type="tel" name="phone">${box}<button>Отправить</button></form>`;
  pages.set('/', html(`<html lang="ru"><title>Студия</title><h1>Студия</h1>${links}</html>`));
  pages.set('/consent', page({ title: 'Согласие на обработку персональных данных', path: '/consent', origin }));
  pages.set(
    '/quiz-page',
    html(`<html lang="ru"><title>Тест</title><h1>Тест</h1><div id="popup"></div><script>setTimeout(() => {
      document.querySelector('#popup').innerHTML = '<form id="late" method="post" action="/send"><input type="tel" name="phone"><button>Отправить</button></form>';
    }, 1200);</script></html>`),
  );
  pages.set(
    '/order',
    html(`<html lang="ru"><title>Заявка</title><h1>Заявка</h1><div id="f">${formOf('react')}</div>
      <script>document.querySelector('#f').addEventListener('submit', (event) => event.preventDefault());</script></html>`),
  );
  pages.set('/framed', html(`<html lang="ru"><title>Опрос</title><h1>Опрос</h1><iframe src="/frame"></iframe></html>`));
  pages.set(
    '/frame',
    html(
      '<html><form id="in" method="post" action="/send-2"><input name="phone"><button>Отправить</button></form></html>',
    ),
  );
  pages.set('/callback', html(`<html lang="ru"><title>Звонок</title><h1>Звонок</h1>${formOf('plain')}</html>`));
  const result = await t.scanRkn(origin);
  const missing = result.issues.filter(({ code }) => code === 'form_no_consent');
  expect(missing.map(({ where }) => [where.url, where.selector]).sort()).toEqual([
    [`${origin}/framed`, 'iframe form#in'],
    [`${origin}/quiz-page`, 'form#late'],
  ]);
  expect(result.issues.filter(({ code }) => code === 'form_insecure')).toEqual([]);
  // Without a browser the late form is not seen, and the result says so.
  const blind = await t.scanRkn(origin, { render: 'never' });
  expect(blind.issues.map(({ code }) => code)).not.toContain('form_no_consent');
  expect(blind.unverified).toContainEqual({ code: 'form_no_consent', reason: 'late_forms' });
  expect(blind.coverage_score).toBeLessThan(result.coverage_score ?? 0);
});

test('a form that is gone is resolved, although scripts of its page may show others', async () => {
  const { origin, pages } = t.site;
  pages.clear();
  const home = (body: string) =>
    html(`<html lang="ru"><title>Студия</title><h1>Студия</h1>${body}<script src="/app.js"></script></html>`);
  const open = async () => {
    await t.scanRkn(origin, { render: 'never' });
    const { data } = await t.client.listRknIssues({ params: t.params, query: { status: 'open', limit: 200 } });
    return data.filter(({ code, where }) => code === 'form_no_consent' && where.url === `${origin}/`);
  };
  pages.set(
    '/',
    home(
      '<form id="gone" method="post" action="/send"><input type="tel" name="phone"><button>Отправить</button></form>',
    ),
  );
  expect(await open()).toMatchObject([{ where: { selector: 'form#gone' } }]);
  pages.set('/', home('<p>Звоните нам.</p>'));
  expect(await open()).toEqual([]);
});
