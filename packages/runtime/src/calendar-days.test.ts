import { expect, test } from '@jest/globals';
import { boundsOf, createCalendar, dayOf } from './calendar-days.ts';

test('a calendar tells the day of each moment, also back in time and in many zones at once', () => {
  const calendar = createCalendar();
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Havana', '+00:20', '-12:00'];
  const days = ['2026-03-08', '2026-03-28', '2026-03-29', '2026-04-05', '2026-10-25', '2026-03-29'];
  for (const day of days)
    for (const zone of zones) {
      const { starts_at, ends_at } = boundsOf(day, zone);
      for (const moment of [starts_at.getTime() - 1, starts_at.getTime(), ends_at.getTime() - 1, ends_at.getTime()]) {
        const at = new Date(moment);
        expect([zone, at.toISOString(), calendar(at, zone)]).toEqual([zone, at.toISOString(), dayOf(at, zone)]);
      }
      expect(calendar(starts_at, zone)).toBe(day);
    }
});
