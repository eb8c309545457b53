import { expect, test } from '@jest/globals';
import { type AnsweredDocument, pendingReconsent } from './reconsent.ts';

const document = (change: Partial<AnsweredDocument>): AnsweredDocument => ({
  document_id: 'd1',
  doc_kind: 'personal_data_consent',
  title: 'Consent',
  published_version: '2',
  reconsent_version: '2',
  change_note: null,
  effective_at: null,
  checkbox_text: null,
  answered_version: '2',
  accepted: true,
  ...change,
});
const needs = (change: Partial<AnsweredDocument>) =>
  pendingReconsent([document(change)], 'https://api.example').needs_reconsent;

test('the published version accepted: nothing is pending', () => expect(needs({})).toBe(false));
test('an older version accepted: pending', () => expect(needs({ answered_version: '1' })).toBe(true));
test('an older version accepted, and only editorial versions since: nothing is pending', () => {
  expect(needs({ answered_version: '9', reconsent_version: '9', published_version: '10' })).toBe(false);
  expect(needs({ answered_version: '8', reconsent_version: '9', published_version: '10' })).toBe(true);
  expect(needs({ answered_version: '9', reconsent_version: '9', published_version: '10', accepted: false })).toBe(true);
});
test('never answered: pending', () => expect(needs({ answered_version: null, accepted: null })).toBe(true));
test('withdrawn: pending again', () => expect(needs({ accepted: false })).toBe(true));
test('an offer or a policy is never pending', () => {
  for (const doc_kind of [
    'license_offer',
    'mobile_apps_terms',
    'privacy_policy',
    'marketing_consent',
    'payment_data_consent',
  ])
    expect(needs({ doc_kind, answered_version: null, accepted: null })).toBe(false);
});
test('names the document to accept and its address', () => {
  expect(pendingReconsent([document({ answered_version: '1' })], 'https://api.example/').pending_reconsent).toEqual([
    {
      document_id: 'd1',
      published_version: '2',
      doc_kind: 'personal_data_consent',
      title: 'Consent',
      public_url: 'https://api.example/v1/legal-documents/d1',
      change_note: null,
      effective_at: null,
      checkbox_text: null,
    },
  ]);
});
