import type { AttemptResolution, SocialChannel } from '@platform/contracts';
import { ChannelError } from '../channels/channel-error.ts';
import type { Finding } from '../channels/channel-posts.ts';
import { countFailure, nextProbe, type QueueFields } from './next-step.ts';

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
