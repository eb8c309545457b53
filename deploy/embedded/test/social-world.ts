import type { Resource, Route } from '@platform/contracts';
import { dayMs, minuteMs, newId } from '@platform/runtime';
import { aPng, type TestDatabase } from '@platform/testing';
import { demoChannelCredentials } from '../src/demo-channels.ts';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { Harness, PlatformClient } from './test-platform.ts';

/** A minute of its own in the weeks ahead: an account has one slot at a time. */
let slotsMade = 0;
const nextSlot = async (): Promise<string> => {
  slotsMade += 1;
  return new Date(Date.now() + 7 * dayMs + slotsMade * minuteMs).toISOString().slice(0, 16);
};

/** A brand and its account in Telegram, which may publish. */
export function socialMakers({ admin, database }: { admin: PlatformClient; database: Pick<TestDatabase, 'query'> }) {
  const brand = once(async () => {
    const code = `b-${newId().slice(-12)}`;
    const { id } = ok(await admin.createSocialBrand({ body: { code, name: code, timezone: 'Europe/Moscow' } }));
    ok(await admin.createSocialInsight({ params: { brand_id: id }, body: { use_ai: false } }));
    return id;
  });
  const account = once(async () => {
    const body = { channel: 'telegram', name: 'Telegram' } as const;
    const { id } = ok(await admin.createSocialAccount({ params: { brand_id: await brand() }, body }));
    ok(await admin.putSocialCredentials({ params: { account_id: id }, body: demoChannelCredentials.telegram }));
    return ok(await admin.verifySocialAccount({ params: { account_id: id } })).id;
  });
  const idea = once(async () =>
    ok(await admin.createSocialIdea({ params: { brand_id: await brand() }, body: { title: 'An idea' } })),
  );
  const content = once(async () => {
    const body = { account_ids: [await account()], title: 'A post', body: 'A post', local_time: await nextSlot() };
    const made = ok(await admin.createSocialContent({ params: { brand_id: await brand() }, body }));
    // Numbers come an hour after the publication at the earliest.
    await database.query(
      `INSERT INTO social.metric_snapshots (id, account_id, variant_id, origin, age_h, taken_at, reactions, missing)
       SELECT gen_random_uuid(), account_id, id, 'schedule', 1, now(), 3, '{"views": "not_offered_by_channel"}'
       FROM social.variants WHERE id = $1`,
      [made.variants[0]?.id],
    );
    return made;
  });
  const variant = async () => {
    const [made] = (await content()).variants;
    if (!made) throw new Error('there is no post');
    return made.id;
  };
  const cover = once(async () => {
    const file = new Blob([new Uint8Array(aPng({ width: 40, height: 40 }))]);
    const made = ok(await admin.putSocialCover({ params: { variant_id: await variant() }, query: {}, file }));
    return made.cover?.name ?? '';
  });
  /** The approval of a post of its own: a decision ends it. */
  const approval = once(async () => {
    const body = { account_ids: [await account()], title: 'To approve', body: 'To approve' };
    const [made] = ok(await admin.createSocialContent({ params: { brand_id: await brand() }, body })).variants;
    ok(await admin.submitSocialVariant({ params: { variant_id: made?.id ?? '' } }));
    const [pending] = ok(await admin.listSocialApprovals({ params: { brand_id: await brand() }, query: { limit: 1 } }));
    if (!pending) throw new Error('there is no approval');
    return pending;
  });
  /** A strategy that plans of the brand follow. */
  const strategy = once(async () => {
    const params = { brand_id: await brand() };
    await account();
    ok(await admin.putSocialDiscovery({ params, body: completeDiscovery }));
    const { version } = ok(await admin.generateSocialStrategy({ params, body: {} }));
    ok(await admin.activateSocialStrategy({ params, body: { version } }));
    return version;
  });
  const memory = once(async () => {
    const body = { kind: 'rule', text: 'Short sentences' } as const;
    return ok(await admin.createSocialMemory({ params: { brand_id: await brand() }, body })).id;
  });
  const occasion = once(async () => {
    const body = { date: '2099-01-01', title: 'A day' };
    return ok(await admin.createSocialOccasion({ params: { brand_id: await brand() }, body })).id;
  });
  const planRun = once(async () => {
    await strategy();
    const body = { days: 1, use_ai: false };
    return ok(await admin.generateSocialPlan({ params: { brand_id: await brand() }, body })).id;
  });
  const experiment = once(async () => makeExperiment(admin, { brand_id: await brand(), account_id: await account() }));
  const inboxItem = async () => insertItem(database, { brand_id: await brand(), account_id: await account() });
  const listeningQuery = once(async () => {
    const body = { keywords: ['notes'], sources: ['inbox' as const] };
    return ok(await admin.createSocialListeningQuery({ params: { brand_id: await brand() }, body })).id;
  });
  const listeningItem = async () => {
    const [row] = await database.query<{ id: string }>(
      `INSERT INTO social.listening_items (id, brand_id, source, remote_id, text, keyword, state, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'rss', gen_random_uuid()::text, 'Notes', 'notes', 'new', now(), now()) RETURNING id`,
      [await brand()],
    );
    return row?.id ?? '';
  };
  const hookToken = once(async () => {
    const { hook_token } = ok(await admin.getSocialAccount({ params: { account_id: await account() } }));
    return hook_token ?? '';
  });
  const approved = async () => approvePost(admin, { brand_id: await brand(), account_id: await account() });
  /** A post whose channel did not answer: its process died. */
  const uncertain = async () => {
    const id = await approved();
    await database.query(
      `WITH tried AS (
         INSERT INTO social.attempts (id, variant_id, account_id, kind, content_hash, started_at, sent_at, outcome)
         SELECT gen_random_uuid(), id, account_id, 'publish', content_hash, now(), now(), 'uncertain'
         FROM social.variants WHERE id = $1 RETURNING id)
       UPDATE social.variants SET state = 'uncertain', scheduled_at = now(), attempt_id = (SELECT id FROM tried) WHERE id = $1`,
      [id],
    );
    return id;
  };
  const published = async () => {
    const variant_id = await approved();
    ok(await admin.publishSocialVariant({ params: { variant_id } }));
    return variant_id;
  };
  return {
    approved_variant_id: once(approved),
    published_variant_id: once(published),
    uncertain_variant_id: once(uncertain),
    idea_id: async () => (await idea()).id,
    variant_id: variant,
    cover_name: cover,
    cover_asset: cover,
    approval_id: async () => (await approval()).id,
    content_hash: async () => (await approval()).content_hash,
    slot_id: async () => (await content()).slot_ids[0] ?? '',
    strategy_version: strategy,
    memory_id: memory,
    occasion_id: occasion,
    plan_run_id: planRun,
    experiment_id: experiment,
    experiment_arms: once(async () => makeArms(admin, { brand_id: await brand(), account_id: await account() })),
    inbox_item_id: once(inboxItem),
    listening_query_id: listeningQuery,
    listening_item_id: listeningItem,
    brand_id: brand,
    account_id: account,
    hook_token: hookToken,
  } satisfies Partial<Record<Resource, () => Promise<unknown>>>;
}

