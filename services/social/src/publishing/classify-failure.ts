import type { AttemptOutcome, SocialChannel } from '@platform/contracts';
import type { ChannelError } from '../channels/channel-error.ts';

export type FailureClass = Exclude<AttemptOutcome, 'published' | 'done'>;

/**
 * The class of a failed step. Before the deciding step nothing can be published, so what the channel did not
 * answer is tried again; in the deciding step it may have worked.
 * @param isDeciding the step publishes, edits or deletes
 */
export function classifyFailure(
  { kind }: Pick<ChannelError, 'kind'>,
  { isDeciding, channel }: { isDeciding: boolean; channel: SocialChannel },
): FailureClass {
  switch (kind) {
    case 'no_answer':
    case 'server':
      return isDeciding ? 'uncertain' : 'retry';
    case 'blocked':
      // Instagram may report that it blocked a post and still show the post.
      return isDeciding ? 'uncertain' : 'content';
    case 'not_ready':
      // A container of Meta lives on; an image of MAX is uploaded again.
      return isDeciding && channel !== 'max' ? 'media_again' : 'retry';
    case 'media':
      return 'retry';
    default:
      return kind;
  }
}
