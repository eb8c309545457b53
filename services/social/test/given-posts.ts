import sharp from 'sharp';
import { dataOf, givenAccount, givenBrand, type SocialWorld } from './start-social.ts';

export type ChannelName = 'telegram' | 'vk' | 'instagram' | 'threads' | 'max';

let pictures = 0;
/** An image that no other one equals. */
export function aPicture(): Promise<Buffer> {
  pictures += 1;
  const background = { r: pictures % 256, g: Math.floor(pictures / 256), b: 120 };
  return sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Posts of one account, with what a test does with them. */
export async function givenChannel(
  t: SocialWorld,
  channel: ChannelName,
  { brand: changes = {}, credentials }: { brand?: object; credentials?: Record<string, string> | null } = {},
) {
  const { owner } = t;
  const brand = await givenBrand(owner, changes);
  const brand_id = brand.id;
  const account = await givenAccount(owner, brand_id, channel, credentials);
  let made = 0;

  /** A draft; with an image where the channel needs one. */
  const draft = async (fields: object = {}, hasImage = channel === 'instagram') => {
    made += 1;
    const body = { account_ids: [account.id], title: 'Post', body: `Post ${made} of ${brand.code}`, ...fields };
    const [variant] = dataOf(await owner.createSocialContent({ params: { brand_id }, body })).variants;
    const variant_id = variant?.id ?? '';
    if (!hasImage) return variant_id;
    const file = new Blob([new Uint8Array(await aPicture())]);
    dataOf(await owner.putSocialCover({ params: { variant_id }, query: {}, file }));
    return variant_id;
  };
  const read = async (variant_id: string) => dataOf(await owner.getSocialVariant({ params: { variant_id } }));
  /** Submits and approves a draft. */
  const approve = async (variant_id: string) => {
    const { content_hash } = dataOf(await owner.submitSocialVariant({ params: { variant_id } }));
    const [approval] = dataOf(await owner.listSocialApprovals({ params: { brand_id }, query: { state: 'pending' } }));
    const params = { approval_id: approval?.id ?? '' };
    dataOf(await owner.decideSocialApproval({ params, body: { decision: 'approve', content_hash } }));
    return variant_id;
  };
  const approved = async (fields: object = {}, hasImage?: boolean) => approve(await draft(fields, hasImage));
  const publish = (variant_id: string) => owner.publishSocialVariant({ params: { variant_id } });
  /** Schedules a post in so many minutes. */
  const schedule = (variant_id: string, minutes = 10) => {
    const scheduled_at = new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();
    return owner.scheduleSocialVariant({ params: { variant_id }, body: { scheduled_at } });
  };
  const attempts = async (variant_id: string) =>
    dataOf(await owner.listSocialAttempts({ params: { variant_id }, query: {} }));
  return { brand, brand_id, account, draft, read, approve, approved, publish, schedule, attempts };
}

/** One call of the tick. */
export const tickOf = async ({ service }: SocialWorld) => dataOf(await service.as({}).tickSocial({}));

/** Requests that post something, without secrets, the oldest first. */
export const writesOf = (t: SocialWorld, channel: ChannelName) =>
  t[channel].journal().filter(({ method, path }) => method === 'POST' && !/\.get|wall\.get|getChat|getMe/.test(path));
