import { users, utc } from './data.ts';

/**
 * Expected reports of the golden data set, counted by hand from `data.ts` and METRICS.md. The range is
 * Thursday 5 to Wednesday 11 March in New York, 03-05 05:00 to 03-12 04:00 UTC; the one before is 26 February
 * to 4 March.
 */
export const range = { from: '2026-03-05', to: '2026-03-11' };

const both = (value: number, previous: number) => ({ value, previous });

/**
 * Events of the days: 8 + 4 + 7 + 5 + 4 + 3 + 5 = 36, before 3 + 4 + 0 + 0 + 3 + 0 + 4 = 14.
 * Users of the days: 5 + 2 + 3 + 3 + 2 + 2 + 3 = 20, before 2 + 2 + 0 + 0 + 2 + 0 + 2 = 8.
 */
export const metrics = {
  events: both(36, 14),
  // All twelve; before ann, bob, leo, cat, dan, eve.
  uniques: both(12, 6),
  // 20 ÷ 7 and 8 ÷ 7.
  dau: both(2.86, 1.14),
  // The range has 7 days. The 30 days have no other user.
  wau: both(12, 6),
  mau: both(12, 6),
  // 20 ÷ 7 ÷ 12 = 0.23810 and 8 ÷ 7 ÷ 6 = 0.19048.
  stickiness: both(23.81, 19.05),
  // fay, gus, hal, ida, jon, kim; before ann, bob, cat, dan, eve. None of leo's day.
  new_users: both(6, 5),
  // ann, bob, leo, eve, cat again, kim; fay's was revoked that evening, eve's an hour after the end. Before
  // ann, bob, leo, eve.
  active_devices: both(6, 4),
  // 604, 602, 603, 605, 606; before 608, 607, 609.
  payments_started: both(5, 3),
  // 609, 604, 602, 603; before 608, 607.
  payments_succeeded: both(4, 2),
  // 605; 608 was paid after all.
  payments_canceled: both(1, 0),
  // Of 603 and 604; before of 601, which was paid earlier still.
  refunds_count: both(2, 1),
  // dan, fay, leo, ann; before bob, cat.
  paying_users: both(4, 2),
  // Each of the payers had an event.
  active_or_paying_users: both(12, 6),
  // 4 ÷ 12 and 2 ÷ 6.
  conversion: both(33.33, 33.33),
  // Of the five all but 605, also 606, which was confirmed after the range; of the three before all.
  checkout_conversion: both(80, 100),
  // leo (602), ann, dan for one more hour, bob for ever. Before leo (601), cat, bob; dan's begins in the next
  // moment.
  active_subscriptions: both(4, 3),
  // dan, fay, ann; before bob, cat.
  new_subscriptions: both(3, 2),
  // leo's 602 begins when 601 expires.
  renewed_subscriptions: both(1, 0),
  // cat's expired on 03-09, fay's was refunded on 03-10. leo's 601 expired too, but 602 follows.
  ended_subscriptions: both(2, 0),
};

export const money = [
  {
    currency: 'EUR',
    // 603; before 608.
    revenue: both(20.5, 30),
    refunds: both(5.25, 0),
    net_revenue: both(15.25, 30),
    // 15.25 ÷ 12 = 1.2708, 30 ÷ 6.
    arpu: both(1.27, 5),
    // 15.25 ÷ 20 = 0.7625, 30 ÷ 8.
    arpdau: both(0.76, 3.75),
  },
  {
    currency: 'USD',
    // 609, 604, 602; before 607.
    revenue: both(30, 10),
    refunds: both(10, 2),
    net_revenue: both(20, 8),
    // 20 ÷ 12 = 1.667, 8 ÷ 6 = 1.333.
    arpu: both(1.67, 1.33),
    arpdau: both(1, 1),
  },
];

const eur = (value: number) => ({ currency: 'EUR', value });
const usd = (value: number) => ({ currency: 'USD', value });

