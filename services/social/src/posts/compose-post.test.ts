import { expect, test } from '@jest/globals';
import type { SocialChannel } from '@platform/contracts';
import { composePost, type Post } from './compose-post.ts';

const post = (channel: SocialChannel, changes: Partial<Post> = {}): Post => ({
  id: '01',
  channel,
  body: 'Text',
  buttons: [],
  cover: null,
  is_ad: false,
  erid: null,
  advertiser: null,
  tags: { hosts: ['notes.example.com'], campaign: 'notes', ref: 'a1B2c3D4' },
  destination_id: '-1',
  uploadsPhotos: true,
  isPublic: true,
  ...changes,
});
const cover = { url: 'https://api.example.com/assets/social/x.jpg', alt: 'A desk' };
const codes = (channel: SocialChannel, changes: Partial<Post>) =>
  composePost(post(channel, changes))
    .checks.filter(({ level }) => level === 'error')
    .map(({ code }) => code);
const last = (channel: SocialChannel, changes: Partial<Post> = {}) =>
  composePost(post(channel, changes)).requests.at(-1);
const button = { text: 'Read', url: 'https://notes.example.com/a?utm_source=old&x=1' };

test.each([
  ['telegram', '🙂', 4_096],
  ['max', 'я', 4_000],
  ['vk', 'я', 10_000],
  ['threads', 'я', 500],
  ['threads', '🙂', 125],
] as const)('%s takes %s %i times and not once more', (channel, character, times) => {
  expect(codes(channel, { body: character.repeat(times) })).toEqual([]);
  expect(codes(channel, { body: character.repeat(times + 1) })).toEqual(['too_long']);
});

test('links to own hosts are tagged and ours win, others stay', () => {
  const buttons = [button, { text: 'Other', url: 'https://other.example/' }];
  const keyboard = last('telegram', { buttons, body: '[a](https://notes.example.com/) https://other.example/' });
  const tagged = 'utm_source=telegram&utm_medium=social&utm_campaign=notes&utm_content=a1B2c3D4';
  expect(keyboard?.body).toMatchObject({
    text: `<a href="https://notes.example.com/?${tagged.replaceAll('&', '&amp;')}">a</a> https://other.example/`,
    reply_markup: {
      inline_keyboard: [
        [
          {
            text: 'Read',
            url: 'https://notes.example.com/a?utm_source=telegram&x=1&utm_medium=social&utm_campaign=notes&utm_content=a1B2c3D4',
          },
        ],
        [{ text: 'Other', url: 'https://other.example/' }],
      ],
    },
  });
});

test('buttons are a keyboard, lines, or the link of the post', () => {
  const buttons = [button, { ...button, text: 'Buy' }];
  expect(last('max', { buttons })?.body).toMatchObject({ attachments: [{ type: 'inline_keyboard' }] });
  expect(String(last('vk', { buttons })?.body.message)).toMatch(/^Text\n\nRead: https:.+\nBuy: https:/);
  const [container] = composePost(post('threads', { buttons })).requests;
  expect(container?.body.link_attachment).toMatch(/^https:\/\/notes/);
  expect(container?.body.text).toMatch(/^Text\n\nBuy: https:[^\n]+$/);
  const withCover = composePost(post('threads', { buttons: [button], cover }));
  expect(withCover.requests[0]?.body).toMatchObject({ media_type: 'IMAGE', text: expect.stringContaining('Read: ') });
  expect(withCover.degraded).toContain('buttons_as_lines');
});

test('a long text of Telegram keeps its image as a preview above it', () => {
  expect(last('telegram', { cover, body: 'я'.repeat(1_024) })?.path).toBe('/bot{token}/sendPhoto');
  const long = composePost(post('telegram', { cover, body: 'я'.repeat(1_025) }));
  expect(long.degraded).toEqual(['cover_as_link_preview']);
  expect(long.requests[0]).toMatchObject({
    path: '/bot{token}/sendMessage',
    body: { link_preview_options: { url: cover.url, prefer_large_media: true, show_above_text: true } },
  });
  expect(codes('telegram', { cover, body: 'я'.repeat(1_025), isPublic: false })).toEqual(['media_url_not_public']);
});

test('an advertisement has its mark in front, and its token at own links', () => {
  const ad = { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } };
  const composed = composePost(post('vk', { ...ad, body: 'Купить: https://notes.example.com/' }));
  expect(composed.text).toMatch(
    /^Реклама\. ООО Ромашка, ИНН 7707083893\. erid: 2VtzqwErid01\n\nКупить: https:.+&erid=2VtzqwErid01$/,
  );
  expect(composed.requests.at(-1)?.body).toMatchObject({ mark_as_ads: 1, guid: '01' });
});

test.each([
  ['instagram', {}, ['cover_missing']],
  ['instagram', { cover, body: '#a '.repeat(31) }, ['too_many_hashtags']],
  ['instagram', { cover, body: '@a '.repeat(21) }, ['too_many_mentions']],
  ['instagram', { cover, isPublic: false }, ['media_url_not_public']],
  ['vk', { cover, uploadsPhotos: false }, ['photos_not_allowed']],
  ['telegram', { body: ' ' }, ['text_missing']],
  ['telegram', { body: '**b** '.repeat(101) }, ['too_many_formats']],
  ['threads', { body: [1, 2, 3, 4, 5, 6].map((at) => `https://e.com/${at}`).join(' ') }, ['too_many_links']],
] as const)('%s refuses %j', (channel, changes, expected) => {
  expect(codes(channel, changes)).toEqual(expected);
});