/** A comment that came in for an account of Telegram. */
async function insertItem(
  { query }: Pick<TestDatabase, 'query'>,
  { brand_id, account_id }: { brand_id: string; account_id: string },
): Promise<string> {
  const [row] = await query<{ id: string }>(
    `INSERT INTO social.inbox_items (id, brand_id, account_id, kind, remote_id, target, text, state, received_at, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, 'comment', gen_random_uuid()::text, $3, 'A comment', 'open', now(), now(), now()) RETURNING id`,
    [brand_id, account_id, { chat_id: demoChannelCredentials.telegram.chat_id, message_id: '1' }],
  );
  return row?.id ?? '';
}

/** Answers from which a strategy may start. */
const completeDiscovery = {
  product: 'Notes that are there on each device, also without a network.',
  audience: ['Students'],
  goals: ['traffic' as const],
  offers: ['Free for a year'],
  competitors: [],
  proofs: [],
  taboos: [],
  faq: [],
};

/** A post of its own that is approved, and without a time. */
async function approvePost(admin: PlatformClient, { brand_id, account_id }: { brand_id: string; account_id: string }) {
  const params = { brand_id };
  const body = { account_ids: [account_id], title: 'Approved', body: `Approved ${newId()}` };
  const [made] = ok(await admin.createSocialContent({ params, body })).variants;
  const variant_id = made?.id ?? '';
  const { content_hash } = ok(await admin.submitSocialVariant({ params: { variant_id } }));
  const pending = ok(await admin.listSocialApprovals({ params, query: { state: 'pending', limit: 200 } }));
  const approval_id = pending.find((one) => one.variant_id === variant_id)?.id ?? '';
  ok(await admin.decideSocialApproval({ params: { approval_id }, body: { decision: 'approve', content_hash } }));
  return variant_id;
}

/** Two arms with an approved post each. */
async function makeArms(admin: PlatformClient, place: { brand_id: string; account_id: string }) {
  const variant_ids = [await approvePost(admin, place), await approvePost(admin, place)];
  return variant_ids.map((id, arm) => ({ name: `Arm ${arm}`, variant_ids: [id] }));
}

/** A draft of an experiment with approved posts of its own. */
async function makeExperiment(admin: PlatformClient, place: { brand_id: string; account_id: string }): Promise<string> {
  const { brand_id, account_id } = place;
  const arms = await makeArms(admin, place);
  const ends_at = new Date(Date.now() + 60 * dayMs).toISOString();
  const body = { name: 'An experiment', account_id, metric: 'rate' as const, arms, min_n: 100, ends_at };
  return ok(await admin.createSocialExperiment({ params: { brand_id }, body })).id;
}

