import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldTerms, type GrantInput } from './fold-terms.ts';
import { coverageByCode } from './snapshot.ts';
import { endOfCalendar, termOf, termsByCode } from './term.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const day = (days: number) => new Date(start + days * dayMs);

const sequence = [0];
const nextId = (): string => String(sequence.push(0)).padStart(6, '0');
const base = (codes: string[], from: number): GrantInput => ({
  source: 'payment',
  source_id: nextId(),
  entitlement_codes: codes,
  added_codes: {},
  granted_at: day(from),
  duration_ms: null,
  starts_at: day(from),
  expires_at: null,
  is_prolonged: false,
  revoked_at: null,
});
const timed = (from: number, days: number, changes: Partial<GrantInput> = {}, codes = ['pro']): GrantInput => ({
  ...base(codes, from),
  duration_ms: days * dayMs,
  ...changes,
});
const lifetime = (from: number, changes: Partial<GrantInput> = {}) => ({ ...base(['pro'], from), ...changes });
const fixedWindow = (from: number, to: number, changes: Partial<GrantInput> = {}) => ({
  ...base(['pro'], from),
  expires_at: day(to),
  ...changes,
});
/** Coverage of a code as pairs of days. */
const covered = (grants: GrantInput[], code = 'pro') =>
  (coverageByCode(grants).get(code) ?? []).map(({ starts_at, ends_at }) => [
    (starts_at - start) / dayMs,
    ends_at === Number.POSITIVE_INFINITY ? null : (ends_at - start) / dayMs,
  ]);

