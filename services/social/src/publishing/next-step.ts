import type { AttemptOutcome, AttemptResolution, SocialChannel } from '@platform/contracts';
import { dayMs, hourMs, minuteMs } from '@platform/runtime';
import type { AccountRow } from '../accounts/account.ts';
import type { BrandRow } from '../brands/brand.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { gaveUp } from '../channels/channel-http.ts';
import type { Finding, RemotePost } from '../channels/channel-posts.ts';
import { type Failed, throttledMs } from '../delivery/outcome.ts';
import type { PostMedia } from '../schema/posts.ts';
import type { attempts } from '../schema.ts';
import type { PostContext, VariantRow } from '../variants/variant.ts';

/** The columns of a post that publishing changes. */
export type QueueFields = Pick<
  VariantRow,
  | 'state'
  | 'due_at'
  | 'late_from'
  | 'errors'
  | 'last_error'
  | 'attempt_id'
  | 'media'
  | 'tries'
  | 'absences'
  | 'published_at'
  | 'remote_id'
  | 'remote_url'
>;

/** How a try ended. */
export type PostOutcome =
  | { kind: 'published'; post: RemotePost }
  /** The container is not finished. */
  | { kind: 'waiting'; media: PostMedia }
  | (Failed & { media: PostMedia | null });

/** A step of a post that is to be written. */
export interface Step {
  variant: Pick<VariantRow, 'id' | 'idea_id' | 'ref'>;
  account: Pick<AccountRow, 'id' | 'channel'>;
  brand: Pick<BrandRow, 'id' | 'code' | 'application_id'>;
  attempt_id: string | null;
  /** The state that the post has to have: another one means that another process was faster. */
  from: 'publishing' | 'uncertain';
  fields: QueueFields;
  /** How the attempt ended, or what became of it; nothing while it goes on. */
  attempt: Partial<Pick<typeof attempts.$inferSelect, 'outcome' | 'resolution' | 'code' | 'message' | 'remote_id'>>;
}

/** A post after a try, and how the attempt ended: null while it goes on. */
export interface NextStep {
  fields: QueueFields;
  outcome: AttemptOutcome | null;
}

/** Waits after the first and the second failure; the third one ends the post. */
const waits = [minuteMs, 5 * minuteMs];
/** Polls of a container; the last wait is that of all later polls. */
const pollWaits = [5_000, 15_000, 30_000, 60_000];
const mediaLifeMs = 10 * minuteMs;
/** When a post with an unknown outcome is probed for, counted from its request; later each five minutes. */
const probeWaits = [10_000, 95_000, 5 * minuteMs];
const maxProbeMs = dayMs;
/** Probes of a day at most; more only where each one fails. */
export const maxProbes = 300;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** When a container is asked for again; null when it had its time. */
export function nextPoll({ made_at, polls }: PostMedia, now: Date): Date | null {
  const next = after(now, pollWaits[Math.min(polls, pollWaits.length - 1)] ?? 0);
  return next.getTime() - Date.parse(made_at) > mediaLifeMs ? null : next;
}

/** When a post with an unknown outcome is searched next; null when only a user can decide. */
export function nextProbe(sentAt: Date, probes: number, now: Date): Date | null {
  const planned = probeWaits[probes];
  const next = planned === undefined ? after(now, 5 * minuteMs) : after(sentAt, planned);
  if (next.getTime() - sentAt.getTime() > maxProbeMs) return null;
  return next < now ? now : next;
}

/** A failure that counts: a later try, or the end. */
export function countFailure(fields: QueueFields, now: Date): Pick<QueueFields, 'state' | 'due_at' | 'errors'> {
  const errors = fields.errors + 1;
  const wait = waits[errors - 1];
  return wait === undefined
    ? { state: 'failed', due_at: null, errors }
    : { state: 'scheduled', due_at: after(now, wait), errors };
}

/**
 * What becomes of a post after a try.
 * @param before the post as it was claimed
 * @param options.quotaEnd when the window of the quota ends
 */
export function nextStep(
  before: QueueFields,
  outcome: PostOutcome,
  { now, sentAt, quotaEnd }: { now: Date; sentAt: Date | null; quotaEnd: Date | null },
): NextStep {
  if (outcome.kind === 'published') {
    const { id, url } = outcome.post;
    const fields = { remote_id: id, remote_url: url, published_at: now, due_at: null, last_error: null };
    return {
      fields: { ...before, ...fields, state: 'published', attempt_id: null, media: null },
      outcome: 'published',
    };
  }
  if (outcome.kind === 'waiting') {
    const due_at = nextPoll(outcome.media, now);
    if (due_at !== null) {
      const media = { ...outcome.media, polls: outcome.media.polls + 1 };
      return { fields: { ...before, state: 'awaiting_media', due_at, media }, outcome: null };
    }
    const failure = { code: 'not_finished', message: 'the media was not finished in ten minutes' };
    return nextStep(
      before,
      { kind: 'failed', class: 'retry', failure: { ...failure, retryAfterMs: null, movedTo: null }, media: null },
      { now, sentAt, quotaEnd },
    );
  }
  const { class: kind, failure, media } = outcome;
  const last_error = { class: kind, code: failure.code, message: failure.message, at: now.toISOString() };
  const ended = { ...before, last_error, media, attempt_id: null, tries: 0, absences: 0 };
  const later = (due_at: Date | null, more: Partial<QueueFields> = {}): NextStep => ({
    fields: { ...ended, state: 'scheduled', due_at, ...more },
    outcome: kind,
  });
  switch (kind) {
    case 'not_sent':
      if (failure.code === gaveUp) return later(now);
      return { fields: { ...ended, ...countFailure(before, now) }, outcome: kind };
    case 'retry':
      return { fields: { ...ended, ...countFailure(before, now) }, outcome: kind };
    case 'throttled': {
      // What its channel makes it wait does not make it late.
      const due_at = after(now, failure.retryAfterMs ?? throttledMs);
      return later(due_at, { late_from: due_at });
    }
    case 'auth':
      // Its account needs other credentials, and holds its queue until then.
      return later(now);
    case 'quota': {
      const due_at = quotaEnd ?? after(now, hourMs);
      return later(due_at, { late_from: due_at });
    }
    case 'moved':
      if (before.last_error?.class === 'moved')
        return { fields: { ...ended, state: 'failed', due_at: null }, outcome: kind };
      return later(now);
    case 'media_again': {
      const due_at = media === null ? null : nextPoll(media, now);
      if (media === null || due_at === null)
        return { fields: { ...ended, ...countFailure(before, now), media: null }, outcome: kind };
      const polled = { ...media, polls: media.polls + 1 };
      return { fields: { ...ended, state: 'awaiting_media', due_at, media: polled }, outcome: kind };
    }
    case 'abandoned':
      return { fields: { ...ended, last_error: before.last_error, ...resumed(media, now) }, outcome: kind };
    case 'uncertain': {
      const due_at = nextProbe(sentAt ?? now, 0, now);
      // The attempt stays: what is found out later belongs to it.
      return { fields: { ...ended, state: 'uncertain', due_at, attempt_id: before.attempt_id }, outcome: kind };
    }
    default:
      kind satisfies 'content';
      return { fields: { ...ended, state: 'failed', due_at: null }, outcome: kind };
  }
}

