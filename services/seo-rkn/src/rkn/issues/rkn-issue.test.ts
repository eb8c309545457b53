import { expect, test } from '@jest/globals';
import type { RknCertainty, RknCode } from '@platform/contracts';
import { newId } from '@platform/runtime';
import type { IssueRow } from '../../issues/issue.ts';
import { newestLaw } from '../law.ts';
import { toRknIssue } from './rkn-issue.ts';

const seen_at = new Date('2026-11-24T12:00:00Z');
const row = (code: RknCode, certainty: RknCertainty, over: Partial<IssueRow> = {}): IssueRow => ({
  id: newId(),
  site_id: newId(),
  fingerprint: newId(),
  kind: 'rkn',
  issue_type: code as never,
  variant: '',
  origin: 'spec',
  owner: 'landing_dev',
  status: 'open',
  weight: 20,
  subject: 'form:a',
  url: 'https://a.example/',
  evidence: {},
  stale: false,
  certainty,
  item_id: null,
  rule_version: newestLaw.rule_version,
  first_seen_at: seen_at,
  last_seen_at: seen_at,
  last_scan_id: newId(),
  resolved_at: null,
  resolved_by: null,
  reopened_count: 0,
  ...over,
});
const surenessOf = (one: IssueRow, now = seen_at): string[] => {
  const { certainty, effective_certainty } = toRknIssue(one, { locale: 'en', now });
  return [certainty, effective_certainty];
};

test.each<[string, IssueRow, string[]]>([
  ['by law that is verified', row('consent_not_separate', 'confirmed'), ['confirmed', 'confirmed']],
  ['by law that is supported', row('consent_prechecked', 'confirmed'), ['confirmed', 'detected']],
  ['by law that is not verified', row('webvisor_forms', 'unverified'), ['unverified', 'unverified']],
  ['that is less sure than its law', row('policy_missing', 'detected'), ['detected', 'detected']],
  ['that is stale', row('policy_missing', 'confirmed', { stale: true }), ['unverified', 'unverified']],
])('a finding %s names its own certainty, and the one that it counts with', (_what, one, expected) => {
  expect(surenessOf(one)).toEqual(expected);
});

test('by law that is outdated nothing is confirmed', () => {
  const later = new Date(Date.parse(`${newestLaw.verified_at}T00:00:00Z`) + 181 * 86_400_000);
  for (const code of ['consent_not_separate', 'consent_prechecked'] as const)
    expect(surenessOf(row(code, 'confirmed'), later)).toEqual(['detected', 'detected']);
});
