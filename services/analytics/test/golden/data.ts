/**
 * The golden data set: a fortnight of an application in New York, small enough to count by hand. All times
 * are UTC of 2026; the day in New York stands behind where it is another one. Its clocks go forward on
 * Sunday, 8 March: a day there begins at 05:00 UTC up to 8 March, and at 04:00 from 9 March on. `answers.ts`
 * has what follows from it, and why.
 */

/** `03-05 15:01` as RFC 3339. */
export const utc = (time: string): string =>
  new Date(`2026-${time.replace(' ', 'T')}${/:\d\d:/.test(time) ? '' : ':00'}Z`).toISOString();

export const timezone = 'America/New_York';
/** Noon of a Thursday in New York. */
export const now = '03-12 16:00';

const id = (number: number): string => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Addresses by the country that the geo database of the test knows them in; `192.0.2.9` is in none. */
export const addresses = { RU: '77.0.0.1', DE: '5.0.0.1', none: '192.0.2.9' };

export type Name = 'ann' | 'bob' | 'cat' | 'dan' | 'eve' | 'fay' | 'gus' | 'hal' | 'ida' | 'jon' | 'kim' | 'leo';

interface GoldenUser {
  id: string;
  registered: string;
  channel: string | null;
  country: keyof typeof addresses;
}

export const users: Record<Name, GoldenUser> = {
  leo: { id: id(12), registered: '02-20 12:00', channel: 'ads', country: 'RU' },
  ann: { id: id(1), registered: '02-26 15:00', channel: 'ads', country: 'RU' },
  bob: { id: id(2), registered: '02-27 03:00', channel: null, country: 'DE' }, // 02-26
  cat: { id: id(3), registered: '03-02 12:00', channel: 'ads', country: 'RU' },
  dan: { id: id(4), registered: '03-04 20:00', channel: 'blog', country: 'none' },
  eve: { id: id(5), registered: '03-05 04:30', channel: null, country: 'DE' }, // 03-04
  fay: { id: id(6), registered: '03-05 15:00', channel: 'ads', country: 'RU' },
  gus: { id: id(7), registered: '03-07 16:00', channel: 'blog', country: 'DE' },
  hal: { id: id(8), registered: '03-08 06:30', channel: null, country: 'RU' },
  ida: { id: id(9), registered: '03-09 03:30', channel: 'ads', country: 'RU' }, // 03-08
  jon: { id: id(10), registered: '03-09 04:10', channel: 'blog', country: 'DE' },
  kim: { id: id(11), registered: '03-10 12:00', channel: null, country: 'DE' },
};

export interface GoldenEvent {
  user: Name;
  event: string;
  at: string;
  client: string;
  /** When it arrived; at once when absent. */
  received?: string;
  /** The time on the clock of the device, where it is wrong; `at` is by the same clock. */
  sent_at?: string;
  /** Made by the client; events with the same one are the same event. */
  event_id?: string;
}

const [opened, viewed, checkout] = ['app_opened', 'paywall_viewed', 'checkout_started'];
const event = (user: Name, name: string, at: string, client: string): GoldenEvent => ({
  user,
  event: name,
  at,
  client,
});
const openedByFay = id(900);

