import { describe, expect, test } from '@jest/globals';
import { readSchedule } from './apply-item.ts';

const now = new Date('2026-03-11T12:00:00.000Z');
const later = '2026-04-01T00:00:00.000Z';
const latest = '2026-05-01T00:00:00.000Z';
const past = '2026-03-01T00:00:00.000Z';
const read = (status: 'draft' | 'scheduled' | 'published' | 'archived', scheduled: string | null, end: string | null) =>
  readSchedule({ status, scheduled_at: scheduled, unpublish_at: end }, now, []);

describe('the schedule of an imported item', () => {
  test('is kept where a person could have made it', () => {
    expect(read('scheduled', later, latest)).toEqual({
      status: 'scheduled',
      scheduled_at: new Date(later),
      unpublish_at: new Date(latest),
    });
    expect(read('published', null, latest)).toMatchObject({ status: 'published', unpublish_at: new Date(latest) });
  });

  test.each(['draft', 'archived'] as const)('is dropped for the status %s, which never publishes itself', (status) => {
    expect(read(status, later, latest)).toEqual({ status, scheduled_at: null, unpublish_at: null });
  });

  test('that is over makes a draft, with a warning', () => {
    const warnings: { code: string; message: string }[] = [];
    const entry = { status: 'scheduled' as const, scheduled_at: past, unpublish_at: null };
    expect(readSchedule(entry, now, warnings)).toEqual({ status: 'draft', scheduled_at: null, unpublish_at: null });
    expect(warnings.map(({ code }) => code)).toEqual(['schedule_lost']);
  });

  test.each([
    ['without a moment', null, null],
    ['of no moment', 'soon', null],
    ['in three years', '2029-04-01T00:00:00.000Z', null],
    ['that ends before it begins', latest, later],
  ])('%s makes a draft, with a warning', (_, scheduled, end) => {
    const warnings: { code: string; message: string }[] = [];
    const entry = { status: 'scheduled' as const, scheduled_at: scheduled, unpublish_at: end };
    expect(readSchedule(entry, now, warnings)).toEqual({ status: 'draft', scheduled_at: null, unpublish_at: null });
    expect(warnings).toEqual([expect.objectContaining({ code: 'schedule_lost' })]);
  });
});
