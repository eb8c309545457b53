import { describe, expect, test } from '@jest/globals';
import { unknownLocation } from '@platform/runtime';
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
  utm_content: null,
  acquisition_source: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  erased_at: null,
  merged_into: null,
  merged_at: null,
  ...change,
});

describe('firstProfile', () => {
  test('a picture from the client takes precedence over the one in the token', () => {
    expect(firstProfile({ location: unknownLocation, claims, avatar_url: 'https://cdn.test/b.png' }).avatar_url).toBe(
      'https://cdn.test/b.png',
    );
    expect(firstProfile({ location: unknownLocation, claims }).avatar_url).toBe('https://idp.test/a.png');
  });

  test.each(['javascript:alert(1)', 'data:image/png;base64,AA', 'not an address', ''])(
    'drops the picture %j',
    (url) => {
      expect(firstProfile({ location: unknownLocation, claims: { ...claims, avatar_url: url } }).avatar_url).toBeNull();
    },
  );

  test('cleans values that could not be stored and cuts values that are too long', () => {
    const profile = firstProfile({
      location: unknownLocation,
      claims: { email: ' a\0@b.c ', display_name: `${'я'.repeat(200)}`, avatar_url: null },
    });
    expect(profile.email).toBe('a@b.c');
    expect(profile.display_name).toHaveLength(120);
    expect(
      firstProfile({ location: unknownLocation, claims: { ...claims, email: `${'a'.repeat(300)}@b.c` } }).email,
    ).toBeNull();
    expect(
      firstProfile({ location: unknownLocation, claims: { ...claims, display_name: '  ' } }).display_name,
    ).toBeNull();
  });
});

describe('profileChanges', () => {
  test('a login that brings nothing new changes nothing', () => {
    expect(profileChanges(user(), { location: unknownLocation, claims, timezone: 'Europe/Moscow' })).toEqual({});
    expect(profileChanges(user(), { location: unknownLocation, claims: noClaims })).toEqual({});
  });

  test('a login refreshes fields that the user has not set', () => {
    const login = {
      location: unknownLocation,
      claims: { ...claims, email: 'new@example.test', display_name: 'Anna K.' },
      timezone: 'Asia/Omsk',
    };
    expect(profileChanges(user(), login)).toEqual({
      email: 'new@example.test',
      display_name: 'Anna K.',
      timezone: 'Asia/Omsk',
    });
  });

  test('a field that the user has set stays, also where it was cleared', () => {
    const edited = user({
      display_name: null,
      display_name_edited: true,
      avatar_url_edited: true,
      timezone_edited: true,
    });
    const login = { location: unknownLocation, claims, avatar_url: 'https://cdn.test/b.png', timezone: 'Asia/Omsk' };
    expect(profileChanges(edited, login)).toEqual({});
  });
});

describe('the location of an address', () => {
  const berlin = { country_code: 'DE', city: 'Berlin', timezone: 'Europe/Berlin' };
  const country = { country_code: 'DE', city: null, timezone: null };
  const changes = (known: Partial<UserRow>, location: typeof unknownLocation, timezone?: string) =>
    profileChanges(user(known), { location, claims, timezone });

  test('is that of a new user, but for a time zone that the device gives', () => {
    expect(firstProfile({ location: berlin, claims })).toMatchObject(berlin);
    expect(firstProfile({ location: berlin, claims, timezone: 'Asia/Tokyo' })).toMatchObject({
      ...berlin,
      timezone: 'Asia/Tokyo',
    });
  });

  test('is followed by country and city, and changes nothing when it is the same or unknown', () => {
    const { timezone: _, ...location } = berlin;
    expect(changes({ country_code: 'RU', city: 'Moscow' }, berlin)).toEqual(location);
    expect(changes({ country_code: 'DE', city: 'Bonn' }, berlin)).toEqual({ city: 'Berlin' });
    expect(changes({ country_code: 'DE', city: 'Berlin' }, berlin)).toEqual({});
    expect(changes({ country_code: 'DE', city: 'Berlin' }, unknownLocation)).toEqual({});
  });

  test('that has no city forgets the city of another country only', () => {
    expect(changes({ country_code: 'DE', city: 'Berlin' }, country)).toEqual({});
    expect(changes({ country_code: 'RU', city: 'Moscow' }, country)).toEqual({ country_code: 'DE', city: null });
    expect(changes({ country_code: 'RU', city: null }, country)).toEqual({ country_code: 'DE' });
  });

  test('gives a time zone only where there is none and the person did not clear it', () => {
    const known = { country_code: 'DE', city: 'Berlin' };
    expect(changes({ ...known, timezone: null }, berlin)).toEqual({ timezone: 'Europe/Berlin' });
    expect(changes({ ...known, timezone: null }, berlin, 'Asia/Tokyo')).toEqual({ timezone: 'Asia/Tokyo' });
    expect(changes({ ...known, timezone: 'Asia/Tokyo' }, berlin)).toEqual({});
    expect(changes({ ...known, timezone: null, timezone_edited: true }, berlin)).toEqual({});
  });
});
