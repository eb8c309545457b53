import { expect, test } from '@jest/globals';
import { natsOptions } from './nats-options.ts';

test('a NATS server that is lost without a word is noticed within 30 s', () => {
  const { pingInterval, maxPingOut } = natsOptions({ url: 'nats://nats:4222', name: 'test' });
  // The connection is given up when the ping after the unanswered ones is due.
  expect(pingInterval * (maxPingOut + 1)).toBe(30_000);
});
