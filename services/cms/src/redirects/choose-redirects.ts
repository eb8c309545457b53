import { createSlices } from '@platform/runtime';

/** A redirect as a server follows it. */
export interface PathRedirect {
  from: string;
  to: string | null;
  status: number;
}

/** A redirect with the time since which it is one. */
export type DatedRedirect = PathRedirect & { created_at: Date };

/**
 * One redirect for each path, the newest ones first. Of redirects of one moment, the first in `all` has the path. The
 * event loop serves others meanwhile.
 * @param live paths without a redirect
 * @param max redirects at most
 */
export async function chooseRedirects(
  all: readonly DatedRedirect[],
  live: ReadonlySet<string>,
  max: number,
): Promise<PathRedirect[]> {
  const slices = createSlices();
  const byMoment = new Map<number, DatedRedirect[]>();
  for (const redirect of all) {
    if (slices.isOver()) await slices.next();
    const moment = redirect.created_at.getTime();
    const others = byMoment.get(moment);
    if (others) others.push(redirect);
    else byMoment.set(moment, [redirect]);
  }
  const byPath = new Map<string, PathRedirect>();
  for (const moment of [...byMoment.keys()].toSorted((a, b) => b - a))
    for (const { created_at: _, ...redirect } of byMoment.get(moment) ?? []) {
      if (slices.isOver()) await slices.next();
      if (byPath.size === max) return [...byPath.values()];
      if (!live.has(redirect.from) && !byPath.has(redirect.from)) byPath.set(redirect.from, redirect);
    }
  return [...byPath.values()];
}

/** Where a chain of redirects ends. */
interface ChainEnd {
  to: string | null;
  status: number;
  isPermanent: boolean;
}

/**
 * Redirects whose targets are no redirects themselves: each leads to the end of its chain. A chain is permanent
 * where each of its parts is. An address with a query or a fragment stays as it is. A redirect whose chain has no end,
 * because it comes back to a path that it passed, is left out. Each redirect is passed once, and the event loop serves
 * others meanwhile.
 * @param pathOf the path of a target on the site; null for another site and for no target
 */
export async function collapseChains(
  all: readonly PathRedirect[],
  pathOf: (to: string | null) => string | null,
): Promise<PathRedirect[]> {
  const slices = createSlices();
  const byPath = new Map(all.map((redirect) => [redirect.from, redirect]));
  /** Null for a chain without an end. */
  const ends = new Map<string, ChainEnd | null>();
  for (const { from } of all) {
    const passed = new Map<string, PathRedirect>();
    let path: string | null = from;
    let next = byPath.get(from);
    while (path !== null && next && !passed.has(path) && !ends.has(path)) {
      if (slices.isOver()) await slices.next();
      passed.set(path, next);
      path = pathOf(next.to);
      next = path === null ? undefined : byPath.get(path);
    }
    const isEndless = path !== null && passed.has(path);
    let end = path === null ? undefined : ends.get(path);
    for (const redirect of [...passed.values()].toReversed()) {
      if (isEndless) end = null;
      else if (end !== null) {
        const { to, status, isPermanent } = end ?? { ...redirect, isPermanent: true };
        end = { to, status, isPermanent: isPermanent && redirect.status !== 302 };
      }
      ends.set(redirect.from, end ?? null);
    }
  }
  return all.flatMap(({ from }) => {
    const end = ends.get(from);
    if (!end) return [];
    return [{ from, to: end.to, status: end.status === 410 ? 410 : end.isPermanent ? 301 : 302 }];
  });
}
