import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type RknCertainty, type RknCode, rknCodes, type SubjectType, sanctionGroups } from '@platform/contracts';
import fc from 'fast-check';
import { exposureOf } from './exposure.ts';
import type { RknFinding } from './finding.ts';
import { type LawData, lawOf, newestLaw, parseLawData } from './law.ts';
import { coverageScore, scoreFindings, shownRisk } from './score.ts';

interface Example {
  name: string;
  findings: { code: RknCode; certainty: RknCertainty }[];
  expect: {
    subject_type: SubjectType;
    rules_outdated?: true;
    exposure: object;
    unknown_groups: string[];
    [field: string]: unknown;
  }[];
}

const examples: Example[] = JSON.parse(readFileSync(new URL('../../test/rkn-examples.json', import.meta.url), 'utf8'));
const law = lawOf('2026-11-24');
const today = new Date('2026-11-24T12:00:00Z');
const locale = 'en' as const;

test('the worked examples give exactly their scores, risks and exposures', () => {
  expect(examples.length).toBe(5);
  for (const example of examples)
    for (const { subject_type, rules_outdated, exposure, unknown_groups, ...score } of example.expect) {
      const findings = example.findings.map((finding) => ({ ...finding, variant: null }));
      const now = rules_outdated ? new Date('2027-03-01T00:00:00Z') : today;
      expect([example.name, scoreFindings(law, findings, now)]).toEqual([example.name, expect.objectContaining(score)]);
      expect([example.name, exposureOf(law, findings, subject_type, { now, locale })]).toEqual([
        example.name,
        {
          ...exposure,
          unknown_groups,
          disclaimer:
            'This is no legal advice. The amounts are fines of a first offence by the law data of the stated day.',
          law_verified_at: '2026-08-31',
        },
      ]);
    }
});

test('law that was verified 180 days ago still confirms, and a moment later it detects at most', () => {
  const findings = [{ code: 'policy_missing', variant: null, certainty: 'confirmed' }] as const;
  expect(scoreFindings(law, findings, new Date('2027-02-27T00:00:00Z'))).toMatchObject({ score: 85 });
  expect(scoreFindings(law, findings, new Date('2027-02-27T00:00:00.001Z'))).toMatchObject({ raw: 90.25, score: 90 });
});

test('a variant counts by its own severity and certainty', () => {
  const one = (code: RknCode, variant: string | null) =>
    scoreFindings(law, [{ code, variant, certainty: 'confirmed' }], today);
  expect(one('form_no_consent', 'checkout')).toMatchObject({ raw: 93, risk: 'low' });
  expect(one('foreign_analytics', 'code')).toMatchObject({ groups: { G_LOCAL: 9.75 } });
  expect(one('ad_unmarked', null)).toMatchObject({ groups: { G_ERID: 9.75 } });
  expect(one('ad_unmarked', 'own')).toMatchObject({ groups: { G_ERID: 0 }, score: 100 });
  expect(() => one('ad_unmarked', 'nothing')).toThrow('no variant nothing of ad_unmarked');
});

test('a score is never below 0, and less than half of the rules leave the risk unknown', () => {
  const all = rknCodes.map((code) => ({ code, variant: null, certainty: 'confirmed' as const }));
  expect(scoreFindings(law, all, today)).toMatchObject({ raw: 0, score: 0, risk: 'critical' });
  expect(coverageScore(1, 3)).toBe(33);
  expect(coverageScore(1, 8)).toBe(13);
  expect(coverageScore(0, 0)).toBe(100);
  expect([shownRisk('critical', 49), shownRisk('critical', 50)]).toEqual(['unknown', 'critical']);
});

test('without a profile no amount is named', () => {
  const findings = [{ code: 'policy_missing', variant: null, certainty: 'confirmed' }] as const;
  expect(exposureOf(law, findings, null, { now: today, locale })).toMatchObject({
    confirmed: null,
    detected: { min: 0, max: 0 },
    unknown_groups: ['G_POLICY'],
  });
});

/* Random rule sets: every rule gets a severity, a group, a mark and a certainty. */

const marks = ['V', 'P', 'U'] as const;
const certainties = ['confirmed', 'detected', 'unverified'] as const;
const capOf = { V: 'confirmed', P: 'detected', U: 'unverified' } as const;
const isBelow = (one: RknCertainty, cap: RknCertainty) => certainties.indexOf(one) >= certainties.indexOf(cap);