describe('by example', () => {
  test('a month that is bought twice lasts two months', () => {
    expect(covered([timed(0, 30), timed(5, 30)])).toEqual([
      [0, 30],
      [30, 60],
    ]);
  });

  test('a refund of the older purchase moves the newer one forward, and a third follows without a gap', () => {
    const grants = [timed(0, 30, { revoked_at: day(10) }), timed(5, 30), timed(12, 30)];
    expect(covered(grants)).toEqual([
      [0, 10],
      [10, 40],
      [40, 70],
    ]);
  });

  test('a purchase after a revocation begins at once', () => {
    expect(covered([timed(0, 30, { revoked_at: day(3) }), timed(4, 30)])).toEqual([
      [0, 3],
      [4, 34],
    ]);
  });

  test('a grant that is revoked before it begins takes no time', () => {
    expect(covered([timed(0, 30), timed(1, 30, { revoked_at: day(2) }), timed(3, 30)])).toEqual([
      [0, 30],
      [30, 60],
    ]);
  });

  test('plans that share a code prolong each other in this code only', () => {
    const month = timed(0, 30, {}, ['pro']);
    const year = timed(10, 365, {}, ['pro', 'export']);
    expect(covered([month, year])).toEqual([
      [0, 30],
      [30, 395],
    ]);
    expect(covered([month, year], 'export')).toEqual([[10, 375]]);
    const [, folded] = foldTerms([month, year]);
    expect(folded && termOf(folded)).toEqual({ starts_at: day(10), expires_at: day(395) });
    expect(folded && termsByCode(folded)).toEqual([
      { code: 'pro', starts_at: day(30).toISOString(), expires_at: day(395).toISOString() },
      { code: 'export', starts_at: day(10).toISOString(), expires_at: day(375).toISOString() },
    ]);
  });

  test('a fixed window covers exactly its dates and moves nothing', () => {
    const grants = [fixedWindow(0, 90), timed(5, 30), fixedWindow(10, 20, { revoked_at: day(15) }), timed(6, 30)];
    expect(covered(grants)).toEqual([
      [0, 90],
      [5, 35],
      [10, 15],
      [35, 65],
    ]);
  });

  test('time that is bought under a lifetime is used after the lifetime is revoked', () => {
    expect(covered([lifetime(0), timed(5, 30)])).toEqual([[0, null]]);
    expect(covered([lifetime(0, { revoked_at: day(50) }), timed(5, 30)])).toEqual([
      [0, 50],
      [50, 80],
    ]);
    const [, waiting] = foldTerms([lifetime(0), timed(5, 30)]);
    const end = new Date(endOfCalendar);
    expect(waiting && termOf(waiting)).toEqual({ starts_at: end, expires_at: end });
  });

  test('a lifetime runs beside time that was bought before it', () => {
    expect(covered([timed(0, 30), lifetime(10, { revoked_at: day(20) })])).toEqual([
      [0, 30],
      [10, 20],
    ]);
  });

  test('a window without an end that begins later does not keep earlier time waiting', () => {
    const later = lifetime(0, { starts_at: day(100) });
    expect(covered([later, timed(5, 30)])).toEqual([
      [5, 35],
      [100, null],
    ]);
  });

  test('plans without codes follow on each other too', () => {
    const [first, second] = foldTerms([timed(0, 30, {}, []), timed(1, 30, {}, [])]);
    expect(first && termOf(first)).toEqual({ starts_at: day(0), expires_at: day(30) });
    expect(second && termOf(second)).toEqual({ starts_at: day(30), expires_at: day(60) });
    expect(coverageByCode([timed(0, 30, {}, [])]).size).toBe(0);
  });

  test('a purchase begins behind a prolonged window that runs, whose end stays exact', () => {
    const window = fixedWindow(3, 40, { is_prolonged: true });
    expect(covered([timed(0, 30), window, timed(10, 30)])).toEqual([
      [0, 30],
      [3, 40],
      [40, 70],
    ]);
    expect(covered([window, timed(50, 30)])).toEqual([
      [3, 40],
      [50, 80],
    ]);
    expect(covered([{ ...window, is_prolonged: false }, timed(10, 30)])).toEqual([
      [3, 40],
      [10, 40],
    ]);
  });

  test('a purchase begins behind a revoked prolonged window where it was revoked', () => {
    const window = fixedWindow(0, 40, { is_prolonged: true, revoked_at: day(20) });
    expect(covered([window, timed(10, 30)])).toEqual([
      [0, 20],
      [20, 50],
    ]);
  });

  test('a prolonged window holds back only its own codes', () => {
    const window = fixedWindow(0, 40, { is_prolonged: true });
    const both = timed(10, 30, {}, ['pro', 'export']);
    expect(covered([window, both])).toEqual([
      [0, 40],
      [40, 70],
    ]);
    expect(covered([window, both], 'export')).toEqual([[10, 40]]);
  });

  describe('a code that a backfill added', () => {
    const withAdded = (at: number, days: number, added: number, codes = ['pro', 'export']) =>
      timed(at, days, { added_codes: { export: day(added).toISOString() } }, codes);

    test('covers what the other codes of its grant cover from then on', () => {
      const grants = [withAdded(0, 30, 45), withAdded(0, 30, 45), withAdded(0, 30, 45)];
      expect(covered(grants)).toEqual([
        [0, 30],
        [30, 60],
        [60, 90],
      ]);
      expect(covered(grants, 'export')).toEqual([
        [45, 60],
        [60, 90],
      ]);
    });

    test('covers nothing of a grant that has ended, or that was revoked before', () => {
      for (const grant of [withAdded(0, 30, 40), { ...withAdded(0, 90, 40), revoked_at: day(20) }])
        expect(covered([grant], 'export')).toEqual([]);
    });

    test('gives no used time of another purchase again, also where a renewal had ended before', () => {
      const year = timed(10, 365, {}, ['export']);
      const grants = [withAdded(0, 30, 300), year, withAdded(290, 30, 300), withAdded(0, 400, 300)];
      expect(covered(grants, 'export')).toEqual([
        [10, 375],
        [300, 430],
        [430, 460],
      ]);
    });

    test('leaves no gap before a purchase of the code', () => {
      const buyer = timed(25, 30, {}, ['export']);
      expect(covered([timed(0, 60), withAdded(5, 30, 20), buyer], 'export')).toEqual([
        [25, 55],
        [60, 90],
      ]);
      const revoked = { ...withAdded(5, 30, 20), revoked_at: day(10) };
      expect(covered([timed(0, 60), revoked, buyer], 'export')).toEqual([[25, 55]]);
    });

    test('moves forward with its grant, and a later purchase of the code begins behind it', () => {
      const first = timed(0, 30, { revoked_at: day(10) });
      const grants = [first, withAdded(5, 30, 20), timed(25, 30, {}, ['pro', 'export'])];
      expect(covered(grants)).toEqual([
        [0, 10],
        [10, 40],
        [40, 70],
      ]);
      expect(covered(grants, 'export')).toEqual([
        [20, 40],
        [40, 70],
      ]);
    });

    test('covers the whole term of a plan that granted nothing before', () => {
      expect(covered([withAdded(0, 30, 10, ['export'])], 'export')).toEqual([[10, 30]]);
    });
  });

  test('a term never runs out of the calendar', () => {
    const [, far] = foldTerms([timed(0, 2_900_000), timed(0, 2_900_000)]);
    expect(far && termOf(far).expires_at).toEqual(new Date(endOfCalendar));
  });
});

/**
 * An independent model: days pass one by one, and of the grants of a code that are granted, live and not used
 * up, the one with the earliest moment is used for the day. A prolonged window that is granted before a grant lets it
 * wait while the window covers a day. Answers the source id per day, '-' for none.
 */
function simulate(grants: readonly GrantInput[], code: string, days: number): string[] {
  const queue = grants
    .filter((grant) => grant.duration_ms !== null && grant.entitlement_codes.includes(code))
    .toSorted((a, b) => a.granted_at.getTime() - b.granted_at.getTime() || (a.source_id < b.source_id ? -1 : 1))
    .map((grant) => ({
      id: grant.source_id,
      from: (grant.granted_at.getTime() - start) / dayMs,
      revoked: grant.revoked_at === null ? days : (grant.revoked_at.getTime() - start) / dayMs,
      left: (grant.duration_ms ?? 0) / dayMs,
    }));
  const windows = grants.filter((grant) => grant.is_prolonged && grant.entitlement_codes.includes(code));
  const isHeldBack = (id: string, today: number): boolean =>
    windows.some((window) => {
      const ends = Math.min(window.expires_at?.getTime() ?? 0, window.revoked_at?.getTime() ?? Infinity);
      return (
        isBefore(
          window,
          grants.find(({ source_id }) => source_id === id),
        ) && today < (ends - start) / dayMs
      );
    });
  return Array.from({ length: days }, (_, today) => {
    const used = queue.find(
      ({ id, from, revoked, left }) => from <= today && today < revoked && left > 0 && !isHeldBack(id, today),
    );
    if (!used) return '-';
    used.left -= 1;
    return used.id;
  });
}

