import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { createLog, openDatabase } from '@platform/runtime';
import { eventually, logLines, makeJobsDue } from '@platform/testing';
import { dropExpiredPreviewTokens } from '../src/content/preview-tokens.ts';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const item = (id: string) => ({ ...n.at, item_id: id });
const readPost = (slug: string, query = {}, headers = {}) =>
  n.reader.readPost({ params: { site_code: n.site.code, slug }, query, headers });
const readSlugs = async (query = {}) =>
  ok(await n.reader.readPosts({ params: { site_code: n.site.code }, query })).map(({ slug }) => slug);

describe('a post', () => {
  test('of emoji is published, and its description and excerpt end with a whole character', async () => {
    for (const lead of ['', 'a']) {
      const post = await n.post({ title: `Emoji ${lead}`, body: `${lead}${'😀'.repeat(400)}` });
      await n.publish(post.id);
      const read = await readPost(post.slug);
      expect(read.status).toBe(200);
      expect(JSON.stringify(read.body)).not.toMatch(/\\ud[89a-f]/);
    }
  });

  test('is written as a draft with a slug from its title, and readers do not find it', async () => {
    const post = await n.post({ title: 'Ёлки & палки' });
    expect(post).toMatchObject({
      status: 'draft',
      slug: 'yolki-and-palki',
      locale: 'ru',
      lock_version: 1,
      revision: 1,
      published_revision: null,
      published_at: null,
      url: 'https://notes.example.com/blog/yolki-and-palki',
      updated_by: 'admin@example.test',
    });
    const missing = await readPost('no-such-post');
    const draft = await readPost(post.slug);
    expect([draft.status, draft.error]).toEqual([404, 'content_not_found']);
    expect({ ...(draft.body as object), request_id: '' }).toEqual({ ...(missing.body as object), request_id: '' });
    expect(await readSlugs()).not.toContain(post.slug);
  });

  test('of a title that others have gets a number behind its slug, also when many are written at once', async () => {
    const posts = await Promise.all(Array.from({ length: 12 }, () => n.post({ title: 'The same title' })));
    expect(posts.map(({ slug }) => slug).toSorted()).toEqual(
      ['the-same-title', ...Array.from({ length: 11 }, (_, at) => `the-same-title-${at + 2}`)].toSorted(),
    );
    const taken = await n.admin.createPost({ params: n.at, body: { title: 'Other', slug: 'the-same-title-2' } });
    expect([taken.status, taken.error]).toEqual([409, 'slug_taken']);
  });

  test('is read as itself when many are read at once, beside names that no post can have', async () => {
    const titles = Array.from({ length: 40 }, (_, at) => `Many at once ${at}`);
    const posts = await Promise.all(titles.map((title) => n.post({ title, body: `Body of ${title}` })));
    await Promise.all(posts.map(({ id }) => n.publish(id)));
    const impossible = ['%', 'Many-at-once-1', '-', 'a--b', `a${'a'.repeat(75)}`];
    const replies = await Promise.all([...posts.map(({ slug }) => slug), ...impossible].map((slug) => readPost(slug)));
    expect(replies.slice(0, 40).map(({ data }) => [data?.title, data?.body])).toEqual(
      titles.map((title) => [title, `Body of ${title}`]),
    );
    expect(replies.slice(40).map(({ error }) => error)).toEqual(impossible.map(() => 'content_not_found'));
  });

  test('takes related posts of its own site and kind alone, and keeps those that are gone', async () => {
    const elsewhere = ok(await n.admin.createSite({ body: { name: 'Elsewhere' } }));
    const params = { site_id: elsewhere.id };
    const foreign = ok(await n.admin.createPost({ params, body: { title: 'Elsewhere' } }));
    const article = ok(await n.admin.createArticle({ params: n.at, body: { title: 'An article' } }));
    const own = await n.post({ title: 'Own' });
    const post = await n.post({ title: 'Relating', related_ids: [own.id] });
    const update = (body: object) =>
      n.admin.updatePost({ params: { ...n.at, post_id: post.id }, body, headers: ifMatch('*') });
    for (const related_ids of [[foreign.id], [article.id], [own.id, foreign.id]]) {
      const refused = { status: 404, error: 'content_not_found' };
      expect(await n.admin.createPost({ params: n.at, body: { title: 'Another', related_ids } })).toMatchObject(
        refused,
      );
      expect(await update({ related_ids })).toMatchObject(refused);
    }
    expect(await n.admin.createArticle({ params: n.at, body: { title: 'B', related_ids: [own.id] } })).toMatchObject({
      status: 404,
      error: 'content_not_found',
    });
    await n.t.database.query('DELETE FROM cms.revisions WHERE item_id = $1', [own.id]);
    await n.t.database.query('DELETE FROM cms.items WHERE id = $1', [own.id]);
    expect(ok(await update({ title: 'Renamed' })).related_ids).toEqual([own.id]);
  });

  test('names related posts: the newest with a tag in common, or the given ones', async () => {
    const write = async (title: string, fields = {}) => {
      n.clock.advance({ minutes: 1 });
      const post = await n.post({ title, body: 'Text', ...fields });
      await n.publish(post.id);
      return post;
    };
    const tagged = [];
    for (let at = 1; at <= 8; at += 1) tagged.push(await write(`Tagged ${at}`, { tags: ['relation', `own-${at}`] }));
    const plain = await write('Without tags');
    const draft = await n.post({ title: 'A draft', tags: ['relation'] });
    const [first, second] = tagged;
    const given = await write('With given ones', { tags: ['relation'], related_ids: [plain.id, first?.id, draft.id] });
    const relatedTo = async (slug: string) => (await readPost(slug)).data?.related.map((text) => text.slug);
    expect(await relatedTo(given.slug)).toEqual(['without-tags', 'tagged-1']);
    expect(await relatedTo(plain.slug)).toEqual([]);
    expect(await relatedTo(second?.slug ?? '')).toEqual([
      'with-given-ones',
      ...[8, 7, 6, 5, 4].map((at) => `tagged-${at}`),
    ]);
  });

  test('is read as it was published until it is published again', async () => {
    const post = await n.post({ title: 'Stays', body: '# One\n\n## Deeper\n\nText with **bold**.' });
    const published = await n.publish(post.id);
    expect(published).toMatchObject({
      item: { status: 'published', published_revision: 1 },
      warnings: [{ code: 'description_missing', field: 'meta_description' }],
      readiness: null,
    });
    const first = await readPost('stays', { format: 'html' });
    expect(first.data).toMatchObject({
      slug: 'stays',
      status: 'published',
      body: '# One\n\n## Deeper\n\nText with **bold**.',
      html: expect.stringContaining('<strong>bold</strong>'),
      has_h1: true,
      toc: [{ text: 'Deeper', level: 2, id: expect.any(String) }],
      published_at: noon,
      alternates: [{ locale: 'ru', slug: 'stays', url: 'https://notes.example.com/blog/stays' }],
      seo: {
        title: 'Stays',
        canonical: 'https://notes.example.com/blog/stays',
        robots: 'index, follow',
        revision: 1,
        // A description that no editor wrote is none; a link in a social network shows how the text begins.
        description: null,
        og: { 'og:description': expect.stringMatching(/Text with bold/) },
        json_ld: { author: { '@type': 'Organization', name: 'Notes' } },
      },
    });
    ok(
      await n.admin.updatePost({
        params: { ...n.at, post_id: post.id },
        body: { title: 'Goes', body: 'Other' },
        headers: ifMatch('*'),
      }),
    );
    const second = await readPost('stays', { format: 'html' });
    expect([second.body, second.headers.get('etag')]).toEqual([first.body, first.headers.get('etag')]);
    const unchanged = await readPost('stays', { format: 'html' }, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    await n.publish(post.id);
    const third = await readPost('stays', { format: 'html' });
    expect(third.data).toMatchObject({ title: 'Goes', body: 'Other', seo: { revision: 2 } });
    expect(third.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  test('that is published again without a change answers 200 and no second event', async () => {
    const post = await n.post({ title: 'Twice' });
    const [first, second] = [await n.publish(post.id), await n.publish(post.id)];
    expect(second.item).toEqual(first.item);
    const events = (await n.events()).filter(({ data }) => data.item_id === post.id);
    expect(events).toEqual([
      {
        type: 'published',
        data: {
          site_id: n.site.id,
          item_id: post.id,
          kind: 'post',
          locale: 'ru',
          slug: 'twice',
          revision: 1,
          url: 'https://notes.example.com/blog/twice',
          previous_url: null,
          is_first: true,
        },
      },
    ]);
  });
});

describe('no edit is lost', () => {
  test('of fifty changes of one version one is taken, and 49 name the version and the editor', async () => {
    const post = await n.post({ title: 'Fifty' });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        n.admin.updatePost({
          params: { ...n.at, post_id: post.id },
          body: { excerpt: `Number ${at}` },
          headers: ifMatch(1),
        }),
      ),
    );
    const refused = replies.filter(({ status }) => status === 412);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(49);
    for (const { body } of refused)
      expect(body).toMatchObject({ error: 'precondition_failed', version: 2, updated_by: 'admin@example.test' });
  });

  test('a change without If-Match is refused with 428', async () => {
    const post = await n.post({ title: 'Unconditional' });
    const params = { ...n.at, post_id: post.id };
    const replies = [
      await n.admin.updatePost({ params, body: { title: 'x' } }),
      await n.admin.deletePost({ params }),
      await n.admin.publishContent({ params: item(post.id) }),
    ];
    expect(replies.map(({ status, error }) => [status, error])).toEqual(
      replies.map(() => [428, 'precondition_required']),
    );
  });

  test('a change that changes nothing makes no revision', async () => {
    const post = await n.post({ title: 'Same' });
    const params = { ...n.at, post_id: post.id };
    const same = ok(await n.admin.updatePost({ params, body: { title: 'Same' }, headers: ifMatch(1) }));
    expect([same.revision, same.lock_version]).toEqual([1, 1]);
  });

  test('an earlier revision is restored as a new draft, and differences are shown', async () => {
    const post = await n.post({ title: 'One', body: 'first line\nsecond line\n', tags: ['a'] });
    const params = { ...n.at, post_id: post.id };
    const change = { title: 'Two', body: 'first line\nanother line\n', note: 'better' };
    ok(await n.admin.updatePost({ params, body: change, headers: ifMatch(1) }));
    const diff = ok(await n.admin.diffContentRevisions({ params: { ...item(post.id), revision: 2 } }));
    expect(diff.fields).toEqual([{ field: 'title', before: 'One', after: 'Two' }]);
    expect(diff.body_patch).toContain('-second line\n+another line');
    const restored = await n.admin.restoreContentRevision({
      params: { ...item(post.id), revision: 1 },
      headers: ifMatch(2),
    });
    expect(restored.data).toMatchObject({ revision: 3, title: 'One', lock_version: 3 });
    const list = ok(await n.admin.listContentRevisions({ params: item(post.id) }));
    expect(list.map(({ revision, note }) => [revision, note])).toEqual([
      [3, 'restored from 1'],
      [2, 'better'],
      [1, null],
    ]);
    const gone = await n.admin.getContentRevision({ params: { ...item(post.id), revision: 9 } });
    expect(gone.error).toBe('revision_not_found');
  });

  test('saves of the editor itself within ten minutes are one revision, and replace no other one', async () => {
    const post = await n.post({ title: 'Typed', body: '' });
    const params = { ...n.at, post_id: post.id };
    let version = 1;
    const save = async (body: string, { autosave = true, by = n.admin } = {}) => {
      const change = { params, body: { body, ...(autosave && { autosave }) }, headers: ifMatch(version) };
      const saved = ok(await by.updatePost(change));
      version = saved.lock_version;
      return saved;
    };
    const bodies = async () => {
      const list = ok(await n.admin.listContentRevisions({ params: item(post.id) }));
      return Promise.all(
        list.map(async ({ revision }) => {
          const one = ok(await n.admin.getContentRevision({ params: { ...item(post.id), revision } }));
          return one.fields.body;
        }),
      );
    };
    for (let minute = 0; minute < 9; minute += 1) {
      await save(`a${minute}`);
      n.clock.advance({ minutes: 1 });
    }
    expect(version).toBe(10);
    expect(await bodies()).toEqual(['a8', '']);
    expect(ok(await n.admin.diffContentRevisions({ params: { ...item(post.id), revision: 10 } })).body_patch).toContain(
      '--- revision 1\n+++ revision 10',
    );
    n.clock.advance({ minutes: 1 });
    await save('b');
    await save('b by a person', { autosave: false });
    await save('c');
    await save('d of another person', { by: n.as('owner') });
    await save('e');
    await n.publish(post.id);
    version += 1;
    await save('f');
    const kept = ['f', 'e', 'd of another person', 'c', 'b by a person', 'b', 'a8', ''];
    expect(await bodies()).toEqual(kept);
    const at = new Date(n.clock.now().getTime() + 3_600_000).toISOString();
    const planned = { params: item(post.id), body: { scheduled_at: at }, headers: ifMatch(version) };
    version = ok(await n.admin.scheduleContent(planned)).lock_version;
    await save('g');
    expect(await bodies()).toEqual(['g', ...kept]);
    const row = async (revision: number) =>
      n.t.database.query('SELECT FROM cms.revisions WHERE item_id = $1 AND revision = $2', [post.id, revision]);
    expect(await row(3)).toHaveLength(1);
    n.clock.advance({ days: 2 });
    await eventually(async () => {
      await makeJobsDue(n.t.database, 'cms', ['thin-revisions']);
      return (await row(3)).length === 0;
    });
    expect(await bodies()).toEqual(['g', ...kept]);
  });
});

describe('a schedule', () => {
  test('publishes the revision that was planned, once, at two replicas at once', async () => {
    const post = await n.post({ title: 'Planned', body: 'as planned' });
    const at = new Date(n.clock.now().getTime() + 3_600_000).toISOString();
    const planned = await n.admin.scheduleContent({
      params: item(post.id),
      body: { scheduled_at: at },
      headers: ifMatch('*'),
    });
    expect(planned.data).toMatchObject({ status: 'scheduled', scheduled_revision: 1, scheduled_at: at });
    const params = { ...n.at, post_id: post.id };
    ok(await n.admin.updatePost({ params, body: { body: 'changed later' }, headers: ifMatch('*') }));
    expect(ok(await n.t.as({}).tickCms())).toEqual({ published: 0, unpublished: 0, failed: 0 });
    n.clock.set(at);
    const ticks = await Promise.all([n.t.as({}).tickCms(), n.t.as({}).tickCms(), n.t.as({}).tickCms()]);
    expect(ticks.reduce((sum, { data }) => sum + data.published, 0)).toBe(1);
    expect(ok(await n.t.as({}).tickCms()).published).toBe(0);
    expect(await readPost('planned')).toMatchObject({ data: { body: 'as planned', published_at: at } });
    expect((await n.events()).filter(({ data }) => data.item_id === post.id)).toHaveLength(1);
  });

  test('ends for a text that takes too long to render, and says why', async () => {
    // The plugin of footnotes copies all of them for each of them: minutes.
    const post = await n.post({ title: 'Endless', body: '^[a]'.repeat(50_000) });
    const at = n.clock.now().getTime() + 3_600_000;
    const body = { scheduled_at: new Date(at).toISOString() };
    ok(await n.admin.scheduleContent({ params: item(post.id), body, headers: ifMatch('*') }));
    const params = { ...n.at, post_id: post.id };
    for (const attempt of [0, 1, 2]) {
      n.clock.set(new Date(at + attempt * 600_000).toISOString());
      ok(await n.t.as({}).tickCms());
    }
    expect(ok(await n.admin.getPost({ params }))).toMatchObject({
      status: 'draft',
      scheduled_at: null,
      schedule_error: '`body` takes too long to render: make it shorter, or simplify its tables and lists.',
    });
    n.clock.set(new Date(at + 3_600_000).toISOString());
    expect(ok(await n.t.as({}).tickCms())).toEqual({ published: 0, unpublished: 0, failed: 0 });
  });

  test('ends the publication at its moment', async () => {
    const post = await n.post({ title: 'Short life' });
    const [from, to] = [1, 2].map((hours) => new Date(n.clock.now().getTime() + hours * 3_600_000).toISOString());
    const body = { scheduled_at: from ?? '', unpublish_at: to ?? '' };
    ok(await n.admin.scheduleContent({ params: item(post.id), body, headers: ifMatch('*') }));
    n.clock.set(from ?? '');
    ok(await n.t.as({}).tickCms());
    expect((await readPost('short-life')).status).toBe(200);
    n.clock.set(to ?? '');
    expect(ok(await n.t.as({}).tickCms())).toEqual({ published: 0, unpublished: 1, failed: 0 });
    expect((await readPost('short-life')).error).toBe('content_not_found');
    expect((await n.events()).filter(({ data }) => data.item_id === post.id).map(({ data }) => data.reason)).toEqual([
      undefined,
      'expired',
    ]);
  });

  test.each([
    ['in the past', { scheduled_at: '2026-03-11T11:59:59Z' }],
    ['more than two years ahead', { scheduled_at: '2029-03-11T12:00:00Z' }],
    ['that ends before it begins', { scheduled_at: '2026-04-11T12:00:00Z', unpublish_at: '2026-04-11T12:00:00Z' }],
  ])('%s is refused', async (_name, body) => {
    const post = await n.post({ title: 'Refused schedule' });
    const reply = await n.admin.scheduleContent({ params: item(post.id), body, headers: ifMatch('*') });
    expect([reply.status, reply.error]).toEqual([400, 'validation_failed']);
  });

  test('is taken back, and a second time there is nothing to take back', async () => {
    const post = await n.post({ title: 'Taken back' });
    const body = { scheduled_at: '2026-04-11T12:00:00Z' };
    ok(await n.admin.scheduleContent({ params: item(post.id), body, headers: ifMatch('*') }));
    const back = ok(await n.admin.unscheduleContent({ params: item(post.id), headers: ifMatch('*') }));
    expect(back).toMatchObject({ status: 'draft', scheduled_at: null, scheduled_revision: null });
    const again = await n.admin.unscheduleContent({ params: item(post.id), headers: ifMatch('*') });
    expect(again.body).toMatchObject({
      error: 'invalid_transition',
      status: 'draft',
      allowed: ['publish', 'schedule', 'archive'],
    });
  });
});

describe('a slug', () => {
  const rename = async (id: string, slug: string) => {
    ok(await n.admin.updatePost({ params: { ...n.at, post_id: id }, body: { slug }, headers: ifMatch('*') }));
    await n.publish(id);
  };

  test('that was renamed twice leads to the newest one from both, and renamed back leaves no loop', async () => {
    const post = await n.post({ title: 'Moves', slug: 'move-a' });
    await n.publish(post.id);
    await rename(post.id, 'move-b');
    await rename(post.id, 'move-c');
    for (const old of ['move-a', 'move-b'])
      expect((await readPost(old)).body).toMatchObject({
        error: 'moved',
        redirect_slug: 'move-c',
        redirect_url: 'https://notes.example.com/blog/move-c',
      });
    await rename(post.id, 'move-a');
    expect((await readPost('move-a')).status).toBe(200);
    for (const old of ['move-b', 'move-c'])
      expect((await readPost(old)).body).toMatchObject({ error: 'moved', redirect_slug: 'move-a' });
  });

  test('that readers know stays taken while its text has a new one in its draft', async () => {
    const post = await n.post({ title: 'Known', slug: 'known' });
    await n.publish(post.id);
    ok(
      await n.admin.updatePost({
        params: { ...n.at, post_id: post.id },
        body: { slug: 'known-2' },
        headers: ifMatch('*'),
      }),
    );
    const other = await n.admin.createPost({ params: n.at, body: { title: 'Other', slug: 'known' } });
    expect(other.error).toBe('slug_taken');
  });
});

describe('states', () => {
  test('unpublish, archive and unarchive hide a post from readers, and refuse impossible transitions', async () => {
    const post = await n.post({ title: 'States' });
    await n.publish(post.id);
    const body = '[there](/blog/states) and [dead](/blog/nothing-here)';
    const linking = await n.post({ title: 'Links', excerpt: 'Links to others', body });
    const published = await n.publish(linking.id);
    expect(published.warnings).toEqual([
      { code: 'dead_link', field: 'body', line: 1, message: expect.stringContaining('/blog/nothing-here') },
    ]);
    const gone = ok(await n.admin.unpublishContent({ params: item(post.id), headers: ifMatch('*') }));
    expect(gone).toMatchObject({ item: { status: 'draft' }, inbound_links: [{ item_id: linking.id, slug: 'links' }] });
    expect((await readPost('states')).error).toBe('content_not_found');
    ok(await n.admin.archiveContent({ params: item(post.id), headers: ifMatch('*') }));
    const refused = await n.admin.publishContent({ params: item(post.id), headers: ifMatch('*') });
    expect(refused.body).toMatchObject({ error: 'invalid_transition', status: 'archived', allowed: ['unarchive'] });
    expect(ok(await n.admin.unarchiveContent({ params: item(post.id), headers: ifMatch('*') })).status).toBe('draft');
  });

  test('a post that was never published is destroyed, one that was is archived', async () => {
    const [draft, live] = [await n.post({ title: 'Draft only' }), await n.post({ title: 'Was live' })];
    await n.publish(live.id);
    for (const { id } of [draft, live])
      expect((await n.admin.deletePost({ params: { ...n.at, post_id: id }, headers: ifMatch('*') })).status).toBe(204);
    expect((await n.admin.getPost({ params: { ...n.at, post_id: draft.id } })).error).toBe('content_not_found');
    expect(ok(await n.admin.getPost({ params: { ...n.at, post_id: live.id } })).status).toBe('archived');
    expect((await readPost('was-live')).error).toBe('content_not_found');
  });

  test('staff publishes only where the site allows it', async () => {
    const staff = n.as('staff');
    const post = await n.post({ title: 'By staff' });
    const publish = () => staff.publishContent({ params: item(post.id), headers: ifMatch('*') });
    expect((await publish()).error).toBe('forbidden');
    ok(await n.admin.updateSite({ params: n.at, body: { staff_may_publish: true } }));
    expect((await publish()).status).toBe(200);
    ok(await n.admin.updateSite({ params: n.at, body: { staff_may_publish: false } }));
  });

  test('many are changed at once, and one that is refused stops no other', async () => {
    const [one, two] = [await n.post({ title: 'Bulk one' }), await n.post({ title: 'Bulk two' })];
    ok(await n.admin.archiveContent({ params: item(two.id), headers: ifMatch('*') }));
    const { results } = ok(
      await n.admin.bulkContent({ params: n.at, body: { action: 'publish', ids: [one.id, two.id] } }),
    );
    expect(results).toMatchObject([
      { id: one.id, is_done: true, status: 'published', error: null },
      { id: two.id, is_done: false, status: 'archived', error: 'invalid_transition' },
    ]);
    const records = await n.t.published(cms.events.siteUpdated);
    expect(records.length).toBeGreaterThan(0);
  });
});

describe('a preview token', () => {
  test('shows the draft of one post to its bearer, and no cache keeps it', async () => {
    const [post, other] = [await n.post({ title: 'Preview', body: 'draft text' }), await n.post({ title: 'Not this' })];
    const made = ok(await n.admin.createPreviewToken({ params: item(post.id), body: {} }));
    expect(made.preview_url).toBe(`https://notes.example.com/blog/preview?preview=${made.token}`);
    const shown = await readPost('preview', { preview: made.token });
    expect(shown.data).toMatchObject({ body: 'draft text', status: 'draft', published_at: null });
    // What the page prints says the same to search engines as the header.
    expect(shown.data.seo).toMatchObject({ robots: 'noindex, nofollow', canonical: null });
    expect(shown.data.seo.og).not.toHaveProperty('og:url');
    expect(['cache-control', 'x-robots-tag'].map((name) => shown.headers.get(name))).toEqual([
      'private, no-store',
      'noindex',
    ]);
    expect((await readPost(other.slug, { preview: made.token })).error).toBe('content_not_found');
    expect((await readPost('preview', { preview: 'wrong' })).error).toBe('content_not_found');
    n.clock.set('2026-03-11T13:00:00.000Z');
    expect((await readPost('preview', { preview: made.token })).error).toBe('content_not_found');
    n.clock.set(noon);
    expect(ok(await n.admin.revokePreviewTokens({ params: item(post.id) }))).toEqual({ revoked: 1 });
    expect((await readPost('preview', { preview: made.token })).error).toBe('content_not_found');
  });

  test('is deleted when it has expired', async () => {
    const post = await n.post({ title: 'Previews' });
    await n.t.database.query('DELETE FROM cms.preview_tokens');
    const create = async (ttl_minutes: number) =>
      ok(await n.admin.createPreviewToken({ params: item(post.id), body: { ttl_minutes } }));
    await create(60);
    const longer = await create(61);
    n.clock.set('2026-03-11T13:00:00.000Z');
    const handle = openDatabase({
      url: n.t.database.urlFor('cms'),
      poolSize: 1,
      service: 'cms',
      log: createLog('test', 'error', logLines()),
    });
    await dropExpiredPreviewTokens({ pool: handle.pool, clock: n.clock });
    await handle.close();
    const left = await n.t.database.query<{ expires_at: Date }>('SELECT expires_at FROM cms.preview_tokens');
    expect(left.map(({ expires_at }) => expires_at.toISOString())).toEqual([longer.expires_at]);
  });
});

describe('languages', () => {
  test('a post and its translation know each other, and a read without locale is of the default one', async () => {
    ok(await n.admin.updateSite({ params: n.at, body: { url_templates: { post: '/{locale}/blog/{slug}' } } }));
    const ru = await n.post({ title: 'Привет', slug: 'hello' });
    const en = await n.post({ title: 'Hello', slug: 'hello', locale: 'en', translation_of: ru.id });
    for (const { id } of [ru, en]) await n.publish(id);
    expect((await readPost('hello')).data).toMatchObject({
      title: 'Привет',
      alternates: [
        { locale: 'en', slug: 'hello' },
        { locale: 'ru', slug: 'hello' },
      ],
    });
    expect((await readPost('hello', { locale: 'en' })).data.title).toBe('Hello');
    const twice = await n.admin.createPost({
      params: n.at,
      body: { title: 'Again', locale: 'en', translation_of: ru.id },
    });
    expect(twice.error).toBe('validation_failed');
    expect((await n.admin.createPost({ params: n.at, body: { title: 'Deutsch', locale: 'de' } })).error).toBe(
      'validation_failed',
    );
    expect(await readSlugs({ locale: 'en' })).toEqual(['hello']);
    const used = await n.admin.updateSite({ params: n.at, body: { locales: ['ru'] } });
    expect(used.body).toMatchObject({ error: 'in_use', usages: [{ id: en.id, field: 'locale' }] });
  });
});

describe('the list of posts', () => {
  test('has pages by cursor and by number, a count, filters and sorts', async () => {
    const room = await openNewsroom();
    try {
      for (let at = 0; at < 7; at += 1) {
        room.clock.set(new Date(Date.parse(noon) + at * 60_000));
        const post = await room.post({
          title: `Post ${at}`,
          tags: at % 2 ? ['odd'] : ['even'],
          body: `Подписка номер ${at}`,
        });
        await room.publish(post.id);
      }
      const list = (query = {}) => room.reader.readPosts({ params: { site_code: room.site.code }, query });
      const slugs = async (query = {}) => ok(await list(query)).map(({ slug }) => slug);
      const first = await list({ limit: 3 });
      expect([first.data.map(({ slug }) => slug), first.headers.get('x-total-count')]).toEqual([
        ['post-6', 'post-5', 'post-4'],
        '7',
      ]);
      expect(first.data[0]).not.toHaveProperty('body');
      const second = await list({ limit: 3, cursor: first.next_cursor ?? '' });
      expect(second.data.map(({ slug }) => slug)).toEqual(['post-3', 'post-2', 'post-1']);
      expect((await list({ limit: 3, cursor: second.next_cursor ?? '' })).next_cursor).toBeNull();
      expect(await slugs({ limit: 3, page: 3 })).toEqual(['post-0']);
      expect(await slugs({ sort: 'title', limit: 2 })).toEqual(['post-0', 'post-1']);
      expect(await slugs({ tag: 'odd' })).toEqual(['post-5', 'post-3', 'post-1']);
      const both = await room.post({ title: 'Both', tags: ['Odd', 'Even', 'Оплата, возврат'] });
      const drafts = async (tag: string) =>
        ok(await room.admin.listPosts({ params: room.at, query: { tag } })).map(({ slug }) => slug);
      expect(await drafts('ODD,even')).toEqual(['both']);
      expect(await drafts('odd')).toHaveLength(4);
      expect(await drafts('od')).toEqual([]);
      expect(await drafts('ОПЛАТА, возврат')).toEqual(['both']);
      room.clock.set('2026-03-11T11:00:00Z');
      await room.publish(both.id);
      for (const tag of ['odd,even', 'EVEN, odd', 'оплата, Возврат', 'oplata-vozvrat', 'odd,oplata-vozvrat'])
        expect([tag, await slugs({ tag })]).toEqual([tag, ['both']]);
      expect(await drafts('odd,oplata-vozvrat')).toEqual(['both']);
      for (const tag of ['odd,even,none', ',', ' , '])
        expect([await slugs({ tag }), await drafts(tag)]).toEqual([[], []]);
      ok(await room.admin.archiveContent({ params: { ...room.at, item_id: both.id }, headers: ifMatch('*') }));
      expect(await slugs({ q: 'подписки' })).toHaveLength(7);
      expect(await slugs({ updated_since: '2026-03-11T12:05:00Z' })).toEqual(['post-6', 'post-5']);
      expect(ok(await list({ include: 'body', limit: 1 }))[0]?.body).toBe('Подписка номер 6');
      for (const query of [
        { cursor: 'x' },
        { cursor: first.next_cursor ?? '', page: 1 },
        { cursor: first.next_cursor ?? '', sort: 'title' },
        { cursor: first.next_cursor ?? '', tag: 'odd' },
      ])
        expect((await list(query)).error).toBe('validation_failed');
      // Links to public content carry parameters of campaigns.
      expect(await slugs({ utm_source: 'letter', limit: 1 })).toEqual(['post-6']);
      expect(ok(await room.reader.readTags({ params: { site_code: room.site.code } }))).toEqual([
        { tag: 'even', slug: 'even', posts: 4 },
        { tag: 'odd', slug: 'odd', posts: 3 },
      ]);
    } finally {
      await room.stop();
    }
  });
});

describe('what an earlier life of a post leaves', () => {
  test('an old end of a schedule does not end a publication by hand', async () => {
    const [first, held] = [
      await n.post({ title: 'Holds the slug', slug: 'held' }),
      await n.post({ title: 'Late', slug: 'late' }),
    ];
    await n.publish(first.id);
    const body = { scheduled_at: '2026-03-11T13:00:00Z', unpublish_at: '2026-03-11T14:00:00Z' };
    ok(await n.admin.scheduleContent({ params: item(held.id), body, headers: ifMatch('*') }));
    n.clock.set('2026-03-11T15:00:00Z');
    expect(ok(await n.t.as({}).tickCms())).toEqual({ published: 0, unpublished: 0, failed: 0 });
    expect(ok(await n.admin.getPost({ params: { ...n.at, post_id: held.id } })).status).toBe('archived');
    ok(await n.admin.unarchiveContent({ params: item(held.id), headers: ifMatch('*') }));
    await n.publish(held.id);
    ok(await n.t.as({}).tickCms());
    expect((await readPost('late')).status).toBe(200);
  });

  test('a slug that was renamed while the post was a draft again leads to the new one', async () => {
    const post = await n.post({ title: 'Away', slug: 'away' });
    await n.publish(post.id);
    ok(await n.admin.unpublishContent({ params: item(post.id), headers: ifMatch('*') }));
    ok(
      await n.admin.updatePost({
        params: { ...n.at, post_id: post.id },
        body: { slug: 'back' },
        headers: ifMatch('*'),
      }),
    );
    await n.publish(post.id);
    expect((await readPost('away')).body).toMatchObject({ error: 'moved', redirect_slug: 'back' });
  });

  test('a slug that a schedule holds is taken for others', async () => {
    const post = await n.post({ title: 'Planned slug', slug: 'planned-slug' });
    const body = { scheduled_at: '2026-04-11T12:00:00Z' };
    ok(await n.admin.scheduleContent({ params: item(post.id), body, headers: ifMatch('*') }));
    const renamed = { params: { ...n.at, post_id: post.id }, body: { slug: 'other-slug' }, headers: ifMatch('*') };
    ok(await n.admin.updatePost(renamed));
    const other = await n.admin.createPost({ params: n.at, body: { title: 'Other', slug: 'planned-slug' } });
    expect(other.error).toBe('slug_taken');
  });
});

test('a forged cursor is refused, whatever moment it names', async () => {
  for (const value of ['foo 1', '9999999-01-01', '', 7]) {
    const cursor = Buffer.from(JSON.stringify(['-published_at', value, n.site.id])).toString('base64url');
    const reply = await n.reader.readPosts({ params: { site_code: n.site.code }, query: { cursor } });
    expect([value, reply.status, reply.error]).toEqual([value, 400, 'validation_failed']);
  }
});

test('a text of thousands of links, and of very long ones, is published', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) => `[a](/${at})`).join(' ');
  const post = await n.post({ title: 'Links', body: `${many} [b](/${'x'.repeat(5_000)})` });
  expect((await n.publish(post.id)).item.status).toBe('published');
});

