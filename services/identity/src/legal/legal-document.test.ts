import { expect, test } from '@jest/globals';
import { contentHash, type DocumentRow, hasUnpublishedChanges, isPublished, nextVersion } from './legal-document.ts';

const row = (change: Partial<DocumentRow>): DocumentRow => ({
  id: 'd1',
  owner_type: 'application',
  owner_id: 'a1',
  doc_kind: 'license_offer',
  draft_title: 'Offer',
  draft_body: 'Text',
  lock_version: 1,
  published_version: '1',
  published_title: 'Offer',
  published_hash: contentHash('Text'),
  published_at: new Date(),
  draft_checkbox_text: null,
  published_checkbox_text: null,
  published_editorial: false,
  published_effective_at: null,
  published_change_note: null,
  reconsent_version: null,
  updated_at: new Date(),
  ...change,
});

test('versions are whole numbers from 1, not compared as text', () => {
  expect([null, '1', '9', '10'].map(nextVersion)).toEqual(['1', '2', '10', '11']);
});

test('a draft that equals the published version has nothing to publish', () =>
  expect(hasUnpublishedChanges(row({}))).toBe(false));
test('a new title or a new text is a change', () => {
  expect(hasUnpublishedChanges(row({ draft_title: 'Public offer' }))).toBe(true);
  expect(hasUnpublishedChanges(row({ draft_body: 'Text.' }))).toBe(true);
});
test('a document that was never published is a draft', () => {
  const draft = row({ published_version: null, published_title: null, published_hash: null, published_at: null });
  expect([isPublished(draft), hasUnpublishedChanges(draft), isPublished(row({}))]).toEqual([false, true, true]);
});
test('the content hash is SHA-256 of the body in UTF-8', () =>
  expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'));
