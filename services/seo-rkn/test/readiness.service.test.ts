import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ReadinessText, seoRkn } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

let t: TestSeo;
const item_id = newId();
beforeAll(async () => {
  t = await startSeo();
  const { origin } = t.site;
  const url = `${origin}/p/post`;
  t.site.pages.set('/', page({ title: 'Студия «Ромашка»: главная', path: '/', origin, links: ['/p/post'] }));
  t.site.pages.set('/p/post', page({ title: 'Заметка о делах студии', path: '/p/post', origin, links: ['/'] }));
  t.items.push({
    id: item_id,
    kind: 'post',
    locale: 'ru',
    slug: 'post',
    url,
    revision: 3,
    body: null,
    fields: { title: 'Заметка о делах студии' },
    published_at: new Date().toISOString(),
  });
  t.texts.push(draft());
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const params = () => ({ site_id: t.described.id });
/** A text with a title and little else. */
const draft = (over: Partial<ReadinessText> = {}): ReadinessText => ({
  item_id,
  kind: 'post',
  locale: 'ru',
  revision: 3,
  url: `${t.site.origin}/p/post`,
  slug: 'post',
  title: 'Заметка о делах студии',
  meta_title: null,
  meta_description: null,
  cover: null,
  has_category: false,
  has_h1: true,
  html: '<p>Одно слово.</p>',
  internal_links: 0,
  dead_links: 0,
  is_title_unique: true,
  is_description_unique: true,
  ...over,
});

test('a score is kept with its checks, and read in a list and by its item', async () => {
  const { data } = await t.client.scoreBlogReadiness({ params: params(), body: { item_ids: [item_id] } });
  expect(data).toMatchObject([{ kind: 'post', item_id, revision: 3 }]);
  const [scored] = data;
  expect(scored?.seo_score).toBeLessThan(50);
  expect(scored?.checks.find(({ code }) => code === 'words')).toMatchObject({ ok: false, weight: 15, got: 2 });
  expect((await t.client.listSeoReadiness({ params: params() })).data).toEqual(data);
  const one = { ...params(), item_id, item_type: 'blog' as const };
  expect((await t.client.getSeoReadiness({ params: one })).data).toEqual(scored);
  const asArticle = await t.client.getSeoReadiness({ params: { ...one, item_type: 'kb' } });
  expect(asArticle.status === 404 || asArticle.data.kind === 'post').toBe(true);
});

test('the cms is told how ready a text is before it is published', async () => {
  const poor = await t.ask(seoRkn.queries.scoreReadiness, { site_id: t.described.id, text: draft() });
  expect(poor.failed).toEqual(expect.arrayContaining(['words', 'cover', 'description_length']));
  const html = `<h2>Зачем</h2><p>${'слово '.repeat(450)}</p><h2>Итог</h2>`;
  const better = await t.ask(seoRkn.queries.scoreReadiness, {
    site_id: t.described.id,
    text: draft({ html, has_h1: false }),
  });
  expect(better.score).toBeGreaterThan(poor.score);
  expect(better.failed).not.toContain('words');
});

test('a published text with a low score is an issue of its page until the text is better', async () => {
  await t.scan();
  expect(await t.openIssues()).toContain('cms_seo_readiness /p/post');
  const { data } = await t.client.listSeoContent({ params: params() });
  expect(data[0]?.seo_score).toBeLessThan(50);
  const meta_description = 'Что мы сделали за месяц, что не получилось, и чему это нас научило.';
  const html = `<h2>Зачем</h2><p>${'слово '.repeat(450)}</p><h2>Итог</h2>`;
  const cover = { width: 1600, alt: 'Стол в мастерской' };
  t.texts.splice(
    0,
    1,
    draft({ html, has_h1: false, cover, meta_description, internal_links: 2, has_category: true, revision: 4 }),
  );
  await t.scan();
  expect((await t.openIssues()).filter((issue) => issue.startsWith('cms_seo_readiness'))).toEqual([]);
});