/** The step of a post in the state `publishing` after a try. */
export function stepAfter(
  post: PostContext & Pick<Step, 'attempt_id'>,
  outcome: PostOutcome,
  times: Parameters<typeof nextStep>[2],
): Step {
  const { fields, outcome: name } = nextStep(post.variant, outcome, times);
  const { code, message } = outcome.kind === 'failed' ? outcome.failure : { code: null, message: null };
  const remote_id = outcome.kind === 'published' ? outcome.post.id : null;
  return {
    ...post,
    from: 'publishing',
    fields,
    attempt: name === null ? {} : { outcome: name, code, message, remote_id },
  };
}

/** A post after a probe of its channel. */
export interface Found {
  fields: QueueFields;
  /** What became of the uncertain attempt; null while that is open. */
  resolution: AttemptResolution | null;
  result: 'published' | 'absent' | 'open';
}

/** Before this time a post may be on its way: its absence proves nothing. */
const absenceMs = 90_000;
/** Walls and histories may show a post late: it has to be absent twice. */
const absencesNeeded: Record<SocialChannel, number> = { telegram: 1, vk: 2, max: 2, instagram: 1, threads: 1 };

/**
 * What becomes of a post with an unknown outcome after a probe of its channel.
 * @param before the post, with this probe counted
 */
export function afterFinding(
  before: QueueFields,
  finding: Finding | ChannelError,
  { sentAt, channel, now }: { sentAt: Date; channel: SocialChannel; now: Date },
): Found {
  const open = (absences: number): Found => {
    const due_at = nextProbe(sentAt, before.tries, now);
    return { fields: { ...before, absences, due_at }, resolution: null, result: 'open' };
  };
  if (finding instanceof ChannelError) return open(before.absences);
  const clearedFields = { due_at: null, attempt_id: null, tries: 0, absences: 0 };
  if (finding.kind === 'found') {
    const { id, url } = finding.post;
    const fields = { ...before, ...clearedFields, remote_id: id, remote_url: url, published_at: sentAt, media: null };
    return { fields: { ...fields, state: 'published', last_error: null }, resolution: 'found', result: 'published' };
  }
  if (finding.kind === 'unprovable') {
    const last_error = before.last_error && {
      ...before.last_error,
      message: `${finding.why}: a person has to check it`,
    };
    return { fields: { ...before, due_at: null, last_error }, resolution: null, result: 'open' };
  }
  if (now.getTime() - sentAt.getTime() < absenceMs) return open(before.absences);
  if (finding.kind === 'again') {
    const fields: QueueFields = { ...before, ...clearedFields, state: 'awaiting_media', due_at: now };
    return { fields, resolution: 'absent', result: 'absent' };
  }
  const absences = before.absences + 1;
  if (absences < absencesNeeded[channel]) return open(absences);
  const { state, errors } = countFailure(before, now);
  // It waited long enough for its next try.
  const due_at = state === 'scheduled' ? now : null;
  return {
    fields: { ...before, ...clearedFields, state, errors, due_at, media: null },
    resolution: 'absent',
    result: 'absent',
  };
}

/** The state from which a post with an existing container continues. */
export const resumed = (media: PostMedia | null, now: Date): Pick<QueueFields, 'state' | 'due_at'> => ({
  state: media === null ? 'scheduled' : 'awaiting_media',
  due_at: now,
});

/** The columns of publishing of a post that is scheduled again. */
export const scheduledAt = (at: Date): QueueFields & Pick<VariantRow, 'scheduled_at'> => ({
  state: 'scheduled',
  scheduled_at: at,
  due_at: at,
  late_from: at,
  errors: 0,
  last_error: null,
  attempt_id: null,
  media: null,
  tries: 0,
  absences: 0,
  published_at: null,
  remote_id: null,
  remote_url: null,
});

/** The columns of publishing of a post that leaves the schedule. */
export const offSchedule = {
  scheduled_at: null,
  due_at: null,
  late_from: null,
  attempt_id: null,
  media: null,
} as const;
