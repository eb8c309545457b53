import type { PublicBanner } from '@platform/contracts';
import { type AppVersion, createSlices, parseAppVersion, parseVersionRange, type Slices } from '@platform/runtime';
import type { z } from 'zod';
import { matchesGlob } from './path-glob.ts';

export type BannerTarget = z.output<typeof PublicBanner>['target'];

/** What is known of a visitor and the page. */
export interface Visitor {
  path?: string | undefined;
  /** The default language of the site when absent. */
  locale?: string | undefined;
  platform?: string | undefined;
  app_version?: string | undefined;
}

/** A published banner whose time is not over, as far as the choice needs it. */
export interface Candidate {
  locale: string;
  /** Shared by the translations of one banner. */
  group_id: string;
  default_locale: string;
  fields: { target: BannerTarget };
  starts_at: Date | null;
  ends_at: Date | null;
}

/** Whether a banner is shown at this moment: its start is included, its end is not. */
export const isLive = ({ starts_at, ends_at }: Candidate, now: Date): boolean =>
  (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now);

/**
 * Whether every condition of a target holds. Something that is not known of the visitor matches no condition
 * on it, as with flags: a banner for `/blog/**` is not shown where the path is not said. A glob takes up to 3 ms.
 */
async function isTargeted(
  target: BannerTarget,
  visitor: Visitor & { locale: string; version: AppVersion | null },
  slices: Slices,
): Promise<boolean> {
  const path = visitor.path?.split(/[?#]/, 1)[0];
  const isAt = async (globs: readonly string[]): Promise<boolean> => {
    if (path === undefined) return false;
    for (const glob of globs) {
      if (slices.isOver()) await slices.next();
      if (matchesGlob(glob, path)) return true;
    }
    return false;
  };
  const platform = visitor.platform?.toLowerCase();
  const { version } = visitor;
  return (
    (target.locales.length === 0 || target.locales.includes(visitor.locale)) &&
    (target.platforms.length === 0 || target.platforms.some((wanted) => wanted.toLowerCase() === platform)) &&
    (target.app_version === null ||
      (version !== null && parseVersionRange(target.app_version)?.test(version) === true)) &&
    (target.paths.length === 0 || (await isAt(target.paths))) &&
    !(await isAt(target.exclude_paths))
  );
}

/**
 * The banners that this visitor sees now, in the order of the candidates. One translation of each banner is
 * shown: that in the language of the visitor, else in the default language, else the first one. Other requests have their
 * turns meanwhile.
 */
export async function chooseBanners<C extends Candidate>(
  candidates: readonly C[],
  visitor: Visitor,
  now: Date,
): Promise<C[]> {
  const localeOf = ({ default_locale }: C) => visitor.locale ?? default_locale;
  const slices = createSlices('now');
  const version = parseAppVersion(visitor.app_version);
  const shown: C[] = [];
  for (const banner of candidates) {
    if (slices.isOver()) await slices.next();
    if (!isLive(banner, now)) continue;
    if (await isTargeted(banner.fields.target, { ...visitor, locale: localeOf(banner), version }, slices))
      shown.push(banner);
  }
  const chosen = new Map<string, C>();
  const rank = (banner: C) => [localeOf(banner), banner.default_locale].toReversed().indexOf(banner.locale);
  for (const banner of shown) {
    const other = chosen.get(banner.group_id);
    if (!other || rank(banner) > rank(other)) chosen.set(banner.group_id, banner);
  }
  return shown.filter((banner) => chosen.get(banner.group_id) === banner);
}

/** The next moment at which one of these banners begins or ends; null when none does. */
export function nextChange(candidates: readonly Candidate[], now: Date): Date | null {
  const moments = candidates
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .filter((moment) => moment !== null && moment > now) as Date[];
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

/** Seconds of the cache policy of a site read (`siteCache`). */
const longest = { maxAge: 60, whileRevalidate: 300, ifError: 86_400 };

/**
 * `Cache-Control` of an answer that is right until a moment: no cache keeps it longer, not even while we are
 * down.
 */
export function cacheUntil(end: Date | null, now: Date): string {
  const secondsLeft =
    end === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000));
  const maxAge = Math.min(longest.maxAge, secondsLeft);
  const stale = (most: number) => Math.min(most, secondsLeft - maxAge);
  return `public, max-age=${maxAge}, stale-while-revalidate=${stale(longest.whileRevalidate)}, stale-if-error=${stale(longest.ifError)}`;
}
