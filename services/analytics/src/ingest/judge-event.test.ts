import { describe, expect, test } from '@jest/globals';
import { type Circumstances, clockError, judgeEvent } from './judge-event.ts';

const now = Date.parse('2026-03-11T12:00:00Z');
const around: Circumstances = {
  application: { id: '0190a6a0-0000-7000-8000-00000000000a', code: 'notes' },
  received_at: now,
  moved_by: 0,
};
const judge = (fields: object, changes: Partial<Circumstances> = {}) =>
  judgeEvent({ event: 'app_opened', ...fields }, { ...around, ...changes });
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const after = (ms: number) => new Date(now + ms).toISOString();
const week = 7 * 86_400_000;

describe('an event is taken', () => {
  test('at the moment it arrived when it names none', () => {
    expect(judge({})).toEqual({ event: { event: 'app_opened' }, occurred_at: now, properties: null });
  });

  test.each([
    ['of seven days ago', { occurred_at: after(-week) }],
    ['of five minutes ahead', { occurred_at: after(300_000) }],
    ['with 16 KiB of properties', { properties: { text: 'x'.repeat(16_384 - '{"text":""}'.length) } }],
    ['with properties of twenty levels', { properties: nested(20) }],
    ['with many objects that are not deep', { properties: { list: Array.from({ length: 50 }, () => ({})) } }],
    ['with a text that only looks like an escape', { properties: { path: 'C:\\u0000' } }],
    ['with an emoji', { properties: { mood: '😀' } }],
    ['that names its application', { application_id: around.application.id.toUpperCase(), application_code: 'notes' }],
  ])('%s', (_what, fields) => {
    expect(judge(fields)).toHaveProperty('occurred_at');
  });

  test('with the site that it names among its properties', () => {
    expect(judge({ cms_site_code: 'blog', properties: { a: 1 } })).toMatchObject({
      properties: '{"site_code":"blog","a":1}',
    });
    expect(judge({ cms_site_code: 'blog', properties: { site_code: 'own' } })).toMatchObject({
      properties: '{"site_code":"own"}',
    });
  });
});

describe('an event is refused', () => {
  test.each<[string, object, string, string]>([
    ['without a name', { event: undefined }, 'validation_failed', 'event'],
    ['whose name is blank', { event: ' ' }, 'validation_failed', 'event'],
    ['whose name has a NUL', { event: 'a\0b' }, 'validation_failed', 'event'],
    ['whose platform has half of a surrogate pair', { platform: 'a\ud800' }, 'validation_failed', 'platform'],
    ['whose id is none', { event_id: '1' }, 'validation_failed', 'event_id'],
    [
      'of another application by id',
      { application_id: '0190a6a0-0000-7000-8000-00000000000b' },
      'application_mismatch',
      'application_id',
    ],
    ['of another application by code', { application_code: 'other' }, 'application_mismatch', 'application_code'],
    ['of more than seven days ago', { occurred_at: after(-week - 1) }, 'occurred_at_too_old', 'occurred_at'],
    ['of more than five minutes ahead', { occurred_at: after(300_001) }, 'occurred_at_in_future', 'occurred_at'],
    [
      'with a byte more than 16 KiB',
      { properties: { text: 'x'.repeat(16_385 - '{"text":""}'.length) } },
      'properties_too_large',
      'properties',
    ],
    [
      'with 16 KiB of characters that take two bytes',
      { properties: { text: 'й'.repeat(8_200) } },
      'properties_too_large',
      'properties',
    ],
    ['with properties of 21 levels', { properties: nested(21) }, 'validation_failed', 'properties'],
    ['with a NUL in a property', { properties: { a: ['\0'] } }, 'validation_failed', 'properties'],
    [
      'with half of a surrogate pair in the name of a property',
      { properties: { '\udc00': 1 } },
      'validation_failed',
      'properties',
    ],
    ['with a list for properties', { properties: [] }, 'validation_failed', 'properties'],
  ])('%s', (_what, fields, error, path) => {
    expect(judge(fields)).toEqual({ error, path, message: expect.not.stringContaining(path) });
  });

  test.each([null, 'text', 7, [], [[]]])('that is no object: %j', (raw) => {
    expect(judgeEvent(raw, around)).toMatchObject({ error: 'validation_failed', path: '' });
  });

  test('that is deeper than the stack', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown;
    expect(judge({ properties: deep })).toHaveProperty('error');
  });
});

describe('a clock that is wrong', () => {
  test('by up to five minutes is left alone, by more it is corrected', () => {
    expect(clockError(undefined, now)).toBe(0);
    expect(clockError(after(300_000), now)).toBe(0);
    expect(clockError(after(-300_000), now)).toBe(0);
    expect(clockError(after(300_001), now)).toBe(-300_001);
    expect(clockError(after(-3_600_000), now)).toBe(3_600_000);
  });

  test('moves what it measured, before the time is judged', () => {
    const moved_by = clockError(after(-week * 10), now);
    expect(judge({ occurred_at: after(-week * 10 - 60_000) }, { moved_by })).toMatchObject({
      occurred_at: now - 60_000,
    });
    expect(judge({ occurred_at: after(0) }, { moved_by })).toMatchObject({ error: 'occurred_at_in_future' });
    expect(judge({}, { moved_by })).toMatchObject({ occurred_at: now });
  });
});
