import { expect, test } from '@jest/globals';
import { SocialChannel } from '@platform/contracts';
import fc from 'fast-check';
import { type AdQuestion, adChecks, judgeAd } from './judge-ad.ts';
import { lawDay, type PolicyRow, policyFor } from './policy.ts';

const now = new Date('2026-11-25T00:00:00Z');
let made = 0;
const policy = (changes: Partial<PolicyRow>): PolicyRow => {
  made += 1;
  return {
    id: `01-${String(made).padStart(3, '0')}`,
    channel: 'telegram',
    ad: 'allowed',
    applies_to: 'all',
    from: '2006-07-01',
    to: null,
    basis: '38-FZ',
    sources: ['https://e.com/'],
    verified_at: new Date('2026-11-24T00:00:00Z'),
    created_by: 'system',
    created_at: now,
    ...changes,
  };
};
const law = [
  ...SocialChannel.options.map((channel) => policy({ channel })),
  ...(['instagram', 'threads'] as const).map((channel) =>
    policy({ channel, ad: 'prohibited', from: '2025-09-01', basis: '38-FZ art. 5 p. 10.7' }),
  ),
  policy({ ad: 'disputed', from: '2026-03-05' }),
  policy({ ad: 'prohibited', applies_to: 'large_unregistered', from: '2025-01-01', basis: '149-FZ art. 10.6' }),
];
const question = (changes: Partial<AdQuestion> = {}): AdQuestion => ({
  jurisdiction: 'RU',
  account: { channel: 'telegram', members: 120, isRegistered: false },
  is_ad: true,
  erid: '2VtzqwErid01',
  advertiser: { name: 'ООО Ромашка', inn: '7707083893' },
  resemblesAd: false,
  day: '2026-11-25',
  ...changes,
});
const at = (channel: SocialChannel, day: string, members: number | null = 120, isRegistered = false) =>
  question({ account: { channel, members, isRegistered }, day });
const verdict = (asked: AdQuestion) => {
  const { ad, refusal, acknowledge } = judgeAd(law, asked);
  return [ad, refusal?.code ?? null, ...acknowledge];
};

test.each([
  ['instagram', '2025-08-31', ['allowed', null]],
  ['instagram', '2025-09-01', ['prohibited', 'ad_not_allowed_on_channel']],
  ['threads', '2025-08-31', ['allowed', null]],
  ['threads', '2025-09-01', ['prohibited', 'ad_not_allowed_on_channel']],
  ['telegram', '2025-09-01', ['allowed', null]],
  ['telegram', '2026-03-04', ['allowed', null]],
  ['telegram', '2026-03-05', ['disputed', null, 'ad_disputed']],
  ['vk', '2026-03-05', ['allowed', null]],
  ['max', '2026-03-05', ['allowed', null]],
] as const)('an advertisement on %s on %s is %j', (channel, day, expected) => {
  expect(verdict(at(channel, day))).toEqual(expected);
});

test('more than 10,000 followers need the register, from the first day of 2025 on', () => {
  expect(verdict(at('telegram', '2024-12-31', 10_001))).toEqual(['allowed', null]);
  expect(verdict(at('telegram', '2025-01-01', 10_001))).toEqual(['prohibited', 'ad_not_allowed_on_channel']);
  expect(verdict(at('telegram', '2025-01-01', 10_000))).toEqual(['allowed', null]);
  expect(verdict(at('telegram', '2025-01-01', 10_001, true))).toEqual(['allowed', null]);
  expect(verdict(at('telegram', '2025-01-01', null))).toEqual(['allowed', null]);
});

test('an advertisement without its mark is refused where advertisements may be, and the mark helps nowhere else', () => {
  const { refusal } = judgeAd(law, question({ erid: null, advertiser: null }));
  expect(refusal).toEqual({ code: 'ad_marking_required', missing: ['erid', 'advertiser'] });
  expect(judgeAd(law, { ...at('threads', '2026-01-01'), erid: null }).refusal?.code).toBe('ad_not_allowed_on_channel');
});

test('a text that is no advertisement passes everywhere, and one that looks like it is confirmed', () => {
  for (const channel of SocialChannel.options) {
    const asked = { ...at(channel, '2026-11-25', 50_000), is_ad: false, erid: null, advertiser: null };
    expect(judgeAd(law, asked)).toMatchObject({ refusal: null, acknowledge: [] });
    expect(judgeAd(law, { ...asked, resemblesAd: true })).toMatchObject({
      refusal: null,
      acknowledge: ['looks_like_ad'],
    });
  }
});

test('a brand of no jurisdiction is not judged', () => {
  const asked = { ...at('instagram', '2026-11-25'), jurisdiction: 'none' as const, erid: null, resemblesAd: true };
  expect(judgeAd(law, asked)).toEqual({ ad: 'allowed', policy: null, refusal: null, acknowledge: [] });
});

test('the policy with the latest first day counts, of those the newest, and one that ended no more', () => {
  const account = { channel: 'vk', members: null, isRegistered: false } as const;
  const rows = [
    policy({ channel: 'vk' }),
    policy({ channel: 'vk', ad: 'disputed', from: '2027-01-01', to: '2027-01-31' }),
    policy({ channel: 'vk', ad: 'prohibited', from: '2027-02-01' }),
    policy({ channel: 'vk', ad: 'allowed', from: '2027-02-01' }),
  ];
  const on = (day: string) => rows.indexOf(policyFor(rows, account, day) ?? policy({}));
  expect(['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'].map(on)).toEqual([0, 1, 1, 3]);
  expect(on('2006-06-30')).toBe(-1);
});

test('the day of the law is that of Moscow', () => {
  expect(lawDay(new Date('2025-08-31T20:59:59Z'))).toBe('2025-08-31');
  expect(lawDay(new Date('2025-08-31T21:00:00Z'))).toBe('2025-09-01');
});

test('old sources and unknown followers are warnings about an advertisement', () => {
  const codes = (asked: AdQuestion, when: Date) =>
    adChecks(judgeAd(law, asked), asked, when).map(({ code, level }) => [code, level]);
  expect(codes(at('vk', '2026-11-25'), now)).toEqual([]);
  const late = new Date('2027-02-22T00:00:01Z');
  expect(codes(at('telegram', '2026-11-25', null), late)).toEqual([
    ['ad_disputed', 'warning'],
    ['ad_policy_stale', 'warning'],
    ['followers_unknown', 'warning'],
  ]);
  expect(codes({ ...at('telegram', '2026-11-25', null), is_ad: false }, late)).toEqual([]);
});

test('nothing in a question lets a prohibited advertisement through', () => {
  const questions = fc.record({
    jurisdiction: fc.constant('RU' as const),
    account: fc.record({
      channel: fc.constantFrom(...SocialChannel.options),
      members: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      isRegistered: fc.boolean(),
    }),
    is_ad: fc.constant(true),
    erid: fc.option(fc.constant('2VtzqwErid01')),
    advertiser: fc.option(fc.constant({ name: 'ООО Ромашка', inn: '7707083893' })),
    resemblesAd: fc.boolean(),
    day: fc.constantFrom('2024-12-31', '2025-08-31', '2025-09-01', '2026-03-05', '2026-11-25'),
  });
  fc.assert(
    fc.property(questions, (asked) => {
      const { ad, refusal, policy: judgedBy } = judgeAd(law, asked);
      expect(judgedBy).not.toBeNull();
      expect(refusal?.code === 'ad_not_allowed_on_channel').toBe(ad === 'prohibited');
    }),
  );
});
