import type { AppParts } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { PostImage } from '../channels/channel-posts.ts';
import type { PlannedRequest } from '../posts/planned-request.ts';
import type { PostOutcome } from '../publishing/next-step.ts';
import type { PostMedia } from '../schema/posts.ts';
import type { ClaimedPost } from './claim-due.ts';
import { type Sending, sendOrder } from './deliver.ts';
import type { FailureClass } from './outcome.ts';
import type { MarkSent } from './record-posts.ts';

export type PostSender = AppParts;

/** Containers live for 24 hours. */
const containerLifeMs = 23 * 3_600_000;

/** What a post has gathered on its way. */
interface Progress {
  stepValues: Record<string, unknown>;
  media: PostMedia | null;
}

/** Failures after which the container of a post is used again. */
const retainsMedia: ReadonlySet<FailureClass> = new Set(['media_again', 'uncertain', 'retry']);

/**
 * Sends a claimed post: first the preparing steps, then the deciding request. Not to be called in a transaction.
 * @returns the outcome; null when another process took over the account: then nothing more may be written
 */
export async function sendPost(app: PostSender, post: ClaimedPost, markSent: MarkSent): Promise<PostOutcome | null> {
  const { account, variant, sentMark } = post;
  const media = usableMedia(variant.media, variant.content_hash, app.clock.now());
  const progress: Progress = { stepValues: {}, media };
  const outcome = await sendOrder(app, {
    kind: 'post',
    about: { variant_id: variant.id },
    account,
    sentMark,
    markSent: () => markSent({ post, media: progress.media }),
    send: (sending) =>
      runSteps(app, post, progress, sending).catch((error: unknown) => {
        // A container that failed, or expired, is created again.
        if (error instanceof ChannelError && error.kind === 'media') progress.media = null;
        throw error;
      }),
  });
  if (outcome?.kind !== 'failed') return outcome;
  return { ...outcome, media: retainsMedia.has(outcome.class) ? progress.media : null };
}

type Sent = Exclude<PostOutcome, { kind: 'failed' }>;

async function runSteps(app: PostSender, post: ClaimedPost, progress: Progress, sending: Sending): Promise<Sent> {
  const { account, composed } = post;
  const { posts } = app.channels[account.channel];
  const { credentials, destination } = sending;
  const refused = composed.checks.find(({ level }) => level === 'error');
  if (refused) throw new ChannelError('content', refused.code, refused.message);
  const image = await imageOf(app, post);
  for (const planned of composed.requests) {
    if (planned.step === 'container' && progress.media !== null) continue;
    const isDeciding = planned.step === 'publish';
    if (isDeciding && posts.containers) {
      const unfinished = await awaitContainer(app, post, progress, sending);
      if (unfinished) return unfinished;
    }
    const notAfter = isDeciding ? await sending.decide() : null;
    const request = fill(planned, progress);
    const result = await posts.send({ credentials, destination, request, image, notAfter });
    if (isDeciding && result.post) return { kind: 'published', post: result.post };
    Object.assign(progress.stepValues, result.gives);
    if (planned.step === 'container') progress.media = containerOf(result.gives, post, app.clock.now());
  }
  throw new Error('no request of the post publishes it');
}

/** Reads whether a container is finished, and whether the profile may post. Null when it can be published. */
async function awaitContainer(
  { channels }: PostSender,
  { account }: ClaimedPost,
  progress: Progress,
  { credentials, destination, setDecided }: Sending,
): Promise<Sent | null> {
  const { containers } = channels[account.channel].posts;
  const { media } = progress;
  if (!containers || media === null) throw new ChannelError('media', 'no_container', 'there is no container');
  const state = await containers.state(credentials, media.container_id);
  if (state === 'in_progress') return { kind: 'waiting', media };
  if (state === 'lost') throw new ChannelError('media', 'container', 'the channel could not process the media');
  if (state === 'published') {
    setDecided();
    throw new ChannelError('no_answer', 'published_before', 'the container was published by an earlier request');
  }
  const quotaLeft = await containers.left(credentials, destination);
  if (quotaLeft !== null && quotaLeft <= 0)
    throw new ChannelError('quota', 'quota', 'the daily limit of posts is used up');
  return null;
}

/** The container of a post, when it is of this content and not too old. */
function usableMedia(media: PostMedia | null, content_hash: string, now: Date): PostMedia | null {
  if (media === null || media.content_hash !== content_hash) return null;
  return now.getTime() - Date.parse(media.made_at) > containerLifeMs ? null : media;
}

function containerOf(gives: Record<string, unknown>, { variant }: ClaimedPost, now: Date): PostMedia {
  const container_id = String(gives.container ?? '');
  return { container_id, content_hash: variant.content_hash, made_at: now.toISOString(), polls: 0 };
}

/**
 * The image of a post that is uploaded; null where none is.
 * @throws ChannelError `content` for one that is gone
 */
async function imageOf({ coverFiles }: PostSender, { variant, composed }: ClaimedPost): Promise<PostImage | null> {
  const isUploaded = composed.requests.some(({ body }) => Object.values(body).includes('{image}'));
  if (!isUploaded || variant.cover === null) return null;
  const { name } = variant.cover;
  const bytes = await coverFiles.get(name);
  if (bytes === null) throw new ChannelError('content', 'image_missing', 'the image of the post is not in the store');
  return { name, bytes };
}

/** Fields whose text is that of the author: braces in it mean nothing. */
const ownWords = new Set(['text', 'caption', 'message', 'alt_text', 'url']);

/** A planned request with what the steps before it gave. */
function fill(planned: PlannedRequest, { stepValues, media }: Progress): PlannedRequest {
  const values: Record<string, unknown> = { ...stepValues, ...(media ? { container: media.container_id } : {}) };
  const walk = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, field));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
    const name = typeof value === 'string' && !ownWords.has(field) ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
    return name !== undefined && name in values ? values[name] : value;
  };
  const path = planned.path === '{upload_url}' ? String(values.upload_url ?? '') : planned.path;
  return { ...planned, path, body: walk(planned.body, '') as Record<string, unknown> };
}
