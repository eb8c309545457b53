import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, social } from '@platform/contracts';
import { createLog, createSealer, dayMs, openDatabase } from '@platform/runtime';
import { testEncryptionKeys } from '@platform/testing';
import { eq } from 'drizzle-orm';
import { createPersonPseudonyms } from '../src/inbox/persons.ts';
import { pruneInbox } from '../src/inbox/prune-inbox.ts';
import { storeItems } from '../src/inbox/store-items.ts';
import { accounts } from '../src/schema.ts';
import { addTalks, dialog, discussion, givenInbox, person } from './given-inbox.ts';
import { dataOf, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl });
  addTalks(t);
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 1, service: 'social', log: createLog('test', 'silent'), traced: false });
});
afterEach(() => {
  for (const channel of ['telegram', 'vk', 'instagram', 'threads', 'max'] as const) t[channel].faults.reset();
});
afterAll(async () => {
  await database.close();
  await t.stop();
});

const channels = ['telegram', 'vk', 'instagram', 'threads', 'max'] as const;

test.each(channels)(
  'a comment of %s comes in once, with its author, and its author is stored sealed',
  async (channel) => {
    const here = await givenInbox(t, channel);
    const text = await here.comment();
    expect(await here.pull()).toMatchObject({ new: expect.any(Number), errors: [] });
    const [item, ...others] = (await here.list()).filter((one) => one.text === text);
    expect(others).toEqual([]);
    const name = channel === 'vk' ? 'Ada Byron' : channel === 'instagram' || channel === 'threads' ? 'ada' : 'Ada';
    expect(item).toMatchObject({
      account_id: here.account.id,
      channel,
      kind: 'comment',
      state: 'open',
      replies: [],
      version: 1,
      author: { name },
    });
    expect(await here.pull()).toEqual({ new: 0, errors: [] });
    const rows = await t.service.database.query<{ row: string }>(
      'SELECT to_jsonb(i)::text AS row FROM social.inbox_items i WHERE brand_id = $1',
      [here.brand_id],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toMatch(/Ada|"ada"|Question/);
  },
);

test('messages to the bot itself come in as messages, and what bots write does not', async () => {
  const telegram = await givenInbox(t, 'telegram');
  await t.telegram.write({ chat_id: person, text: 'Hello, bot', from: { id: person, first_name: 'Ada' } });
  await t.telegram.write({ chat_id: discussion, text: 'I am a bot', from: { id: 5, first_name: 'B', is_bot: true } });
  await telegram.pull();
  const max = await givenInbox(t, 'max');
  await t.max.write({ chat_id: dialog, text: 'Hello, MAX' });
  await max.pull();
  // A message to the bot is for the first account of its token.
  const brands = await t.service.database.query<{ brand_id: string }>(
    'SELECT DISTINCT brand_id FROM social.inbox_items',
  );
  const lists = brands.map(async ({ brand_id }) =>
    dataOf(await t.owner.listSocialInbox({ params: { brand_id }, query: {} })),
  );
  const rows = (await Promise.all(lists))
    .flat()
    .map(({ text, kind }) => ({ text, kind }))
    .filter(({ text }) => /^(Hello, |I am)/.test(text))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
  expect(rows).toEqual([
    { text: 'Hello, MAX', kind: 'message' },
    { text: 'Hello, bot', kind: 'message' },
  ]);
});

test('of two processes one reads the updates of a token at a time: each item comes in once, none is lost', async () => {
  const here = await givenInbox(t, 'telegram');
  const texts: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 8; at += 1) texts.push(await here.comment());
    const pulls = await Promise.all(Array.from({ length: 4 }, () => here.pull()));
    expect(pulls.flatMap(({ errors }) => errors)).toEqual([]);
  }
  await here.pull();
  const shown = (await here.list({ limit: 200 })).map(({ text }) => text).filter((text) => texts.includes(text));
  expect(shown.toSorted()).toEqual(texts.toSorted());
});

test('long messages that make an answer too large hold nothing up', async () => {
  const here = await givenInbox(t, 'telegram');
  for (let at = 0; at < 80; at += 1) await here.comment(`Long ${at} ${'😀'.repeat(4_000)}`);
  expect(await here.pull()).toMatchObject({ errors: [] });
  expect((await here.list({ limit: 200 })).filter(({ text }) => text.startsWith('Long '))).toHaveLength(80);
});

