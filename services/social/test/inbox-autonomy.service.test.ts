import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { addTalks, countReplies, givenInbox } from './given-inbox.ts';
import { tickOf } from './given-posts.ts';
import { dataOf, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const site_id = newId();
const article = (title: string, path: string, excerpt = 'Open the settings, and choose it.') => ({
  kind: 'article' as const,
  id: newId(),
  revision: 1,
  title,
  excerpt,
  url: `https://notes.example.com/${path}`,
  views: 1,
  published_at: '2027-02-01T00:00:00Z',
  locale: 'en',
});
const articles = [
  article('Export notes to a file', 'export'),
  article('Restore deleted notes', 'restore'),
  article('Restore deleted folders', 'folders'),
  article('Special offer: buy now with promo code', 'offer', 'Buy now with promo code NOTES for 100 ₽'),
];

beforeAll(async () => {
  t = await startSocial();
  addTalks(t);
  await t.service.answer(cms.queries.describeSite, ({ id }) => ({
    site: {
      id,
      code: 'notes',
      name: 'Notes',
      status: 'active' as const,
      application_id: null,
      default_locale: 'en',
      website_url: 'https://notes.example.com/',
      locales: ['en'],
    },
  }));
  await t.service.answer(cms.queries.listContentSources, () => ({ sources: articles }));
});
afterAll(() => t.stop());

const givenBrandInbox = (autonomy: string) => givenInbox(t, 'max', { brand: { autonomy, site_id } });
/** A question, after the platform looked at it. */
async function asked(autonomy: string, text: string) {
  const here = await givenBrandInbox(autonomy);
  const { id } = await here.received(text);
  await tickOf(t);
  return { ...here, item: await here.read(id) };
}
let count = 0;
const exporting = () => {
  count += 1;
  return `How can I export my notes, question ${count}?`;
};

test('full_manager sends the answer that exactly one article gives', async () => {
  const { item } = await asked('full_manager', exporting());
  expect(item).toMatchObject({
    state: 'done',
    replies: [{ state: 'sent', created_by: 'system', source_url: 'https://notes.example.com/export' }],
  });
  const text = item.replies[0]?.text ?? '';
  expect(text).toBe('Export notes to a file\nOpen the settings, and choose it.\nhttps://notes.example.com/export');
  expect(await countReplies(t, 'max', text)).toBe(1);
  await tickOf(t);
  expect(await countReplies(t, 'max', text)).toBe(1);
});

test.each(['assisted', 'autopilot'])('%s writes a draft, which a person sends', async (autonomy) => {
  const here = await asked(autonomy, exporting());
  const { item } = here;
  expect(item).toMatchObject({ state: 'open', replies: [{ state: 'draft', created_by: 'system' }] });
  const { status } = await here.reply(item.id, 'Like this.');
  expect(status).toBe(201);
  expect((await here.read(item.id)).replies).toMatchObject([{ state: 'sent', text: 'Like this.' }]);
});

test('manual leaves every question to a person', async () => {
  const { item } = await asked('manual', exporting());
  expect(item.replies).toEqual([]);
});

test.each([
  ['two articles answer', 'How do I restore deleted notes and folders?', 'draft'],
  ['it has an address', 'How can I export notes to a file? See https://spam.example.com', 'draft'],
  ['it names an account', 'How can I export notes to a file? Ask @somebody', 'draft'],
  ['it is an advertisement', 'Export notes to a file? Buy now with promo code SPAM', 'draft'],
  ['the answer is an advertisement', 'What is the special offer with promo code?', 'draft'],
  ['no article answers', 'What is the weather like today?', undefined],
  ['it asks nothing', 'I export my notes to a file each day.', undefined],
])('full_manager sends nothing when %s', async (_why, text, state) => {
  const { item } = await asked('full_manager', text);
  expect(item.state).toBe('open');
  expect(item.replies.map((reply) => reply.state)).toEqual(state === undefined ? [] : [state]);
});

test('full_manager does not answer what was written more than a day ago', async () => {
  const here = await givenBrandInbox('full_manager');
  const text = await here.comment(exporting());
  t.clock.advance({ days: 2 });
  await here.pull();
  await tickOf(t);
  expect((await here.list()).filter((one) => one.text === text)).toMatchObject([{ state: 'open', replies: [] }]);
});

test('full_manager does not answer an item that is closed while its account is busy', async () => {
  const here = await givenBrandInbox('full_manager');
  const { id } = await here.received(exporting());
  const lease = (until: Date | null) =>
    t.service.database.query('UPDATE social.accounts SET publishing_until = $2 WHERE id = $1', [
      here.account.id,
      until,
    ]);
  await lease(new Date(t.clock.now().getTime() + 60_000));
  const ticking = tickOf(t);
  await sleep(2_000);
  dataOf(await t.owner.updateSocialInboxItem({ params: { item_id: id }, body: { state: 'spam' } }));
  await lease(null);
  await ticking;
  expect(await here.read(id)).toMatchObject({ state: 'spam', replies: [] });
});

test('ten ticks at once send one answer', async () => {
  const here = await givenBrandInbox('full_manager');
  const { id } = await here.received(exporting());
  await Promise.all(Array.from({ length: 10 }, () => tickOf(t)));
  expect((await here.read(id)).replies).toMatchObject([{ state: 'sent' }]);
});