const randomRule = fc.record({
  severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
  group: fc.constantFrom(...sanctionGroups, 'none', 'technical'),
  mark: fc.constantFrom(...marks),
  certainty: fc.constantFrom(...certainties),
});
const randomRules = fc.array(randomRule, { minLength: rknCodes.length, maxLength: rknCodes.length });
const noRule = { severity: 'low', group: 'none', mark: 'U', certainty: 'unverified' } as const;
const randomFine = fc.record({ mark: fc.constantFrom(...marks), min: fc.nat(1_000_000), width: fc.nat(1_000_000) });
const randomFines = fc.array(randomFine, { minLength: sanctionGroups.length, maxLength: sanctionGroups.length });
const randomFindings = fc.array(
  fc.record({
    code: fc.constantFrom(...rknCodes),
    variant: fc.constant(null),
    certainty: fc.constantFrom(...certainties),
  }),
  { maxLength: 12 },
);
type ValueOf<A> = A extends fc.Arbitrary<infer V> ? V : never;
type Rules = ValueOf<typeof randomRules>;
type Fines = ValueOf<typeof randomFines>;

/** A law file with these rules, through the loader; `capped: false` leaves certainties above the mark in. */
function lawWith(rules: Rules, fines: Fines, capped = true): LawData {
  const line = (mark: string) => ({ act: '152-ФЗ', article: '9', since: null, mark, source: null });
  const data = {
    ...newestLaw,
    fines: Object.fromEntries(
      sanctionGroups.map((group, index) => {
        const { mark, min, width } = fines[index] ?? { mark: 'U', min: 0, width: 0 };
        const ooo = mark === 'V' ? { min, max: min + width } : null;
        return [group, { law: line(mark), fines: { ooo, ip: null, self_employed: null } }];
      }),
    ),
    rules: Object.fromEntries(
      rknCodes.map((code, index) => {
        const { mark, certainty, ...rule } = rules[index] ?? noRule;
        const { variants: _, ...texts } = newestLaw.rules[code];
        const cap = isBelow(certainty, capOf[mark]) || !capped ? certainty : capOf[mark];
        return [code, { ...texts, ...rule, certainty: cap, law: [line(mark)] }];
      }),
    ),
  };
  return parseLawData(`${data.rule_version}.json`, JSON.stringify(data));
}

const judged = (data: LawData, findings: readonly RknFinding[]) => ({
  ...scoreFindings(data, findings, today),
  exposure: exposureOf(data, findings, 'ooo', { now: today, locale }),
});
const markOf = (data: LawData, { code }: RknFinding) => data.rules[code].law[0]?.mark;

test('no rule marked U changes score, risk or exposure, and no rule marked P beyond detected', () => {
  fc.assert(
    fc.property(randomRules, randomFines, randomFindings, (rules, fines, findings) => {
      const data = lawWith(rules, fines);
      const whole = judged(data, findings);

      // A finding of a rule marked U is as good as none.
      const without = judged(
        data,
        findings.filter((finding) => markOf(data, finding) !== 'U'),
      );
      for (const field of ['raw', 'score', 'risk', 'technical', 'exposure'] as const)
        expect(whole[field]).toEqual(without[field]);

      // A finding of a rule marked P counts as one that is only detected.
      const detected = findings.map((finding) =>
        markOf(data, finding) === 'P' && finding.certainty === 'confirmed'
          ? { ...finding, certainty: 'detected' as const }
          : finding,
      );
      expect(judged(data, detected)).toEqual(whole);

      // Rules marked P alone confirm nothing: no fine, no critical risk but by the score.
      const partly = judged(
        data,
        findings.filter((finding) => markOf(data, finding) !== 'V'),
      );
      expect(partly.exposure.confirmed).toEqual({ min: 0, max: 0 });
      expect(partly.risk === 'critical').toBe(partly.score < 40);

      // A fine that is not verified is no amount.
      const unverifiedFines = sanctionGroups.filter((group) => data.fines[group].law.mark !== 'V');
      const named = whole.exposure.unknown_groups;
      for (const group of named) expect(unverifiedFines).toContain(group);
    }),
    { numRuns: 300 },
  );
});

test('law data with a rule that is more certain than its mark are refused', () => {
  fc.assert(
    fc.property(randomRules, randomFines, (rules, fines) => {
      const isCapped = rules.every(({ certainty, mark }) => isBelow(certainty, capOf[mark]));
      if (isCapped) lawWith(rules, fines, false);
      else expect(() => lawWith(rules, fines, false)).toThrow('more certain than its mark allows');
    }),
    { numRuns: 100 },
  );
});
