import { describe, expect, test } from '@jest/globals';
import { readForeignMarkdown } from '../front-matter.ts';
import { readFolderFields } from './folder-fields.ts';

const hiddenIn = (front: Record<string, unknown>) => readFolderFields(front, { isJekyll: false }).hidden;

describe('a text whose front matter', () => {
  test.each([
    { status: 'unpublished' },
    { status: 'in progress' },
    { status: 'черновик' },
    { state: 'Review' },
    { public: false },
    { 'dg-publish': false },
    { params: { draft: true } },
    { date: '2099-01-01 10:00:00 MSK' },
    { date: '31.12.2099' },
    { expiryDate: '2020-01-01 10:00 MSK' },
    { status: 'published', scheduled_at: 'next Monday' },
  ])('says %j is not shown', (front) => {
    expect(hiddenIn(front)).not.toBeNull();
  });

  test.each([
    {},
    { status: 'published' },
    { status: 'Publish' },
    { status: 'evergreen' },
    { draft: false },
    { published: true },
    { public: true },
    { date: '2024-05-01' },
    { params: { theme: 'dark' } },
  ])('says %j is shown', (front) => {
    expect(hiddenIn(front)).toBeNull();
  });

  test('says Scheduled in capitals has its time', () => {
    const fields = readFolderFields({ status: 'Scheduled', scheduled_at: '2099-01-01T10:00:00Z' }, { isJekyll: false });
    expect([fields.status, fields.scheduled_at]).toEqual(['scheduled', '2099-01-01T10:00:00Z']);
  });
});

test('blank lines before a front matter are skipped', () => {
  expect(readForeignMarkdown('\n \n---\ntitle: X\ndraft: true\n---\nsecret')).toEqual({
    front: { title: 'X', draft: true },
    body: 'secret',
    fault: null,
  });
});

test('lines before a text are read with their continuations', () => {
  const { front, body } = readForeignMarkdown('Subtitle: a\nStatus: draft\nSummary: one\n    two\n\ntext');
  expect([front, body]).toEqual([{ subtitle: 'a', status: 'draft', summary: 'one two' }, 'text']);
});

test('first lines that name a state and cannot be read are a fault, and a sentence with a colon is none', () => {
  expect(readForeignMarkdown('Layout of things\nStatus: draft\n\ntext').fault).not.toBeNull();
  expect(readForeignMarkdown('Note: read this.\nIt is important.\n\ntext').fault).toBeNull();
});