/** `client` is the platform and, where the client says it, the version. */
export const events: GoldenEvent[] = [
  event('ann', opened, '02-26 15:01', 'ios 1.0'),
  event('ann', viewed, '02-26 15:05', 'ios 1.0'),
  event('bob', opened, '02-27 03:05', 'web'), // 02-26
  event('bob', opened, '02-27 13:00', 'web'),
  event('leo', opened, '02-27 18:00', 'android 1.0'),
  event('leo', viewed, '02-27 18:01', 'android 1.0'),
  event('leo', checkout, '02-27 18:02', 'android 1.0'),
  event('cat', opened, '03-02 12:01', 'ios 1.0'),
  event('cat', viewed, '03-02 12:02', 'ios 1.0'),
  event('ann', opened, '03-02 20:00', 'ios 1.0'),
  event('dan', opened, '03-04 20:01', 'android 1.1'),
  event('dan', viewed, '03-04 20:03', 'android 1.1'),
  event('eve', opened, '03-05 04:31', 'web'), // 03-04
  event('eve', viewed, '03-05 04:50', 'web'), // 03-04

  event('eve', viewed, '03-05 05:10', 'web'),
  { ...event('fay', opened, '03-05 15:01', 'ios 1.1'), event_id: openedByFay },
  event('fay', viewed, '03-05 15:02', 'ios 1.1'),
  event('fay', checkout, '03-05 15:10', 'ios 1.1'),
  event('ann', opened, '03-05 16:00', 'ios 1.0'),
  event('ann', viewed, '03-05 16:30', 'ios 1.0'),
  event('bob', opened, '03-06 02:00', 'web'), // 03-05
  event('ann', opened, '03-06 17:00', 'ios 1.1'),
  event('ann', viewed, '03-06 17:05', 'ios 1.1'),
  event('ann', checkout, '03-06 17:20', 'ios 1.1'),
  event('dan', opened, '03-06 21:00', 'android 1.1'),
  event('dan', opened, '03-07 14:00', 'web'),
  event('dan', viewed, '03-07 14:10', 'web'),
  // A client may say so; money is what billing says.
  event('dan', 'payment_succeeded', '03-07 15:00', 'web'),
  event('gus', opened, '03-07 16:01', 'android 1.1'),
  event('gus', viewed, '03-07 16:02', 'android 1.1'),
  event('gus', checkout, '03-07 16:03', 'android 1.1'),
  event('cat', opened, '03-08 04:59', 'ios 1.1'), // 03-07, its last minute
  event('cat', viewed, '03-08 05:00', 'ios 1.1'), // the first moment of 03-08
  event('hal', opened, '03-08 06:31', 'ios 1.1'), // 01:31, before the clocks change
  event('hal', opened, '03-08 07:01', 'ios 1.1'), // 03:01, after
  event('ida', opened, '03-09 03:31', 'ios 1.1'), // 03-08
  event('ida', viewed, '03-09 03:59:59.999', 'ios 1.1'), // 03-08, its last moment
  event('ida', checkout, '03-09 04:00', 'ios 1.1'),
  event('jon', opened, '03-09 04:11', 'web'),
  event('jon', viewed, '03-09 04:12', 'web'),
  event('jon', opened, '03-10 03:00', 'web'), // 03-09
  event('jon', checkout, '03-10 04:12', 'web'), // a day and a minute after the first opening
  event('kim', opened, '03-10 12:01', 'android 1.1'),
  event('kim', viewed, '03-10 12:05', 'android 1.1'),
  event('kim', viewed, '03-11 12:00', 'android 1.2'), // the same moment as the opening
  event('kim', opened, '03-11 12:00', 'android 1.2'),
  event('kim', checkout, '03-11 12:30', 'android 1.2'),
  event('cat', opened, '03-11 20:00', 'ios 1.1'),
  // A clock two hours ahead: it was 02:50, which is 03-11 in New York.
  { ...event('hal', viewed, '03-12 04:50', 'ios 1.1'), received: '03-12 03:00', sent_at: '03-12 05:00' },

  event('cat', viewed, '03-12 10:00', 'ios 1.1'),
  event('bob', opened, '03-12 12:00', 'web'),
  event('fay', opened, '03-12 13:00', 'ios 1.2'),
  event('cat', checkout, '03-12 15:30', 'ios 1.2'),

  // Seven days late to the moment.
  { ...event('leo', opened, '03-05 16:00', 'android 1.0'), received: now },
  // The same event again: at once, the next day under another time, and in another week.
  { ...event('fay', opened, '03-05 15:01', 'ios 1.1'), event_id: openedByFay },
  { ...event('fay', opened, '03-06 08:00', 'ios 1.1'), event_id: openedByFay },
  { ...event('fay', opened, '03-09 08:00', 'ios 1.1'), event_id: openedByFay },
];

/** Refused: older than seven days by a millisecond, and more than five minutes ahead. */
export const refused: [GoldenEvent, string][] = [
  [{ ...event('leo', opened, '03-05 15:59:59.999', 'android 1.0'), received: now }, 'occurred_at_too_old'],
  [{ ...event('leo', opened, '03-12 16:05:00.001', 'android 1.0'), received: now }, 'occurred_at_in_future'],
];

interface GoldenDevice {
  user: Name;
  device: string;
  at: string;
  is: 'new' | 'again' | 'revoked_by_user' | 'evicted' | 'user_erased';
}

