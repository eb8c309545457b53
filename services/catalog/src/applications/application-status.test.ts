import { expect, test } from '@jest/globals';
import { ApplicationStatus } from '@platform/contracts';
import { mayBecome } from './application-status.ts';

test('an application is drafted, served, suspended and served again, archived and restored', () => {
  const ways = ApplicationStatus.options.flatMap((from) =>
    ApplicationStatus.options.filter((to) => from !== to && mayBecome(from, to, null)).map((to) => `${from} → ${to}`),
  );
  expect(ways.toSorted()).toEqual([
    'active → archived',
    'active → suspended',
    'archived → active',
    'archived → suspended',
    'draft → active',
    'draft → archived',
    'suspended → active',
    'suspended → archived',
  ]);
});

test('the same status is no transition', () => {
  for (const status of ApplicationStatus.options) expect(mayBecome(status, status, null)).toBe(true);
});

test('only an application that was archived as a draft is a draft again', () => {
  for (const before of ApplicationStatus.options)
    expect([before, mayBecome('archived', 'draft', before)]).toEqual([before, before === 'draft']);
});
