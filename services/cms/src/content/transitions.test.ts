import { describe, expect, test } from '@jest/globals';
import { ContentStatus } from '@platform/contracts';
import { type Action, allowedActions, nextStatus } from './transitions.ts';

/** The table of decisions, written the other way round. */
const table: [ContentStatus, Action, ContentStatus][] = [
  ['draft', 'publish', 'published'],
  ['draft', 'schedule', 'scheduled'],
  ['draft', 'archive', 'archived'],
  ['scheduled', 'publish', 'published'],
  ['scheduled', 'schedule', 'scheduled'],
  ['scheduled', 'unschedule', 'draft'],
  ['scheduled', 'archive', 'archived'],
  ['published', 'publish', 'published'],
  ['published', 'schedule', 'published'],
  ['published', 'unschedule', 'published'],
  ['published', 'unpublish', 'draft'],
  ['published', 'archive', 'archived'],
  ['published', 'expire', 'archived'],
  ['archived', 'unarchive', 'draft'],
];
const actions: Action[] = ['publish', 'schedule', 'unschedule', 'unpublish', 'archive', 'unarchive', 'expire'];

describe('the state machine of content', () => {
  test.each(table)('takes an item that is %s through %s to %s', (status, action, next) => {
    expect(nextStatus(status, action)).toBe(next);
  });

  test('refuses every other action and names those that are possible', () => {
    for (const status of ContentStatus.options)
      for (const action of actions) {
        if (table.some(([from, by]) => from === status && by === action)) continue;
        expect(() => nextStatus(status, action)).toThrow(
          expect.objectContaining({ code: 'invalid_transition', fields: { status, allowed: allowedActions(status) } }),
        );
      }
  });

  test('leaves no status without a way on', () => {
    for (const status of ContentStatus.options) expect(allowedActions(status).length).toBeGreaterThan(0);
  });
});
