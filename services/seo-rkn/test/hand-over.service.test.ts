import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

let t: TestSeo;
const params = () => ({ site_id: t.described.id });

beforeAll(async () => {
  t = await startSeo();
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

/** Markdown without its code spans. */
const withoutCode = (markdown: string) => markdown.replace(/(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');

test('a developer finds in the document what was seen, where, and on which pages', async () => {
  const { origin, pages } = t.site;
  const broken = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event"}</script>';
  const image = '<img src="/logo-big.png">';
  for (const path of ['/p/one', '/p/two'])
    pages.set(
      path,
      page({ title: 'Услуги студии «Ромашка»', path, origin, head: broken, main: image, links: ['/p/gone'] }),
    );
  const home = { title: 'Студия «Ромашка»: главная страница', path: '/', origin, links: ['/p/one', '/p/two'] };
  pages.set('/', page(home));
  await t.scan();
  const { data: all } = await t.client.listSeoReports({ params: params(), query: { limit: 1 } });
  const target = { params: { ...params(), report_id: all[0]?.id ?? '' }, query: { locale: 'en' as const } };
  const { data: doc } = await t.client.getSeoDeveloperDoc(target);
  const sectionOf = (title: string) => doc.markdown.split('\n## ').find((section) => section.includes(title)) ?? '';

  expect(sectionOf('Pages share a title')).toContain(`Alike: \`${origin}/p/one\`, \`${origin}/p/two\``);
  expect(sectionOf('Images have no alt')).toContain(`Images: \`${origin}/logo-big.png\``);
  const gone = sectionOf('The page is not found');
  expect(gone).toContain(`- \`${origin}/p/gone\`\n  - Found: \`404\` (limit: \`200\`)`);
  expect(gone).toContain(`Linked from: \`${origin}/p/one\`, \`${origin}/p/two\``);
  const item = doc.items.find(({ issue_type }) => issue_type === 'duplicate_title');
  expect(item?.samples[0]?.evidence).toMatchObject({ measured: 2, pages: 2 });
  expect(withoutCode(doc.markdown)).not.toMatch(/https?:/);
});