test('long comments of VK are read, the newest of each post', async () => {
  const here = await givenInbox(t, 'vk');
  for (let at = 0; at < 70; at += 1) await here.comment(`Long ${at} ${'x'.repeat(16_000)}`);
  expect((await here.pull()).errors).toEqual([]);
  const long = (await here.list({ limit: 200 })).filter(({ text }) => text.startsWith('Long '));
  expect(long).toHaveLength(10);
  expect(long.some(({ text }) => text.startsWith('Long 69 '))).toBe(true);
});

test('more items than one statement takes are kept, each once', async () => {
  const { account, brand_id } = await givenInbox(t, 'vk');
  const now = t.clock.now();
  const items = Array.from({ length: 4_000 }, (_, at) => ({
    destination_id: '-901',
    remote_id: `many_${at}`,
    kind: 'comment' as const,
    text: '+',
    author: null,
    post_remote_id: null,
    target: {},
    url: null,
    at: now,
  }));
  const writer = { sealer: createSealer([testEncryptionKeys('social')]), clock: t.clock };
  const personPseudonyms = createPersonPseudonyms({ ...writer, db: database.db });
  await personPseudonyms.prepare();
  const keep = () =>
    database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, account.id));
      if (!row) throw new Error(`the brand ${brand_id} has no account`);
      return storeItems({ ...writer, personPseudonyms }, tx, {
        recipients: [{ account: row, isAnswered: false }],
        items,
        now,
      });
    });
  expect(await keep()).toBe(4_000);
  expect(await keep()).toBe(0);
  // An author without an id is known by the item alone: the channel returns it after its erasure, too.
  const [stored] = dataOf(await t.owner.listSocialInbox({ params: { brand_id }, query: { limit: 1 } }));
  const erased = await t.owner.eraseSocialPerson({ params: { item_id: stored?.id ?? '' }, body: {} });
  expect(dataOf(erased)).toEqual({ items: 1 });
  expect(await keep()).toBe(0);
});

test('an account whose channel does not answer is named, and stops no other one', async () => {
  const here = await givenInbox(t, 'telegram');
  const { account_id } = { account_id: here.account.id };
  t.telegram.faults.set({ unauthorized: true });
  const { errors } = await here.pull();
  expect(errors).toEqual([{ account_id, code: '401', message: 'Unauthorized' }]);
  // Reading is no reason to hold its posts.
  expect(dataOf(await t.owner.getSocialAccount({ params: { account_id } }))).toMatchObject({ state: 'active' });
});

test('an item is assigned and closed by its version, and one that is entered by hand takes no reply', async () => {
  const { brand_id } = await givenInbox(t, 'telegram');
  const body = { text: 'Does it print?', author_name: 'Ada Byron' };
  const made = dataOf(await t.staff.createSocialInboxItem({ params: { brand_id }, body }));
  expect(made).toMatchObject({
    kind: 'message',
    author: { name: 'Ada Byron', id: null },
    channel: null,
    state: 'open',
  });
  const params = { item_id: made.id };
  const stale = await t.staff.updateSocialInboxItem({
    params,
    body: { state: 'done' },
    headers: { 'if-match': '"7"' },
  });
  expect(stale.status).toBe(412);
  const done = dataOf(await t.staff.updateSocialInboxItem({ params, body: { state: 'done' } }));
  expect(done).toMatchObject({ state: 'done', version: 2 });
  const reply = await t.owner.replySocialInboxItem({ params, body: { text: 'Yes' } });
  expect(reply).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const open = dataOf(await t.owner.listSocialInbox({ params: { brand_id }, query: { state: 'open' } }));
  expect(open.map(({ id }) => id)).not.toContain(made.id);
  const records = (await t.service.published(auditEventOf('social'))).filter(({ target }) => target.id === made.id);
  expect(records.map(({ action }) => action)).toEqual(['createSocialInboxItem', 'updateSocialInboxItem']);
  expect(JSON.stringify(records)).not.toMatch(/Ada|print/);
});