test('an editor lists posts of one author, and in the order of changes or titles, in pages', async () => {
  const room = await openNewsroom();
  try {
    const params = { site_id: room.site.id };
    const author = ok(await room.admin.createAuthor({ params, body: { name: 'Anna' } }));
    const ids: string[] = [];
    for (const [at, title] of ['Вода', 'Азбука', 'Ёлка', 'Азбука'].entries()) {
      room.clock.set(new Date(Date.parse(noon) + at * 60_000));
      ids.push((await room.post({ title, ...(at % 2 ? { author_id: author.id } : {}) })).id);
    }
    room.clock.set(new Date(Date.parse(noon) + 3_600_000));
    const item = { ...params, post_id: ids[0] ?? '' };
    ok(await room.admin.updatePost({ params: item, headers: { 'if-match': '*' }, body: { excerpt: 'New' } }));
    const list = async (query: { sort?: 'title' | 'updated_at' | '-updated_at'; author_id?: string }) => {
      const seen: number[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await room.admin.listPosts({
          params,
          query: { limit: 1, ...query, ...(cursor ? { cursor } : {}) },
        });
        seen.push(...ok(page).map(({ id }) => ids.indexOf(id)));
        cursor = page.next_cursor;
      } while (cursor);
      return seen;
    };
    expect(await list({})).toEqual([3, 2, 1, 0]);
    expect(await list({ sort: '-updated_at' })).toEqual([0, 3, 2, 1]);
    expect(await list({ sort: 'updated_at' })).toEqual([1, 2, 3, 0]);
    expect(await list({ sort: 'title' })).toEqual([2, 1, 3, 0]);
    expect(await list({ author_id: author.id })).toEqual([3, 1]);
    expect(await list({ author_id: author.id, sort: 'updated_at' })).toEqual([1, 3]);
    const page = await room.admin.listPosts({ params, query: { limit: 1, sort: 'title' } });
    const other = { limit: 1, sort: 'updated_at' as const, cursor: page.next_cursor ?? '' };
    expect((await room.admin.listPosts({ params, query: other })).error).toBe('validation_failed');
    const typo = { statsu: 'draft' } as object;
    expect((await room.admin.listPosts({ params, query: typo })).error).toBe('validation_failed');
  } finally {
    await room.stop();
  }
});
