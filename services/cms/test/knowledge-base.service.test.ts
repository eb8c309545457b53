import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

type Room = Newsroom;
const folder = async (name: string, body: Record<string, unknown> = {}, room: Room = n) =>
  ok(await room.admin.createFolder({ params: room.at, body: { name, ...body } }));
const article = async (title: string, body: Record<string, unknown> = {}, room: Room = n) => {
  const made = ok(
    await room.admin.createArticle({ params: room.at, body: { title, body: `About ${title}.`, ...body } }),
  );
  await room.publish(made.id);
  return made;
};
const at = (id: string) => ({ ...n.at, folder_id: id });
const patch = (id: string, body: Record<string, unknown>, headers = {}) =>
  n.admin.updateFolder({ params: at(id), body, headers });
const readTree = async (query = {}, room: Room = n) =>
  ok(await room.reader.readTree({ params: { site_code: room.site.code }, query }));
const readArticle = (slug: string, query = {}, room: Room = n) =>
  room.reader.readArticle({ params: { site_code: room.site.code, slug }, query });

interface Node {
  name: string;
  articles: { title: string }[];
  folders: Node[];
}
/** The tree as text: `name[article, folder[…]]`. */
const outline = ({ articles, folders }: Pick<Node, 'articles' | 'folders'>): string =>
  [...articles.map(({ title }) => title), ...folders.map((one) => `${one.name}[${outline(one)}]`)].join(', ');