test('items go after 365 days with their authors and replies, also when there are more than one step deletes', async () => {
  const { brand_id } = await givenInbox(t, 'telegram');
  const old = new Date(t.clock.now().getTime() - 366 * dayMs);
  await t.service.database.query(
    `INSERT INTO social.inbox_items (id, brand_id, kind, text, state, received_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'message', 'old', 'open', $2, $2, $2 FROM generate_series(1, 1100)`,
    [brand_id, old],
  );
  const kept = dataOf(await t.staff.createSocialInboxItem({ params: { brand_id }, body: { text: 'Of today' } }));
  expect(await pruneInbox({ db: database.db, clock: t.clock })).toBe(1_100);
  const left = dataOf(await t.owner.listSocialInbox({ params: { brand_id }, query: {} }));
  expect(left.map(({ id }) => id)).toContain(kept.id);
});

test('an erased person leaves nothing: the items and the key are gone, and the channel does not bring them back', async () => {
  const here = await givenInbox(t, 'telegram');
  await t.telegram.write({ chat_id: discussion, text: 'I stay', from: { id: 78, first_name: 'Bob' } });
  const [first, second] = [await here.comment('My phone is +79991234567'), await here.comment('And my name is Ada')];
  await here.pull();
  const items = await here.list();
  const mine = items.filter(({ text }) => text === first || text === second);
  const other = items.filter(({ text }) => text === 'I stay');
  expect([mine.length, other.length]).toEqual([2, 1]);
  const stored = await t.service.database.query<Record<string, unknown>>(
    'SELECT * FROM social.inbox_items WHERE brand_id = $1',
    [here.brand_id],
  );
  // Neither texts nor ids of the person stand beside what is sealed.
  for (const row of stored) expect(JSON.stringify(row)).not.toMatch(/9991234567|Ada|"77"|chat_id/);

  const params = { item_id: mine[0]?.id ?? '' };
  const erased = await t.owner.eraseSocialPerson({ params, body: { reason: 'person_request' } });
  expect(dataOf(erased)).toEqual({ items: 2 });
  const left = await here.list();
  expect(left.filter(({ text }) => [first, second, 'I stay'].includes(text)).map(({ text }) => text)).toEqual([
    'I stay',
  ]);
  const keys = await t.service.database.query(
    'SELECT FROM social.subject_keys WHERE subject_id = ANY (SELECT subject_id FROM social.erased_persons)',
  );
  expect(keys).toEqual([]);
  const events = await t.service.published(social.events.socialPersonErased);
  expect(events.filter(({ brand_id }) => brand_id === here.brand_id)).toMatchObject([
    { erased_by: 'admin', reason: 'person_request', categories: ['channel_author', 'channel_messages'] },
  ]);
  expect(await t.owner.eraseSocialPerson({ params, body: {} })).toMatchObject({ error: 'inbox_item_not_found' });

  t.clock.advance({ seconds: 1 });
  const again = await here.comment('I write again');
  await here.pull();
  expect((await here.list()).map(({ text }) => text)).toContain(again);
});

test('what a person wrote before the erasure is not stored again, and what a person wrote since is', async () => {
  const { account, brand_id } = await givenInbox(t, 'vk');
  const item = (remote_id: string, at: Date) => ({
    destination_id: '-901',
    remote_id,
    kind: 'comment' as const,
    text: remote_id,
    author: { id: '555777', name: 'Ada' },
    post_remote_id: null,
    target: {},
    url: null,
    at,
  });
  const writer = { sealer: createSealer([testEncryptionKeys('social')]), clock: t.clock };
  const personPseudonyms = createPersonPseudonyms({ ...writer, db: database.db });
  await personPseudonyms.prepare();
  const keep = (items: ReturnType<typeof item>[]) =>
    database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, account.id));
      if (!row) throw new Error(`the brand ${brand_id} has no account`);
      const recipients = [{ account: row, isAnswered: false }];
      return storeItems({ ...writer, personPseudonyms }, tx, { recipients, items, now: t.clock.now() });
    });
  const before = item('before the erasure', t.clock.now());
  expect(await keep([before])).toBe(1);
  const listed = dataOf(await t.owner.listSocialInbox({ params: { brand_id }, query: {} }));
  const params = { item_id: listed.find(({ text }) => text === before.text)?.id ?? '' };
  expect(dataOf(await t.owner.eraseSocialPerson({ params, body: {} }))).toEqual({ items: 1 });
  t.clock.advance({ seconds: 1 });
  expect(await keep([before, item('since the erasure', t.clock.now())])).toBe(1);
});
