import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin, fakeClock } from '@platform/testing';
import { aPhoto } from './asset-files.ts';
import { ifMatch, ok } from './newsroom.ts';
import { ghostExport, ghostPosts } from './samples/ghost.ts';
import { wordpressExport, wordpressItems } from './samples/wordpress.ts';
import { startCms, type TestCms } from './start-cms.ts';
import { importInto } from './transfer-files.ts';

type Import = Awaited<ReturnType<typeof importInto>>;

const admin = anAdmin();
let t: TestCms;
let images: Server;
let imagesUrl: string;
let photo: Buffer;
const asked: string[] = [];

beforeAll(async () => {
  photo = await aPhoto({ seed: 77 });
  images = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url?.endsWith('.png')) return void res.writeHead(200, { 'content-type': 'image/png' }).end(photo);
    if (req.url?.endsWith('.html')) return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  imagesUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  t = await startCms({
    clock: fakeClock('2026-03-11T12:00:00.000Z'),
    env: { SAFE_FETCH_ALLOWED_HOSTS: new URL(imagesUrl).host },
  });
});
afterAll(async () => {
  images.close();
  await t.stop();
});

const client = () => t.as({ admin });
const newSite = async () =>
  ok(await client().createSite({ body: { name: 'Blog', website_url: 'https://new.example.com' } })).id;
const entryOf = ({ entries }: Import, title: string) => {
  const found = entries.find((entry) => entry.title === title && entry.kind !== 'category' && entry.kind !== 'author');
  if (!found) throw new Error(`no entry ${title}`);
  return found;
};
const codes = (imported: Import, title: string) => entryOf(imported, title).warnings.map(({ code }) => code);
const postOf = async (site_id: string, imported: Import, title: string) =>
  ok(await client().getPost({ params: { site_id, post_id: entryOf(imported, title).object_id ?? '' } }));

