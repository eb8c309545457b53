import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin } from '@platform/testing';
import { anMp4, aPhoto } from './asset-files.ts';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';
import { exportOf, importInto, unzip } from './transfer-files.ts';

const owner = anAdmin();
let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom({ timezone: 'Asia/Yekaterinburg', description: 'Заметки' });
});
afterAll(() => n.stop());

const inTurn = async <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let at = 0; at < count; at += 1) made.push(await make(at));
  return made;
};

/** A site with content of every kind, in every state. */
async function fillSite(): Promise<void> {
  const { admin, at, site } = n;
  const params = at;
  const item = (item_id: string) => ({ params: { ...at, item_id }, headers: ifMatch('*') });
  const photos = await inTurn(8, async (seed) =>
    ok(
      await admin.uploadAsset({
        params,
        query: { file_name: `Фото ${seed}.jpg` },
        file: new Blob([new Uint8Array(await aPhoto({ seed }))]),
      }),
    ),
  );
  const film = ok(
    await admin.uploadAsset({ params, query: { file_name: 'tour.mp4' }, file: new Blob([new Uint8Array(anMp4())]) }),
  );
  await n.post({ title: 'A tour', body: `![The tour](${film.path})` });
  const files = await inTurn(41, async (number) =>
    ok(
      await admin.uploadAsset({
        params,
        query: { file_name: `file-${number}.bin` },
        file: new Blob([`bytes ${number}`]),
      }),
    ),
  );
  const photo = photos[0]?.id ?? '';
  ok(await admin.updateAsset({ params: { ...at, asset_id: photo }, body: { alt: 'Стол', focal_x: 0.25 } }));
  const version = ok(await admin.getSite({ params })).version;
  ok(
    await admin.updateSite({
      params: { site_id: site.id },
      body: {
        logo_asset_id: photos[1]?.id,
        accent_color: '#1a73e8',
        links: [{ label: 'Мы', url: 'https://example.com' }],
      },
      headers: ifMatch(version),
    }),
  );
  const categories = await inTurn(4, async (number) =>
    ok(
      await admin.createCategory({
        params,
        body: {
          name: `Рубрика ${number}`,
          names: { en: `News ${number}` },
          descriptions: { en: 'All' },
          position: number,
        },
      }),
    ),
  );
  const authors = await inTurn(3, async (number) =>
    ok(
      await admin.createAuthor({
        params,
        body: {
          slug: `author-${number}`,
          name: `Автор ${number}`,
          names: { en: `Anna ${number}` },
          bio: 'Пишет',
          avatar_asset_id: photos[number]?.id,
        },
      }),
    ),
  );
  const posts = await inTurn(200, async (number) =>
    n.post({
      title: `Пост №${number}: «да» # ---`,
      body: `---\n# Пост ${number}\r\n\n![Фото](${photos[number % 8]?.path}) [файл](${files[number % 42]?.path})\n`,
      category_id: categories[number % 4]?.id,
      author_id: authors[number % 3]?.id,
      tags: [`тег ${number % 5}`, 'null'],
      cover_asset_id: photos[number % 8]?.id,
      is_featured: number % 7 === 0,
      ...(number % 11 === 0 ? { published_at: '2020-02-29T01:02:03.000Z' } : {}),
    }),
  );
  const [first, second, third, fourth, fifth] = posts;
  ok(
    await admin.updatePost({
      params: { ...at, post_id: first?.id ?? '' },
      body: { related_ids: [second?.id ?? ''] },
      headers: ifMatch('*'),
    }),
  );
  ok(
    await admin.updatePost({
      params: { ...at, post_id: second?.id ?? '' },
      body: { related_ids: [first?.id ?? ''] },
      headers: ifMatch('*'),
    }),
  );
  for (const post of posts.slice(0, 60)) await n.publish(post.id);
  // Renamed since its publication, then edited again: readers see the second slug.
  const third_id = third?.id ?? '';
  ok(
    await admin.updatePost({
      params: { ...at, post_id: third_id },
      body: { slug: 'renamed-once' },
      headers: ifMatch('*'),
    }),
  );
  await n.publish(third_id);
  ok(
    await admin.updatePost({
      params: { ...at, post_id: third_id },
      body: { slug: 'renamed-twice', body: 'Draft' },
      headers: ifMatch('*'),
    }),
  );
  ok(await admin.archiveContent(item(fourth?.id ?? '')));
  // A published text with a schedule for a later form, and a draft behind that.
  const fifth_id = fifth?.id ?? '';
  const fifthAt = { ...at, post_id: fifth_id };
  ok(await admin.updatePost({ params: fifthAt, body: { body: 'Tomorrow' }, headers: ifMatch('*') }));
  const tomorrow = { scheduled_at: '2026-03-12T12:00:00.000Z', unpublish_at: '2026-04-12T12:00:00.000Z' };
  ok(await admin.scheduleContent({ ...item(fifth_id), body: tomorrow }));
  ok(await admin.updatePost({ params: fifthAt, body: { body: 'Some day' }, headers: ifMatch('*') }));
  ok(await admin.scheduleContent({ ...item(posts[100]?.id ?? ''), body: tomorrow }));
  for (const post of posts.slice(10, 20)) {
    const body = { title: `Translation of ${post.slug}`, locale: 'en', translation_of: post.id, body: 'Text' };
    ok(await admin.createPost({ params, body }));
  }
  let parent_id: string | null = null;
  for (let level = 1; level <= 5; level += 1) {
    const body: { name: string; names: Record<string, string>; parent_id: string | null; position: number } = {
      name: `Уровень ${level}`,
      names: { en: `Level ${level}` },
      parent_id,
      position: 6 - level,
    };
    const folder: { id: string } = ok(await admin.createFolder({ params, body }));
    ok(await admin.createFolder({ params, body: { name: 'Пусто', parent_id } }));
    parent_id = folder.id;
    for (let number = 0; number < 20; number += 1) {
      const fields = {
        title: `Статья ${level}-${number}`,
        body: `Text ${number}`,
        folder_id: parent_id,
        position: number,
      };
      const article = ok(await admin.createArticle({ params, body: fields }));
      if (number % 2 === 0) await n.publish(article.id);
    }
  }
  const text = { title: 'Условия', doc_kind: 'guide', source_type: 'text' as const, body: 'One' };
  const document = ok(await admin.createDocument({ params, body: text }));
  await n.publish(document.id);
  ok(
    await admin.updateDocument({
      params: { ...at, document_id: document.id },
      body: { body: 'Two' },
      headers: ifMatch('*'),
    }),
  );
  const file = { title: 'Прайс', doc_kind: 'price_list', source_type: 'file' as const, asset_id: files[0]?.id };
  await n.publish(ok(await admin.createDocument({ params, body: file })).id);
  const url = {
    title: 'Там',
    doc_kind: 'price_list',
    source_type: 'url' as const,
    external_url: 'https://example.com/a',
  };
  ok(await admin.createDocument({ params, body: url }));
  const changes = ok(
    await admin.createChangelogEntry({
      params,
      body: { title: '1.2.0', version: '1.2.0', body: 'New', labels: ['added'] },
    }),
  );
  await n.publish(changes.id);
  const build = { platform: 'macos', version: '1.2.0', asset_id: files[1]?.id, changelog_entry_id: changes.id };
  await n.publish(ok(await admin.createDownload({ params, body: build })).id);
  const html = `<p>Скидка <img src="${photos[2]?.path}" alt=""></p>`;
  const banner = {
    name: 'Весна',
    placement: 'modal' as const,
    size: 'small' as const,
    html,
    target: { locales: ['ru'] },
  };
  await n.publish(ok(await admin.createBanner({ params, body: banner })).id);
  ok(await admin.createBanner({ params, body: { ...banner, name: 'Лето', html: null, asset_id: photo } }));
  for (let number = 0; number < 5; number += 1)
    ok(await admin.createRedirect({ params, body: { from: `/old-${number}`, to: `/new-${number}` } }));
  ok(await admin.createRedirect({ params, body: { from: '/gone', to: null, status: 410 } }));
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Entries by their names, with ids by their first place and without the moment of the export. */
async function comparable(bytes: Buffer): Promise<Record<string, string>> {
  const files = await unzip(bytes);
  const ids = new Map<string, string>();
  const entries: Record<string, string> = {};
  for (const name of [...files.keys()].toSorted()) {
    const content = files.get(name) ?? Buffer.alloc(0);
    entries[name] = name.startsWith('assets/')
      ? content.toString('base64')
      : content
          .toString()
          .replaceAll(uuid, (id) => {
            if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
            return ids.get(id) ?? id;
          })
          .replace(/"exported_at": ".*"/, '');
  }
  return entries;
}

test('a site that leaves and arrives in an empty one is the same but for ids and times', async () => {
  await fillSite();
  const archive = await exportOf(n.t, owner, n.at.site_id);
  const again = await exportOf(n.t, owner, n.at.site_id);
  expect(await comparable(again)).toEqual(await comparable(archive));

  const { name, website_url } = ok(await n.admin.getSite({ params: n.at }));
  const target = ok(await n.admin.createSite({ body: { name, website_url } })).id;
  n.clock.advance({ minutes: 1 });
  const options = { format: 'markdown_zip', take: 'links' } as const;
  const dry = await importInto(n.admin, target, archive, { ...options, dry_run: true });
  expect([dry.status, dry.error, dry.entries.filter(({ outcome }) => outcome === 'failed')]).toEqual([
    'finished',
    null,
    [],
  ]);
  const done = await importInto(n.admin, target, archive, options);
  expect([done.status, done.error]).toEqual(['finished', null]);
  expect(done.entries.filter(({ outcome, warnings }) => outcome === 'failed' || warnings.length > 0)).toEqual([]);
  expect(dry.report).toEqual(done.report);
  const arrived = await comparable(await exportOf(n.t, owner, target));
  const left = await comparable(archive);
  expect(Object.keys(arrived)).toEqual(Object.keys(left));
  for (const [entry, content] of Object.entries(left)) expect([entry, arrived[entry]]).toEqual([entry, content]);

  const second = await importInto(n.admin, target, archive, options);
  expect(second.report).toEqual({ created: 0, updated: 0, skipped: done.entries.length, failed: 0, warnings: 0 });
  expect(await comparable(await exportOf(n.t, owner, target))).toEqual(left);
  const back = await importInto(n.admin, n.at.site_id, archive, { format: 'markdown_zip' });
  expect(back.report).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(await comparable(await exportOf(n.t, owner, n.at.site_id))).toEqual(left);
});

test('access tokens, keys and addresses of people do not travel', async () => {
  const files = await unzip(await exportOf(n.t, owner, n.at.site_id));
  const all = [...files.entries()]
    .filter(([name]) => !name.startsWith('assets/'))
    .map(([, content]) => content.toString());
  const tokens = await n.t.database.query<{ token: string }>(
    'SELECT access_token AS token FROM cms.items WHERE access_token IS NOT NULL',
  );
  expect(tokens.length).toBeGreaterThan(2);
  for (const text of all) {
    for (const { token } of tokens) expect(text).not.toContain(token);
    expect(text).not.toContain('@example.test');
    expect(text).not.toContain('svc_cms_');
  }
});

test('former paths of texts and typographic quotes travel; paths of another site only with its templates', async () => {
  const params = {
    site_id: ok(await n.admin.createSite({ body: { name: 'Old', website_url: 'https://a.example' } })).id,
  };
  const post = ok(await n.admin.createPost({ params, body: { title: 'Moved', body: '"Quoted"' } }));
  ok(await n.admin.publishContent({ params: { ...params, item_id: post.id }, headers: ifMatch('*') }));
  n.clock.advance({ minutes: 1 });
  const body = { url_templates: { post: '/news/{slug}' }, typographic_quotes: true };
  ok(await n.admin.updateSite({ params, body, headers: ifMatch('*') }));
  const archive = await exportOf(n.t, owner, params.site_id);
  const arrive = async (options = {}) => {
    const site = ok(await n.admin.createSite({ body: { name: 'New', website_url: 'https://b.example' } }));
    n.clock.advance({ minutes: 1 });
    const done = await importInto(n.admin, site.id, archive, { format: 'markdown_zip', ...options });
    expect(done.entries.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const reader = n.t.as({ site: { id: site.id, code: site.code, application_id: null } });
    const redirects = ok(await reader.readRedirects({ params: { site_code: site.code } }));
    return {
      site: ok(await n.admin.getSite({ params: { site_id: site.id } })),
      redirects: redirects.map(({ from, to }) => `${from} ${to}`),
    };
  };
  const own = ok(await n.admin.getSite({ params }));
  const taken = await arrive({ take: 'url_templates' });
  expect(taken.site.typographic_quotes).toBe(true);
  expect(taken.site.former_url_templates).toEqual(own.former_url_templates);
  expect(taken.redirects).toEqual(['/blog/moved /news/moved']);
  const kept = await arrive();
  expect([kept.site.typographic_quotes, kept.site.former_url_templates, kept.redirects]).toEqual([true, [], []]);
});
