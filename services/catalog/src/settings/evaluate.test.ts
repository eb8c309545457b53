import { describe, expect, test } from '@jest/globals';
import { parseAppVersion } from '@platform/runtime';
import fc from 'fast-check';
import { compileSetting, disabledSetting, evaluateAll } from './evaluate.ts';
import type { Audience, Conditions } from './targeting.ts';

const aUser: Audience = {
  platform: 'ios',
  app_version: '2.3.1',
  country_code: 'DE',
  entitlement_codes: ['pro'],
  subject: 'u1',
};

const isOn = (conditions: Conditions, audience: Partial<Audience> = {}): boolean => {
  const asking = { ...aUser, ...audience };
  const flag = compileSetting('flag', 1, { value: false, rules: [{ ...conditions, value: true }] });
  return flag.evaluate(asking, parseAppVersion(asking.app_version)).value;
};

test('a setting lists the conditions of its rules', () => {
  const rules = [{ countries: ['DE'], percentage: 10, value: 1 }, { countries: ['FR'], value: 2 }, { value: 3 }];
  expect(new Set(compileSetting('flag', 1, { value: 0, rules }).conditions)).toEqual(
    new Set(['countries', 'percentage']),
  );
  expect(compileSetting('flag', 1, { value: 0, rules: [] }).conditions).toEqual([]);
});

describe('a rule', () => {
  test('without conditions matches every user', () => expect(isOn({})).toBe(true));

  test.each<[string, Conditions, Partial<Audience>, boolean]>([
    ['the platform', { platforms: ['android', 'iOS'] }, {}, true],
    ['another platform', { platforms: ['android'] }, {}, false],
    ['an unknown platform', { platforms: ['ios'] }, { platform: null }, false],
    ['a version in the range', { app_version: '>=2.1.0 <3' }, {}, true],
    ['a version with a build number', { app_version: '>=2.1.0' }, { app_version: '2.3.1+77' }, true],
    ['a pre-release inside of the range', { app_version: '>=2.1.0' }, { app_version: '2.4.0-beta.1' }, true],
    ['a pre-release of the lower bound', { app_version: '>=2.3.1' }, { app_version: '2.3.1-rc.1' }, false],
    ['a version without a third part', { app_version: '>=2.0.0' }, { app_version: '2.0' }, true],
    ['a version with a fourth part', { app_version: '>=2.0.0' }, { app_version: '2.0.0.1234' }, true],
    ['a version with its build', { app_version: '>=2.0.0' }, { app_version: '2.0.0 (45)' }, true],
    ['a version outside of the range', { app_version: '^1.0.0' }, {}, false],
    ['no version', { app_version: '*' }, { app_version: null }, false],
    ['a version that is none', { app_version: '>=1.0.0' }, { app_version: 'latest; DROP TABLE' }, false],
    ['a range that is none', { app_version: 'newest' }, {}, false],
    ['a version of 10,000 digits', { app_version: '>=1.0.0' }, { app_version: '9'.repeat(10_000) }, false],
    ['the country', { countries: ['AT', 'DE'] }, {}, true],
    ['another country', { countries: ['FR'] }, {}, false],
    ['an unknown country', { countries: ['DE'] }, { country_code: null }, false],
    ['one of the entitlements', { entitlement_codes: ['pro', 'gold'] }, {}, true],
    ['none of the entitlements', { entitlement_codes: ['gold'] }, {}, false],
    ['the person', { user_ids: ['u1'] }, {}, true],
    ['another person', { user_ids: ['u2'] }, {}, false],
    ['no known user', { user_ids: ['u1'] }, { subject: null }, false],
    ['every user by percentage', { percentage: 100 }, {}, true],
    ['no user by percentage', { percentage: 0 }, {}, false],
    ['a percentage without a known user', { percentage: 100 }, { subject: null }, false],
    ['all conditions at once', { platforms: ['ios'], countries: ['DE'], app_version: '2.x' }, {}, true],
    ['all conditions but one', { platforms: ['ios'], countries: ['FR'], app_version: '2.x' }, {}, false],
  ])('for %s', (_, conditions, audience, expected) => expect(isOn(conditions, audience)).toBe(expected));
});

test('an evaluation says why it has its value, in the terms of OpenFeature', () => {
  const reasonOf = (rules: Conditions[]) => {
    const definition = { value: 0, rules: rules.map((conditions) => ({ ...conditions, value: 1 })) };
    return compileSetting('flag', 1, definition).evaluate(aUser, parseAppVersion(aUser.app_version)).reason;
  };
  expect(reasonOf([])).toBe('STATIC');
  expect(reasonOf([{ platforms: ['web'] }])).toBe('DEFAULT');
  expect(reasonOf([{ platforms: ['web'] }, { platforms: ['ios'] }])).toBe('TARGETING_MATCH');
  expect(reasonOf([{ percentage: 100 }])).toBe('SPLIT');
  expect(reasonOf([{ platforms: ['ios'], percentage: 100 }])).toBe('SPLIT');
  expect(reasonOf([{ percentage: 0 }])).toBe('DEFAULT');
  expect(disabledSetting('flag', 1, false).evaluate(aUser, null)).toEqual({ value: false, reason: 'DISABLED' });
});

test('the first matching rule decides, else the default', () => {
  const rules = [{ countries: ['FR'], value: 'french' }, { platforms: ['ios'], value: 'apple' }, { value: 'rest' }];
  const values = (audience: Partial<Audience>) =>
    evaluateAll([compileSetting('greeting', 1, { value: 'default', rules: rules.slice(0, 2) })], {
      ...aUser,
      ...audience,
    }).greeting;
  expect(values({ country_code: 'FR' })).toBe('french');
  expect(values({})).toBe('apple');
  expect(values({ platform: 'web' })).toBe('default');
});

test('a raised percentage never takes a flag away from a user', () => {
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(fc.uuid(), percent, percent, (subject, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      if (isOn({ percentage: low }, { subject })) expect(isOn({ percentage: high }, { subject })).toBe(true);
    }),
  );
});

test('whatever a client says of itself, an evaluation answers and does not throw', () => {
  const text = fc.option(fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, text, (platform, app_version, country_code) => {
      const conditions = { platforms: ['ios'], app_version: '>=1.0.0', countries: ['DE'], percentage: 50 };
      expect(typeof isOn(conditions, { platform, app_version, country_code })).toBe('boolean');
    }),
  );
});

test('a parameter may have any name that a JSON object can', () => {
  const values = evaluateAll([compileSetting('__proto__', 1, { value: 1, rules: [] })], aUser);
  expect(JSON.stringify(values)).toBe('{"__proto__":1}');
});
