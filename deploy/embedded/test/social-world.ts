import type { Resource, Route } from '@platform/contracts';
import { dayMs, minuteMs, newId } from '@platform/runtime';
import { aPng } from '@platform/testing';
import { demoChannelCredentials } from '../src/demo-channels.ts';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { PlatformClient } from './test-platform.ts';

/** A minute of its own in the weeks ahead: an account has one slot at a time. */
let slotsMade = 0;
const nextSlot = async (): Promise<string> => {
  slotsMade += 1;
  return new Date(Date.now() + 7 * dayMs + slotsMade * minuteMs).toISOString().slice(0, 16);
};

/** A brand and its account in Telegram, which may publish. */
export function socialMakers({ admin }: { admin: PlatformClient }) {
  const brand = once(async () => {
    const code = `b-${newId().slice(-12)}`;
    return ok(await admin.createSocialBrand({ body: { code, name: code, timezone: 'Europe/Moscow' } })).id;
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
    return ok(await admin.createSocialContent({ params: { brand_id: await brand() }, body }));
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
  return {
    ...{ idea_id: async () => (await idea()).id, variant_id: variant, cover_name: cover, cover_asset: cover },
    approval_id: async () => (await approval()).id,
    content_hash: async () => (await approval()).content_hash,
    slot_id: async () => (await content()).slot_ids[0] ?? '',
    brand_id: brand,
    account_id: account,
  } satisfies Partial<Record<Resource, () => Promise<string>>>;
}

/** Brings what a request names into the state that an endpoint needs. */
export async function prepareSocial(admin: PlatformClient, { id }: Route, values: Values): Promise<void> {
  if (id === 'deleteSocialCover') {
    const file = new Blob([new Uint8Array(aPng({ width: 40, height: 40 }))]);
    ok(await admin.putSocialCover({ params: { variant_id: String(values.variant_id) }, query: {}, file }));
  }
  if (id !== 'startSocialOauth' && id !== 'verifySocialAccount') return;
  const brand_id = ok(await admin.getSocialAccount({ params: { account_id: String(values.account_id) } })).brand_id;
  const channel = id === 'startSocialOauth' ? 'instagram' : 'max';
  const made = ok(
    await admin.createSocialAccount({ params: { brand_id: brand_id }, body: { channel, name: channel } }),
  );
  values.account_id = made.id;
  if (channel === 'instagram') return;
  ok(await admin.putSocialCredentials({ params: { account_id: made.id }, body: demoChannelCredentials.max }));
}
