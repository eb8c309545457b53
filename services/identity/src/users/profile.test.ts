import { describe, expect, test } from '@jest/globals';
import { firstProfile, profileChanges, type UserRow } from './profile.ts';

const noClaims = { email: null, display_name: null, avatar_url: null };
const claims = { email: 'anna@example.test', display_name: 'Anna', avatar_url: 'https://idp.test/a.png' };

const user = (change: Partial<UserRow> = {}): UserRow => ({
  id: 'u1',
  application_id: 'a1',
  issuer: 'https://idp.test',
  subject: 's1',
  ...claims,
  timezone: 'Europe/Moscow',
  display_name_edited: false,
  avatar_url_edited: false,
  timezone_edited: false,
  platform: 'web',
  country_code: null,
  city: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  acquisition_source: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  ...change,
});

describe('firstProfile', () => {
  test('a picture that the client names goes before the one in the token', () => {
    expect(firstProfile({ claims, avatar_url: 'https://cdn.test/b.png' }).avatar_url).toBe('https://cdn.test/b.png');
    expect(firstProfile({ claims }).avatar_url).toBe('https://idp.test/a.png');
  });

  test.each(['javascript:alert(1)', 'data:image/png;base64,AA', 'not an address', ''])(
    'drops the picture %j',
    (url) => {
      expect(firstProfile({ claims: { ...claims, avatar_url: url } }).avatar_url).toBeNull();
    },
  );

  test('cleans what could not be stored and cuts what is too long', () => {
    const profile = firstProfile({
      claims: { email: ' a\0@b.c ', display_name: `${'я'.repeat(200)}`, avatar_url: null },
    });
    expect(profile.email).toBe('a@b.c');
    expect(profile.display_name).toHaveLength(120);
    expect(firstProfile({ claims: { ...claims, email: `${'a'.repeat(300)}@b.c` } }).email).toBeNull();
    expect(firstProfile({ claims: { ...claims, display_name: '  ' } }).display_name).toBeNull();
  });
});

describe('profileChanges', () => {
  test('a login that brings nothing new changes nothing', () => {
    expect(profileChanges(user(), { claims, timezone: 'Europe/Moscow' })).toEqual({});
    expect(profileChanges(user(), { claims: noClaims })).toEqual({});
  });

  test('a login refreshes what the person has not set', () => {
    const login = { claims: { ...claims, email: 'new@example.test', display_name: 'Anna K.' }, timezone: 'Asia/Omsk' };
    expect(profileChanges(user(), login)).toEqual({
      email: 'new@example.test',
      display_name: 'Anna K.',
      timezone: 'Asia/Omsk',
    });
  });

  test('what the person has set stays, also where it was cleared', () => {
    const edited = user({
      display_name: null,
      display_name_edited: true,
      avatar_url_edited: true,
      timezone_edited: true,
    });
    const login = { claims, avatar_url: 'https://cdn.test/b.png', timezone: 'Asia/Omsk' };
    expect(profileChanges(edited, login)).toEqual({});
  });
});
