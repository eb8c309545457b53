import type { SocialChannel, social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, SafeFetchError } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { accounts } from '../schema.ts';
import { fitsChannel } from './cover-rules.ts';
import type { CoverFit } from './process-cover.ts';
import { type Cover, requireCover, storeCover } from './stored-covers.ts';

export type CoverMaker = Pick<App, 'db' | 'clock' | 'safeFetch' | 'covers' | 'coverFiles'>;
/** An image as a call names it: one that was uploaded before (`asset`), or one from outside (`url`). */
export type CoverChoice = NonNullable<EndpointRequest<typeof social.endpoints.updateSocialVariant>['body']['cover']>;

const fetchMs = 20_000;
const maxBytes = 10 * 1_048_576;

/**
 * The image that a call names, as a channel gets it. Not to be called in a transaction.
 * @throws AppError `cover_not_found`, `address_refused`, `image_not_readable`
 */
export const chooseCover = async (app: CoverMaker, channel: SocialChannel, choice: CoverChoice): Promise<Cover> =>
  coverOf(app, await openChoice(app, choice), channel, choice);

/**
 * The image that a call names, for several accounts: it is opened once. Not to be called in a transaction.
 * @returns the image for each channel of the accounts
 * @throws AppError `account_not_found`, and as {@link chooseCover}
 */
export async function chooseCovers(
  app: CoverMaker,
  account_ids: readonly string[],
  choice: CoverChoice,
): Promise<Map<SocialChannel, Cover>> {
  const rows = await app.db
    .select({ channel: accounts.channel })
    .from(accounts)
    .where(inArray(accounts.id, [...account_ids]));
  if (rows.length < account_ids.length) fail('account_not_found');
  const source = await openChoice(app, choice);
  const covers = new Map<SocialChannel, Cover>();
  for (const channel of new Set(rows.map((row) => row.channel)))
    covers.set(channel, await coverOf(app, source, channel, choice));
  return covers;
}

/** An image that is stored already, or the bytes of one from outside. */
type Source = { stored: Awaited<ReturnType<typeof requireCover>> } | { stored: null; file: Buffer };

const openChoice = async (app: CoverMaker, { asset, url }: CoverChoice): Promise<Source> =>
  asset === undefined
    ? { stored: null, file: await fetchImage(app, url ?? '') }
    : { stored: await requireCover(app.db, asset) };

async function coverOf(
  app: CoverMaker,
  source: Source,
  channel: SocialChannel,
  { alt, fit }: Pick<CoverChoice, 'alt' | 'fit'>,
): Promise<Cover> {
  if (source.stored === null) return makeCover(app, channel, source.file, { alt, fit });
  const { id, name, width, height } = source.stored;
  // An image that the channel takes as it is loses nothing by another encoding.
  if (fitsChannel(channel, { width, height })) return { id, name, width, height, alt, fit };
  return makeCover(app, channel, (await app.coverFiles.get(name)) ?? fail('cover_not_found'), { alt, fit });
}

/** The image as a channel gets it, in the store. */
export async function makeCover(
  app: Pick<App, 'db' | 'clock' | 'covers' | 'coverFiles'>,
  channel: SocialChannel,
  file: Buffer,
  { alt, fit }: { alt: string; fit: CoverFit },
): Promise<Cover> {
  const { id, name, width, height } = await storeCover(app, await app.covers.process(channel, file, channel, fit));
  return { id, name, width, height, alt, fit };
}

/**
 * Fetches an image from outside.
 * @throws `address_refused`, `image_not_readable`
 */
async function fetchImage({ safeFetch }: Pick<App, 'safeFetch'>, url: string): Promise<Buffer> {
  const response = await safeFetch(url, { timeoutMs: fetchMs, maxBytes }).catch((error: unknown) => {
    if (!(error instanceof SafeFetchError)) throw error;
    if (error.code === 'address_refused')
      fail('address_refused', {
        message: 'The address of the image is not public: send a public https address, or upload the image.',
      });
    return fail('image_not_readable', {
      message: `The image could not be fetched (${error.code}): check its address, or upload it.`,
    });
  });
  if (response.status !== 200)
    fail('image_not_readable', {
      message: `The address of the image answered with status ${response.status}: check it, or upload the image.`,
    });
  return response.body;
}
