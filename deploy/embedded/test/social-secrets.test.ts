import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPng } from '@platform/testing';
import { type DemoChannels, demoChannelCredentials, metaClient } from '../src/demo-channels.ts';
import { seedSocial } from '../src/seed-social.ts';
import { ok } from './make-once.ts';
import { rowsWith } from './probes.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/**
 * Tokens are entered, used for every kind of call, refused and echoed: they stay between the platform and a
 * channel.
 */

type Channel = keyof DemoChannels;
const channels = Object.keys(demoChannelCredentials) as Channel[];
const tokens = channels.map((channel) => {
  const credentials: Record<string, string> = demoChannelCredentials[channel];
  return credentials.bot_token ?? credentials.access_token ?? '';
});
const secrets = [...tokens, metaClient.secret];
/** The secrets as they are, and as they stand in an address and in base64. */
const planted = secrets.flatMap((secret) => [
  ...new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]),
]);

let t: TestPlatform;
let admin: PlatformClient;
let brand_id: string;
let accounts: Record<string, string>;
const answers: string[] = [];
beforeAll(async () => {
  t = await startTestPlatform({ logLevel: 'debug' });
  const headers = await t.adminHeaders();
  admin = t.client(headers);
  const made = await seedSocial({ baseUrl: t.baseUrl, headers, application_id: t.demo.application_id });
  if (!made) throw new Error('there is no demo brand');
  ({ brand_id, accounts } = made);
});
afterAll(() => t.stop());

/** Keeps an answer to search it. */
const kept = <R extends { body: unknown }>(reply: R): R => {
  answers.push(JSON.stringify(reply.body));
  return reply;
};

async function givenApproved(channel: Channel, text: string): Promise<string> {
  const account_ids = [accounts[channel] ?? ''];
  const content = { account_ids, title: 'Post', body: text };
  const made = ok(kept(await admin.createSocialContent({ params: { brand_id }, body: content })));
  const params = { variant_id: made.variants[0]?.id ?? '' };
  if (channel === 'instagram') {
    const file = new Blob([new Uint8Array(aPng({ width: 400, height: 400 }))]);
    ok(kept(await admin.putSocialCover({ params, query: {}, file })));
  }
  const { content_hash } = ok(kept(await admin.submitSocialVariant({ params })));
  const pending = { params: { brand_id }, query: { state: 'pending' as const } };
  const approval_id = ok(kept(await admin.listSocialApprovals(pending)))[0]?.id ?? '';
  const body = { decision: 'approve' as const, content_hash };
  ok(kept(await admin.decideSocialApproval({ params: { approval_id }, body })));
  return params.variant_id;
}
const publish = async (variant_id: string) => kept(await admin.publishSocialVariant({ params: { variant_id } }));
const stateOf = async (variant_id: string) => ok(kept(await admin.getSocialVariant({ params: { variant_id } }))).state;

test('each demo account publishes, the networks of Meta with an image that they fetch from this machine', async () => {
  for (const channel of channels) {
    const id = await givenApproved(channel, `A first post for ${channel}`);
    ok(await publish(id));
    await until('the post is published', async () => (await stateOf(id)) === 'published');
    expect(t.sandboxes.channels[channel].posts()).toMatchObject([{ text: `A first post for ${channel}` }]);
  }
});

test('a channel refuses a token, echoes it, and does not say what became of a post', async () => {
  const { telegram, vk, max } = t.sandboxes.channels;
  telegram.faults.set({ postedThenBadGateway: 1 });
  const doubtful = await givenApproved('telegram', 'A second post for telegram');
  ok(await publish(doubtful));
  expect(await stateOf(doubtful)).toBe('uncertain');
  telegram.faults.set({ unauthorized: true });
  vk.faults.set({ invalidToken: true });
  max.faults.set({ unauthorized: true });
  for (const channel of ['telegram', 'vk', 'max'] as const) {
    const refused = await givenApproved(channel, `A third post for ${channel}`);
    expect((await publish(refused)).status).toBe(202);
    const at = { params: { account_id: accounts[channel] ?? '' } };
    expect(ok(kept(await admin.verifySocialAccount(at)))).toMatchObject({ state: 'needs_reconnect' });
    kept(await admin.listSocialAttempts({ params: { variant_id: refused }, query: {} }));
  }
  const body = { outcome: 'published' as const };
  ok(kept(await admin.resolveSocialVariant({ params: { variant_id: doubtful }, body })));
  for (const sandbox of [telegram, vk, max]) sandbox.faults.reset();
});

test('no token is in an answer, a log line, an audit record, an attempt or any other row', async () => {
  const variants = ok(kept(await admin.listSocialVariants({ params: { brand_id }, query: { limit: 200 } })));
  for (const { id: variant_id } of variants) {
    kept(await admin.previewSocialVariant({ params: { variant_id } }));
    kept(await admin.listSocialAttempts({ params: { variant_id }, query: {} }));
  }
  const query = { account_id: accounts.instagram ?? '' };
  kept(await admin.startSocialOauth({ params: { provider: 'instagram' }, query }));
  kept(await admin.listSocialAccounts({ params: { brand_id }, query: {} }));
  kept(await admin.readSocialHealth({}));
  await t.untilIdle();
  kept(await admin.listAuditLog({ query: { limit: 200 } }));
  const found = (texts: readonly string[]) => texts.filter((text) => planted.some((secret) => text.includes(secret)));
  expect(found(answers)).toEqual([]);
  expect(found(t.logged())).toEqual([]);
  expect(await rowsWith(t.database, planted)).toEqual([]);
  // There is something to find, and the search finds it.
  expect(answers.length).toBeGreaterThan(50);
  expect(t.logged().length).toBeGreaterThan(5);
  expect(await rowsWith(t.database, ['A second post for telegram'])).toContain('social.variants');
  expect((await t.database.query('SELECT FROM social.attempts')).length).toBeGreaterThan(5);
});
