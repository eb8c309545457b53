import { expect, test } from '@jest/globals';
import type { RknCode, RknResult, RuleLocale } from '@platform/contracts';
import { newId } from '@platform/runtime';
import type { z } from 'zod';
import type { IssueRow } from '../../issues/issue.ts';
import { newestLaw } from '../law.ts';
import { toRknIssue } from './rkn-issue.ts';
import { writeRknDocument } from './write-rkn-document.ts';

const seen_at = new Date('2026-11-24T12:00:00Z');
const row = (code: RknCode, evidence: IssueRow['evidence']): IssueRow => ({
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
  subject: 'document:consent',
  url: 'https://a.example/consent',
  evidence,
  stale: false,
  certainty: 'detected',
  item_id: null,
  rule_version: newestLaw.rule_version,
  first_seen_at: seen_at,
  last_seen_at: seen_at,
  last_scan_id: newId(),
  resolved_at: null,
  resolved_by: null,
  reopened_count: 0,
});

type Unverified = z.input<typeof RknResult>['unverified'];

function write(locale: RuleLocale, code: RknCode, evidence: IssueRow['evidence'], unverified: Unverified = []): string {
  const issues = [toRknIssue(row(code, evidence), { locale, now: seen_at })];
  const result = { score: 80, risk: 'low', coverage_score: 90, exposure: null, rules_outdated: false } as const;
  return writeRknDocument({ ...result, scan: {} as never, issues, ignored: [], unverified }, locale);
}

test.each<[RuleLocale, string[]]>([
  ['ru', ['Закрытый перечень данных; Название и адрес оператора', 'источник согласен по существу']],
  ['en', ['a source agrees in substance']],
])('the document names missing statements and the meaning of marks in words: %s', (locale, words) => {
  const text = write(locale, 'consent_doc_incomplete', { snippet: 'data_list, operator_name_address' });
  for (const word of words) expect(text).toContain(word);
  expect(text).not.toMatch(/data_list|operator_name_address|\[[VPU]/);
});

test('a provision has the address of its source', () => {
  const text = write('ru', 'policy_missing', {});
  expect(text).toContain('норма подтверждена источником; источник: `https://');
  const { law } = toRknIssue(row('policy_missing', {}), { locale: 'en', now: seen_at });
  expect(law[0]).toMatchObject({ mark: 'V', mark_text: 'stated by a source' });
  expect(law[0]?.source_urls).toEqual([...(newestLaw.sources.OK ?? []), ...(newestLaw.sources.K6 ?? [])]);
});

test('rules that could not be judged have their title and a reason in words', () => {
  const unverified: Unverified = [
    { code: 'hosting_outside_ru', reason: 'unknown_place' },
    { code: 'rkn_registry_unconfirmed', reason: 'unanswered' },
  ];
  const text = write('ru', 'policy_missing', {}, unverified);
  expect(text).toContain('страна сервера неизвестна');
  expect(text).toContain('нужен ответ владельца сайта');
  expect(text).not.toMatch(/unknown_place|unanswered/);
});

test('services that a policy hides are described: kind, country, what they get to know', () => {
  const text = write('ru', 'policy_services_undisclosed', { snippet: 'Marquiz, GetResponse' });
  expect(text).toContain('Marquiz: формы, Россия; имена, телефоны и почта');
  expect(text).toContain('GetResponse: формы, за рубежом');
  expect(write('ru', 'requisites_invalid', { measured: 'names differ' })).toContain('названия в двух текстах разные');
});
