import type { ContentStatus } from '@platform/contracts';
import { fail } from '@platform/runtime';

/** What can happen to an item. `expire` is the end of its time, and no administrator does it. */
export type Action = 'publish' | 'schedule' | 'unschedule' | 'unpublish' | 'archive' | 'unarchive' | 'expire';

/** The state machine of content: the status after an action, by the status before it. */
const transitions: Record<Action, Partial<Record<ContentStatus, ContentStatus>>> = {
  publish: { draft: 'published', scheduled: 'published', published: 'published' },
  schedule: { draft: 'scheduled', scheduled: 'scheduled', published: 'published' },
  unschedule: { scheduled: 'draft', published: 'published' },
  unpublish: { published: 'draft' },
  archive: { draft: 'archived', scheduled: 'archived', published: 'archived' },
  unarchive: { archived: 'draft' },
  expire: { published: 'archived' },
};

/** The actions that an item in this status allows, as administrators name them. */
export const allowedActions = (status: ContentStatus): Action[] =>
  (Object.keys(transitions) as Action[]).filter(
    (action) => action !== 'expire' && transitions[action][status] !== undefined,
  );

/**
 * The status of an item after an action.
 * @throws AppError `invalid_transition` with `status` and `allowed`
 */
export function nextStatus(status: ContentStatus, action: Action): ContentStatus {
  return (
    transitions[action][status] ?? fail('invalid_transition', { fields: { status, allowed: allowedActions(status) } })
  );
}
