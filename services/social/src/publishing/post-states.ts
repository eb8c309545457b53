import type { VariantState } from '@platform/contracts';

/** What changes the state of a post. */
export type PostAction =
  | 'submit'
  | 'approve'
  | 'turn_down'
  | 'void'
  | 'schedule'
  | 'unschedule'
  | 'cancel'
  | 'claim'
  | 'wait'
  | 'publish'
  | 'fail'
  | 'retry'
  | 'doubt'
  | 'miss'
  | 'find'
  | 'prove_absent';

const beforePublishing = ['draft', 'pending_approval', 'approved', 'scheduled', 'failed', 'missed'] as const;

/** From which states each action leads, and where to. */
const table: Record<PostAction, { from: readonly VariantState[]; to: VariantState }> = {
  submit: { from: ['draft'], to: 'pending_approval' },
  approve: { from: ['pending_approval'], to: 'approved' },
  turn_down: { from: ['pending_approval'], to: 'draft' },
  void: { from: ['approved', 'scheduled', 'failed', 'missed', 'canceled', 'pending_approval'], to: 'pending_approval' },
  schedule: { from: ['approved', 'scheduled', 'failed', 'missed', 'canceled'], to: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'approved' },
  cancel: { from: beforePublishing, to: 'canceled' },
  claim: { from: ['scheduled', 'awaiting_media'], to: 'publishing' },
  wait: { from: ['publishing', 'uncertain'], to: 'awaiting_media' },
  publish: { from: ['publishing', 'uncertain'], to: 'published' },
  fail: { from: ['scheduled', 'publishing', 'awaiting_media', 'uncertain'], to: 'failed' },
  retry: { from: ['publishing', 'uncertain'], to: 'scheduled' },
  doubt: { from: ['publishing'], to: 'uncertain' },
  miss: { from: ['scheduled'], to: 'missed' },
  find: { from: ['uncertain'], to: 'published' },
  prove_absent: { from: ['uncertain'], to: 'scheduled' },
};

/** The state after an action; null when it is not possible in this state. */
export const stateAfter = (state: VariantState, action: PostAction): VariantState | null =>
  table[action].from.includes(state) ? table[action].to : null;

/** Posts that are with their channel, or were: their content is not changed here any more. */
export const isWithChannel = (state: VariantState): boolean =>
  state === 'publishing' || state === 'awaiting_media' || state === 'uncertain' || state === 'published';