/** Folders in each other, the top one first. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 1; level <= length; level += 1)
    ids.push((await folder(`Level ${level}`, { parent_id: ids.at(-1) ?? null })).id);
  return ids;
}

describe('folders', () => {
  test('have five levels at most, with all that is in a moved one', async () => {
    const ids = await chain(5);
    const deep = ok(await n.admin.getFolder({ params: at(ids[4] ?? '') }));
    expect(deep).toMatchObject({ level: 5, parent_id: ids[3], version: 1 });
    const sixth = await n.admin.createFolder({ params: n.at, body: { name: 'Level 6', parent_id: ids[4] } });
    expect([sixth.status, sixth.error]).toEqual([400, 'folder_too_deep']);
    const top = await folder('Another');
    expect((await patch(ids[0] ?? '', { parent_id: top.id })).error).toBe('folder_too_deep');
    expect(ok(await patch(ids[1] ?? '', { parent_id: top.id }))).toMatchObject({ level: 2, version: 2 });
  });

  test('are never put into themselves', async () => {
    const ids = await chain(3);
    for (const parent_id of ids) expect((await patch(ids[0] ?? '', { parent_id })).error).toBe('folder_cycle');
    expect((await patch(ids[0] ?? '', { parent_id: newId() })).error).toBe('folder_not_found');
  });

  test('stay a valid tree under a hundred random moves at once', async () => {
    const room = await openNewsroom();
    try {
      const ids: string[] = [];
      for (let number = 0; number < 14; number += 1) ids.push((await folder(`F${number}`, {}, room)).id);
      const any = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
      const replies = await Promise.all(
        Array.from({ length: 100 }, () =>
          room.admin.updateFolder({
            params: { ...room.at, folder_id: any() },
            body: { parent_id: Math.random() < 0.1 ? null : any() },
          }),
        ),
      );
      const outcomes = new Set(replies.map(({ status, error }) => (status === 200 ? 'moved' : error)));
      expect([...outcomes].filter((one) => !['moved', 'folder_cycle', 'folder_too_deep'].includes(one ?? ''))).toEqual(
        [],
      );
      const all = ok(await room.admin.listFolders({ params: room.at, query: { limit: 100 } }));
      const parents = new Map(all.map(({ id, parent_id }) => [id, parent_id]));
      for (const { id, level } of all) {
        const path = [id];
        // A cycle would not end here within five steps.
        for (let up = parents.get(id); up !== null && path.length <= 6; up = parents.get(up ?? '')) path.push(up ?? '');
        expect([path.length, path.length <= 5]).toEqual([level, true]);
      }
    } finally {
      await room.stop();
    }
  });

  test('are not changed over a change that was not seen', async () => {
    const made = await folder('Versioned');
    ok(await patch(made.id, { description: 'One' }, ifMatch(1)));
    const stale = await patch(made.id, { description: 'Two' }, ifMatch(1));
    expect([stale.status, stale.body]).toEqual([412, expect.objectContaining({ version: 2 })]);
    expect((await n.admin.deleteFolder({ params: at(made.id), query: {}, headers: ifMatch(1) })).status).toBe(412);
  });

  test('with content are deleted only when the call says where the content goes', async () => {
    const [top = '', inner = ''] = await chain(2);
    const draft = ok(await n.admin.createArticle({ params: n.at, body: { title: 'Stays', folder_id: top } }));
    const remove = (query: { move_to?: string }) => n.admin.deleteFolder({ params: at(top), query });
    expect((await remove({})).error).toBe('folder_not_empty');
    expect((await remove({ move_to: top })).error).toBe('folder_cycle');
    expect((await remove({ move_to: inner })).error).toBe('folder_cycle');
    expect((await remove({ move_to: newId() })).error).toBe('folder_not_found');
    expect((await remove({ move_to: (await chain(5)).at(-1) })).error).toBe('folder_too_deep');
    const target = await folder('Target');
    expect((await remove({ move_to: target.id })).status).toBe(204);
    expect(ok(await n.admin.getFolder({ params: at(inner) }))).toMatchObject({ parent_id: target.id, level: 2 });
    const params = { ...n.at, article_id: draft.id };
    expect(ok(await n.admin.getArticle({ params }))).toMatchObject({ folder_id: target.id, lock_version: 2 });
    expect((await n.admin.deleteFolder({ params: at(target.id), query: { move_to: 'top' } })).status).toBe(204);
    expect(ok(await n.admin.getArticle({ params })).folder_id).toBeNull();
  });

  test('are never deleted under an article that is put into them at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await folder(`Race ${round}`);
      const [put, deletion] = await Promise.all([
        n.admin.createArticle({ params: n.at, body: { title: `Race ${round}`, folder_id: made.id } }),
        n.admin.deleteFolder({ params: at(made.id), query: {} }),
      ]);
      expect([
        ['put', 'folder_not_empty'],
        ['folder_not_found', 'deleted'],
      ]).toContainEqual([put.error ?? 'put', deletion.error ?? 'deleted']);
    }
  });

  test('and articles of one folder are put into an order; those left out come behind', async () => {
    const parent = await folder('Ordered');
    const a = await folder('A', { parent_id: parent.id });
    const b = await folder('B', { parent_id: parent.id, position: 1 });
    const x = await article('X', { folder_id: parent.id, position: 2 });
    const y = await article('Y', { folder_id: parent.id, position: 3 });
    const order = (ids: string[], parent_id: string | null = parent.id) =>
      n.admin.orderKnowledgeBase({ params: n.at, body: { parent_id, ids } });
    expect(ok(await order([y.id, b.id]))).toEqual({ ordered: 2 });
    const position = async (id: string) => ok(await n.admin.getFolder({ params: at(id) })).position;
    const positionOf = async (id: string) =>
      ok(await n.admin.getArticle({ params: { ...n.at, article_id: id } })).position;
    expect([await positionOf(y.id), await position(b.id), await position(a.id), await positionOf(x.id)]).toEqual([
      0, 1, 2, 3,
    ]);
    expect((await order([y.id, y.id])).error).toBe('validation_failed');
    expect((await order([parent.id])).error).toBe('validation_failed');
    expect((await order([], newId())).error).toBe('folder_not_found');
  });
});

describe('articles', () => {
  test('are listed by folder, and a move takes effect without a publication', async () => {
    const [one, two] = [await folder('One'), await folder('Two')];
    const made = await article('Movable', { folder_id: one.id });
    const titlesIn = async (folder_id: string) =>
      ok(await n.admin.listArticles({ params: n.at, query: { folder_id } })).map(({ title }) => title);
    expect([await titlesIn(one.id), await titlesIn(two.id)]).toEqual([['Movable'], []]);
    const crumbs = async () => ok(await readArticle('movable')).breadcrumbs.map(({ name }) => name);
    expect(await crumbs()).toEqual(['One']);
    const moved = ok(
      await n.admin.updateArticle({
        params: { ...n.at, article_id: made.id },
        body: { folder_id: two.id },
        headers: ifMatch('*'),
      }),
    );
    expect([moved.revision, moved.published_revision]).toEqual([1, 1]);
    expect([await titlesIn(one.id), await titlesIn(two.id)]).toEqual([[], ['Movable']]);
    expect(await crumbs()).toEqual(['Two']);
  });

  test('cannot be put into a folder that the site does not have', async () => {
    const nowhere = { title: 'Nowhere', folder_id: newId() };
    expect((await n.admin.createArticle({ params: n.at, body: nowhere })).error).toBe('folder_not_found');
  });
});

describe('readers of the knowledge base', () => {
  let room: Room;
  beforeAll(async () => {
    room = await openNewsroom();
    const start = await folder('Начало', { names: { en: 'Start' }, description: 'First steps', position: 1 }, room);
    const inner = await folder('Глубже', { parent_id: start.id, position: 5 }, room);
    await folder('Пусто', { parent_id: inner.id }, room);
    await article('Первая', { position: 0 }, room);
    await article('Вторая', { folder_id: start.id, position: 3 }, room);
    await article('Третья', { folder_id: inner.id }, room);
    await article('Четвёртая', { folder_id: start.id, position: 7 }, room);
    await article('Пятая', { position: 9 }, room);
    await article('English', { folder_id: start.id, locale: 'en' }, room);
    ok(await room.admin.createArticle({ params: room.at, body: { title: 'Черновик', folder_id: start.id } }));
  });
  afterAll(() => room.stop());

  test('get the tree of one language, without empty folders', async () => {
    expect(outline(await readTree({}, room))).toBe('Первая, Пятая, Начало[Вторая, Четвёртая, Глубже[Третья]]');
    const english = await readTree({ locale: 'en' }, room);
    expect(outline(english)).toBe('Start[English]');
    expect(english.folders[0]).toMatchObject({
      description: 'First steps',
      articles: [{ slug: 'english', url: 'https://notes.example.com/help/english', excerpt: 'About English.' }],
    });
    expect(outline(await readTree({ locale: '*' }, room))).toContain('English');
    expect(outline(await readTree({ locale: 'de' }, room))).toBe('');
  });

  test('go from article to article in the order of the tree', async () => {
    const titles: string[] = [];
    let slug: string | undefined = 'pervaya';
    let back: string | null = null;
    while (slug !== undefined) {
      const one: { title: string; previous: { title: string } | null; next: { slug: string } | null } = ok(
        await readArticle(slug, {}, room),
      );
      expect(one.previous?.title ?? null).toBe(back);
      titles.push(one.title);
      back = one.title;
      slug = one.next?.slug;
    }
    expect(titles).toEqual(['Первая', 'Вторая', 'Третья', 'Четвёртая', 'Пятая']);
    expect(ok(await readArticle('tretya', {}, room)).breadcrumbs.map(({ name }) => name)).toEqual(['Начало', 'Глубже']);
    const english = ok(await readArticle('english', { locale: 'en' }, room));
    expect([english.breadcrumbs.map(({ name }) => name), english.previous, english.next]).toEqual([
      ['Start'],
      null,
      null,
    ]);
  });

  test('see a renamed folder at once, and get 304 for what they have', async () => {
    const renamed = await folder('Before', {}, room);
    await article('In it', { folder_id: renamed.id }, room);
    const params = { site_code: room.site.code };
    const first = await room.reader.readTree({ params, query: {} });
    expect(outline(ok(first))).toContain('Before[In it]');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await room.reader.readTree({ params, query: {}, headers })).status).toBe(304);
    ok(await room.admin.updateFolder({ params: { ...room.at, folder_id: renamed.id }, body: { name: 'After' } }));
    expect(outline(await readTree({}, room))).toContain('After[In it]');
  });

  test('find an article under its former slug no longer, but learn the new one; drafts are not found', async () => {
    const made = await article('Renamed', {}, room);
    const params = { ...room.at, article_id: made.id };
    ok(await room.admin.updateArticle({ params, body: { slug: 'renamed-now' }, headers: ifMatch('*') }));
    await room.publish(made.id);
    const moved = await readArticle('renamed', {}, room);
    expect(moved.body).toMatchObject({ error: 'moved', redirect_slug: 'renamed-now' });
    expect((await readArticle('chernovik', {}, room)).error).toBe('content_not_found');
  });

  test('list articles with a count of all of them', async () => {
    const params = { site_code: room.site.code };
    const page = await room.reader.readArticles({ params, query: { limit: 2, sort: 'title' } });
    expect([ok(page).length, Number(page.headers.get('x-total-count')) > 2]).toEqual([2, true]);
  });

  test('of a preview see where a draft will stand', async () => {
    const [draft] = ok(await room.admin.listArticles({ params: room.at, query: { q: 'Черновик' } }));
    const item = { ...room.at, item_id: draft?.id ?? '' };
    const { token } = ok(await room.admin.createPreviewToken({ params: item, body: {} }));
    const shown = ok(await readArticle('chernovik', { preview: token }, room));
    expect(shown).toMatchObject({ status: 'draft', previous: null, next: null });
    expect(shown.breadcrumbs.map(({ name }) => name)).toEqual(['Начало']);
  });
});
