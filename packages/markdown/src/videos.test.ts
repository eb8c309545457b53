import { expect, test } from '@jest/globals';
import { renderMarkdown } from './render-markdown.ts';
import { type EmbedProvider, embedProviders, playerOfPage } from './videos.ts';

const id = '0123456789abcdef0123456789abcdef';

test.each<[string, string]>([
  ['https://rutube.ru/video/0123456789abcdef0123456789abcdef/', `https://rutube.ru/play/embed/${id}`],
  ['https://rutube.ru/shorts/0123456789abcdef0123456789abcdef/?r=wd', `https://rutube.ru/play/embed/${id}`],
  ['https://rutube.ru/play/embed/0123456789abcdef0123456789abcdef', `https://rutube.ru/play/embed/${id}`],
  ['https://vk.com/video-22822305_456241864', 'https://vkvideo.ru/video_ext.php?oid=-22822305&id=456241864'],
  ['https://vkvideo.ru/video1_2?t=3', 'https://vkvideo.ru/video_ext.php?oid=1&id=2'],
  ['https://vk.com/clip-1_2', 'https://vkvideo.ru/video_ext.php?oid=-1&id=2'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m10s',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=70',
  ],
  ['https://youtu.be/dQw4w9WgXcQ?t=43', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=43'],
  ['https://youtu.be/dQw4w9WgXcQ?t=soon', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [`https://rutube.ru/video/private/${id}/?p=a-B_1`, `https://rutube.ru/play/embed/${id}/?p=a-B_1`],
  [`https://rutube.ru/video/private/${id}/?p=%22`, `https://rutube.ru/play/embed/${id}`],
  ['https://vkvideo.ru/playlist/-1_-2/video-3_4', 'https://vkvideo.ru/video_ext.php?oid=-3&id=4'],
  ['http://youtu.be/dQw4w9WgXcQ?si=a', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
])('%s is the address of a video', (address, player) => {
  expect(playerOfPage(address, embedProviders)?.src).toBe(player);
});

test.each([
  'https://rutube.ru/video/0123/',
  'https://rutube.ru/video/person/23/',
  'https://rutube.ru.evil.example/video/0123456789abcdef0123456789abcdef/',
  'https://rutube.ru:8443/video/0123456789abcdef0123456789abcdef/',
  'https://vk.com/feed',
  'https://vk.com/video-1',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22',
  'https://www.youtube.com/@channel',
  'https://youtu.be@evil.example/dQw4w9WgXcQ',
  'ftp://youtu.be/dQw4w9WgXcQ',
  'youtu.be/dQw4w9WgXcQ',
])('%s is no address of a video', (address) => {
  expect(playerOfPage(address, embedProviders)).toBeNull();
});

const frames = (markdown: string, embed_providers: readonly EmbedProvider[] = embedProviders): number =>
  renderMarkdown(markdown, { embed_providers }).html.split('<iframe').length - 1;

test('a paragraph that is only the address of a video becomes a lazy frame in a sandbox', () => {
  const { html, links } = renderMarkdown('a\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nb', { embed_providers: ['youtube'] });
  expect(html).toContain(
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube" width="640" height="360" ' +
      'loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation" allow="fullscreen; picture-in-picture" ' +
      'referrerpolicy="strict-origin-when-cross-origin"></iframe></figure>',
  );
  expect(links).toEqual([]);
  expect(frames('<https://youtu.be/dQw4w9WgXcQ>')).toBe(1);
});

test('an address of a video beside a text, in a list, as a named link or as code stays a link or text', () => {
  expect(frames('see https://youtu.be/dQw4w9WgXcQ')).toBe(0);
  expect(frames('https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/dQw4w9WgXcQ')).toBe(0);
  expect(frames('- https://youtu.be/dQw4w9WgXcQ')).toBe(0);
  expect(frames('[a](https://youtu.be/dQw4w9WgXcQ)')).toBe(0);
  expect(frames('`https://youtu.be/dQw4w9WgXcQ`')).toBe(0);
});

test('a video of a provider that the site does not allow stays a link', () => {
  const { html, links } = renderMarkdown('https://youtu.be/dQw4w9WgXcQ', { embed_providers: ['rutube', 'vk_video'] });
  expect(html).not.toContain('<iframe');
  expect(links).toEqual(['https://youtu.be/dQw4w9WgXcQ']);
});
