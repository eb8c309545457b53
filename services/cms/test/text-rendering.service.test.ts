import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { rendererVersion } from '@platform/markdown';
import { aSvg, eventually, makeJobsDue, openTransaction, untilBlocked } from '@platform/testing';
import { anMp4, aPhoto } from './asset-files.ts';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let params: { site_code: string };
beforeAll(async () => {
  n = await openNewsroom();
  params = { site_code: n.site.code };
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const platform = 'http://platform.test';
const website = 'https://notes.example.com';
const upload = async (bytes: Buffer | string, file_name: string) =>
  ok(
    await n.admin.uploadAsset({
      params: n.at,
      query: { file_name },
      file: new Blob([new Uint8Array(Buffer.from(bytes))]),
    }),
  );
const publishPost = async (body: string, more = {}) => {
  const post = await n.post({ body, ...more });
  return { post, published: await n.publish(post.id) };
};
const bodyOf = ({ body }: { body: unknown }): string => (typeof body === 'string' ? body : JSON.stringify(body));
const htmlOf = async (slug: string) =>
  ok(await n.reader.readPost({ params: { ...params, slug }, query: { format: 'html' } })).html ?? '';

test('the html of a post has its images with their sizes at the platform, and its links at the site and the page', async () => {
  const photo = await upload(await aPhoto({ width: 1000, height: 500 }), 'photo.jpg');
  const { post } = await publishPost(
    `![a](${photo.path})\n\n[b](/prices) [c](other) [d](../e#f)\n\n![g](${photo.path})`,
  );
  const [small, medium] = photo.variants;
  const image =
    `src="${platform}${photo.path}" alt="a" width="1000" height="500" ` +
    `srcset="${small?.url} 480w, ${medium?.url} 768w, ${photo.url} 1000w" sizes="(min-width: 736px) 736px, 100vw"`;
  const html = await htmlOf(post.slug);
  expect(html).toContain(`<img ${image} />`);
  expect(html).toContain(`<img ${image.replace('alt="a"', 'alt="g"')} loading="lazy" />`);
  expect(html).toContain(
    `<a href="${website}/prices">b</a> <a href="${website}/blog/other">c</a> <a href="${website}/e#f">d</a>`,
  );
});

test('an uploaded video in a text plays from the platform with its size, counts as a use, and is a link in a feed', async () => {
  const film = await upload(anMp4({ width: 1_280, height: 720 }), 'tour.mp4');
  const poster = await upload(await aPhoto({ seed: 5 }), 'poster.jpg');
  const { post, published } = await publishPost(`![The tour](${film.path} "${poster.path}")`);
  const html = await htmlOf(post.slug);
  expect(html).toContain(
    `<video controls playsinline preload="metadata" src="${film.url}" width="1280" height="720" poster="${poster.url}">` +
      `<a href="${film.url}">The tour</a></video><figcaption>The tour</figcaption>`,
  );
  const feed = bodyOf(await n.reader.readRssFeed({ params, query: {} }));
  expect(feed).toContain(`<a href="${film.url}">The tour</a><figcaption>`);
  expect(feed).not.toContain('<video');
  for (const { id } of [film, poster])
    expect(ok(await n.admin.getAssetOfSite({ params: { ...n.at, asset_id: id } })).usage_count).toBe(1);
  expect(published.warnings.map(({ code }) => code)).not.toContain('asset_missing');
  const { published: again } = await publishPost(`![gone](/assets/cms/${'0'.repeat(64)}.mp4)`);
  expect(again.warnings).toContainEqual(expect.objectContaining({ code: 'asset_missing', field: 'body', line: 1 }));
});

test('a changed address of the site and a changed template are in the html at once', async () => {
  const { post } = await publishPost('[a](/b) [c](d)');
  const change = (body: Record<string, unknown>) =>
    n.admin.updateSite({ params: n.at, body, headers: ifMatch('*') }).then(ok);
  await change({ website_url: 'https://moved.example.com', url_templates: { post: '/news/{slug}' } });
  expect(await htmlOf(post.slug)).toBe(
    '<p><a href="https://moved.example.com/b">a</a> <a href="https://moved.example.com/news/d">c</a></p>\n',
  );
  await change({ website_url: website, url_templates: { post: '/blog/{slug}' } });
});

test('a save and a publication name with its line what readers do not get', async () => {
  const body = 'text\n[a](ftp://x)\n\n![b](data:image/png;base64,AA)\n\n<font>c</font>\n\n[d](#none)';
  const expected = [
    ['link_dropped', 'body', 2],
    ['image_dropped', 'body', 4],
    ['html_dropped', 'body', 6],
    ['anchor_missing', 'body', 8],
  ];
  const shortOf = (warnings: { code: string; field: string | null; line: number | null }[] | null | undefined) =>
    warnings?.filter(({ line }) => line !== null).map(({ code, field, line }) => [code, field, line]);
  const post = ok(await n.admin.createPost({ params: n.at, body: { title: 'Dropped', body } }));
  expect(shortOf(post.warnings)).toEqual(expected);
  expect(shortOf((await n.publish(post.id)).warnings)).toEqual(expected);
  const changed = await n.admin.updatePost({
    params: { ...n.at, post_id: post.id },
    body: { body: 'text' },
    headers: ifMatch('*'),
  });
  expect(shortOf(ok(changed).warnings)).toEqual([]);
  const entry = await n.admin.createChangelogEntry({ params: n.at, body: { title: 'E', body: '[a](ftp://x)' } });
  expect(shortOf(ok(entry).warnings)).toEqual([['link_dropped', 'body', 1]]);
});

test('the dead link of a relative target is found from the page of the text', async () => {
  const { published } = await publishPost('[a](nowhere-at-all)');
  expect(published.warnings).toContainEqual(
    expect.objectContaining({ code: 'dead_link', message: 'Nothing is published at /blog/nowhere-at-all.' }),
  );
});

test('entries of one changelog page have ids of their own', async () => {
  for (const version of ['9.1.0', '9.2.0']) {
    const body = '## Added\n\na[^1]\n\n[^1]: b';
    const entry = await n.admin.createChangelogEntry({ params: n.at, body: { title: `V ${version}`, version, body } });
    await n.publish(ok(entry).id);
  }
  const list = ok(await n.reader.readChangelog({ params, query: { format: 'html' } }));
  const ids = list.flatMap(({ html = '' }) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''));
  expect(ids.length).toBeGreaterThanOrEqual(6);
  expect(new Set(ids).size).toBe(ids.length);
  const pages = ok(await n.reader.readChangelog({ params, query: { format: 'html', anchors: 'page' } }));
  for (const { slug, html } of pages)
    expect(html).toBe(
      ok(await n.reader.readChangelogEntry({ params: { ...params, slug }, query: { format: 'html' } })).html,
    );
  for (const { html = '' } of list)
    for (const [, target = ''] of html.matchAll(/ href="#([^"]+)"/g)) expect(html).toContain(` id="${target}"`);
});

test('feeds have absolute addresses, escaped titles and descriptions, an author, and ids that stay with a new slug', async () => {
  const { post } = await publishPost('# A\n\n[b](c) [d](#a) ![e](/assets/cms/f.png)', {
    title: 'Use <img> & <b>',
    excerpt: 'An <img> & more',
  });
  const feed = async (endpoint: 'readAtomFeed' | 'readRssFeed' | 'readJsonFeed') =>
    bodyOf(await n.reader[endpoint]({ params }));
  const [atom, rss, json] = [await feed('readAtomFeed'), await feed('readRssFeed'), await feed('readJsonFeed')];
  for (const text of [atom, rss, json]) {
    expect(text).toContain(`${website}/blog/c`);
    expect(text).toContain(`${website}/blog/${post.slug}#a`);
    expect(text).toContain(`${platform}/assets/cms/f.png`);
    expect(text).toContain(`urn:uuid:${post.id}`);
  }
  expect(atom).toContain('<title type="html"><![CDATA[Use &lt;img&gt; &amp; &lt;b&gt;]]></title>');
  expect(atom).toContain('<summary type="html"><![CDATA[An &lt;img&gt; &amp; more]]></summary>');
  expect(atom).toMatch(/<author>\s*<name>Notes<\/name>/);
  expect(rss).toContain('<title><![CDATA[Use <img> & <b>]]></title>');
  expect(rss).toContain('<description><![CDATA[An &lt;img&gt; &amp; more]]></description>');
  expect(json).toContain('"title":"Use <img> & <b>"');
});

test('the page of a document has links to the site and images of the platform', async () => {
  const document = ok(
    await n.admin.createDocument({
      params: n.at,
      body: {
        title: 'Terms',
        doc_kind: 'guide',
        source_type: 'text',
        body: '# Terms\n\n[a](/prices) [b](c) ![d](/assets/cms/e.png) [f](#terms)',
      },
    }),
  );
  await n.publish(document.id);
  const text = await fetch(document.public_url.replace('http://platform.test', n.t.baseUrl), {
    headers: { 'x-platform-context': n.t.sign({}, 'openDocument') },
  }).then((reply) => reply.text());
  expect(text).toContain(
    `<a href="${website}/prices">a</a> <a href="${website}/docs/c">b</a> ` +
      `<img src="${platform}/assets/cms/e.png" alt="d" /> <a href="#terms">f</a>`,
  );
});

test('a site that wants typographic quotes gets those of the language of each text', async () => {
  await n.admin.updateSite({ params: n.at, body: { typographic_quotes: true }, headers: ifMatch('*') }).then(ok);
  const { post } = await publishPost('"Ёж" -- да');
  expect(await htmlOf(post.slug)).toBe('<p>«Ёж» – да</p>\n');
  await n.admin.updateSite({ params: n.at, body: { typographic_quotes: false }, headers: ifMatch('*') }).then(ok);
});

test('a text of an older renderer is rendered again, without a new time or event', async () => {
  const { post } = await publishPost('H<sub>2</sub>O ![a](b.png)');
  const before = ok(await n.reader.readPost({ params: { ...params, slug: post.slug }, query: {} }));
  const events = (await n.events()).length;
  await n.t.database.query(
    "UPDATE cms.publications SET html = '<p>old</p>', outline = outline - 'renderer' WHERE item_id = $1",
    [post.id],
  );
  await makeJobsDue(n.t.database, 'cms', ['rerender-texts']);
  const rendered = `<p>H<sub>2</sub>O <img src="${website}/blog/b.png" alt="a" /></p>\n`;
  await eventually(async () => ((await htmlOf(post.slug)) === rendered ? true : undefined));
  const after = ok(await n.reader.readPost({ params: { ...params, slug: post.slug }, query: {} }));
  expect(after.updated_at).toBe(before.updated_at);
  expect((await n.events()).length).toBe(events);
  const rows = await n.t.database.query(
    "SELECT outline -> 'renderer' AS version FROM cms.publications WHERE item_id = $1",
    [post.id],
  );
  expect(rows).toEqual([{ version: rendererVersion }]);
});

test('a text is rendered again beside a publication of it: the item is locked before what readers see', async () => {
  const { post } = await publishPost('H<sub>2</sub>O [a](/blog/other)');
  await n.t.database.query(
    "UPDATE cms.publications SET html = '<p>old</p>', outline = outline - 'renderer' WHERE item_id = $1",
    [post.id],
  );
  const lock = 'SELECT FROM cms.items WHERE id = $1 FOR UPDATE';
  const publication = await openTransaction(n.t.database, lock, [post.id]);
  await makeJobsDue(n.t.database, 'cms', ['rerender-texts']);
  await untilBlocked(n.t.database).catch(publication.rollback);
  await publication.query('SELECT FROM cms.publications WHERE item_id = $1 FOR UPDATE NOWAIT', [post.id]);
  await publication.commit();
  await eventually(async () => ((await htmlOf(post.slug)).includes('<sub>') ? true : undefined));
});

test('texts that cannot be rendered again keep no other text waiting, and a run changes its site once', async () => {
  const failing: string[] = [];
  for (let number = 0; number < 50; number += 1) failing.push((await publishPost(`Text ${number}`)).post.id);
  const behind = [(await publishPost('H<sub>2</sub>O')).post, (await publishPost('CO<sub>2</sub>')).post];
  const ids = [...failing, ...behind.map(({ id }) => id)];
  // The database refuses new html of the first 50.
  await n.t.database.query(
    `CREATE FUNCTION cms.refuse_html() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.html NOT LIKE '%old%' AND NEW.plain_text LIKE 'Text%' THEN RAISE 'no new html'; END IF; RETURN NEW; END $$`,
    [],
  );
  await n.t.database.query(
    `UPDATE cms.publications SET html = '<p>old</p>', outline = outline - 'renderer' WHERE item_id = ANY ($1)`,
    [ids],
  );
  await n.t.database.query(
    'CREATE TRIGGER refuse_html BEFORE UPDATE ON cms.publications FOR EACH ROW EXECUTE FUNCTION cms.refuse_html()',
    [],
  );
  const versionOf = async () =>
    (await n.t.database.query('SELECT content_version AS version FROM cms.sites WHERE id = $1', [n.site.id]))[0]
      ?.version;
  const before = Number(await versionOf());
  await eventually(async () => {
    await makeJobsDue(n.t.database, 'cms', ['rerender-texts']);
    return (await htmlOf(behind[1]?.slug ?? '')).includes('<sub>') ? true : undefined;
  });
  expect(await htmlOf(behind[0]?.slug ?? '')).toContain('<sub>');
  expect(Number(await versionOf())).toBe(before + 1);
  const old = await n.t.database.query(
    `SELECT item_id FROM cms.publications WHERE outline -> 'renderer' IS NULL AND item_id = ANY ($1)`,
    [ids],
  );
  expect(old.length).toBe(failing.length);
  await n.t.database.query('DROP FUNCTION cms.refuse_html CASCADE', []);
});

test('the size of an uploaded drawing is in the html', async () => {
  const drawing = await upload(aSvg().replace('0 0 16 16', '0 0 40 20'), 'logo.svg');
  expect([drawing.width, drawing.height]).toEqual([40, 20]);
  const { post } = await publishPost(`![a](${drawing.path})`);
  expect(await htmlOf(post.slug)).toContain('alt="a" width="40" height="20" />');
});