export const devices: GoldenDevice[] = [
  { user: 'leo', device: id(512), at: '02-20 12:00:30', is: 'new' },
  { user: 'ann', device: id(501), at: '02-26 15:00:30', is: 'new' },
  { user: 'bob', device: id(502), at: '02-27 03:00:30', is: 'new' },
  { user: 'cat', device: id(503), at: '03-02 12:00:30', is: 'new' },
  { user: 'cat', device: id(503), at: '03-04 10:00', is: 'revoked_by_user' },
  { user: 'eve', device: id(505), at: '03-05 04:30:30', is: 'new' }, // 03-04
  { user: 'fay', device: id(506), at: '03-05 15:00:30', is: 'new' },
  { user: 'cat', device: id(503), at: '03-08 04:58', is: 'again' }, // 03-07
  { user: 'kim', device: id(511), at: '03-10 12:00:30', is: 'new' },
  { user: 'fay', device: id(506), at: '03-11 23:00', is: 'evicted' },
  { user: 'eve', device: id(505), at: '03-12 05:00', is: 'evicted' },
];

interface GoldenPayment {
  id: string;
  user: Name;
  amount: number;
  currency: 'USD' | 'EUR';
  created: string;
  canceled?: string;
  succeeded?: string;
  starts?: string;
  /** Null for a lifetime. */
  expires?: string | null;
}

export const payments: GoldenPayment[] = [
  {
    id: id(601),
    user: 'leo',
    amount: 10,
    currency: 'USD',
    created: '02-20 12:30',
    succeeded: '02-20 12:31',
    starts: '02-20 12:31',
    expires: '03-06 12:31',
  },
  // Paid although it was canceled before; for a lifetime.
  {
    id: id(608),
    user: 'bob',
    amount: 30,
    currency: 'EUR',
    created: '02-27 13:05',
    canceled: '02-27 14:00',
    succeeded: '02-27 15:00',
    starts: '02-27 15:00',
    expires: null,
  },
  {
    id: id(607),
    user: 'cat',
    amount: 10,
    currency: 'USD',
    created: '03-02 12:04',
    succeeded: '03-02 12:05',
    starts: '03-02 12:05',
    expires: '03-09 12:05',
  },
  // Created on 03-04 and confirmed in the first moment of 03-05.
  {
    id: id(609),
    user: 'dan',
    amount: 10,
    currency: 'USD',
    created: '03-04 20:05',
    succeeded: '03-05 05:00',
    starts: '03-05 05:00',
    expires: '03-12 05:00',
  },
  {
    id: id(604),
    user: 'fay',
    amount: 10,
    currency: 'USD',
    created: '03-05 15:11',
    succeeded: '03-05 15:12',
    starts: '03-05 15:12',
    expires: '04-04 15:12',
  },
  // A renewal: begins when the first one expires.
  {
    id: id(602),
    user: 'leo',
    amount: 10,
    currency: 'USD',
    created: '03-06 11:00',
    succeeded: '03-06 11:01',
    starts: '03-06 12:31',
    expires: '03-20 12:31',
  },
  {
    id: id(603),
    user: 'ann',
    amount: 20.5,
    currency: 'EUR',
    created: '03-06 17:20',
    succeeded: '03-06 17:25',
    starts: '03-06 17:25',
    expires: '04-05 17:25',
  },
  { id: id(605), user: 'gus', amount: 10, currency: 'USD', created: '03-07 16:04', canceled: '03-07 17:04' },
  // Created on 03-11, confirmed half an hour into 03-12.
  {
    id: id(606),
    user: 'kim',
    amount: 10,
    currency: 'USD',
    created: '03-11 12:31',
    succeeded: '03-12 04:30',
    starts: '03-12 04:30',
    expires: '04-11 04:30',
  },
];

export const refunds = [
  { payment_id: id(601), user: 'leo', amount: 2, currency: 'USD', at: '02-27 10:00', is_full: false },
  { payment_id: id(603), user: 'ann', amount: 5.25, currency: 'EUR', at: '03-09 12:00', is_full: false },
  { payment_id: id(604), user: 'fay', amount: 10, currency: 'USD', at: '03-10 09:00', is_full: true },
] as const;

/** The user that is erased in the end; no count changes. */
export const erased: Name[] = ['kim', 'leo'];
