import { expect, test } from '@jest/globals';
import { ChannelError, type ChannelErrorKind } from '../channels/channel-error.ts';
import { failedBy, failedHere } from './outcome.ts';

const classOf = (
  error: ChannelErrorKind,
  { code = 'x', ...where }: Partial<Parameters<typeof failedBy>[1]> & { code?: string },
) =>
  failedBy(new ChannelError(error, code, 'x'), { isDeciding: true, channel: 'threads', kind: 'post', ...where }).class;

test.each([
  ['not_sent', true, 'not_sent'],
  ['not_sent', false, 'not_sent'],
  ['no_answer', true, 'uncertain'],
  ['no_answer', false, 'retry'],
  ['server', true, 'uncertain'],
  ['server', false, 'retry'],
  ['throttled', true, 'throttled'],
  ['auth', true, 'auth'],
  ['quota', true, 'quota'],
  ['content', true, 'content'],
  ['content', false, 'content'],
  ['media', false, 'retry'],
  ['moved', true, 'moved'],
  ['blocked', true, 'uncertain'],
  ['blocked', false, 'content'],
  ['not_ready', true, 'media_again'],
  ['not_ready', false, 'retry'],
] as const)('an error of the kind %s, in the deciding request: %s, is of the class %s', (kind, isDeciding, name) => {
  expect(classOf(kind, { isDeciding })).toBe(name);
});

test('an image that MAX has not processed is uploaded again', () => {
  expect(classOf('not_ready', { channel: 'max' })).toBe('retry');
});

test.each([
  ['401', 'auth', 'auth', 'auth'],
  ['404', 'auth', 'auth', 'auth'],
  ['403', 'auth', 'auth', 'content'],
  ['5', 'auth', 'auth', 'auth'],
  ['27', 'auth', 'content', 'content'],
  ['190/460', 'auth', 'auth', 'auth'],
  ['10', 'auth', 'content', 'content'],
  ['verify.token', 'auth', 'auth', 'auth'],
  ['access.denied', 'auth', 'content', 'content'],
  ['no_credentials', 'auth', 'auth', 'auth'],
] as const)(
  'the refusal %s is of the class %s for a post, %s for a change and %s for a reply',
  (code, post, change, reply) => {
    const classes = (['post', 'change', 'reply'] as const).map((kind) => classOf('auth', { code, kind }));
    expect(classes).toEqual([post, change, reply]);
  },
);

test('a chat that moved is the one of the account, except for a reply', () => {
  const classes = (['post', 'change', 'reply'] as const).map((kind) => classOf('moved', { kind }));
  expect(classes).toEqual(['moved', 'moved', 'content']);
});

test('an error of the platform is uncertain once the deciding request may have left', () => {
  expect([failedHere(false).class, failedHere(true).class]).toEqual(['retry', 'uncertain']);
});