const isBefore = (a: GrantInput, b: GrantInput | undefined): boolean =>
  b !== undefined &&
  (a.granted_at < b.granted_at || (a.granted_at.getTime() === b.granted_at.getTime() && a.source_id < b.source_id));

/** The same from the fold. Two grants that cover one day show as both. */
function foldDays(grants: readonly GrantInput[], code: string, days: number): string[] {
  const used = Array.from({ length: days }, () => '-');
  for (const { grant, terms } of foldTerms(grants)) {
    if (grant.duration_ms === null) continue;
    for (const term of terms.filter((of) => of.code === code))
      for (let at = (term.starts_at - start) / dayMs; at < (term.ends_at - start) / dayMs; at += 1)
        used[at] = used[at] === '-' ? grant.source_id : `${used[at]}+${grant.source_id}`;
  }
  return used;
}

describe('for any history of purchases, licenses, grants, refunds and revocations', () => {
  const plans = [
    { days: 7, codes: ['pro'] },
    { days: 30, codes: ['pro', 'export'] },
    { days: 90, codes: ['export', 'extra'] },
    { days: 1, codes: ['extra'] },
  ];
  const horizon = 1_200;
  const action = fc.record({
    plan: fc.constantFrom(...plans),
    source: fc.constantFrom('payment' as const, 'license' as const, 'admin' as const),
    /** Days after the action before. */
    after: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(60)),
    /** Days from the grant to its revocation or refund. */
    revokedAfter: fc.option(fc.oneof(fc.nat(10), fc.nat(200)), { freq: 3 }),
    /** Length of a fixed window in days, for grants of an administrator. */
    window: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 3 }),
    isProlonged: fc.boolean(),
  });
  const history = fc.array(action, { minLength: 1, maxLength: 8 }).map((actions) => {
    let today = 0;
    return actions.map(({ plan, source, after, revokedAfter, window, isProlonged }, at): GrantInput => {
      today += after;
      const isWindow = source === 'admin' && window !== null;
      return {
        source,
        source_id: String(at),
        entitlement_codes: plan.codes,
        added_codes: {},
        granted_at: day(today),
        duration_ms: isWindow ? null : plan.days * dayMs,
        starts_at: day(today),
        expires_at: isWindow ? day(today + window) : null,
        is_prolonged: isWindow && isProlonged,
        revoked_at: revokedAfter === null ? null : day(today + revokedAfter),
      };
    });
  });
  // The whole number of histories is run by hand: HISTORIES=100000 make test TEST=services/catalog/src/grants
  const holds = <T>(property: fc.IProperty<T>) =>
    fc.assert(property, { numRuns: Number(process.env.HISTORIES ?? 500) });

  test('every code is covered on exactly the days on which it has unused, unrevoked time', () => {
    holds(
      fc.property(history, (grants) => {
        for (const code of ['pro', 'export', 'extra'])
          expect(foldDays(grants, code, horizon).join()).toBe(simulate(grants, code, horizon).join());
      }),
    );
  });

  test('the access by timed grants is the sum of their unrevoked time, and fixed windows that are not prolonged change none of it', () => {
    holds(
      fc.property(history, (grants) => {
        const timedOnly = grants.filter(({ duration_ms, is_prolonged }) => duration_ms !== null || is_prolonged);
        const folded = new Map(foldTerms(grants).map((one) => [one.grant.source_id, one]));
        for (const { grant, terms } of foldTerms(timedOnly)) {
          expect(folded.get(grant.source_id)?.terms).toEqual(terms);
          if (grant.revoked_at !== null || grant.is_prolonged) continue;
          for (const term of terms) expect(term.ends_at - term.starts_at).toBe(grant.duration_ms);
        }
      }),
    );
  });

  test('a prolonged window covers exactly its dates, whatever else was bought', () => {
    holds(
      fc.property(history, (grants) => {
        for (const { grant, terms } of foldTerms(grants).filter(({ grant }) => grant.is_prolonged)) {
          const ends = Math.min(grant.expires_at?.getTime() ?? 0, grant.revoked_at?.getTime() ?? Infinity);
          const starts_at = grant.starts_at.getTime();
          for (const term of terms) expect(term).toMatchObject({ starts_at, ends_at: Math.max(starts_at, ends) });
        }
      }),
    );
  });

  test('the order in which grants become known changes nothing', () => {
    holds(
      fc.property(
        history.chain((grants) =>
          fc.tuple(fc.constant(grants), fc.shuffledSubarray(grants, { minLength: grants.length })),
        ),
        ([grants, shuffled]) => {
          expect(foldTerms(shuffled)).toEqual(foldTerms(grants));
        },
      ),
    );
  });
});