export const series = [
  // eve 05:10, fay ×3, ann ×2, bob of the evening, leo's late one. Paid: dan at midnight, fay.
  { date: '2026-03-05', events: 8, uniques: 5, new_users: 1, payments_succeeded: 2, revenue: [usd(20)], refunds: [] },
  // ann ×3, dan. Paid: leo and ann.
  {
    date: '2026-03-06',
    events: 4,
    uniques: 2,
    new_users: 0,
    payments_succeeded: 2,
    revenue: [eur(20.5), usd(10)],
    refunds: [],
  },
  // dan ×3, gus ×3, cat in the last minute.
  { date: '2026-03-07', events: 7, uniques: 3, new_users: 1, payments_succeeded: 0, revenue: [], refunds: [] },
  // 23 hours: cat at midnight, hal ×2, ida ×2.
  { date: '2026-03-08', events: 5, uniques: 3, new_users: 2, payments_succeeded: 0, revenue: [], refunds: [] },
  // ida at midnight, jon ×3.
  { date: '2026-03-09', events: 4, uniques: 2, new_users: 1, payments_succeeded: 0, revenue: [], refunds: [eur(5.25)] },
  // jon, kim ×2.
  { date: '2026-03-10', events: 3, uniques: 2, new_users: 1, payments_succeeded: 0, revenue: [], refunds: [usd(10)] },
  // kim ×3, cat, and hal by the corrected clock.
  { date: '2026-03-11', events: 5, uniques: 3, new_users: 0, payments_succeeded: 0, revenue: [], refunds: [] },
];

const hour = (time: string, events: number, uniques: number) => ({ hour: utc(`${time}:00`), events, uniques });
/** Hours that have events: 36 in all. */
export const hours = [
  hour('03-05 05', 1, 1),
  hour('03-05 15', 3, 1),
  hour('03-05 16', 3, 2),
  hour('03-06 02', 1, 1),
  hour('03-06 17', 3, 1),
  hour('03-06 21', 1, 1),
  hour('03-07 14', 2, 1),
  hour('03-07 15', 1, 1),
  hour('03-07 16', 3, 1),
  hour('03-08 04', 1, 1),
  hour('03-08 05', 1, 1),
  hour('03-08 06', 1, 1),
  hour('03-08 07', 1, 1),
  hour('03-09 03', 2, 1),
  hour('03-09 04', 3, 2),
  hour('03-10 03', 1, 1),
  hour('03-10 04', 1, 1),
  hour('03-10 12', 2, 1),
  hour('03-11 12', 3, 1),
  hour('03-11 20', 1, 1),
  hour('03-12 02', 1, 1),
];

export const channels = [
  // ann, cat, fay, ida, leo; new fay and ida; paid leo, ann, fay.
  { channel: 'ads', new_users: 2, uniques: 5, paying_users: 3, revenue: [eur(20.5), usd(20)] },
  // bob, eve, hal, kim; new hal and kim. kim paid after the range.
  { channel: 'direct', new_users: 2, uniques: 4, paying_users: 0, revenue: [] },
  // dan, gus, jon; new gus and jon; paid dan.
  { channel: 'blog', new_users: 2, uniques: 3, paying_users: 1, revenue: [usd(10)] },
];

export const countries = [
  // ann, cat, fay, hal, ida, leo.
  { country_code: 'RU', uniques: 6, share: 50 },
  // bob, eve, gus, jon, kim.
  { country_code: 'DE', uniques: 5, share: 41.67 },
  // dan.
  { country_code: null, uniques: 1, share: 8.33 },
];

export const platforms = [
  // ann, cat, fay, hal, ida.
  { platform: 'ios', uniques: 5, share: 41.67 },
  // dan, gus, kim, leo.
  { platform: 'android', uniques: 4, share: 33.33 },
  // bob, dan, eve, jon: dan is in both.
  { platform: 'web', uniques: 4, share: 33.33 },
];

export const topEvents = [
  // All but eve; ann, dan, hal, jon, kim and cat twice.
  { event: 'app_opened', events: 17, uniques: 11 },
  // All but bob and leo; ann and kim twice.
  { event: 'paywall_viewed', events: 12, uniques: 10 },
  // fay, ann, gus, ida, jon, kim; cat's is of 03-12.
  { event: 'checkout_started', events: 6, uniques: 6 },
  { event: 'payment_succeeded', events: 1, uniques: 1 },
];