/** Endpoints that end what they are called for: each call has a post of its own. */
const endsPost: Record<string, 'approved_variant_id' | 'published_variant_id' | 'variant_id'> = {
  publishSocialVariant: 'approved_variant_id',
  scheduleSocialVariant: 'approved_variant_id',
  unscheduleSocialVariant: 'approved_variant_id',
  cancelSocialVariant: 'variant_id',
  deleteSocialRemote: 'published_variant_id',
};

const needOwnAccount = ['startSocialOauth', 'confirmSocialOauth', 'verifySocialAccount'];

/**
 * Begins the connection of an account for every administrator, and allows it at the network.
 * @returns the confirmation code of the last page
 */
export async function beginSocialConnection(
  { t, admin }: { t: Harness; admin: PlatformClient },
  { id, channel }: { id: string; channel: 'instagram' | 'threads' },
): Promise<string> {
  const start = { params: { provider: channel }, query: { account_id: id } };
  const { authorize_url } = ok(await admin.startSocialOauth(start));
  const { user_id } = demoChannelCredentials[channel];
  const answer = await fetch(t.sandboxes.channels[channel].allow(authorize_url, user_id));
  const confirmation_code = /[A-Z]{4}-[A-Z]{4}/.exec(await answer.text())?.[0] ?? '';
  await t.database.query(
    `INSERT INTO social.oauth_states
     SELECT (jsonb_populate_record(s, jsonb_build_object('admin_id', a.id, 'state_hash', md5(s.state_hash || a.id)))).*
     FROM social.oauth_states s, identity.admins a WHERE s.account_id = $1 AND s.admin_id <> a.id`,
    [id],
  );
  return confirmation_code;
}

/** Brings what a request names into the state that an endpoint needs. */
export async function prepareSocial(
  { t, admin }: { t: Harness; admin: PlatformClient },
  { id }: Route,
  values: Values,
): Promise<void> {
  const { database } = t;
  // The same reply goes to an item once, and an erasure removes the item.
  if (id === 'replySocialInboxItem' || id === 'eraseSocialPerson') {
    const rows = await database.query<{ brand_id: string; account_id: string }>(
      'SELECT brand_id, account_id FROM social.inbox_items WHERE id = $1',
      [values.inbox_item_id],
    );
    for (const row of rows) values.inbox_item_id = await insertItem(database, row);
  }
  if (id === 'deleteSocialCover') {
    const file = new Blob([new Uint8Array(aPng({ width: 40, height: 40 }))]);
    ok(await admin.putSocialCover({ params: { variant_id: String(values.variant_id) }, query: {}, file }));
  }
  const own = endsPost[id];
  if (own !== undefined) {
    const shown = ok(await admin.getSocialVariant({ params: { variant_id: String(values[own]) } }));
    const post = await approvePost(admin, shown);
    if (own === 'published_variant_id') ok(await admin.publishSocialVariant({ params: { variant_id: post } }));
    if (id === 'unscheduleSocialVariant') {
      const scheduled_at = `${await nextSlot()}:00Z`;
      ok(await admin.scheduleSocialVariant({ params: { variant_id: post }, body: { scheduled_at } }));
    }
    values[own] = post;
  }
  if (id === 'unscheduleSocialVariant') {
    const params = { variant_id: String(values.approved_variant_id) };
    const scheduled_at = new Date(Date.now() + dayMs).toISOString();
    ok(await admin.scheduleSocialVariant({ params, body: { scheduled_at } }));
  }
  const brand_id = String(values.brand_id);
  if (id === 'startSocialExperiment' || id === 'stopSocialExperiment') {
    const shown = ok(await admin.getSocialExperiment({ params: { experiment_id: String(values.experiment_id) } }));
    values.experiment_id = await makeExperiment(admin, shown);
  }
  if (id === 'generateSocialPlan') {
    const params = { brand_id };
    ok(await admin.putSocialDiscovery({ params, body: completeDiscovery }));
    const { version } = ok(await admin.generateSocialStrategy({ params, body: {} }));
    ok(await admin.activateSocialStrategy({ params, body: { version } }));
  }
  // One that is or was active is never changed, and becomes active no more.
  if (id === 'updateSocialStrategy' || id === 'activateSocialStrategy')
    values.strategy_version = ok(await admin.generateSocialStrategy({ params: { brand_id }, body: {} })).version;
  if (!needOwnAccount.includes(id)) return;
  const account = ok(await admin.getSocialAccount({ params: { account_id: String(values.account_id) } }));
  const channel = id === 'verifySocialAccount' ? 'max' : 'instagram';
  const made = ok(
    await admin.createSocialAccount({ params: { brand_id: account.brand_id }, body: { channel, name: channel } }),
  );
  values.account_id = made.id;
  if (id === 'confirmSocialOauth')
    values.connection_confirmation_code = await beginSocialConnection(
      { t, admin },
      { id: made.id, channel: 'instagram' },
    );
  if (channel === 'instagram') return;
  ok(await admin.putSocialCredentials({ params: { account_id: made.id }, body: demoChannelCredentials.max }));
}
