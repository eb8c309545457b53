import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { AppError, toAppError } from '../errors.ts';
import { etagOf, isNotModified } from './respond.ts';

const asking = (header: string | undefined) => ({ headers: { 'if-none-match': header } }) as unknown as IncomingMessage;
const etag = etagOf('body');

test('an ETag is strong, quoted, the same for the same bytes and another for others', () => {
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
  expect(etagOf(Buffer.from('body'))).toBe(etag);
  expect(etagOf('body ')).not.toBe(etag);
});

test.each([
  ['the tag itself', etag],
  ['the tag with space around it', `  ${etag} `],
  ['a list with the tag in it', `"other", ${etag} ,"third"`],
  ['a list without spaces', `"other",${etag}`],
  ['the weak form, which some caches make of it', `W/${etag}`],
  ['a list of weak forms', `W/"other", W/${etag}`],
  ['a star', '*'],
  ['a star with space', ' * '],
])('If-None-Match with %s says that the client has it', (_, header) => {
  expect(isNotModified(asking(header), etag)).toBe(true);
});

test.each([
  ['no header', undefined],
  ['nothing in it', ''],
  ['another tag', '"other"'],
  ['the tag without quotes', etag.slice(1, -1)],
  ['a part of the tag', etag.slice(0, -2)],
  ['the weak mark in lower case, which is none', `w/${etag}`],
  ['a star in a list', '"other", *'],
])('If-None-Match with %s does not', (_, header) => {
  expect(isNotModified(asking(header), etag)).toBe(false);
});

test('a failure is shown as what a client may know of it', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const wrapped = new Error('Failed query: select secret', { cause: refused });
  expect(toAppError(wrapped)).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
  for (const [code, expected] of [
    ['40P01', 'service_unavailable'],
    ['57P01', 'service_unavailable'],
    ['22021', 'validation_failed'],
    ['22003', 'validation_failed'],
    ['23505', 'internal_error'],
    ['42P01', 'internal_error'],
  ] as const) {
    const shown = toAppError(new Error('Failed query', { cause: Object.assign(new Error('pg says'), { code }) }));
    expect([code, shown.code]).toEqual([code, expected]);
    expect(shown.message).not.toContain('pg says');
  }
  expect(toAppError('a string that was thrown').code).toBe('internal_error');
  const own = new AppError('plan_not_found');
  expect(toAppError(own)).toBe(own);
});
