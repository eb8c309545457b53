import { expect, test } from '@jest/globals';
import {
  type BannerTarget,
  type Candidate,
  cacheUntil,
  chooseBanners,
  nextChange,
  type Visitor,
} from './live-banners.ts';

const noon = new Date('2026-03-11T12:00:00Z');
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const everyone: BannerTarget = { locales: [], paths: [], exclude_paths: [], platforms: [], app_version: null };

const banner = (parts: Partial<Omit<Candidate, 'fields'>> = {}, target: Partial<BannerTarget> = {}): Candidate => ({
  locale: 'ru',
  default_locale: 'ru',
  group_id: crypto.randomUUID(),
  starts_at: null,
  ends_at: null,
  ...parts,
  fields: { target: { ...everyone, ...target } },
});
const isShown = async (target: Partial<BannerTarget>, visitor: Visitor) =>
  (await chooseBanners([banner({}, target)], visitor, noon)).length === 1;

test.each<[string, Partial<BannerTarget>, Visitor, boolean]>([
  ['no condition', {}, {}, true],
  ['a path of its own', { paths: ['/blog/**'] }, { path: '/blog/a?utm=1#b' }, true],
  ['another path', { paths: ['/blog/**'] }, { path: '/help' }, false],
  ['a path that is not said', { paths: ['/blog/**'] }, {}, false],
  ['an excluded path', { paths: ['/**'], exclude_paths: ['/pay'] }, { path: '/pay' }, false],
  ['a path beside the excluded ones', { exclude_paths: ['/pay'] }, { path: '/' }, true],
  ['a platform in other letters', { platforms: ['iOS'] }, { platform: 'ios' }, true],
  ['another platform', { platforms: ['ios'] }, { platform: 'web' }, false],
  ['a version in the range', { app_version: '>=2.1.0 <3' }, { app_version: '2.10.0' }, true],
  ['a version behind the range', { app_version: '>=2.1.0 <3' }, { app_version: '3.0.0' }, false],
  ['a version of two parts', { app_version: '>=2.0.0' }, { app_version: '2.0' }, true],
  ['a version with its build', { app_version: '>=2.0.0' }, { app_version: '2.0.0.1234' }, true],
  ['a version that is none', { app_version: '>=2.1.0' }, { app_version: 'latest' }, false],
  ['a language of its own', { locales: ['en'] }, { locale: 'en' }, true],
  ['the default language', { locales: ['ru'] }, {}, true],
  ['another language', { locales: ['en'] }, {}, false],
])('the target with %s', async (_name, target, visitor, expected) => {
  expect(await isShown(target, visitor)).toBe(expected);
});

test('a banner is live from its start on and no longer at its end', async () => {
  const timed = [banner({ starts_at: at(1), ends_at: at(2) })];
  const shown = await Promise.all([0, 1, 1.5, 2].map((minutes) => chooseBanners(timed, {}, at(minutes))));
  expect(shown.map(({ length }) => length)).toEqual([0, 1, 1, 0]);
});

test('of the translations of a banner a visitor sees one', async () => {
  const [ru, en] = ['ru', 'en'].map((locale) => banner({ locale, group_id: 'one' })) as [Candidate, Candidate];
  const chosen = (visitor: Visitor) => chooseBanners([en, ru], visitor, noon);
  const visitors: Visitor[] = [{ locale: 'en' }, { locale: 'ru' }, {}, { locale: 'de' }];
  expect(await Promise.all(visitors.map(chosen))).toEqual([[en], [ru], [ru], [ru]]);
});

test('caches keep an answer until the next start or end, and no cache keeps it longer', () => {
  const candidates = [banner({ starts_at: at(-5), ends_at: at(3) }), banner({ starts_at: at(0.5) }), banner()];
  expect(nextChange(candidates, noon)).toEqual(at(0.5));
  expect(cacheUntil(nextChange(candidates, noon), noon)).toBe(
    'public, max-age=30, stale-while-revalidate=0, stale-if-error=0',
  );
  expect(cacheUntil(at(3), noon)).toBe('public, max-age=60, stale-while-revalidate=120, stale-if-error=120');
  expect(cacheUntil(nextChange([banner()], noon), noon)).toBe(
    'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  );
  expect(cacheUntil(at(-1), noon)).toBe('public, max-age=0, stale-while-revalidate=0, stale-if-error=0');
});
