import { expect, test } from '@jest/globals';
import { reachesPlatform } from './public-platform.ts';

const real = 'https://graph.threads.net';
const emulated = 'http://localhost:8080/sandbox/threads';

test.each([
  [real, 'https://api.notes.ru', true],
  [real, 'http://api.notes.ru', false],
  [real, 'https://localhost', false],
  [real, 'https://10.0.0.1', false],
  [real, 'http://localhost:8080', false],
  ['http://127.0.0.1:9000', 'http://localhost:8080', true],
  [emulated, 'http://[::1]:8080', true],
  [emulated, 'http://platform.internal', false],
  [emulated, 'https://api.notes.ru', true],
  ['http://localhost.evil.example', 'http://localhost:8080', false],
])('a channel at %s fetches from %s: %s', (channel, platform, expected) => {
  expect(reachesPlatform(channel, platform)).toBe(expected);
});
