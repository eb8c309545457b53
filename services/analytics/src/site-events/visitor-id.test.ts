import { expect, test } from '@jest/globals';
import { Uuid } from '@platform/contracts/fields';
import { visitorId } from './visitor-id.ts';

const today = Buffer.alloc(32, 1);
const signs = { site_id: 'site', timezone: 'Europe/Moscow', client_ip: '203.0.113.7', user_agent: 'Browser/1' };

test('the same signs on the same day are the same visitor, and anything else is another one', () => {
  const id = visitorId(today, signs);
  expect(visitorId(today, { ...signs })).toBe(id);
  const others = [
    visitorId(Buffer.alloc(32, 2), signs),
    visitorId(today, { ...signs, site_id: 'other' }),
    visitorId(today, { ...signs, timezone: 'Asia/Tokyo' }),
    visitorId(today, { ...signs, client_ip: '203.0.113.8' }),
    visitorId(today, { ...signs, user_agent: 'Browser/2' }),
    visitorId(today, { ...signs, client_ip: '203.0.113.7Browser', user_agent: '/1' }),
  ];
  expect(new Set([id, ...others]).size).toBe(7);
});

test('it is a UUID of version 8', () => {
  for (let at = 0; at < 100; at += 1) {
    const id = visitorId(today, { ...signs, user_agent: String(at) });
    expect(Uuid.safeParse(id).success).toBe(true);
    expect(id).toMatch(/^.{14}8.{4}[89ab]/);
  }
});