/** 13: dan on android and on web. */
export const versions = [
  // ann has updated; fay and cat will only on 03-12.
  { platform: 'ios', app_version: '1.1', users: 5, share: 38.46 },
  { platform: 'web', app_version: null, users: 4, share: 30.77 },
  // dan, gus.
  { platform: 'android', app_version: '1.1', users: 2, share: 15.38 },
  { platform: 'android', app_version: '1.0', users: 1, share: 7.69 },
  { platform: 'android', app_version: '1.2', users: 1, share: 7.69 },
];

/** The same up to today: fay and cat have 1.2. */
export const versionsToday = [
  { platform: 'web', app_version: null, users: 4, share: 30.77 },
  { platform: 'ios', app_version: '1.1', users: 3, share: 23.08 },
  { platform: 'android', app_version: '1.1', users: 2, share: 15.38 },
  { platform: 'ios', app_version: '1.2', users: 2, share: 15.38 },
  { platform: 'android', app_version: '1.0', users: 1, share: 7.69 },
  { platform: 'android', app_version: '1.2', users: 1, share: 7.69 },
];

const onIos = (user: keyof typeof users, at: string) => ({
  user_id: users[user].id,
  platform: 'ios',
  app_version: '1.1',
  last_event_at: utc(at),
});
export const iosUsers = [
  onIos('hal', '03-12 02:50'),
  onIos('cat', '03-11 20:00'),
  onIos('ida', '03-09 04:00'),
  onIos('ann', '03-06 17:20'),
  onIos('fay', '03-05 15:10'),
];

/** One view each, so the first is the last; of eve's only the third is in the range. */
const viewer = (user: keyof typeof users, at: string) => ({
  user_id: users[user].id,
  views: 1,
  first_viewed_at: utc(at),
  last_viewed_at: utc(at),
  channel: users[user].channel ?? 'direct',
  registered_at: utc(users[user].registered),
});
/**
 * Not ann, who bought a day later; not kim, who bought after the range; not dan and cat, whose periods ran.
 * fay bought and got everything back, gus canceled.
 */
export const paywallNoPurchase = [
  viewer('hal', '03-12 02:50'),
  viewer('jon', '03-09 04:12'),
  viewer('ida', '03-09 03:59:59.999'),
  viewer('gus', '03-07 16:02'),
  viewer('fay', '03-05 15:02'),
  viewer('eve', '03-05 05:10'),
];

export const funnelSteps = 'app_opened,paywall_viewed,checkout_started';
/**
 * Within 24 hours. Not eve, who opened before the range. Only opened: bob, leo, hal (viewed days later). Only
 * viewed: dan, and jon, whose checkout was a minute too late. To the end: fay; ann with the second attempt;
 * gus; cat, who viewed and checked out on the day after the range; ida; kim, whose second opening and view
 * were in one moment.
 */
export const funnel = [
  { event: 'app_opened', users: 11, is_known: true, share_of_first: 100, share_of_previous: 100 },
  { event: 'paywall_viewed', users: 8, is_known: true, share_of_first: 72.73, share_of_previous: 72.73 },
  { event: 'checkout_started', users: 6, is_known: true, share_of_first: 54.55, share_of_previous: 75 },
];
export const funnelBy = {
  platform: [
    // ann, cat, fay, hal, ida.
    { value: 'ios', users: [5, 4, 4] },
    // dan (opened there first), gus, kim, leo.
    { value: 'android', users: [4, 3, 2] },
    // bob, jon.
    { value: 'web', users: [2, 1, 0] },
  ],
  app_version: [
    // ann (the attempt that came furthest began with 1.1), cat, dan, fay, gus, hal, ida.
    { value: '1.1', users: [7, 6, 5] },
    // bob, jon.
    { value: null, users: [2, 1, 0] },
    // leo.
    { value: '1.0', users: [1, 0, 0] },
    // kim.
    { value: '1.2', users: [1, 1, 1] },
  ],
  country_code: [
    // ann, cat, fay, hal, ida, leo.
    { value: 'RU', users: [6, 4, 4] },
    // bob, gus, jon, kim.
    { value: 'DE', users: [4, 3, 2] },
    // dan.
    { value: null, users: [1, 1, 0] },
  ],
  channel: [
    // ann, cat, fay, ida, leo.
    { value: 'ads', users: [5, 4, 4] },
    // dan, gus, jon.
    { value: 'blog', users: [3, 3, 1] },
    // bob, hal, kim.
    { value: 'direct', users: [3, 1, 1] },
  ],
} as const;
/** Within one hour: cat comes to the view only, and dan's attempt is the one on the web. */
export const funnelOfAnHour = {
  users: [11, 8, 5],
  platform: [
    { value: 'ios', users: [5, 4, 3] },
    { value: 'android', users: [3, 2, 2] },
    { value: 'web', users: [3, 2, 0] },
  ],
};

