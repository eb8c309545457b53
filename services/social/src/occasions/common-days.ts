import { idFromKey } from '@platform/runtime';
import type { BrandRow } from '../brands/brand.ts';
import type { OccasionRow } from './occasion.ts';

/** The day on which this file was checked. */
export const commonDaysVerifiedAt = '2026-11-24';

type Titles = Record<'ru' | 'en', string>;

const yearly = (month: number, day: number): string => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`;

/** Days of the calendar of the United Nations, which has no borders. */
const everywhere: [string, Titles][] = [
  [yearly(1, 1), { ru: 'Новый год', en: 'New Year' }],
  [yearly(3, 8), { ru: 'Международный женский день', en: 'International Women’s Day' }],
  [yearly(4, 23), { ru: 'Всемирный день книги', en: 'World Book Day' }],
  [yearly(5, 17), { ru: 'Всемирный день электросвязи', en: 'World Telecommunication Day' }],
  [yearly(9, 8), { ru: 'Международный день грамотности', en: 'International Literacy Day' }],
  [yearly(10, 10), { ru: 'Всемирный день психического здоровья', en: 'World Mental Health Day' }],
];

/** Holidays of the Labour Code of Russia, art. 112, and the first day of school. */
const russian: [string, Titles][] = [
  [yearly(2, 23), { ru: 'День защитника Отечества', en: 'Defender of the Fatherland Day' }],
  [yearly(5, 1), { ru: 'Праздник Весны и Труда', en: 'Spring and Labour Day' }],
  [yearly(5, 9), { ru: 'День Победы', en: 'Victory Day' }],
  [yearly(6, 12), { ru: 'День России', en: 'Russia Day' }],
  [yearly(9, 1), { ru: 'День знаний', en: 'Knowledge Day' }],
  [yearly(11, 4), { ru: 'День народного единства', en: 'Unity Day' }],
];

const came = new Date(`${commonDaysVerifiedAt}T00:00:00Z`);

/** The days that come with the platform, in the main language of a brand. */
export function commonDays({
  id,
  jurisdiction,
  languages,
}: Pick<BrandRow, 'id' | 'jurisdiction' | 'languages'>): OccasionRow[] {
  const language = languages[0]?.startsWith('ru') ? 'ru' : 'en';
  const days = jurisdiction === 'RU' ? [...everywhere, ...russian] : everywhere;
  return days.map(([rrule, titles]) => ({
    id: idFromKey('common-day', rrule),
    brand_id: id,
    date: null,
    rrule,
    title: titles[language],
    note: '',
    url: null,
    created_at: came,
  }));
}
