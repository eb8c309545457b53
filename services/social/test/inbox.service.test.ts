import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf } from '@platform/contracts';
import { createLog, createSealer, dayMs, openDatabase } from '@platform/runtime';
import { testEncryptionKeys } from '@platform/testing';
import { eq } from 'drizzle-orm';
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
    for (const { row } of rows) expect(row).not.toMatch(/Ada|"ada"/);
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
  const rows = await t.service.database.query<{ text: string; kind: string }>(
    `SELECT text, kind FROM social.inbox_items WHERE text LIKE 'Hello, %' OR text LIKE 'I am%' ORDER BY text`,
  );
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
  const sealer = createSealer([testEncryptionKeys('social')]);
  const keep = () =>
    database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, account.id));
      if (!row) throw new Error(`the brand ${brand_id} has no account`);
      return storeItems({ sealer }, tx, { recipients: [{ account: row, isAnswered: false }], items, now });
    });
  expect(await keep()).toBe(4_000);
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
