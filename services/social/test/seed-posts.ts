import { newId } from '@platform/runtime';
import { dataOf, givenBrand, type SocialWorld } from './start-social.ts';

export type SeededChannel = 'telegram' | 'telegram_without_probe' | 'vk' | 'threads' | 'max';

export interface SeededAccount {
  id: string;
  channel: SeededChannel;
}

const base = 7_100_000;
const probe = -1_009_999_999_999;

/** Opens accounts of a channel at its emulator, and here. */
export async function seedAccounts(t: SocialWorld, channel: SeededChannel, count: number): Promise<SeededAccount[]> {
  const brand = await givenBrand(t.owner, { late_limit_min: 1_440 });
  const kind = channel === 'telegram_without_probe' ? 'telegram' : channel;
  const made: SeededAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = base + index + (channel === 'telegram_without_probe' ? 50_000 : 0);
    const place = addPlace(t, channel, number);
    const params = { brand_id: brand.id };
    const { id } = dataOf(await t.owner.createSocialAccount({ params, body: { channel: kind, name: channel } }));
    dataOf(await t.owner.putSocialCredentials({ params: { account_id: id }, body: place.credentials as never }));
    const remote = { id: place.id, title: channel, url: null, is_group: false };
    const abilities = { photos: true, reads_posts: true, edits: true, deletes: true };
    await t.service.database.query(
      `UPDATE social.accounts SET state = 'active', verified_at = now(), remote_id = $2, remote = $3, abilities = $4 WHERE id = $1`,
      [id, place.id, JSON.stringify(remote), JSON.stringify(abilities)],
    );
    made.push({ id, channel });
  }
  return made;
}

function addPlace(t: SocialWorld, channel: SeededChannel, number: number) {
  const token = `${number}:AAseeded_token_of_a_bot`;
  switch (channel) {
    case 'telegram':
    case 'telegram_without_probe': {
      const id = -1_000_000_000_000 - number;
      const right = 'administrator';
      t.telegram.add({
        bots: [{ token, id: number, username: `bot_${number}` }],
        chats: [{ id, type: 'channel', title: String(id), bots: { [number]: right } }],
      });
      const chat = { bot_token: token, chat_id: String(id) };
      if (channel === 'telegram_without_probe') return { id: String(id), credentials: chat };
      const bots = Object.fromEntries(Array.from({ length: 200 }, (_, other) => [base + other, right] as const));
      t.telegram.add({ chats: [{ id: probe, type: 'channel', title: 'probe', bots }] });
      return { id: String(id), credentials: { ...chat, probe_chat_id: String(probe) } };
    }
    case 'vk':
      t.vk.add({
        tokens: [{ token: `vk1.a.seeded_${number}`, kind: 'user', owner_id: number }],
        communities: [{ id: number, name: String(number), screen_name: `c${number}`, members_count: 1 }],
      });
      return { id: `-${number}`, credentials: { access_token: `vk1.a.seeded_${number}`, owner_id: `-${number}` } };
    case 'threads': {
      const user_id = `1784${number}`;
      t.threads.add({ users: [{ user_id, username: `u${number}` }], tokens: [{ token: `THAA${number}`, user_id }] });
      return { id: user_id, credentials: { access_token: `THAA${number}`, user_id } };
    }
    case 'max': {
      const bots = { [number]: ['read_all_messages', 'write'] };
      t.max.add({
        bots: [{ token: `max_seeded_${number}`, user_id: number, name: 'Seeded', username: `m${number}` }],
        chats: [{ chat_id: -number, type: 'channel', title: String(number), participants_count: 1, bots }],
      });
      return { id: `-${number}`, credentials: { access_token: `max_seeded_${number}`, chat_id: `-${number}` } };
    }
  }
}

/** Approved posts of accounts that are due now, each with a text of its own: `<word> <account> <number>.` */
export async function seedDuePosts(
  t: SocialWorld,
  accounts: readonly SeededAccount[],
  { each, now, word = 'post' }: { each: number; now: Date; word?: string },
): Promise<void> {
  const { query } = t.service.database;
  for (const { id: account_id } of accounts) {
    const [account] = await query<{ brand_id: string }>('SELECT brand_id FROM social.accounts WHERE id = $1', [
      account_id,
    ]);
    const idea_id = newId();
    await query(
      `INSERT INTO social.ideas (id, brand_id, title, brief, sources, state, created_at, updated_at)
       VALUES ($1, $2, 'seeded', '', '[]', 'planned', now(), now())`,
      [idea_id, account?.brand_id],
    );
    await query(
      `WITH made AS (
         INSERT INTO social.variants (id, brand_id, account_id, idea_id, body, buttons, is_ad, ref, state, checks, content_hash,
           scheduled_at, due_at, late_from, created_at, updated_at)
         SELECT gen_random_uuid(), $1, $2::uuid, $3, concat_ws(' ', $6::text, $2, n || '.'), '[]', false,
           substr(md5(concat($6::text, $2, n)), 1, 8), 'scheduled', '[]', md5(concat($6::text, $2, n)), $5::timestamptz + n * interval '1 ms',
           $5::timestamptz + n * interval '1 ms', $5::timestamptz, now(), now()
         FROM generate_series(1, $4::int) AS n RETURNING id, brand_id, content_hash)
       INSERT INTO social.approvals (id, brand_id, variant_id, content_hash, state, required, decisions, changed, submitted_by,
         submitted_by_id, created_at)
       SELECT gen_random_uuid(), brand_id, id, content_hash, 'approved', 1, '[]', '[]', 'seed@example.test', gen_random_uuid(), now()
       FROM made`,
      [account?.brand_id, account_id, idea_id, each, now, word],
    );
  }
}

/** A post of each chat that is published already: what a bot looks behind. */
export async function seedFirstMessages(t: SocialWorld, accounts: readonly SeededAccount[], now: Date): Promise<void> {
  await seedDuePosts(t, accounts, { each: 1, now, word: 'first' });
  const ids = accounts.map(({ id }) => id);
  const rows = await t.service.database.query<{ id: string; token: number; place: string }>(
    `SELECT v.id, a.remote_id AS place FROM social.variants v JOIN social.accounts a ON a.id = v.account_id WHERE a.id = ANY($1)`,
    [ids],
  );
  for (const { id, place } of rows) {
    const number = -1_000_000_000_000 - Number(place);
    const response = await fetch(`${t.origin}/telegram/bot${number}:AAseeded_token_of_a_bot/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: Number(place), text: 'the first message' }),
    });
    const { result } = (await response.json()) as { result: { message_id: number } };
    await t.service.database.query(
      `UPDATE social.variants SET state = 'published', due_at = NULL, published_at = $2, remote_id = $3 WHERE id = $1`,
      [id, now, String(result.message_id)],
    );
  }
}
