import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, type GeneratedFields, seoRkn } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
/** What seo-rkn was asked, and what happens before it answers. */
const asked: { request_id: string; fields: string[]; body: string; brand: string; has_cover: boolean }[] = [];
let meanwhile = async () => {};
const texts: Required<GeneratedFields> = {
  meta_title: 'Notes for busy people — Notes',
  meta_description: 'How to keep notes that are found again: three habits and one tool, tried for a year.',
  body: '# Notes for busy people\n\nHow to keep notes.',
  cover_alt: 'A notebook',
};
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());

const generate = (item_id: string, more: Record<string, unknown> = {}, headers = {}) =>
  n.as('staff').generateContentFields({ params: n.at, body: { kind: 'post', item_id, ...more } as never, headers });
const post = async (id: string) => ok(await n.admin.getPost({ params: { ...n.at, post_id: id } }));

test('while the audit service is down nothing is generated, and the draft stays as it was', async () => {
  const { id } = await n.post();
  expect(await generate(id)).toMatchObject({ status: 503, error: 'service_unavailable' });
  expect((await post(id)).revision).toBe(1);
});

test('empty fields are written into a new revision of the draft, and nothing is published', async () => {
  await n.t.answer(seoRkn.commands.generateFields, async (input) => {
    asked.push(input);
    await meanwhile();
    const made = input.fields.filter((field) => field !== 'cover_alt' || input.has_cover);
    const fields = Object.fromEntries(made.map((field) => [field, texts[field]]));
    const skipped =
      made.length < input.fields.length ? [{ field: 'cover_alt' as const, reason: 'no_cover' as const }] : [];
    return { fields, skipped, source: 'ai' as const, reason: null, tokens: 10 };
  });
  const { id } = await n.post({ body: ' ', meta_title: 'Kept' });
  const { data } = await generate(id);
  const { meta_description, body } = texts;
  expect(data).toEqual({
    fields: { meta_description, body },
    skipped: [
      { field: 'meta_title', reason: 'not_empty' },
      { field: 'cover_alt', reason: 'no_cover' },
    ],
    source: 'ai',
  });
  expect(asked.at(-1)).toMatchObject({
    fields: ['meta_description', 'body', 'cover_alt'],
    brand: 'Notes',
    has_cover: false,
  });
  expect(await post(id)).toMatchObject({
    meta_title: 'Kept',
    meta_description,
    body,
    cover_alt: null,
    revision: 2,
    status: 'draft',
    published_revision: null,
    updated_by: 'staff@example.test',
  });
  const published = await n.publish(id);
  expect(published.item.status).toBe('published');
  const read = await n.reader.readPost({ params: { site_code: n.site.code, slug: published.item.slug } });
  expect(read.data).toMatchObject({ has_h1: true });
});

test('what a person writes while fields are generated stays', async () => {
  const { id } = await n.post({ body: 'Text' });
  meanwhile = async () => {
    const params = { ...n.at, post_id: id };
    ok(await n.admin.updatePost({ params, body: { meta_title: 'By hand' }, headers: ifMatch('*') }));
  };
  const { data } = await generate(id, { fields: ['meta_title', 'meta_description'] });
  meanwhile = async () => {};
  expect(data.fields).toEqual({ meta_description: texts.meta_description });
  expect(data.skipped).toEqual([{ field: 'meta_title', reason: 'filled_meanwhile' }]);
  expect(await post(id)).toMatchObject({
    meta_title: 'By hand',
    meta_description: texts.meta_description,
    revision: 3,
  });
});

test('without `apply` fields are shown and not written, and without an empty field nothing is asked', async () => {
  const { id } = await n.post({ body: 'Text' });
  const shown = await generate(id, { apply: false, fields: ['meta_title'] });
  expect(shown.data).toEqual({ fields: { meta_title: texts.meta_title }, skipped: [], source: 'ai' });
  expect((await post(id)).revision).toBe(1);
  const before = asked.length;
  expect((await generate(id, { fields: ['body'] })).data).toEqual({
    fields: {},
    skipped: [{ field: 'body', reason: 'not_empty' }],
    source: 'rules',
  });
  expect(asked.length).toBe(before);
  const records = (await n.t.published(auditEventOf('cms'))).filter(({ target }) => target.id === id);
  expect(records.map(({ action }) => action)).toEqual(['createPost']);
});

test('a repeat under one idempotency key asks under one request id, and another draft under another', async () => {
  const { id } = await n.post({ body: 'Text' });
  const headers = { 'idempotency-key': newId() };
  const body = { apply: false, fields: ['meta_title'] };
  meanwhile = () => Promise.reject(new Error('the answer is lost'));
  expect((await generate(id, body, headers)).status).toBeGreaterThanOrEqual(500);
  expect(n.t.errors().length).toBeLessThanOrEqual(1);
  meanwhile = async () => {};
  expect((await generate(id, body, headers)).status).toBe(200);
  const [first, second] = asked.slice(-2);
  expect(first?.request_id).toBe(second?.request_id);
  await generate(id, body, { 'idempotency-key': newId() });
  expect(asked.at(-1)?.request_id).not.toBe(first?.request_id);
});

test('an item of another kind or site is not found', async () => {
  const { id } = await n.post();
  expect(await generate(id, { kind: 'article' })).toMatchObject({ status: 404, error: 'content_not_found' });
  expect(await generate(newId())).toMatchObject({ status: 404, error: 'content_not_found' });
});
