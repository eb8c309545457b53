import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import { dataOf, places, type SocialWorld } from './start-social.ts';

/** A group in which people talk about the posts of the channel. */
export const discussion = -1_001_000_000_077;
/** A person that writes to the bot. */
export const person = 424_242;
/** A dialog of a person with the bot of MAX. */
export const dialog = 8_001;

/** Adds the places in which people write. */
export function addTalks({ telegram, max }: SocialWorld): void {
  const right = { 7000001: 'administrator' as const };
  const channel = { id: Number(places.channel), type: 'channel' as const, title: 'Notes', username: 'notes' };
  telegram.add({
    chats: [
      { ...channel, member_count: 12, bots: right, linked_chat_id: discussion },
      { id: discussion, type: 'supergroup', title: 'Talk', bots: { 7000001: 'member' } },
      { id: person, type: 'private', title: 'Ada', bots: { 7000001: 'member' } },
    ],
  });
  const bots = { 501: ['read_all_messages', 'write'] };
  max.add({
    chats: [
      { chat_id: Number(places.chat), type: 'chat', title: 'Notes', participants_count: 56, bots },
      { chat_id: dialog, type: 'dialog', title: 'Ada', participants_count: 2, bots },
    ],
  });
}

let written = 0;

/** An account whose post got a comment, with what a test does with its inbox. */
export async function givenInbox(
  t: SocialWorld,
  channel: ChannelName,
  options: { brand?: object; credentials?: Record<string, string> } = {},
) {
  const here = await givenChannel(t, channel, options);
  const { brand_id } = here;
  const params = { brand_id };
  let post = '';
  /** The id of a published post at its channel. */
  const published = async () => {
    if (post === '') {
      const id = await here.approved();
      dataOf(await here.schedule(id, 1));
      t.clock.advance({ minutes: 1 });
      for (let tries = 0; post === '' && tries < 5; tries += 1) {
        await tickOf(t);
        post = (await here.read(id)).remote?.id ?? '';
        t.clock.advance({ seconds: 10 });
      }
    }
    return post;
  };
  /** A person writes a comment. Answers its text. */
  const comment = async (given?: string) => {
    written += 1;
    const text = given ?? `Question ${written}?`;
    if (channel === 'telegram')
      await t.telegram.write({ chat_id: discussion, text, from: { id: 77, first_name: 'Ada' } });
    else if (channel === 'max') await t.max.write({ chat_id: Number(places.chat), text, name: 'Ada' });
    else if (channel === 'vk')
      await t.vk.write({ owner_id: places.community, post_id: await published(), text, name: 'Ada Byron' });
    else await t[channel].write({ media_id: await published(), text, from: 'ada' });
    return text;
  };
  const pull = async () => dataOf(await t.owner.pullSocialInbox({ params }));
  const list = async (query: object = {}) => dataOf(await t.owner.listSocialInbox({ params, query }));
  /** A comment that came in. */
  const received = async (given?: string) => {
    const text = await comment(given);
    await pull();
    const found = (await list()).find((one) => one.text === text);
    if (!found) throw new Error('the comment did not come in');
    return found;
  };
  const reply = (item_id: string, text: string, more: object = {}, headers: Record<string, string> = {}) =>
    t.owner.replySocialInboxItem({ params: { item_id }, body: { text, ...more }, headers });
  const read = async (id: string) => {
    const found = (await list()).find((one) => one.id === id);
    if (!found) throw new Error('the item is gone');
    return found;
  };
  return { ...here, published, comment, pull, list, received, reply, read };
}

/** How often a reply with this text is at its channel. */
export async function countReplies(t: SocialWorld, channel: ChannelName, text: string): Promise<number> {
  if (channel === 'telegram' || channel === 'max' || channel === 'threads')
    return t[channel].posts().filter((post) => post.text === text).length;
  const made = t[channel].journal().filter(({ body }) => {
    const { message } = (body ?? {}) as { message?: unknown };
    return message === text;
  });
  return made.length;
}
