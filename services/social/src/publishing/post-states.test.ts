import { expect, test } from '@jest/globals';
import { VariantState } from '@platform/contracts';
import { type PostAction, stateAfter } from './post-states.ts';

/** Every way from one state to another; what is not here is not possible. */
const ways: [VariantState, PostAction, VariantState][] = [
  ['draft', 'submit', 'pending_approval'],
  ['pending_approval', 'approve', 'approved'],
  ['pending_approval', 'turn_down', 'draft'],
  ...(['approved', 'scheduled', 'failed', 'missed', 'canceled', 'pending_approval'] as const).map(
    (from): [VariantState, PostAction, VariantState] => [from, 'void', 'pending_approval'],
  ),
  ...(['approved', 'scheduled', 'failed', 'missed', 'canceled'] as const).map(
    (from): [VariantState, PostAction, VariantState] => [from, 'schedule', 'scheduled'],
  ),
  ['scheduled', 'unschedule', 'approved'],
  ...(['draft', 'pending_approval', 'approved', 'scheduled', 'failed', 'missed'] as const).map(
    (from): [VariantState, PostAction, VariantState] => [from, 'cancel', 'canceled'],
  ),
  ['scheduled', 'claim', 'publishing'],
  ['awaiting_media', 'claim', 'publishing'],
  ['publishing', 'wait', 'awaiting_media'],
  ['uncertain', 'wait', 'awaiting_media'],
  ['publishing', 'publish', 'published'],
  ['uncertain', 'publish', 'published'],
  ['scheduled', 'fail', 'failed'],
  ['publishing', 'fail', 'failed'],
  ['awaiting_media', 'fail', 'failed'],
  ['uncertain', 'fail', 'failed'],
  ['publishing', 'retry', 'scheduled'],
  ['uncertain', 'retry', 'scheduled'],
  ['publishing', 'doubt', 'uncertain'],
  ['scheduled', 'miss', 'missed'],
  ['uncertain', 'find', 'published'],
  ['uncertain', 'prove_absent', 'scheduled'],
];
const actions = [...new Set(ways.map(([, action]) => action))];

test('every state answers every action as the table has it', () => {
  for (const state of VariantState.options)
    for (const action of actions) {
      const way = ways.find(([from, name]) => from === state && name === action);
      expect([state, action, stateAfter(state, action)]).toEqual([state, action, way?.[2] ?? null]);
    }
});

test('a published post never leaves its state, and a doubtful one is never claimed', () => {
  for (const action of actions) expect(stateAfter('published', action)).toBeNull();
  expect(stateAfter('uncertain', 'claim')).toBeNull();
  expect(stateAfter('publishing', 'cancel')).toBeNull();
});
