import { expect, test } from '@jest/globals';
import { ApplicationStatus } from '@platform/contracts';
import { mayBecome } from './application-status.ts';

test('an application is drafted, served, suspended and served again, and archived once and for all', () => {
  const ways = ApplicationStatus.options.flatMap((from) =>
    ApplicationStatus.options.filter((to) => from !== to && mayBecome(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(ways.toSorted()).toEqual([
    'active → archived',
    'active → suspended',
    'draft → active',
    'draft → archived',
    'suspended → active',
    'suspended → archived',
  ]);
});

test('the same status is no transition', () => {
  for (const status of ApplicationStatus.options) expect(mayBecome(status, status)).toBe(true);
});
