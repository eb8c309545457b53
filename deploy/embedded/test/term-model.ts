const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A grant as the model needs it. Times are milliseconds since 1970 and whole hours apart from each other. */
export interface ModelGrant {
  id: string;
  codes: readonly string[];
  granted_at: number;
  /** Of a timed grant; null for a lifetime. A fixed window has `window` instead. */
  days: number | null;
  window: { starts_at: number; ends_at: number } | null;
  /** Infinity for a grant that is not revoked. */
  revoked_at: number;
}

export interface Coverage {
  /** The hours in which a code is active, by their beginning. */
  active: Map<string, Set<number>>;
  /** The hours that a timed grant gives to a code, as spans without a gap. The key is `${id} ${code}`. */
  used: Map<string, { starts_at: number; ends_at: number }[]>;
}

/**
 * An independent model of terms: the hours pass one by one, and in each of them a code uses up an hour of the
 * oldest grant that is granted, live and not used up. Under a lifetime, grants that are younger than it wait.
 * @param grants those of one moment in the order in which they are used up, that of their `source_id`
 * @param until the last moment that the model looks at
 */
export function walkHours(grants: readonly ModelGrant[], until: number): Coverage {
  const coverage: Coverage = { active: new Map(), used: new Map() };
  const oldestFirst = grants.toSorted((a, b) => a.granted_at - b.granted_at);
  const begin = Math.min(
    ...grants.map(({ granted_at, window }) => Math.min(granted_at, window?.starts_at ?? granted_at)),
  );
  for (const code of new Set(grants.flatMap(({ codes }) => codes))) {
    const left = oldestFirst
      .filter(({ codes }) => codes.includes(code))
      .map((grant) => ({ grant, ms: (grant.days ?? 0) * dayMs }));
    const active = new Set<number>();
    coverage.active.set(code, active);
    for (let now = begin; now < until; now += hourMs) {
      const live = left.filter(({ grant }) => isLive(grant, now));
      if (live.some(({ grant }) => grant.window !== null)) active.add(now);
      const next = live.find(({ grant, ms }) => grant.window === null && (grant.days === null || ms > 0));
      if (!next) continue;
      active.add(now);
      if (next.grant.days === null) continue;
      next.ms -= hourMs;
      addHour(coverage.used, `${next.grant.id} ${code}`, now);
    }
  }
  return coverage;
}

const isLive = ({ granted_at, window, revoked_at }: ModelGrant, now: number): boolean =>
  now < revoked_at && (window ? window.starts_at <= now && now < window.ends_at : granted_at <= now);

function addHour(used: Coverage['used'], key: string, hour: number): void {
  const spans = used.get(key) ?? [];
  used.set(key, spans);
  const last = spans.at(-1);
  if (last?.ends_at === hour) last.ends_at += hourMs;
  else spans.push({ starts_at: hour, ends_at: hour + hourMs });
}
