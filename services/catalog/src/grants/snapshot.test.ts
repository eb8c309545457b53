import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GrantInput } from './fold-terms.ts';
import { activeEntitlements, coverageByCode, nextChange, overallExpiry } from './snapshot.ts';

const at = (time: string) => new Date(time);
const sequence = [0];
const nextId = (): string => String(sequence.push(0)).padStart(6, '0');
/** A fixed window: exactly these dates. */
const grant = (
  codes: string[],
  starts: string,
  ends: string | null,
  changes: Partial<GrantInput> = {},
): GrantInput => ({
  source: 'payment',
  source_id: nextId(),
  entitlement_codes: codes,
  added_codes: {},
  granted_at: at(starts),
  duration_ms: null,
  starts_at: at(starts),
  expires_at: ends === null ? null : at(ends),
  is_prolonged: false,
  revoked_at: null,
  ...changes,
});
const codesAt = (rows: GrantInput[], time: string) => activeEntitlements(rows, at(time)).map(({ code }) => code);
const endOf = (rows: GrantInput[], time: string, code = 'pro') =>
  activeEntitlements(rows, at(time))
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

  test('coverage that touches shows its last end, coverage after a gap does not', () => {
    const february = grant(['pro'], '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
    const april = grant(['pro'], '2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z');
    expect(endOf([january, february, april], '2026-01-15T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z');
    expect(endOf([january, february, april], '2026-01-15T00:00:00Z', 'export')).toBe('2026-02-01T00:00:00.000Z');
    expect(codesAt([january, february, april], '2026-03-15T00:00:00Z')).toEqual([]);
    expect(endOf([january, february, april], '2026-04-15T00:00:00Z')).toBe('2026-05-01T00:00:00.000Z');
  });

  test('the start that is shown is the moment since which the code is active without a gap', () => {
    const february = grant(['pro'], '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
    const [row] = activeEntitlements([february, january], at('2026-02-15T00:00:00Z'));
    expect(row).toMatchObject({ code: 'pro', starts_at: at('2026-01-01T00:00:00Z') });
  });

  test('lifetime wins over any end', () => {
    const lifetime = grant(['pro'], '2026-01-20T00:00:00Z', null, { source: 'admin' });
    expect(activeEntitlements([january, lifetime], at('2026-01-25T00:00:00Z'))).toContainEqual({
      code: 'pro',
      source: 'admin',
      starts_at: at('2026-01-01T00:00:00Z'),
      expires_at: null,
    });
  });

  test('a revoked grant allows nothing from its revocation on, and leaves other windows as they are', () => {
    const revoked = grant(['pro'], '2026-01-01T00:00:00Z', null, { revoked_at: at('2026-01-02T00:00:00Z') });
    expect(codesAt([revoked], '2026-01-01T12:00:00Z')).toEqual(['pro']);
    expect(codesAt([revoked], '2026-01-02T00:00:00Z')).toEqual([]);
    expect(endOf([revoked, january], '2026-01-15T00:00:00Z')).toBe('2026-02-01T00:00:00.000Z');
  });

  test('the whole ends with its first part, and is for life when every part is', () => {
    const rows = activeEntitlements(
      [january, grant(['extra'], '2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z')],
      at('2026-01-15T00:00:00Z'),
    );
    const forLife = { code: 'x', source: 'admin', starts_at: at('2026-01-01T00:00:00Z'), expires_at: null } as const;
    const ended = { is_lifetime: false, expires_at: at('2026-02-01T00:00:00Z') };
    expect(overallExpiry(rows)).toEqual(ended);
    expect(overallExpiry([...rows, forLife])).toEqual(ended);
    expect(overallExpiry([forLife])).toEqual({ is_lifetime: true, expires_at: null });
    expect(overallExpiry([])).toEqual({ is_lifetime: false, expires_at: null });
  });
});

describe('for any grants', () => {
  /** Times from a small range, so that starts, ends and the moment of the read often coincide. */
  const day = fc.integer({ min: 0, max: 12 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)));
  const anyGrant: fc.Arbitrary<GrantInput> = fc
    .record({
      source: fc.constantFrom('payment' as const, 'license' as const, 'admin' as const),
      source_id: fc.uuid(),
      entitlement_codes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
      added_codes: fc.constant({}),
      granted_at: day,
      starts_at: day,
      expires_at: fc.option(day),
      duration_ms: fc.option(fc.integer({ min: 1, max: 5 }).map((days) => days * 86_400_000)),
      is_prolonged: fc.boolean(),
      revoked_at: fc.option(day, { freq: 4 }),
    })
    .map((row) => (row.duration_ms === null ? row : { ...row, expires_at: null, starts_at: row.granted_at }))
    // A prolonged window begins when it is granted, and has an end.
    .map((row) => ({
      ...row,
      is_prolonged: row.is_prolonged && row.duration_ms === null && row.expires_at !== null,
      starts_at: row.is_prolonged ? row.granted_at : row.starts_at,
    }));
  const anyGrants = fc.array(anyGrant, { maxLength: 8 });
  const holds = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 500 });

  test('the order of the grants does not matter', () => {
    holds(
      fc.property(
        anyGrants.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        day,
        ([rows, shuffled], time) => {
          expect(activeEntitlements(shuffled, time)).toEqual(activeEntitlements(rows, time));
        },
      ),
    );
  });

  test('a code is active exactly while some grant covers it, from the start to the end that are shown', () => {
    holds(
      fc.property(anyGrants, day, (rows, time) => {
        const coverage = coverageByCode(rows);
        const isCovered = (code: string, moment: number) =>
          (coverage.get(code) ?? []).some(({ starts_at, ends_at }) => starts_at <= moment && moment < ends_at);
        const active = activeEntitlements(rows, time);
        const expected = [...coverage.keys()].filter((code) => isCovered(code, time.getTime()));
        expect(active.map(({ code }) => code)).toEqual(expected.toSorted());
        for (const { code, starts_at, expires_at } of active) {
          const horizon = expires_at?.getTime() ?? time.getTime() + 30 * 86_400_000;
          for (let moment = starts_at.getTime(); moment < horizon; moment += 6 * 3_600_000)
            expect(isCovered(code, moment)).toBe(true);
          expect(isCovered(code, starts_at.getTime() - 1)).toBe(false);
          if (expires_at) expect(isCovered(code, expires_at.getTime())).toBe(false);
        }
      }),
    );
  });

  test('another live grant never removes a code and never makes an end earlier or a start later', () => {
    holds(
      fc.property(anyGrants, anyGrant, day, (rows, more, time) => {
        const after = new Map(
          activeEntitlements([...rows, { ...more, revoked_at: null }], time).map((row) => [row.code, row]),
        );
        for (const before of activeEntitlements(rows, time)) {
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

  test('a client that keeps the codes and the end of the whole alone opens no code behind its end', () => {
    holds(
      fc.property(anyGrants, day, (rows, time) => {
        const active = activeEntitlements(rows, time);
        const { expires_at, is_lifetime } = overallExpiry(active);
        for (let hours = 0; hours < 15 * 24; hours += 6) {
          const moment = time.getTime() + hours * 3_600_000;
          const isOpen = is_lifetime || (expires_at !== null && moment < expires_at.getTime());
          const openCodes = isOpen ? active.map(({ code }) => code) : [];
          const ownEnds = active.filter((row) => row.expires_at === null || moment < row.expires_at.getTime());
          expect(ownEnds.map(({ code }) => code)).toEqual(expect.arrayContaining(openCodes));
        }
      }),
    );
  });

  test('nothing changes before the next change', () => {
    holds(
      fc.property(anyGrants, day, (rows, time) => {
        const next = nextChange(rows, time);
        const codes = (moment: number) => activeEntitlements(rows, new Date(moment)).map(({ code }) => code);
        for (let moment = time.getTime(); moment < Math.min(next, time.getTime() + 864e6); moment += 6 * 3_600_000)
          expect(codes(moment)).toEqual(codes(time.getTime()));
      }),
    );
  });
});
