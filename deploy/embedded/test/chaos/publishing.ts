import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@platform/runtime';
import { demoChannelCredentials } from '../../src/demo-channels.ts';
import { ok } from '../make-once.ts';
import { type Activity, type ActivityWorld, type Check, countRows, readRows } from './activity.ts';
import { insist } from './insist.ts';
import { createRandom, type Random } from './random.ts';

const channels = ['telegram', 'vk', 'threads', 'max'] as const;
/** The bot copies its posts here to see which of them exist. */
const probe = -1_001_000_000_099;
/** VK takes 50 posts a day of an account. */
const mostPosts = 40;

/** Channels accept a post and give no answer now and then, as real ones do. */
function breakChannels({ sandboxes }: ActivityWorld['t']): void {
  const [seldom, rarely] = [{ rate: 0.1 }, { rate: 0.03 }];
  const doubtful = { postedThenHang: rarely, postedThenReset: seldom };
  sandboxes.channels.telegram.faults.set({ ...doubtful, tooManyRequests: rarely, postedThenBadGateway: rarely });
  sandboxes.channels.vk.faults.set({ ...doubtful, internal: rarely, postedThenInternal: rarely });
  sandboxes.channels.threads.faults.set({ ...doubtful, createFails: rarely, publishFails: rarely });
  sandboxes.channels.max.faults.set({ ...doubtful, internal: rarely, postedThenInternal: rarely });
}

async function openBrand({ t, admin }: ActivityWorld): Promise<{ brand_id: string; account_ids: string[] }> {
  const { telegram } = t.sandboxes.channels;
  const botId = Number(demoChannelCredentials.telegram.bot_token.split(':')[0]);
  telegram.add({ chats: [{ id: probe, type: 'channel', title: 'Probe', bots: { [botId]: 'administrator' } }] });
  const settings = { timezone: 'UTC', late_limit_min: 1_440, min_gap_min: 0 };
  const { id: brand_id } = ok(await admin.createSocialBrand({ body: { code: 'chaos', name: 'Chaos', ...settings } }));
  const account_ids: string[] = [];
  for (const channel of channels) {
    const made = ok(await admin.createSocialAccount({ params: { brand_id }, body: { channel, name: channel } }));
    const params = { account_id: made.id };
    const probing = channel === 'telegram' ? { probe_chat_id: String(probe) } : {};
    const body = { ...demoChannelCredentials[channel], ...probing };
    ok(await admin.putSocialCredentials({ params, body }));
    ok(await admin.verifySocialAccount({ params }));
    account_ids.push(made.id);
  }
  return { brand_id, account_ids };
}

/** Editors write posts for four channels, approve and schedule them. The channels lose answers. */
export async function openPublishing(world: ActivityWorld): Promise<Activity> {
  const { t, admin, tally } = world;
  const { brand_id, account_ids } = await openBrand(world);
  const params = { brand_id };
  const texts: string[] = [];

  /** Gives a pending post a time soon. A try without an answer may have done so. */
  const approve = async (variant_id: string, random: Random): Promise<void> => {
    const read = () => admin.getSocialVariant({ params: { variant_id } });
    const list = () => admin.listSocialApprovals({ params, query: { state: 'pending', limit: 200 } });
    for (;;) {
      if ((await insist(tally, 'read a post', read)).data.state !== 'pending_approval') return;
      const { data: pending } = await insist(tally, 'list approvals', list);
      const approval = pending.find((one) => one.variant_id === variant_id);
      if (!approval) continue;
      const { id: approval_id, content_hash } = approval;
      const decide = () => {
        const scheduled_at = new Date(Date.now() + random.between(30_000, 40_000)).toISOString();
        const body = { decision: 'approve' as const, content_hash, scheduled_at };
        return admin.decideSocialApproval({ params: { approval_id }, body });
      };
      await insist(tally, 'approve', decide, ['conflict', 'slot_taken']);
    }
  };

  const write = async (random: Random): Promise<void> => {
    const text = `Chaos ${newId()}`;
    const key = { 'idempotency-key': newId() };
    const body = { account_ids, title: text, body: text, submit: true };
    const { data } = await insist(tally, 'write posts', () =>
      admin.createSocialContent({ params, body, headers: key }),
    );
    texts.push(text);
    await Promise.all(data.variants.map(({ id }) => approve(id, random)));
  };

  // A bot finds a lost post behind its last one: the first post is published while all works.
  await write(createRandom(1));
  const open = `SELECT count(*) FROM social.variants WHERE brand_id = $1 AND state <> 'published'`;
  const published = () => countRows(t, open, [brand_id]).then((left) => left === 0);
  for (const end = Date.now() + 90_000; !(await published()); await sleep(500))
    if (Date.now() > end) throw new Error('the first posts were not published');
  breakChannels(t);

  const retryFailed = async (): Promise<void> => {
    const failed = await readRows<{ id: string }>(
      t,
      `SELECT id FROM social.variants WHERE brand_id = $1 AND state = 'failed' LIMIT 100`,
      [brand_id],
    );
    if (failed.length === 0) return;
    const body = { ids: failed.map(({ id }) => id) };
    await insist(tally, 'retry posts', () => admin.retrySocialVariants({ params, body }));
  };

  return {
    name: 'posts',
    async step(random) {
      if (texts.length < mostPosts) await write(random);
      await retryFailed();
      await sleep(random.between(2_000, 6_000));
    },
    done: () => texts.length * channels.length,
    async settle(deadline) {
      const person = `AND NOT (state = 'uncertain' AND due_at IS NULL)`;
      while (Date.now() < deadline && (await countRows(t, `${open} ${person}`, [brand_id])) > 0) {
        await retryFailed();
        await sleep(1_000);
      }
      return comparePosts(world, texts, await countRows(t, open, [brand_id]));
    },
  };
}

/** Every post against the journals of the channels. */
function comparePosts({ t }: ActivityWorld, texts: readonly string[], unpublished: number): Check[] {
  let [lost, doubled] = [0, 0];
  for (const channel of channels) {
    const shown = t.sandboxes.channels[channel].posts().filter(({ place }) => place !== 'Probe');
    for (const text of texts) {
      const times = shown.filter((post) => post.text === text).length;
      if (times === 0) lost += 1;
      if (times > 1) doubled += 1;
    }
  }
  const all = texts.length * channels.length;
  return [
    { promise: 'every post is in its channel', seen: `${all - lost} of ${all}`, isKept: lost === 0 && all > 0 },
    { promise: 'no post is in its channel twice', seen: `${doubled} twice`, isKept: doubled === 0 },
    { promise: 'every post is known to be published', seen: `${unpublished} not`, isKept: unpublished === 0 },
  ];
}
