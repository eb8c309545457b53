import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GrantRow } from './grant-rows.ts';
import { type MatchingTerm, matchingTerms, type WantedTerms } from './matching-terms.ts';
import { activeEntitlements } from './snapshot.ts';

const dayMs = 86_400_000;
const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * dayMs);
const sequence = [0];

/** A grant of 30 days of `pro` from a plan, unless said otherwise. */
const grant = (from: number, changes: Partial<GrantRow> = {}): GrantRow => {
  const source_id = String(sequence.push(0)).padStart(6, '0');
  return {
    id: source_id,
    application_id: 'app',
    user_id: 'user',
    source: 'payment',
    source_id,
    plan_id: null,
    plan_code: 'month',
    entitlement_codes: ['pro'],
    added_codes: {},
    granted_at: day(from),
    duration_ms: 30 * dayMs,
    starts_at: day(from),
    expires_at: day(from + 30),
    is_prolonged: false,
    revoked_at: null,
    reason: null,
    admin_id: null,
    created_at: day(from),
    ...changes,
  };
};
const lifetime = { duration_ms: null, expires_at: null };
const find = (rows: GrantRow[], wanted: WantedTerms, now = 10) =>
  matchingTerms(rows, wanted, day(now)).map(({ code, starts_at, expires_at }) => [
    code,
    (starts_at.getTime() - day(0).getTime()) / dayMs,
    expires_at && (expires_at.getTime() - day(0).getTime()) / dayMs,
  ]);

describe('a list of users', () => {
  test('has those with access now when it asks for no more', () => {
    expect(find([grant(0)], { entitlement_code: 'pro' })).toEqual([['pro', 0, 30]]);
    expect(find([grant(0)], { entitlement_code: 'pro' }, 30)).toEqual([]);
    expect(find([grant(0)], { entitlement_code: 'other' })).toEqual([]);
    expect(find([grant(20)], { entitlement_code: 'pro' })).toEqual([]);
  });

  test('names the end of a renewed term, and not that of the purchase before', () => {
    const rows = [grant(0), grant(25)];
    expect(find(rows, { entitlement_code: 'pro', expires_from: day(28), expires_until: day(35) })).toEqual([]);
    expect(find(rows, { entitlement_code: 'pro', expires_from: day(55), expires_until: day(61) })).toEqual([
      ['pro', 0, 60],
    ]);
  });

  test('takes the first bound of the end and leaves out the second', () => {
    const ends = (from: number, until: number) =>
      find([grant(0)], { expires_from: day(from), expires_until: day(until) });
    expect([ends(30, 31), ends(29, 30)]).toEqual([[['pro', 0, 30]], []]);
  });

  test('never takes a term for life for one that ends', () => {
    const rows = [grant(0, lifetime)];
    expect(find(rows, { expires_from: day(0) })).toEqual([]);
    expect(find(rows, { expires_until: day(9_999) })).toEqual([]);
    expect(find(rows, { entitlement_code: 'pro' })).toEqual([['pro', 0, null]]);
  });

  test('counts a revocation as the end, and a grant that was revoked before it began as nothing', () => {
    const revoked = grant(0, { revoked_at: day(5) });
    expect(find([revoked], { entitlement_code: 'pro' })).toEqual([]);
    expect(find([revoked], { expires_from: day(5), expires_until: day(6) })).toEqual([['pro', 0, 5]]);
    expect(find([grant(0), grant(1, { revoked_at: day(2) })], { access: 'ended' }, 40)).toEqual([['pro', 0, 30]]);
  });

  test('names the last end of an access that ended, unless there is a new one', () => {
    const rows = [grant(0), grant(40)];
    expect(find(rows, { access: 'ended' }, 35)).toEqual([['pro', 0, 30]]);
    expect(find(rows, { access: 'ended' }, 45)).toEqual([]);
    expect(find(rows, { access: 'ended' }, 80)).toEqual([['pro', 40, 70]]);
  });

  test('tells the codes of one grant apart when their terms differ', () => {
    const rows = [grant(0), grant(10, { entitlement_codes: ['pro', 'sync'] })];
    expect(find(rows, { expires_from: day(39), expires_until: day(41) })).toEqual([['sync', 10, 40]]);
    expect(find(rows, { plan_code: 'month' })).toEqual([
      ['pro', 0, 60],
      ['sync', 10, 40],
    ]);
  });

  test('counts grants of the asked plan alone, with the terms that all grants give them', () => {
    const rows = [grant(0), grant(10, { plan_code: 'year', duration_ms: 365 * dayMs })];
    expect(find(rows, { plan_code: 'month' })).toEqual([['pro', 0, 30]]);
    expect(find(rows, { plan_code: 'year' })).toEqual([]);
    expect(find(rows, { plan_code: 'year', expires_from: day(0) })).toEqual([['pro', 30, 395]]);
    expect(find(rows, { entitlement_code: 'pro' })).toEqual([['pro', 0, 395]]);
  });

  test('has a plan without codes by its plan alone', () => {
    const rows = [grant(0, { entitlement_codes: [] })];
    expect(find(rows, { plan_code: 'month' })).toEqual([[null, 0, 30]]);
    expect(find(rows, { access: 'active' })).toEqual([]);
  });
});

test('access now is what the entitlements of the user say, for any history', () => {
  const anyGrant = fc
    .record({
      from: fc.integer({ min: 0, max: 90 }),
      days: fc.option(fc.integer({ min: 1, max: 60 })),
      isWindow: fc.boolean(),
      entitlement_codes: fc.subarray(['a', 'b', 'c']),
      revokedAfter: fc.option(fc.integer({ min: 0, max: 60 })),
    })
    .map(({ from, days, isWindow, entitlement_codes, revokedAfter }) =>
      grant(from, {
        entitlement_codes,
        revoked_at: revokedAfter === null ? null : day(from + revokedAfter),
        ...(days === null ? lifetime : { duration_ms: isWindow ? null : days * dayMs, expires_at: day(from + days) }),
      }),
    );
  const key = ({ code, starts_at, expires_at }: Pick<MatchingTerm, 'code' | 'starts_at' | 'expires_at'>) =>
    `${code} ${starts_at.toISOString()} ${expires_at?.toISOString()}`;
  fc.assert(
    fc.property(fc.array(anyGrant, { maxLength: 8 }), fc.integer({ min: 0, max: 200 }), (rows, now) => {
      const listed = matchingTerms(rows, { access: 'active' }, day(now)).map(key);
      expect(listed.toSorted()).toEqual(activeEntitlements(rows, day(now)).map(key).toSorted());
    }),
    { numRuns: 300 },
  );
});
