import { expect, test } from '@jest/globals';
import { circuitOf, paceRules, takePace } from './pace.ts';

const now = new Date('2027-03-01T09:00:00Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const rule = { key: 'token', intervalMs: 100, burst: 3 };

test('as many leave at once as the burst has, and then one in each interval', () => {
  let row = { key: 'token', arrives_at: null as Date | null, blocked_until: null, failures: 0 };
  const waits: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { at, next } = takePace(row, rule, now);
    waits.push(at.getTime() - now.getTime());
    row = { ...row, arrives_at: next };
  }
  expect(waits).toEqual([0, 0, 0, 100, 200]);
  expect(takePace(row, rule, after(1_000)).at).toEqual(after(1_000));
});

test('a token that its channel throttled waits as long as it was told', () => {
  const row = { key: 'token', arrives_at: null, blocked_until: after(7_000), failures: 0 };
  expect(takePace(row, rule, now).at).toEqual(after(7_000));
  expect(takePace(row, rule, after(8_000)).at).toEqual(after(8_000));
});

test('the fifth failure opens a circuit, which is half open after its time', () => {
  const row = { key: 'circuit:vk', arrives_at: null, blocked_until: after(60_000), failures: 5 };
  expect(circuitOf(undefined, now)).toBe('closed');
  expect(circuitOf({ ...row, failures: 4 }, now)).toBe('closed');
  expect([circuitOf(row, now), circuitOf(row, after(60_000))]).toEqual(['open', 'half_open']);
});

test('a post and a change of a Telegram account share a second, and a reply to another chat does not wait for it', () => {
  const account = { id: 'a', channel: 'telegram', credential_hash: 'hash', remote_id: '-1', remote: null } as const;
  const keys = (kind: 'post' | 'change' | 'reply' | 'read') => paceRules(account, kind).map(({ key }) => key);
  expect(keys('post')).toEqual(['token:telegram:hash', 'account:a']);
  expect(keys('change')).toEqual(keys('post'));
  expect(keys('reply')).toEqual(['token:telegram:hash']);
  expect(keys('read')).toEqual(['read:telegram:hash', 'token:telegram:hash']);
});
