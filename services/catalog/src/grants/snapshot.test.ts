import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { activeEntitlements, type GrantTerm, overallExpiry } from './snapshot.ts';

const at = (time: string) => new Date(time);
const grant = (codes: string[], starts: string, ends: string | null, changes: Partial<GrantTerm> = {}): GrantTerm => ({
  source: 'payment',
  entitlement_codes: codes,
  starts_at: at(starts),
  expires_at: ends === null ? null : at(ends),
  revoked_at: null,
  ...changes,
});
const codesAt = (grants: GrantTerm[], time: string) => activeEntitlements(grants, at(time)).map(({ code }) => code);
const endOf = (grants: GrantTerm[], time: string, code = 'pro') =>
  activeEntitlements(grants, at(time))
    .find((row) => row.code === code)
    ?.expires_at?.toISOString();

describe('by example', () => {
  const january = grant(['pro', 'export'], '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z');

  test('a term begins with its start and ends before its end', () => {
    expect(codesAt([january], '2025-12-31T23:59:59.999Z')).toEqual([]);
    expect(codesAt([january], '2026-01-01T00:00:00Z')).toEqual(['export', 'pro']);
    expect(codesAt([january], '2026-01-31T23:59:59.999Z')).toEqual(['export', 'pro']);
    expect(codesAt([january], '2026-02-01T00:00:00Z')).toEqual([]);
  });

  test('a renewal that touches shows the end of what was paid for, one after a gap does not', () => {
    const february = grant(['pro'], '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
    const april = grant(['pro'], '2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z');
    expect(endOf([january, february, april], '2026-01-15T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z');
    expect(endOf([january, february, april], '2026-01-15T00:00:00Z', 'export')).toBe('2026-02-01T00:00:00.000Z');
    expect(codesAt([january, february, april], '2026-03-15T00:00:00Z')).toEqual([]);
  });

  test('lifetime wins over any end, also when it comes after one that it touches', () => {
    const lifetime = grant(['pro'], '2026-01-20T00:00:00Z', null, { source: 'admin' });
    expect(activeEntitlements([january, lifetime], at('2026-01-25T00:00:00Z'))).toContainEqual({
      code: 'pro',
      source: 'admin',
      starts_at: at('2026-01-01T00:00:00Z'),
      expires_at: null,
    });
    const later = grant(['pro'], '2026-02-01T00:00:00Z', null);
    expect(activeEntitlements([january, later], at('2026-01-25T00:00:00Z'))).toContainEqual(
      expect.objectContaining({ code: 'pro', expires_at: null }),
    );
  });

  test('what was revoked counts for nothing, and leaves the others as they are', () => {
    const revoked = grant(['pro'], '2026-01-01T00:00:00Z', null, { revoked_at: at('2026-01-02T00:00:00Z') });
    expect(codesAt([revoked], '2026-01-15T00:00:00Z')).toEqual([]);
    expect(endOf([revoked, january], '2026-01-15T00:00:00Z')).toBe('2026-02-01T00:00:00.000Z');
  });

  test('a term that ends before it starts is none', () => {
    expect(codesAt([grant(['pro'], '2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z')], '2026-01-15T00:00:00Z')).toEqual(
      [],
    );
    expect(codesAt([grant(['pro'], '2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z')], '2026-01-15T00:00:00Z')).toEqual(
      [],
    );
  });

  test('the whole ends with its last part, and never when a part is for life', () => {
    const rows = activeEntitlements(
      [january, grant(['extra'], '2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z')],
      at('2026-01-15T00:00:00Z'),
    );
    expect(overallExpiry(rows)).toEqual({ is_lifetime: false, expires_at: at('2026-06-01T00:00:00Z') });
    expect(
      overallExpiry([...rows, { code: 'x', source: 'admin', starts_at: at('2026-01-01T00:00:00Z'), expires_at: null }]),
    ).toEqual({ is_lifetime: true, expires_at: null });
    expect(overallExpiry([])).toEqual({ is_lifetime: false, expires_at: null });
  });
});

describe('for any grants', () => {
  /** Times from a small range, so that starts, ends and the moment of the read often coincide. */
  const day = fc.integer({ min: 0, max: 12 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)));
  const anyGrant: fc.Arbitrary<GrantTerm> = fc.record({
    source: fc.constantFrom('payment', 'license', 'admin'),
    entitlement_codes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    starts_at: day,
    expires_at: fc.option(day),
    revoked_at: fc.option(day, { freq: 4 }),
  });
  const anyGrants = fc.array(anyGrant, { maxLength: 8 });
  const holds = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 500 });
  const isActive = (term: GrantTerm, time: Date) =>
    term.revoked_at === null &&
    term.starts_at <= time &&
    (term.expires_at === null || (time < term.expires_at && term.starts_at < term.expires_at));

  test('the order of the grants does not matter', () => {
    holds(
      fc.property(
        anyGrants.chain((grants) =>
          fc.tuple(fc.constant(grants), fc.shuffledSubarray(grants, { minLength: grants.length })),
        ),
        day,
        ([grants, shuffled], time) => {
          expect(activeEntitlements(shuffled, time)).toEqual(activeEntitlements(grants, time));
        },
      ),
    );
  });

  test('a grant that is counted twice counts once', () => {
    holds(
      fc.property(anyGrants, day, (grants, time) => {
        expect(activeEntitlements([...grants, ...grants], time)).toEqual(activeEntitlements(grants, time));
      }),
    );
  });

  test('a code is there exactly when some grant with it is active, its end excluded', () => {
    holds(
      fc.property(anyGrants, day, (grants, time) => {
        const expected = new Set(
          grants.filter((term) => isActive(term, time)).flatMap((term) => term.entitlement_codes),
        );
        expect(activeEntitlements(grants, time).map(({ code }) => code)).toEqual([...expected].toSorted());
      }),
    );
  });

  test('another grant never removes a code and never makes an end earlier or a start later', () => {
    holds(
      fc.property(anyGrants, anyGrant, day, (grants, more, time) => {
        const after = new Map(activeEntitlements([...grants, more], time).map((row) => [row.code, row]));
        for (const before of activeEntitlements(grants, time)) {
          const now = after.get(before.code);
          expect(now).toBeDefined();
          if (!now) return;
          expect(now.starts_at.getTime()).toBeLessThanOrEqual(before.starts_at.getTime());
          if (now.expires_at === null) continue;
          expect(before.expires_at).not.toBeNull();
          expect(now.expires_at.getTime()).toBeGreaterThanOrEqual(before.expires_at?.getTime() ?? Number.NaN);
        }
      }),
    );
  });

  test('the code stays active without a gap until the end that is shown, and is not active at it', () => {
    holds(
      fc.property(anyGrants, day, (grants, time) => {
        for (const { code, expires_at } of activeEntitlements(grants, time)) {
          const mine = grants.filter((term) => term.entitlement_codes.includes(code));
          const isThere = (moment: Date) => mine.some((term) => isActive(term, moment));
          if (expires_at === null) {
            expect(mine.some((term) => term.revoked_at === null && term.expires_at === null)).toBe(true);
            continue;
          }
          expect(isThere(expires_at)).toBe(false);
          for (let moment = time.getTime(); moment < expires_at.getTime(); moment += 6 * 3_600_000)
            expect(isThere(new Date(moment))).toBe(true);
          expect(isThere(new Date(expires_at.getTime() - 1))).toBe(true);
        }
      }),
    );
  });

  test('lifetime wins: an active grant without an end leaves its codes without an end', () => {
    holds(
      fc.property(anyGrants, anyGrant, day, (grants, one, time) => {
        const forLife = { ...one, starts_at: time, expires_at: null, revoked_at: null, entitlement_codes: ['a'] };
        const rows = activeEntitlements([...grants, forLife], time);
        expect(rows.find(({ code }) => code === 'a')?.expires_at).toBeNull();
        expect(overallExpiry(rows)).toEqual({ is_lifetime: true, expires_at: null });
      }),
    );
  });
});