const cohort = (start: string, count: number, ...returned: (number | null)[]) => ({
  start: `2026-${start}`,
  users: count,
  returned,
});
/** By days of registration from 26 February, 0 to 3 days later; 12 March is not over. */
export const retentionByDay = [
  // ann and bob; bob again on the 27th.
  cohort('02-26', 2, 2, 1, 0, 0),
  cohort('02-27', 0, 0, 0, 0, 0),
  cohort('02-28', 0, 0, 0, 0, 0),
  cohort('03-01', 0, 0, 0, 0, 0),
  // cat.
  cohort('03-02', 1, 1, 0, 0, 0),
  cohort('03-03', 0, 0, 0, 0, 0),
  // dan and eve; eve ten minutes after midnight, dan on the 6th and 7th.
  cohort('03-04', 2, 2, 1, 1, 1),
  // fay: what came again under another time is not counted.
  cohort('03-05', 1, 1, 0, 0, 0),
  cohort('03-06', 0, 0, 0, 0, 0),
  // gus.
  cohort('03-07', 1, 1, 0, 0, 0),
  // hal and ida; ida at midnight, hal on the 11th by the corrected clock.
  cohort('03-08', 2, 2, 1, 0, 1),
  // jon.
  cohort('03-09', 1, 1, 1, 0, null),
  // kim.
  cohort('03-10', 1, 1, 1, null, null),
  cohort('03-11', 0, 0, null, null, null),
];
/**
 * By weeks that have a day from 20 February to 11 March, 0 to 3 weeks later; the week of 9 March is not over.
 */
export const retentionByWeek = [
  // leo, who registered on Friday and came the two weeks after, the second time seven days late.
  cohort('02-16', 1, 0, 1, 1, null),
  // ann, bob.
  cohort('02-23', 2, 2, 2, null, null),
  // cat, dan, eve, fay, gus, and on Sunday hal and ida.
  cohort('03-02', 7, 7, null, null, null),
  // jon, kim.
  cohort('03-09', 2, null, null, null, null),
];

/**
 * The same dates as days of UTC, 03-05 00:00 to 03-12 00:00: eve's first two events are in, hal's last one is
 * not. 37 events; users of the days 4 + 3 + 2 + 2 + 2 + 2 + 2 = 17, and 17 ÷ 7 = 2.43. eve registered on
 * 03-05, ida on 03-09.
 */
export const inUtc = {
  events: 37,
  uniques: 12,
  dau: 2.43,
  new_users: 7,
  days: [
    { date: '2026-03-05', events: 9, uniques: 4, new_users: 2 },
    { date: '2026-03-06', events: 5, uniques: 3, new_users: 0 },
    { date: '2026-03-07', events: 6, uniques: 2, new_users: 1 },
    { date: '2026-03-08', events: 4, uniques: 2, new_users: 1 },
    { date: '2026-03-09', events: 5, uniques: 2, new_users: 2 },
    { date: '2026-03-10', events: 4, uniques: 2, new_users: 1 },
    { date: '2026-03-11', events: 4, uniques: 2, new_users: 0 },
  ],
};