/** Rows of every table of the service. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await t.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'cms' AND table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await t.database.query<{ count: string }>(`SELECT count(*) AS count FROM cms."${name}"`);
    counts[name] = Number(row?.count);
  }
  return counts;
}

test('a blog of Ghost arrives with its tags, authors, dates and addresses, and every loss is named', async () => {
  const site_id = await newSite();
  const done = await importInto(client(), site_id, ghostExport(), { format: 'ghost_json', publish: true });
  expect([done.status, done.error, done.entries.filter(({ outcome }) => outcome === 'failed')]).toEqual([
    'finished',
    null,
    [],
  ]);

  const first = await postOf(site_id, done, 'Первая «запись»');
  expect(first).toMatchObject({
    slug: 'pervaya-zapis',
    status: 'published',
    excerpt: 'Коротко',
    tags: ['Новости', 'Зима'],
    is_featured: true,
    meta_title: 'Для поиска',
    published_at: '2023-01-02T10:00:00.000Z',
  });
  expect(first.body).toContain('## Глава\n\nЁлки **и** палки');
  expect(first.body).toMatch(/\| A +\| B +\|/);
  expect(first.body).toContain('https://rutube.ru/play/embed/abc');
  expect(first.body).not.toContain('alert');
  const params = { site_id };
  expect(ok(await client().getCategory({ params: { ...params, category_id: first.category_id ?? '' } })).slug).toBe(
    'novosti',
  );
  const author = ok(await client().getAuthor({ params: { ...params, author_id: first.author_id ?? '' } }));
  expect(author).toMatchObject({ name: 'Анна', url: 'https://anna.example.com/' });
  expect(codes(done, 'Первая «запись»').toSorted()).toEqual(
    [
      'authors_lost',
      'code_lost',
      'element_lost',
      'embed_lost',
      'image_lost',
      'image_lost',
      'image_remote',
      'tag_lost',
    ].toSorted(),
  );

  const draft = await postOf(site_id, done, 'Черновик');
  expect(draft.status).toBe('draft');
  expect(draft.body).toBe('## Заголовок\n\nСлова \\*и\\* ссылка\n\n![А](/content/images/a.png)');
  expect(codes(done, 'Черновик')).toEqual(['formatting_lost', 'image_lost']);
  expect((await postOf(site_id, done, 'Старый редактор')).body).toBe(
    '## Старое\n\nжирно\n\n- раз\n- два\n\n```js\nx = 1\n```',
  );
  expect(entryOf(done, 'О нас')).toMatchObject({ kind: 'article', outcome: 'created' });
  expect(await postOf(site_id, done, 'Завтра')).toMatchObject({
    status: 'scheduled',
    scheduled_at: '2026-05-01T09:00:00.000Z',
  });
  expect([(await postOf(site_id, done, 'Для подписчиков')).status, codes(done, 'Для подписчиков')]).toEqual([
    'draft',
    ['visibility_lost'],
  ]);
  expect(codes(done, 'Картинка')).toEqual(['image_lost', 'image_lost']);
  expect(entryOf(done, 'members')).toMatchObject({ outcome: 'skipped', reason: { code: 'not_taken' } });
  expect(entryOf(done, 'comments').reason?.message).toContain('1 rows');

  const redirects = ok(await client().listRedirects({ params }));
  expect(redirects.map(({ from, to }) => `${from} ${to}`)).toContain('/pervaya-zapis/ /blog/pervaya-zapis');
  expect(redirects.map(({ from }) => from)).not.toContain('/chernovik/');
  // No address of a person.
  const [{ text = '' } = {}] = await t.database.query<{ text: string }>(
    `SELECT string_agg(e::text || a::text, '') AS text FROM cms.import_entries e, cms.authors a`,
  );
  expect(text).not.toMatch(/(reader|anna|boris|two)@example\.com/);
});

test('a blog of WordPress arrives, classic texts and blocks, and every loss is named', async () => {
  const site_id = await newSite();
  const done = await importInto(client(), site_id, wordpressExport(), { format: 'wordpress_wxr', publish: true });
  expect([done.status, done.error, done.entries.filter(({ outcome }) => outcome === 'failed')]).toEqual([
    'finished',
    null,
    [],
  ]);

  const title = 'Привет, мир & «друзья»';
  const first = await postOf(site_id, done, title);
  expect(first).toMatchObject({
    slug: 'privet',
    status: 'published',
    excerpt: 'Коротко',
    tags: ['снег'],
    is_featured: true,
    published_at: '2021-03-01T09:00:00.000Z',
    cover_url: 'https://blog.example.com/wp-content/uploads/a.jpg',
  });
  expect(first.body).toContain('Первый абзац с **жирным**  \nи второй строкой.');
  expect(first.body).toContain('## Глава');
  expect(first.body).toContain('![Стол](https://blog.example.com/wp-content/uploads/a.jpg)');
  expect(first.body).toContain('```\nстрока 1\n\nстрока 2\n```');
  expect(first.body).toContain('Посл');
  expect(first.body).toContain('contact-form-7');
  for (const code of [
    'gallery',
    'image_lost',
    'shortcode',
    'comments_lost',
    'category_lost',
    'term_lost',
    'fields_lost',
    'slug_changed',
    'image_remote',
  ])
    expect([code, codes(done, title)]).toEqual([code, expect.arrayContaining([code])]);
  expect(
    entryOf(done, title)
      .warnings.map(({ message }) => message)
      .join('\n'),
  ).toContain('[contact-form-7]');

  const blocks = await postOf(site_id, done, 'Блоки');
  expect(blocks.body).toContain('![](https://blog.example.com/wp-content/uploads/b.jpg)');
  expect(blocks.body).not.toContain('wp:');
  for (const code of ['gallery', 'block_lost', 'element_lost', 'image_lost'])
    expect([code, codes(done, 'Блоки')]).toEqual([code, expect.arrayContaining([code])]);
  expect((await postOf(site_id, done, 'Черновик')).status).toBe('draft');
  expect(await postOf(site_id, done, 'Завтра')).toMatchObject({
    status: 'scheduled',
    scheduled_at: '2026-06-01T09:00:00.000Z',
  });
  expect(entryOf(done, 'О нас')).toMatchObject({ kind: 'article', outcome: 'created' });
  expect(codes(done, 'Команда')).toEqual(['parent_lost']);
  for (const hidden of ['Личное', 'С паролем'])
    expect([hidden, (await postOf(site_id, done, hidden)).status, codes(done, hidden)]).toEqual([
      hidden,
      'draft',
      ['visibility_lost'],
    ]);
  expect(entryOf(done, 'Меню').reason?.code).toBe('post_type');
  expect(entryOf(done, 'В корзине').reason?.code).toBe('trash');
  expect(done.entries.find(({ kind, source_id }) => kind === 'category' && source_id === 'zima')?.warnings).toEqual([
    expect.objectContaining({ code: 'parent_lost' }),
  ]);
  const redirects = ok(await client().listRedirects({ params: { site_id } })).map(({ from, to }) => `${from} ${to}`);
  expect(redirects).toContain('/2021/03/%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82/ /blog/privet');
  expect(redirects).toContain('/about/team/ /help/team');
});

test('without publish everything of another system arrives as a draft, with the date that it had', async () => {
  const site_id = await newSite();
  const done = await importInto(client(), site_id, wordpressExport(), { format: 'wordpress_wxr' });
  const rows = await t.database.query<{ status: string }>('SELECT status FROM cms.items WHERE site_id = $1', [site_id]);
  expect([rows.length, new Set(rows.map(({ status }) => status))]).toEqual([8, new Set(['draft'])]);
  expect((await postOf(site_id, done, 'Блоки')).published_at).toBe('2021-03-01T09:00:00.000Z');
});

test.each([
  ['ghost_json' as const, ghostExport()],
  ['wordpress_wxr' as const, wordpressExport()],
])('a dry run of %s writes nothing but the report that the import will have', async (format, file) => {
  const site_id = await newSite();
  await t.published({ type: 'site.created', data: { parse: (data: unknown) => data } } as never);
  const before = await rowCounts();
  const dry = await importInto(client(), site_id, file, { format, publish: true, dry_run: true });
  await t.published({ type: 'site.created', data: { parse: (data: unknown) => data } } as never);
  const after = await rowCounts();
  expect(after).toEqual({
    ...before,
    imports: (before.imports ?? 0) + 1,
    import_entries: (before.import_entries ?? 0) + dry.entries.length,
  });
  const done = await importInto(client(), site_id, file, { format, publish: true });
  expect(dry.report).toEqual(done.report);
  const lines = ({ entries }: Import) => entries.map(({ object_id: _, ...line }) => line);
  expect(lines(dry)).toEqual(lines(done));
});

test('a second import changes nothing, takes what changed there, and leaves what people changed here', async () => {
  const site_id = await newSite();
  const options = { format: 'ghost_json', publish: true } as const;
  const first = await importInto(client(), site_id, ghostExport(), options);
  const before = await rowCounts();
  const second = await importInto(client(), site_id, ghostExport(), options);
  expect(second.report).toMatchObject({ created: 0, updated: 0, failed: 0, skipped: first.entries.length });
  const after = await rowCounts();
  for (const table of ['items', 'revisions', 'publications', 'redirects', 'categories', 'authors', 'assets'])
    expect([table, after[table]]).toEqual([table, before[table]]);

  const edited = entryOf(first, 'Первая «запись»').object_id ?? '';
  const removed = entryOf(first, 'Черновик').object_id ?? '';
  const of = (post_id: string) => ({ params: { site_id, post_id }, headers: ifMatch('*') });
  ok(await client().updatePost({ ...of(edited), body: { title: 'Лучше' } }));
  await client().deletePost(of(removed));
  const changed = ghostPosts.map((post) => ({ ...post, title: `${post.title}!` }));
  const third = await importInto(client(), site_id, ghostExport(changed), options);
  expect(entryOf(third, 'Первая «запись»!')).toMatchObject({ outcome: 'skipped', reason: { code: 'edited' } });
  expect(entryOf(third, 'Черновик!')).toMatchObject({ outcome: 'skipped', reason: { code: 'removed' } });
  expect(entryOf(third, 'Старый редактор!')).toMatchObject({ outcome: 'updated' });
  expect(ok(await client().getPost({ params: { site_id, post_id: edited } })).title).toBe('Лучше');
  expect((await postOf(site_id, third, 'Старый редактор!')).title).toBe('Старый редактор!');
  const [shown] = await t.database.query<{ title: string }>('SELECT title FROM cms.publications WHERE item_id = $1', [
    entryOf(third, 'Старый редактор!').object_id,
  ]);
  expect(shown?.title).toBe('Старый редактор!');
});

test('a second import does not bring back a text and an author that were destroyed here', async () => {
  const site_id = await newSite();
  const options = { format: 'ghost_json', publish: true } as const;
  const first = await importInto(client(), site_id, ghostExport(), options);
  const item_id = entryOf(first, 'Старый редактор').object_id ?? '';
  const author = first.entries.find(({ kind }) => kind === 'author');
  const author_id = author?.object_id ?? '';
  const body = { reason: 'person_request' as const };
  const { slug } = ok(await client().getAuthor({ params: { site_id, author_id } }));
  const owner = t.as({ admin: { ...admin, role: 'owner' } });
  ok(await owner.destroyContent({ params: { site_id, item_id }, body: { ...body, confirm: 'old' } }));
  ok(await owner.destroyAuthor({ params: { site_id, author_id }, body: { ...body, confirm: slug ?? author?.title } }));
  const sources = await t.database.query('SELECT source_id FROM cms.import_sources WHERE site_id = $1', [site_id]);
  expect(JSON.stringify(sources)).not.toContain('63b1f0000000000000000003');
  const posts = ghostPosts.map((post) => ({ ...post, custom_excerpt: 'Changed there' }));
  const before = await rowCounts();
  for (const dry_run of [true, false]) {
    const again = await importInto(client(), site_id, ghostExport(posts), { ...options, dry_run });
    for (const kind of ['post', 'author'])
      expect(
        again.entries
          .filter((entry) => entry.kind === kind && entry.reason?.code === 'removed')
          .map((entry) => entry.title),
      ).toEqual([kind === 'post' ? 'Старый редактор' : author?.title]);
    expect(again.report).toMatchObject({ created: 0, failed: 0 });
  }
  const after = await rowCounts();
  for (const table of ['items', 'publications', 'authors', 'import_sources'])
    expect([table, after[table]]).toEqual([table, before[table]]);
});

test('two blogs of WordPress have posts of the same number, and neither is taken for the other', async () => {
  const site_id = await newSite();
  const one = wordpressItems.slice(0, 2);
  await importInto(client(), site_id, wordpressExport(one), { format: 'wordpress_wxr' });
  const other = wordpressExport(one).replaceAll('https://blog.example.com', 'https://other.example.com');
  const done = await importInto(client(), site_id, other, { format: 'wordpress_wxr' });
  expect(done.entries.filter(({ kind, outcome }) => kind === 'post' && outcome === 'created')).toHaveLength(2);
  expect(codes(done, 'Блоки')).toContain('slug_changed');
});

test('images are fetched once and kept here, and one that cannot be fetched stays where it is', async () => {
  const site_id = await newSite();
  const html = `<p><img src="${imagesUrl}/a.png" alt="A"><img src="${imagesUrl}/a.png"><img src="${imagesUrl}/gone.jpg"><img src="${imagesUrl}/x.html"><img src="http://10.0.0.1/secret.png"></p>`;
  const posts = [{ ...ghostPosts[0], html, feature_image: '__GHOST_URL__/cover.png' }];
  const options = { format: 'ghost_json', fetch_images: true, source_url: imagesUrl } as const;
  asked.length = 0;
  const done = await importInto(client(), site_id, ghostExport(posts), options);
  const post = await postOf(site_id, done, 'Первая «запись»');
  expect(post.body).toMatch(/!\[A\]\(\/assets\/cms\/[0-9a-f]{64}\.jpg\)/);
  expect(post.body).not.toContain(`${imagesUrl}/a.png`);
  expect(post.body).toContain(`${imagesUrl}/gone.jpg`);
  expect([post.cover_asset_id !== null, post.cover_url]).toEqual([true, null]);
  const remote = entryOf(done, 'Первая «запись»').warnings.filter(({ code }) => code === 'image_remote');
  expect(remote.map(({ message }) => message).join('\n')).toMatch(/status 404[\s\S]*no image[\s\S]*address_refused/);
  expect(asked.filter((url) => url === '/a.png')).toHaveLength(1);
  await importInto(client(), site_id, ghostExport(posts), options);
  expect(asked.filter((url) => url === '/a.png')).toHaveLength(1);
});

test('three generations of Ghost arrive without a public draft, with the images of the former site', async () => {
  const about = {
    title: 'Пост',
    slug: 'post',
    html: '<p><img src="/content/images/2016/a.png" alt="A"> https://example.com/_a_b</p><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://e.example.com/"><div class="kg-bookmark-title">Card</div></a></figure>',
  };
  const former = { published_at: '2016-01-02 10:00:00', visibility: 'public', author_id: 1 };
  const generations = [
    { ...about, ...former, id: 1, image: '/content/images/2016/cover.png', page: 0, status: 'published' },
    {
      ...about,
      ...former,
      id: 'b3',
      feature_image: '/content/images/2016/cover.png',
      page: false,
      status: 'published',
    },
    {
      ...about,
      ...former,
      id: 'c5',
      feature_image: '__GHOST_URL__/content/images/2016/cover.png',
      type: 'post',
      status: 'published',
    },
  ];
  for (const post of generations) {
    const site_id = await newSite();
    const hidden = [
      { ...post, id: `${post.id}1`, slug: 'draft', title: 'Draft', status: 'draft', published_at: null },
      { ...post, id: `${post.id}2`, slug: 'paid', title: 'Paid', visibility: 'paid' },
      {
        ...post,
        id: `${post.id}3`,
        slug: 'far',
        title: 'Far',
        status: 'scheduled',
        published_at: '2031-01-01 00:00:00',
      },
      { ...post, id: `${post.id}4`, slug: 'soon', title: 'Soon', published_at: '2026-04-01 00:00:00' },
    ];
    const options = { format: 'ghost_json', publish: true, source_url: 'https://old.example.com/' } as const;
    const done = await importInto(client(), site_id, ghostExport([post, ...hidden]), options);
    expect(done.report).toMatchObject({ failed: 0 });
    const rows = await t.database.query<{ title: string; status: string }>(
      'SELECT title, status FROM cms.items WHERE site_id = $1 ORDER BY title',
      [site_id],
    );
    expect(Object.fromEntries(rows.map(({ title, status }) => [title, status]))).toEqual({
      Пост: 'published',
      Draft: 'draft',
      Paid: 'draft',
      Far: 'draft',
      Soon: 'scheduled',
    });
    const shown = await postOf(site_id, done, 'Пост');
    expect(shown.cover_url).toBe('https://old.example.com/content/images/2016/cover.png');
    expect(shown.body).toBe(
      '![A](https://old.example.com/content/images/2016/a.png) <https://example.com/_a_b>\n\n[Card](https://e.example.com/)',
    );
    expect(codes(done, 'Far')).toContain('schedule_lost');
    const second = await importInto(client(), site_id, ghostExport([post, ...hidden]), options);
    expect(second.report).toMatchObject({ created: 0, updated: 0, failed: 0 });
  }
});

test('what the theme unit test of WordPress has arrives, and every loss is counted', async () => {
  const upload = { type: 'attachment', status: 'inherit', parent: 30 } as const;
  const items: NonNullable<Parameters<typeof wordpressExport>[0]> = [
    {
      id: 30,
      title: 'Markup: <em>Title</em> &amp; &#8220;quotes&#8221;',
      name: 'markup',
      excerpt: '<p>Short &amp; <b>bold</b></p>',
      content:
        '<!-- wp:preformatted --><pre>one<br>two</pre><!-- /wp:preformatted -->\n<p><img src="/wp-content/uploads/a.jpg"><img src="data:image/gif;base64,AA" data-lazy-src="//cdn.example.com/b.jpg"></p>\n[gallery]',
      categories: [
        ['category', 'news', 'News &amp; Events'],
        ['post_tag', 'rnd', 'R&amp;D'],
      ],
      meta: {
        _yoast_wpseo_title: '%%title%% %%sep%% %%sitename%%',
        _yoast_wpseo_metadesc: 'A &amp; B',
        _thumbnail_id: '31',
      },
    },
    {
      ...upload,
      id: 31,
      title: 'a',
      name: 'a',
      attachment: 'https://blog.example.com/wp-content/uploads/a.jpg',
      meta: { _wp_attachment_image_alt: 'A table' },
    },
    { ...upload, id: 32, title: 'z', name: 'z', attachment: 'https://blog.example.com/wp-content/uploads/z.zip' },
    { id: 33, title: 'Scheduled', name: '', status: 'future', date_gmt: '2030-01-01 00:00:00' },
    { id: 34, title: 'Ahead', name: 'ahead', status: 'publish', date_gmt: '2026-05-01 00:00:00' },
    { id: 35, title: 'Undated', name: 'undated', status: 'future', date: '', date_gmt: '0000-00-00 00:00:00' },
    { id: 36, title: 'Password', name: 'password', password: 'enter' },
  ];
  const site_id = await newSite();
  const options = { format: 'wordpress_wxr', publish: true } as const;
  const dry = await importInto(client(), site_id, wordpressExport(items), { ...options, dry_run: true });
  const done = await importInto(client(), site_id, wordpressExport(items), options);
  expect([done.report.failed, dry.losses]).toEqual([0, done.losses]);
  const title = 'Markup: Title & “quotes”';
  const post = await postOf(site_id, done, title);
  expect(post).toMatchObject({
    status: 'published',
    excerpt: 'Short & bold',
    tags: ['R&D'],
    meta_title: null,
    meta_description: 'A & B',
    cover_alt: 'A table',
  });
  expect(post.body).toContain('```\none\ntwo\n```');
  expect(post.body).toContain(
    '![](https://blog.example.com/wp-content/uploads/a.jpg)![](https://cdn.example.com/b.jpg)',
  );
  expect(post.body).toContain('![A table](https://blog.example.com/wp-content/uploads/a.jpg)');
  expect(post.body).not.toContain('z.zip');
  expect(done.entries.find(({ kind }) => kind === 'category')?.title).toBeDefined();
  expect(done.entries.map(({ title: one }) => one)).toContain('News & Events');
  expect(codes(done, title)).toContain('template_lost');
  for (const [one, status] of Object.entries({
    Scheduled: 'draft',
    Undated: 'draft',
    Password: 'draft',
    Ahead: 'scheduled',
  }))
    expect([one, (await postOf(site_id, done, one)).status]).toEqual([one, status]);
  expect(done.losses.find(({ code }) => code === 'schedule_lost')?.count).toBe(2);
  const second = await importInto(client(), site_id, wordpressExport(items), options);
  expect(second.report).toMatchObject({ created: 0, updated: 0, failed: 0 });
});
